// A doubly linked list: a node is unlinked from its neighbours wherever it is.
// verdict: TRUE
// proved: valid-deref, valid-free, valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; };

int main(void)
{
	struct node *list = 0;
	while (__VERIFIER_nondet_int()) {
		struct node *n = malloc(sizeof *n);
		n->next = list;
		n->prev = 0;
		if (list)
			list->prev = n;
		list = n;
	}
	struct node *n = list;
	while (n && __VERIFIER_nondet_int())
		n = n->next;
	if (n) {
		if (n->prev)
			n->prev->next = n->next;
		else
			list = n->next;
		if (n->next)
			n->next->prev = n->prev;
		free(n);
	}
	while (list) {
		n = list;
		list = n->next;
		free(n);
	}
	return 0;
}
