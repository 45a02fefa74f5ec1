// A set of small numbers in words.
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);
static uint32_t words[3];

static void set(unsigned i) { words[i >> 5] |= UINT32_C(1) << (i & 31); }
static void clear(unsigned i) { words[i >> 5] &= ~(UINT32_C(1) << (i & 31)); }
static int has(unsigned i) { return words[i >> 5] >> (i & 31) & 1; }

// TRUE: what is put in is in, and another one is not touched.
void holds(void) {
	unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
	if (i >= 96 || j >= 96) return;
	set(i);
	assert(has(i) && has(j) == (i == j));
	clear(i);
	assert(!has(j));
}

// FALSE: the two may be one.
void fails(void) {
	unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
	if (i >= 96 || j >= 96) return;
	set(i);
	clear(j);
	assert(has(i));
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
