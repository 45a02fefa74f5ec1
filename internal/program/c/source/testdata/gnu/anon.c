struct a { union { int x; struct { short lo, hi; }; }; int y; }; int f(struct a *p){ return p->lo + p->x; } struct a v = { .x = 1, .y = 2 }; struct a w = { { .lo = 3 } };
struct b { struct a; int z; };
