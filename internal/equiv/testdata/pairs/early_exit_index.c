// answer: differ
// loops: yes
int old(const int *a, int n, int x) {
	int found = -1;
	for (int i = 0; i < n; i++)
		if (a[i] == x)
			found = i;
	return found;
}
int new(const int *a, int n, int x) {
	for (int i = 0; i < n; i++)
		if (a[i] == x)
			return i;
	return -1;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { int a[8]; for (int i = 0; i < 8; i++) a[i] = rnd() % 5; int n = rnd() % 9, x = rnd() % 5; return old(a, n, x) != new(a, n, x); }
#endif
