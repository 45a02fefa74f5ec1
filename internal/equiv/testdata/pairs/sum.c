// answer: equal
// loops: yes
unsigned old(const unsigned *a, unsigned long n) {
	unsigned s = 0;
	for (unsigned long i = 0; i < n; i++)
		s += a[i];
	return s;
}
unsigned new(const unsigned *a, unsigned long n) {
	unsigned s = 0;
	for (const unsigned *p = a; p != a + n; p++)
		s = *p + s;
	return s;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned a[8]; fill(a, sizeof a); unsigned n = rnd() % 9; return old(a, n) != new(a, n); }
#endif
