// answer: differ
// loops: no
unsigned old(unsigned x) { return __builtin_bswap32(x); }
unsigned new(unsigned x) {
	x = (x & 0x0000ffffu) << 16 | x >> 16;
	return (x & 0x00ff00ffu) << 8 | (x >> 8 & 0x00ff007fu);
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned x = rnd(); return old(x) != new(x); }
#endif
