// answer: differ
// loops: yes
int old(const unsigned char *a, const unsigned char *b, unsigned long n) {
	for (unsigned long i = 0; i < n; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return 0;
}
int new(const unsigned char *a, const unsigned char *b, unsigned long n) {
	unsigned long i = 0;
	while (i < n && a[i] == b[i])
		i++;
	if (i == n)
		return 0;
	return (signed char)a[i] < (signed char)b[i] ? -1 : 1;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned char a[9], b[9]; unsigned n = rnd() % 10; fill(a, 9); fill(b, 9); return old(a, b, n) != new(a, b, n); }
#endif
