__attribute__((noreturn)) void die(void) __attribute__((cold));
static inline __attribute__((always_inline)) int f(int x __attribute__((unused))) { int y __attribute__((aligned(8)))=x; return y; }
struct __attribute__((packed)) s1 { char a; int b; };
struct s2 { char a; int b __attribute__((packed)); } __attribute__((packed, aligned(4)));
typedef int v4 __attribute__((vector_size(16)));
int g(int) __asm__("gg") __attribute__((nothrow));
extern int h(void) __attribute__((weak, alias("k")));
enum e { A __attribute__((deprecated)), B } __attribute__((packed));
int k(void){ __attribute__((unused)) int z; lab: __attribute__((unused)); switch(1){ case 1: __attribute__((fallthrough)); case 2: break;} return 0;}
typedef int (__attribute__((stdcall)) *fp)(int);
int (__attribute__((cdecl)) m)(void);
void (*__attribute__((noreturn)) np)(void);
int arr[3] __attribute__((section("x"))) = {1,2,3};
int __attribute__((regparm(3))) rp(int a);
int * __attribute__((aligned(8))) ptr;
struct s3 { int a; } __attribute__((aligned(16))) v3 = {1};
void f9(int (*cb)(int) __attribute__((noreturn)));
