// verdict: FALSE
// As crc32.c, with one bit of one entry of the table wrong.
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
static uint32_t table[256];
int main(void) {
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
		table[i] = c;
	}
	table[77] ^= 1u << 13;
	uint32_t fast = 0xffffffffu, slow = 0xffffffffu;
	for (int n = 0; n < 3; n++) {
		unsigned char byte = __VERIFIER_nondet_uchar();
		fast = table[(fast ^ byte) & 0xff] ^ fast >> 8;
		slow ^= byte;
		for (int k = 0; k < 8; k++) {
			if (slow & 1)
				slow = slow >> 1 ^ 0xEDB88320u;
			else
				slow >>= 1;
		}
	}
	if (fast != slow)
		reach_error();
	return 0;
}
