// answer: differ
// loops: yes
static unsigned count(unsigned x) {
	x = x - ((x >> 1) & 0x55555555u);
	x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
	x = (x + (x >> 4)) & 0x0f0f0f07u;
	return (x * 0x01010101u) >> 24;
}
unsigned old(unsigned x) {
	unsigned n = 0;
	while (x) {
		x &= x - 1;
		n++;
	}
	return n;
}
unsigned new(unsigned x) { return count(x); }
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned x = rnd(); return old(x) != new(x); }
#endif
