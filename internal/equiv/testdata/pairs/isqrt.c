// answer: equal
// loops: yes
unsigned old(unsigned x) {
	unsigned r = 0;
	while ((r + 1) * (r + 1) <= x)
		r++;
	return r;
}
unsigned new(unsigned x) {
	unsigned r = 0, square = 0;
	while (square + 2 * r + 1 <= x) {
		square += 2 * r + 1;
		r++;
	}
	return r;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned x = rnd() & 0xfffff; return old(x) != new(x); }
#endif
