// answer: equal
// loops: no
unsigned char old(int x) {
	if (x < 0)
		return 0;
	if (x > 255)
		return 255;
	return x;
}
unsigned char new(int x) { return x & ~255 ? ~x >> 31 : x; }
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { int x = rnd(); return old(x) != new(x); }
#endif
