// Merges two sorted lists, until one has ended: the rest of the other is lost.
// verdict: FALSE(valid-memtrack)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };

static struct node *make(void)
{
	struct node *list = 0;
	int v = 100;
	while (__VERIFIER_nondet_int()) {
		struct node *n = malloc(sizeof *n);
		n->v = v--;
		n->next = list;
		list = n;
	}
	return list;
}

int main(void)
{
	struct node *a = make(), *b = make(), *all = 0, *last = 0;
	while (a && b) {
		struct node *n;
		if (!b || (a && a->v < b->v)) {
			n = a;
			a = a->next;
		} else {
			n = b;
			b = b->next;
		}
		n->next = 0;
		if (last)
			last->next = n;
		else
			all = n;
		last = n;
	}
	while (all) {
		a = all->next;
		free(all);
		all = a;
	}
	return 0;
}
