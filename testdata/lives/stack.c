// A stack: nodes are pushed and popped in any order, and freed at the end.
// verdict: TRUE
// proved: valid-deref, valid-free, valid-memtrack
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
		struct node *n = top->below;
		free(top);
		top = n;
	}
	return 0;
}
