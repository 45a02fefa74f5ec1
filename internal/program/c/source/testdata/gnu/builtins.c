#include <stddef.h>
#include <stdarg.h>
struct s { int a; char b[4]; };
int x[__builtin_offsetof(struct s, b) == 4 ? 1 : -1]; int y[offsetof(struct s, b[2])];
int f(int n, ...){ va_list ap, aq; va_start(ap, n); va_copy(aq, ap); int r = va_arg(ap, int); double d = va_arg(ap, double); void *p = va_arg(ap, void*); struct s q = va_arg(ap, struct s); va_end(ap); va_end(aq); return __builtin_expect(r, 0) + __builtin_constant_p(n) + __builtin_choose_expr(1, 2, "x") + __builtin_types_compatible_p(int, long) + __builtin_types_compatible_p(struct s, int) +__builtin_types_compatible_p(int *, char[]); }
int g(int a,int b){ int r; if (__builtin_add_overflow(a,b,&r)) __builtin_trap(); __builtin_unreachable(); }
int h(double d){ return __builtin_isnan(d) + __builtin_popcount(3) + __builtin_bswap32(1) + __builtin_clz(1) + __builtin_ffs(2) + __builtin_huge_val() + __builtin_memcmp("a","b",1);}
void *k(unsigned long n){ return __builtin_alloca(n); } 
