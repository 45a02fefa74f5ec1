// answer: differ
// loops: no
int old(int x) { return x < 0 ? (int)(0u - (unsigned)x) : x; }
int new(int x) { return x < 0 ? -x : x; } /* undefined for the least one, where the old one is defined */
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { return 1; }
#endif
