// Removes from a list the nodes that hold a number, from wherever they are.
// verdict: TRUE
// proved: valid-deref, valid-free, valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };

int main(void)
{
	struct node *list = 0;
	while (__VERIFIER_nondet_int()) {
		struct node *n = malloc(sizeof *n);
		n->v = __VERIFIER_nondet_int();
		n->next = list;
		list = n;
	}
	struct node *before = 0, *n = list;
	while (n) {
		struct node *next = n->next;
		if (n->v == 7) {
			if (before)
				before->next = next;
			else
				list = next;
			free(n);
		} else
			before = n;
		n = next;
	}
	while (list) {
		n = list;
		list = n->next;
		free(n);
	}
	return 0;
}
