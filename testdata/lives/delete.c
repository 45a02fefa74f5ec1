// Inserts into a doubly linked list after a node, and deletes nodes from it.
// verdict: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; };

static void insert(struct node *at)
{
	struct node *n = malloc(sizeof *n);
	n->next = at->next;
	n->prev = at;
	if (at->next)
		at->next->prev = n;
	at->next = n;
}

static void delete(struct node *n)
{
	n->prev->next = n->next;
	if (n->next)
		n->next->prev = n->prev;
	free(n);
}

int main(void)
{
	struct node head = { 0, 0 };
	while (__VERIFIER_nondet_int()) {
		if (__VERIFIER_nondet_int())
			insert(&head);
		else if (head.next)
			delete(head.next);
	}
	while (head.next)
		delete(head.next);
	return 0;
}
