// Leaves the last link unset.
// verdict: FALSE(valid-deref)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };

int main(void)
{
	struct node *first = 0, *last = 0;
	while (__VERIFIER_nondet_int()) {
		struct node *n = malloc(sizeof *n);
		n->v = 0;
		if (last)
			last->next = n;
		else
			first = n;
		last = n;
	}
	for (struct node *n = first; n; n = n->next)
		n->v++;
	while (first) {
		struct node *next = first->next;
		free(first);
		first = next;
	}
	return 0;
}
