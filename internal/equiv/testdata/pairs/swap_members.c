// answer: equal
// loops: no
struct point {
	int x, y;
};
struct point old(struct point p) {
	struct point q;
	q.x = p.y;
	q.y = p.x;
	return q;
}
struct point new(struct point p) {
	int t = p.x;
	p.x = p.y;
	p.y = t;
	return p;
}
#ifdef FUZZ
#include "../fuzz.h"
int differs(void) { struct point p = {rnd(), rnd()}, a = old(p), b = new(p); return a.x != b.x || a.y != b.y; }
#endif
