int f(int);
typedef struct { int a; } T; T t = (T){1}; T *p = &(T){2}; int *q = (int[]){1,2,3}; int n = sizeof (T){1};
int g(void){ int i = 0; for (int i = 0, j = 1; i < j; i++) ; if (({i;})) ; return i; }
void h(void){ int x = 1; { extern int y; x = y; } }
inline int il(void) { return 1; } static int st(void); extern inline int ei(void) { return 2; }
unsigned u = 10u; long long ll = 10LL; unsigned long long ull = 10ULL; float fl = 1.0f; long double ld = 1.0L; double hex = 0x1.8p3; float fd=1.0F; double dd = 1e10, de = .5, df = 5.;
