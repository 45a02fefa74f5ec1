// answer: equal
// loops: no
int old(int x) { return x < 0 ? -x : x; }
int new(int x) {
	int sign = x >> 31;
	return (x ^ sign) - sign;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { int x = rnd(); if (x == (-2147483647 - 1)) return 0; return old(x) != new(x); }
#endif
