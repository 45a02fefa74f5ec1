// An allocator that keeps nodes which are given back in a list. There are never more than two.
// verdict: TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int v; };
static struct node *spare;

static struct node *take(void)
{
	struct node *n = spare;
	if (n)
		spare = n->next;
	else
		n = malloc(sizeof *n);
	n->v = 0;
	return n;
}

static void give(struct node *n)
{
	n->next = spare;
	spare = n;
}

int main(void)
{
	while (__VERIFIER_nondet_int()) {
		struct node *a = take(), *b = take();
		a->v = b->v;
		give(a);
		give(b);
	}
	while (spare) {
		struct node *n = spare;
		spare = n->next;
		free(n);
	}
	return 0;
}
