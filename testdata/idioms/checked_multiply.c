// A product is checked before it is allocated.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

static int bytes(uint32_t n, uint32_t size, uint32_t *out) {
	if (size != 0 && n > UINT32_MAX / size) return -1;
	*out = n * size;
	return 0;
}

// TRUE: what passes the check holds all the elements.
void holds(void) {
	uint32_t n = __VERIFIER_nondet_uint(), b;
	if (bytes(n, 24, &b)) return;
	assert(b / 24 == n);
	if (n > 8) return;
	char *p = malloc(b + 1);
	if (!p) return;
	p[b] = 5;
	assert(p[n * 24] == 5);
	free(p);
}

// FALSE: without the check the product wraps.
void fails(void) {
	uint32_t n = __VERIFIER_nondet_uint();
	uint32_t b = n * 24;
	assert(b >= n);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
