int f(int x){ int g(int); return g(x); }
int (*sig(int a, void (*h)(int x)))(int y) { (void)a; (void)h; return 0; }
int shadow(int x){ int r = ((int (*)(int x))0 == 0); int q = sizeof(int (*)(char *x)); return x + r + q; }
int shadow2(int x){ void *p = (void (**)(struct q *x, int (*y)(int z), unsigned z[2]))0; int y = 1, z = 2; return x + y + z; }
