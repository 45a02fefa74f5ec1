// answer: differ
// loops: yes
void old(int *to, const int *from, unsigned long n) {
	for (unsigned long i = 0; i < n; i++)
		to[i] = from[i];
}
void new(int *to, const int *from, unsigned long n) {
	for (unsigned long i = 1; i < n; i++)
		to[i] = from[i];
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { int a[9], b[9], f[9]; unsigned n = rnd() % 10; fill(f, sizeof f); fill(a, sizeof a); memcpy(b, a, sizeof a); old(a, f, n); new(b, f, n); return memcmp(a, b, sizeof a); }
#endif
