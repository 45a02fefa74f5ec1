// Gives out one cell more than there are.
// verdict: FALSE(valid-deref)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
union cell { union cell *next; int v[4]; };
static union cell *store, *unused;
static int fresh;

static union cell *take(void)
{
	union cell *c = unused;
	if (c) {
		unused = c->next;
		return c;
	}
	return fresh <= 8 ? &store[fresh++] : 0;
}

static void give(union cell *c)
{
	c->next = unused;
	unused = c;
}

int main(void)
{
	store = malloc(8 * sizeof *store);
	while (__VERIFIER_nondet_int()) {
		union cell *c = take();
		if (!c)
			break;
		c->v[3] = 1;
		if (__VERIFIER_nondet_int())
			give(c);
	}
	free(store);
	return 0;
}
