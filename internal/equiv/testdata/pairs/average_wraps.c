// answer: differ
// loops: no
unsigned old(unsigned x, unsigned y) { return ((unsigned long)x + y) / 2; }
unsigned new(unsigned x, unsigned y) { return (x + y) / 2; }
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned x = rnd(), y = rnd(); return old(x, y) != new(x, y); }
#endif
