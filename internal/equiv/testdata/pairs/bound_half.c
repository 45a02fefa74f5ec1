// answer: equal
// loops: yes
int old(const int *a, int n, int x) {
	int lo = 0, hi = n;
	while (lo < hi) {
		int m = lo + (hi - lo) / 2;
		if (a[m] < x)
			lo = m + 1;
		else
			hi = m;
	}
	return lo;
}
int new(const int *a, int n, int x) {
	int lo = 0, hi = n;
	while (hi > lo) {
		int m = (int)(((unsigned)lo + (unsigned)hi) >> 1);
		if (a[m] >= x)
			hi = m;
		else
			lo = m + 1;
	}
	return lo;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { int a[8], v = 0; for (int i = 0; i < 8; i++) a[i] = v += rnd() % 2; int n = rnd() % 9, x = rnd() % 5; return old(a, n, x) != new(a, n, x); }
#endif
