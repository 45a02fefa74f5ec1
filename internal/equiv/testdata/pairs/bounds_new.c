// answer: differ
// loops: yes
int old(const int *a, int n) {
	int m = 0;
	for (int i = 0; i < n; i++)
		if (a[i] > m)
			m = a[i];
	return m;
}
int new(const int *a, int n) { /* reads one element too many */
	int m = 0;
	for (int i = 0; i <= n; i++)
		if (i < n ? a[i] > m : a[i] > m && 0)
			m = a[i];
	return m;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { return 1; }
#endif
