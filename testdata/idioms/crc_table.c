// A checksum of 8 bits by a table of nibbles.
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t table[16];
static void fill(void) {
	for (unsigned i = 0; i < 16; i++) {
		uint8_t c = i << 4;
		for (int k = 0; k < 4; k++) c = c & 0x80 ? c << 1 ^ 0x07 : c << 1;
		table[i] = c;
	}
}
static uint8_t crc(uint8_t c, uint8_t b) {
	c ^= b;
	c = (uint8_t)(c << 4) ^ table[c >> 4];
	c = (uint8_t)(c << 4) ^ table[c >> 4];
	return c;
}

// TRUE: a change of one byte is seen, and the sum of a message with its sum is 0.
void holds(void) {
	fill();
	uint8_t a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
	if (a != b) assert(crc(0, a) != crc(0, b));
	assert(crc(crc(0, a), crc(0, a)) == 0);
}

// FALSE: two bytes may have the sum of two others.
void fails(void) {
	fill();
	uint8_t a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
	if (a || b) assert(crc(crc(0, a), b) != 0);
}

int main(void) {
#ifdef TWIN
	fails();
#else
	holds();
#endif
	return 0;
}
