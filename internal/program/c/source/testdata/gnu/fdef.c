static int f(int); static int f(int x) { return x; } extern int v; int v = 1; int v; static int w; typedef int I; typedef int I; extern int arr[]; int arr[3];
int unsigned long ul; long unsigned int lu; short const signed sc; void (*fp)(void) = 0; int (*fa[3])(int); int (*(*fpp)(int))(char);
const struct { int a; } cs = { 1 }; volatile int vi; char str[] = "abc", str2[2] = "ab", str3[] = {"x"}; char const *const cc2 = "y"; int m[2][3] = {{1},{2,3}}, m2[][2] = {1,2,3,4};
enum E { A, B = 5, C = B + 1, D = -1, } e; enum { BIG = 0x7fffffff }; enum { HUGEE = 0xffffffffu }; enum fwd; enum fwd { X1 };
