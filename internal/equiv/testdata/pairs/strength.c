// answer: equal
// loops: yes
unsigned old(unsigned n, unsigned k) {
	unsigned s = 0;
	for (unsigned i = 0; i < n; i++)
		s ^= i * 12 + k;
	return s;
}
unsigned new(unsigned n, unsigned k) {
	unsigned s = 0, t = k;
	for (unsigned i = 0; i < n; i++) {
		s ^= t;
		t += 12;
	}
	return s;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned n = rnd() % 50, k = rnd(); return old(n, k) != new(n, k); }
#endif
