// Reverses a doubly linked list.
// verdict: TRUE
// proved: valid-deref, valid-free, valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *back; };

int main(void)
{
	struct node *list = 0;
	while (__VERIFIER_nondet_int()) {
		struct node *n = malloc(sizeof *n);
		n->next = list;
		n->back = 0;
		if (list)
			list->back = n;
		list = n;
	}
	struct node *at = list;
	while (at) {
		struct node *next = at->next;
		at->next = at->back;
		at->back = next;
		list = at;
		at = next;
	}
	while (list) {
		struct node *n = list->next;
		if (n)
			n->back = 0;
		free(list);
		list = n;
	}
	return 0;
}
