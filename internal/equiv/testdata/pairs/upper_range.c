// answer: differ
// loops: yes
void old(char *s, unsigned long n) {
	for (unsigned long i = 0; i < n; i++)
		if (s[i] >= 'a' && s[i] <= 'z')
			s[i] = s[i] - 'a' + 'A';
}
void new(char *s, unsigned long n) {
	for (unsigned long i = 0; i < n; i++)
		if ((unsigned)s[i] - 'a' <= 26)
			s[i] ^= 32;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { char a[9], b[9]; fill(a, 9); for (int i = 0; i < 9; i++) if (rnd() & 1) a[i] = 90 + rnd() % 40; memcpy(b, a, 9); unsigned n = rnd() % 10; old(a, n); new(b, n); return memcmp(a, b, 9); }
#endif
