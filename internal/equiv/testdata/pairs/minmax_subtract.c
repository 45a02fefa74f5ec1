// answer: differ
// loops: no
int old(int x, int y) { return x < y ? x : y; }
int new(int x, int y) {
	int d = (int)((unsigned)x - (unsigned)y);
	return (int)((unsigned)y + (unsigned)(d & d >> 31));
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { int x = rnd(), y = rnd(); return old(x, y) != new(x, y); }
#endif
