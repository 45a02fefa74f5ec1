typedef unsigned char u8; typedef char *S; struct n { struct n *next; }; int f(struct n *p){ void *v = p; struct n *q = v; int *ip = (int*)p; char c = *ip; p = 0; ip = 3; S s = ip; return p == v && c; }
int g(const char *a, char *b){ b = a; return a < b; } void h(int *p, unsigned *q){ p = q; if (p == q) ; if (p == 5) ; long l = p; int x = p ? 1 : 0; return 1;}
int k(void){ return; }
