// answer: differ
// loops: yes
extern int read_one(int);
int old(int n) {
	int s = 0;
	for (int i = 0; i < n; i++)
		s ^= read_one(i);
	return s;
}
int new(int n) {
	int s = 0;
	for (int i = n - 1; i >= 0; i--)
		s ^= read_one(i);
	return s;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { struct log a, b; int n = rnd() % 9, x, y; at = &a; begin(); x = old(n); at = &b; begin(); y = new(n); return x != y || memcmp(&a, &b, sizeof a); }
#endif
