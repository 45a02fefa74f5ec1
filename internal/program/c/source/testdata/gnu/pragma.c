#pragma pack(push, 1)
struct p { char a; int b; };
#pragma pack(pop)
_Pragma("GCC diagnostic ignored \"-Wall\"") int x;
#pragma GCC poison foo
#ident "abc"
#warning don't
# 
#define EMPTY
#define V(...) f(__VA_ARGS__)
#define W(a, ...) f(a, ##__VA_ARGS__)
#define X(a...) f(a)
int f(); int g(void){ return V(1,2)+W(1)+W(1,2)+X(1,2)+V(); }
#if 0
don't parse this
#elif defined(EMPTY) && __has_include(<stdio.h>)
int y;
#endif
#ifdef NOPE
#elifdef EMPTY
int yy; int h(void){return yy;}
#endif
