// A table that is computed before it is used.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char ones[16];

static void fill(void) { for (int i = 1; i < 16; i++) ones[i] = ones[i / 2] + (i & 1); }
static int count(unsigned char b) { return ones[b & 15] + ones[b >> 4]; }

// TRUE: clearing the lowest bit takes one away.
void holds(void) {
	fill();
	unsigned char b = __VERIFIER_nondet_uchar();
	if (b == 0) return;
	assert(count(b & (b - 1)) == count(b) - 1);
}

// FALSE: all bits may be set.
void fails(void) {
	fill();
	assert(count(__VERIFIER_nondet_uchar()) < 8);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
