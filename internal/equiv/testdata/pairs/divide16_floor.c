// answer: differ
// loops: no
int old(int x) { return x / 16; }
int new(int x) { return x >> 4; }
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { int x = rnd(); return old(x) != new(x); }
#endif
