// answer: differ
// loops: yes
unsigned old(const char *s) {
	unsigned h = 5381;
	for (int i = 0; s[i]; i++)
		h = h * 33 + (unsigned char)s[i];
	return h;
}
unsigned new(const char *s) {
	unsigned h = 5381;
	int c;
	while ((c = *s++) != 0)
		h = (h << 5) + h + c;
	return h;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { const char *s = text(); return old(s) != new(s); }
#endif
