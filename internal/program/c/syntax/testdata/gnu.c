// Constructs of GNU C, each of which gcc 12 takes.
typedef int T;
typedef unsigned long size;
struct packed { char c; int i : 3, : 2, j : 5; } __attribute__((packed, aligned(2)));
struct __attribute__((__aligned__(16))) wide { struct { int a; union { int b; float c; }; }; int flexible[]; };
enum colour { red, green = 3, blue, } __attribute__((__packed__));
extern void *memcpy(void *__restrict to, const void *from, size n) __attribute__((nonnull(1, 2), __nothrow__));
static __inline __attribute__((always_inline)) int twice(int x) { return 2 * x; }
int renamed(int) __asm__("other_name") __attribute__((pure));
__extension__ typedef long long ll;
_Static_assert(sizeof(T) == 4, "int" " has 4 bytes");
int (*table[2])(int, ...), *const *p, (*(*fp)(int (*)[3], T))[4];
int old(a, b, c) int a; char *b; double c; { return a + *b + (int)c; }
implicit(x) { return x; }
static x = 3;

int shadows(T T) { return T * 2; }
int hides(void)
{
	unsigned T = 4, k;
	k = (T)-1;
	{ typedef char T; k += sizeof(T); }
	for (typeof(k) T = 0; T < 3; T++) k += T;
	return (int)k + (T) + -1;
}
int parameter(int (T), int f(T), int g(int (x)), int (*h)(T)) { return f(1) + g(2) + h(3); }
int arrays(int n, int a[static 3], int b[const n], int m, int c[n][m], int d[*]);
int vla(int n) { int a[n][n + 1]; a[0][n] = n; return a[0][n] + sizeof a + sizeof(int[n]); }
int values(int n)
{
	int s = ({ int t = n; t++; t; });
	s += n ?: 3;
	s += __builtin_types_compatible_p(int, T) + __builtin_offsetof(struct wide, b) + __builtin_offsetof(struct { int q[4]; }, q[2]);
	s += _Generic(n, int: 1, char *: 2, default: 3) + sizeof(struct { int z; }) + sizeof (int){3} + sizeof (n) * 2;
	s += ((struct wide *)0 == 0) + (int){n} + ((int[]){1, 2, 3})[1] + -~+!n;
	s += __alignof__(int) + _Alignof(double) + __alignof__ s;
	s = s << 1 | n & 3 ^ 4 && n || !s, s;
	return s++ + ++s - s-- - --s;
}
struct point { int x, y; } points[] = { [2] = { .y = 1, .x = 2 }, [0 ... 1] = { 3 }, { x: 4, y: 5 } }, one = (struct point){ 1, 2 };
int matrix[2][3] = { { 1, 2, 3 }, [1][0] = 4 };
int jumps(int n)
{
	static void *labels[] = { &&one, &&two };
	int nested(int k) { return k + n; }
	auto int forward(int);
	int forward(int k) { return k; }
	goto *labels[n & 1];
one:
	__attribute__((unused));
two: {
	__label__ local, other;
	if (n > 3) goto local; else if (n > 2) goto other; else if (n) return nested(forward(n));
local: n++;
other: ;
	}
	switch (n) {
		int unreached;
	case 1 ... 3: case 7: n = 2; __attribute__((fallthrough));
	default: n--; break;
	case 9: if (n) case 10: n = 5;
	}
	do if (n) continue; else break; while (n-- > 0);
	if (n) if (n > 1) n = 2; else n = 3;
	for (;;) { for (int i = 0, *q = &i; i < 3; i++, ++*q) ; break; }
	while (n) { n = 0; last: ; }
	return n;
}
int assembly(int a)
{
	int b;
	asm("" : : : "memory");
	__asm__ __volatile__("mov %1, %0\n" "nop" : "=r"(b) : [in] "r"(a), "i" (3) : "cc", "memory");
	asm goto("" : : : : done);
	asm volatile("");
	asm("" : "+r"(a) :);
done:
	return b;
}
asm(".globl nothing");
int variadic(int n, ...)
{
	__builtin_va_list ap;
	__builtin_va_start(ap, n);
	int s = __builtin_va_arg(ap, int) + *__builtin_va_arg(ap, char *);
	__builtin_va_end(ap);
	return s;
}
double floats[] = { 1., .5, 0x1p-3, 1e+3f, 0x.8p1L, 3e2, 1.0i };
int numbers[] = { 0x1Ful, 017, 0b101, 10uLL, 'a', L'b', u'c', U'd', '\'', '\\', 0xe +1 };
_Complex double z;
unsigned long int long u; signed s; short unsigned int h; long double ld; _Bool b; __int128 wideint;
_Thread_local int tl; static _Thread_local int tls; _Alignas(16) int al; _Alignas(double) char al2; _Atomic int at; _Atomic(int) at2;
const char *text = "a" "b\"" u8"c" "\x41" "d", *volatile vp, *__restrict rp;
wchar(void) { return L"x"[0]; }
void unnamed(int, char *, int [3], int (*)(void), int (int), T, struct point);
int (bracketed)(void); int (*pointer_to)(void) = bracketed; T t1, *t2, t3[2];
_Noreturn void stops(void); extern int several(void), an_object, *a_pointer;
;
[[gnu::noinline]] int attribute23(void) { [[maybe_unused]] int k = 0; return k; }
int __attribute__((noinline)) *between(void) { int *__attribute__((unused)) q = 0; return q; }
void (*__attribute__((noreturn)) stop_pointer)(void);
int last_label(int n) { if (n) goto end; n = 1; end: return n; }
