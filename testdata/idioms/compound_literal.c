// Options are passed as compound literals.
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct opts { int depth; const char *name; int range[2]; };

static int use(const struct opts *o) { return o->depth + o->range[1] + (o->name ? o->name[0] : 0); }
#define USE(...) use(&(struct opts){.depth = 1, __VA_ARGS__})

// TRUE: what is not named is 0, what is named twice has the last value.
void holds(void) {
	int x = __VERIFIER_nondet_int();
	if (x < 0 || x > 100) return;
	assert(USE(.range = {x}) == 1);
	assert(USE(.depth = x, .range[1] = 4) == x + 4);
	int *a = (int[]){x, [3] = 2};
	assert(a[0] == x && a[1] == 0 && a[3] == 2);
}

// FALSE: the name counts.
void fails(void) {
	int x = __VERIFIER_nondet_int();
	if (x < 0 || x > 100) return;
	assert(USE(.name = &"abc"[1], .range[1] = x) != 199);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
