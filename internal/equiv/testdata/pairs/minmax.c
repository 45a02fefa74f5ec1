// answer: equal
// loops: no
int old(int x, int y) { return x < y ? x : y; }
int new(int x, int y) { return y ^ ((x ^ y) & -(x < y)); }
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { int x = rnd(), y = rnd(); return old(x, y) != new(x, y); }
#endif
