// A queue as a list with a pointer to its last node.
// verdict: TRUE
// proved: valid-deref, valid-free, valid-memtrack
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
struct queue { struct node *first, *last; };

static void put(struct queue *q, int v)
{
	struct node *n = malloc(sizeof *n);
	n->next = 0;
	n->v = v;
	if (q->last)
		q->last->next = n;
	else
		q->first = n;
	q->last = n;
}

static int get(struct queue *q)
{
	struct node *n = q->first;
	int v = n->v;
	q->first = n->next;
	if (!q->first)
		q->last = 0;
	free(n);
	return v;
}

int main(void)
{
	struct queue q = { 0, 0 };
	while (__VERIFIER_nondet_int()) {
		if (q.first && __VERIFIER_nondet_int())
			get(&q);
		else
			put(&q, 3);
	}
	while (q.first)
		get(&q);
	return 0;
}
