// Allocation from a block, with alignment.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);
static _Alignas(8) unsigned char block[64];
static size_t used;

static void *take(size_t n) {
	size_t at = (used + 7) & ~(size_t)7;
	if (n > sizeof block - at) return 0;
	used = at + n;
	return block + at;
}

// TRUE: two pieces do not overlap.
void holds(void) {
	unsigned n = __VERIFIER_nondet_uint();
	unsigned char *p = take(n);
	int *q = take(sizeof *q);
	if (!p || !q) return;
	assert((size_t)((unsigned char *)q - p) >= n && (size_t)((unsigned char *)q - block) % 8 == 0);
	if (n) p[n - 1] = 1;
	*q = -1;
	assert(n == 0 || p[n - 1] == 1);
}

// FALSE: the block may be used up.
void fails(void) {
	void *p = take(__VERIFIER_nondet_uint() & 63);
	void *q = take(4);
	assert(p && q);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
