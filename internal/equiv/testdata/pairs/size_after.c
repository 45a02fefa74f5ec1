// answer: differ
// loops: no
struct buffer {
	unsigned size;
	char *data;
};
void old(struct buffer *b) {
	if (b->size > 0)
		b->data[b->size - 1] = 0;
	b->size = 0;
}
void new(struct buffer *b) {
	b->size = 0;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { char x[4], y[4]; for (int i = 0; i < 4; i++) x[i] = y[i] = rnd(); unsigned n = rnd() & 3; struct buffer a = {n, x}, b = {n, y}; old(&a); new(&b); return a.size != b.size || memcmp(x, y, 4); }
#endif
