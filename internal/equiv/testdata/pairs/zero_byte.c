// answer: equal
// loops: no
int old(unsigned x) { return !(x & 255) || !(x >> 8 & 255) || !(x >> 16 & 255) || !(x >> 24); }
int new(unsigned x) { return ((x - 0x01010101u) & ~x & 0x80808080u) != 0; }
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned x = rnd(); return old(x) != new(x); }
#endif
