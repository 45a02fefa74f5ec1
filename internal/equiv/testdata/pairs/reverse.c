// answer: equal
// loops: yes
unsigned old(unsigned x) {
	unsigned r = 0;
	for (int i = 0; i < 32; i++) {
		r = r << 1 | (x & 1);
		x >>= 1;
	}
	return r;
}
unsigned new(unsigned x) {
	x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
	x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
	x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
	return __builtin_bswap32(x);
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned x = rnd(); return old(x) != new(x); }
#endif
