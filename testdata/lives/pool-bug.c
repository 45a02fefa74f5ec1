// A node is given back twice, and so freed twice.
// verdict: FALSE(valid-deref)
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
		give(a);
	}
	while (spare) {
		struct node *n = spare;
		spare = n->next;
		free(n);
	}
	return 0;
}
