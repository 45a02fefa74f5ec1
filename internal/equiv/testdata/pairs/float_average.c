// answer: differ
// loops: no
float old(float x, float y) { return (x + y) / 2; }
float new(float x, float y) { return x / 2 + y / 2; }
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned a = rnd(), b = rnd(); float x, y; memcpy(&x, &a, 4); memcpy(&y, &b, 4); x = old(x, y) , y = 0; memcpy(&x, &a, 4); memcpy(&y, &b, 4); float p = old(x, y), q = new(x, y); return p != q && (p == p || q == q); }
#endif
