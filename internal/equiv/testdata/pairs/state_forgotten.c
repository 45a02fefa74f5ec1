// answer: differ
// loops: no
static int total, count;
int old(int x) {
	if (x > 0 && count < 100) {
		total = x & 0xff;
		count = count + 1;
		return total;
	}
	return 0;
}
int new(int x) {
	if (x <= 0 || count >= 100)
		return 0;
	count++;
	return (unsigned)x % 256;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { int c = rnd() % 200, t = rnd(), x = rnd(); count = c; total = t; int a = old(x), c1 = count, t1 = total; count = c; total = t; return new(x) != a || count != c1 || total != t1; }
#endif
