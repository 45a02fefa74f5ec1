// answer: equal
// loops: yes
unsigned long old(const char *s) {
	unsigned long n = 0;
	while (s[n])
		n++;
	return n;
}
unsigned long new(const char *s) {
	const char *p = s;
	while (*p)
		p++;
	return p - s;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { const char *s = text(); return old(s) != new(s); }
#endif
