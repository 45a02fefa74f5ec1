// answer: equal
// loops: no
unsigned old(unsigned x) { return x ^ (x >> 1); }
unsigned new(unsigned x) { return (x | (x >> 1)) - (x & (x >> 1)); }
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned x = rnd(); return old(x) != new(x); }
#endif
