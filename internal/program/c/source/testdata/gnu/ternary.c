struct s {int a;}; struct s f(void); int g(int x, void *p, char *q){ int y = x ? 1 : 2.0; void *r = x ? p : q; char *t = x ? q : 0; x ? (void)0 : (void)1; x ? f() : f(); return f().a + (x, y) + (x ? f() : f()).a; }
int vv(void){ void *p; p++; int f2(); return sizeof(void) + sizeof(f2) + (int)(p - (void*)0); }
