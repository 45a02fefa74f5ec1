// Bytes of a number by shifts and by memcpy.
#include <assert.h>
#include <stdint.h>
#include <string.h>
uint32_t __VERIFIER_nondet_uint(void);

static void be32(uint8_t *p, uint32_t v) { p[0] = v >> 24; p[1] = v >> 16; p[2] = v >> 8; p[3] = v; }
static uint32_t le32(const uint8_t *p) { uint32_t v; memcpy(&v, p, 4); return v; }
static uint32_t swap(uint32_t v) { return v >> 24 | (v >> 8 & 0xff00) | (v << 8 & 0xff0000) | v << 24; }

// TRUE: read by memcpy, a big-endian number is swapped.
void holds(void) {
	uint8_t b[6];
	uint32_t v = __VERIFIER_nondet_uint();
	be32(b + 1, v);
	assert(le32(b + 1) == swap(v) && swap(swap(v)) == v);
	assert(swap(v) == __builtin_bswap32(v));
}

// FALSE: the two orders differ.
void fails(void) {
	uint8_t b[4];
	uint32_t v = __VERIFIER_nondet_uint();
	be32(b, v);
	if (v > 0xffff) assert(le32(b) != v);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
