// Rounding up to a power of two by a mask.
#include <assert.h>
#include <stdint.h>
uint32_t __VERIFIER_nondet_uint(void);
#define ALIGN(x, a) (((x) + ((a) - 1)) & ~(uint32_t)((a) - 1))

// TRUE: the result is the next multiple, if there is one.
void holds(void) {
	uint32_t x = __VERIFIER_nondet_uint();
	if (x > UINT32_MAX - 15) return;
	uint32_t y = ALIGN(x, 16u);
	assert(y % 16 == 0 && y >= x && y - x < 16);
}

// FALSE: it wraps.
void fails(void) {
	uint32_t x = __VERIFIER_nondet_uint();
	assert(ALIGN(x, 16u) >= x);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
