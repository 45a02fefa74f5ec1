// The lowest bit of a pointer tells its kind.
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
static int numbers[4] = {1, 2, 3, 4};

static uintptr_t tag(int *p, unsigned kind) { return (uintptr_t)p | (kind & 1); }
static int *strip(uintptr_t t) { return (int *)(t & ~(uintptr_t)1); }

// TRUE: the pointer and the tag come back.
void holds(void) {
	unsigned k = __VERIFIER_nondet_int();
	uintptr_t t = tag(&numbers[2], k);
	assert((t & 1) == (k & 1));
	assert(strip(t) == &numbers[2] && *strip(t) == 3);
}

// FALSE: with the tag it is another address.
void fails(void) {
	unsigned k = __VERIFIER_nondet_int();
	assert(tag(&numbers[2], k) == (uintptr_t)&numbers[2]);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
