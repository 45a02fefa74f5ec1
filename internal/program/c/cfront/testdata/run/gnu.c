#include "check.h"
#include <stdarg.h>
typedef unsigned char byte __attribute__((mode(QI)));
typedef int wide __attribute__((mode(DI)));
struct __attribute__((packed)) Pk { char a; int b; short c; };
struct Al { char a; int b __attribute__((aligned(8))); } __attribute__((aligned(16)));
struct __attribute__((packed, aligned(4))) PA { char a; int b; char c; };
struct In { struct Pk p; char x; struct Al al; };
struct Fl { int n; char data[]; };
typedef int v4 __attribute__((aligned(16)));
struct W { char c; v4 v; };
_Static_assert(sizeof(int) == 4, "int");
#define max(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
int va(int n, ...) { va_list l; va_start(l, n); va_end(l); return n; }
static inline int twice(int x) { return 2 * x; }
int kr(a, b) int a; char b; { return a + b; }
int pick(int k) {
	__label__ out;
	if (k) goto out;
	return 1;
out:	return 2;
}
int weird(void) { return __extension__ 3; }
_Noreturn void never(void) { for (;;) ; }
int sel(int x) { return _Generic(x, int: 1, char: 2, default: 3) + _Generic((char)x, int: 1, char: 2, default: 3) * 10; }
int main(void) {
	byte b = 255; b++;
	CHECK(b == 0 && sizeof(byte) == 1 && sizeof(wide) == 8);
	CHECK(sizeof(struct Pk) == 7 && __builtin_offsetof(struct Pk, c) == 5);
	CHECK(sizeof(struct Al) == 16 && __builtin_offsetof(struct Al, b) == 8 && _Alignof(struct Al) == 16);
	CHECK(sizeof(struct PA) == 8 && __builtin_offsetof(struct PA, c) == 5);
	CHECK(sizeof(struct In) == 32 && __builtin_offsetof(struct In, al) == 16 && __builtin_offsetof(struct In, x) == 7);
	CHECK(sizeof(struct Fl) == 4 && __builtin_offsetof(struct Fl, data) == 4);
	CHECK(sizeof(struct W) == 32);
	struct Pk pk = { 1, 2, 3 }, *pp = &pk;
	pp->b = -5;
	CHECK(pk.a == 1 && pk.b == -5 && pk.c == 3);
	int x = 3, y = 4;
	CHECK(max(x++, y) == 4 && x == 4);
	__typeof__(x) z = 5;
	__auto_type w = z + 1;
	CHECK(w == 6 && va(7, 1, 2) == 7 && twice(4) == 8 && kr(3, 4) == 7);
	CHECK(pick(0) == 1 && pick(1) == 2 && weird() == 3);
	CHECK(__builtin_types_compatible_p(int, int) && !__builtin_types_compatible_p(int, long));
	CHECK(__builtin_choose_expr(1, 5, 6) == 5);
	CHECK(sel(1) == 21);
	int arr[] = { [0 ... 2] = 7 };
	CHECK(arr[2] == 7 && sizeof arr == 12);
	__asm__ volatile("" ::: "memory");
	const char *fn = __func__;
	CHECK(fn[0] == 'm' && sizeof(__func__) == 5);
	void *p = &x;
	CHECK((char *)(p + 1) - (char *)p == 1);
	struct { int a; } e1 = { 1 }, e2;
	e2 = e1;
	CHECK(e2.a == 1);
	CHECK(sizeof(void) == 1 && sizeof(struct { }) == 0);
	long long ll = 1; ll <<= 33;
	CHECK(ll == 8589934592LL);
	unsigned __int128 big = 1; big <<= 100; big >>= 98;
	CHECK(big == 4);
	CHECK((1, 2) == 2);
	return 0;
}
