// verdict: FALSE
// As crc64.c, but the second half of each byte comes first.
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
#define POLYNOMIAL 0x42F0E1EBA9EA3693ull
static uint64_t bytes[256], halves[16];
static uint64_t shifted(uint64_t c, int times) {
	while (times--)
		c = c << 1 ^ (POLYNOMIAL & -(c >> 63));
	return c;
}
int main(void) {
	for (uint64_t i = 0; i < 256; i++)
		bytes[i] = shifted(i << 56, 8);
	for (uint64_t i = 0; i < 16; i++)
		halves[i] = shifted(i << 60, 4);
	uint64_t a = 0, b = 0, c = 0;
	for (int n = 0; n < 2; n++) {
		uint64_t byte = __VERIFIER_nondet_uchar();
		a = bytes[a >> 56 ^ byte] ^ a << 8;
		b = halves[b >> 60 ^ (byte & 15)] ^ b << 4;
		b = halves[b >> 60 ^ byte >> 4] ^ b << 4;
		c = shifted(c ^ byte << 56, 8);
	}
	if (a != b || b != c)
		reach_error();
	return 0;
}
