// answer: equal
// loops: yes
unsigned old(const unsigned *a, unsigned n) {
	unsigned s = 0;
	for (unsigned i = 0; i < n; i++)
		s += a[i];
	return s;
}
unsigned new(const unsigned *a, unsigned n) {
	unsigned s = 0, i = 0;
	for (; i + 4 <= n && i + 4 > i; i += 4) {
		s += a[i];
		s += a[i + 1];
		s += a[i + 2];
		s += a[i + 3];
	}
	for (; i < n; i++)
		s += a[i];
	return s;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned a[12]; fill(a, sizeof a); unsigned n = rnd() % 13; return old(a, n) != new(a, n); }
#endif
