// A local that keeps its value from call to call.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static unsigned id(void) { static unsigned last = 40; return ++last; }
static int *once(int v) { static int value, set; if (!set) { set = 1; value = v; } return &value; }

// TRUE: identifiers differ; the first value stays.
void holds(void) {
	unsigned a = id(), b = id();
	assert(a != b && b == 42);
	int v = __VERIFIER_nondet_int();
	int *p = once(v), *q = once(v + 1u);
	assert(p == q && *q == v);
}

// FALSE: the second value is not taken.
void fails(void) {
	once(__VERIFIER_nondet_int());
	assert(*once(3) == 3);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
