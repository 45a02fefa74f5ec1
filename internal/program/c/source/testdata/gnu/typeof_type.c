typeof(int) a; __typeof__(unsigned long) b; typeof(int *) c; typeof(a) d; int f(void){ typeof(struct {int x;}) s; s.x=1; typeof(a)*p=&a; return s.x+*p+sizeof(typeof(int[3])); }
