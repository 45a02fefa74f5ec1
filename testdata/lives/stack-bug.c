// Reads the link of a node that it has freed.
// verdict: FALSE(valid-deref)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *below; };

int main(void)
{
	struct node *top = 0;
	while (__VERIFIER_nondet_int()) {
		if (__VERIFIER_nondet_int()) {
			struct node *n = malloc(sizeof *n);
			n->v = 1;
			n->below = top;
			top = n;
		} else if (top) {
			struct node *n = top;
			top = n->below;
			free(n);
		}
	}
	while (top) {
		struct node *n = top;
		free(n);
		top = n->below;
	}
	return 0;
}
