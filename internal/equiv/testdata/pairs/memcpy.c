// answer: equal
// loops: yes
void old(unsigned char *to, const unsigned char *from, unsigned long n) {
	for (unsigned long i = 0; i < n; i++)
		to[i] = from[i];
}
void new(unsigned char *to, const unsigned char *from, unsigned long n) {
	while (n--)
		*to++ = *from++;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned char a[9], b[9], f[9]; unsigned n = rnd() % 10; fill(f, 9); fill(a, 9); memcpy(b, a, 9); old(a, f, n); new(b, f, n); return memcmp(a, b, 9); }
#endif
