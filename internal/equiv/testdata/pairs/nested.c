// answer: equal
// loops: yes
unsigned old(const unsigned char *a, unsigned w, unsigned h) {
	unsigned s = 0;
	for (unsigned y = 0; y < h; y++)
		for (unsigned x = 0; x < w; x++)
			s = s * 31 + a[x ^ y];
	return s;
}
unsigned new(const unsigned char *a, unsigned w, unsigned h) {
	unsigned s = 0, y = 0;
	while (y < h) {
		unsigned x = 0;
		while (x != w) {
			s = (s << 5) - s + a[y ^ x];
			x = x + 1;
		}
		++y;
	}
	return s;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { unsigned char a[16]; fill(a, 16); unsigned w = rnd() % 5, h = rnd() % 5; return old(a, w, h) != new(a, w, h); }
#endif
