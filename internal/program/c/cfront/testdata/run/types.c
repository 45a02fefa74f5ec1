/* The types of expressions, and constants in types. */
#include "check.h"

#define KIND(...) _Generic((__VA_ARGS__), char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, int: 6, \
	unsigned: 7, long: 8, unsigned long: 9, long long: 10, unsigned long long: 11, _Bool: 12, float: 13, double: 14, \
	int *: 20, const int *: 21, char *: 22, const char *: 23, void *: 24, const void *: 25, int (*)(void): 26, \
	unsigned short *: 27, unsigned *: 28, int (*)[3]: 29, default: 0)
#define least(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ < y_ ? x_ : y_; })

enum plain { zero, one };
enum minus { below = -1, above };
enum large { big = 0x80000000, next };
struct packed { char a; int b; } __attribute__((packed));
struct bits { unsigned a : 3; int b : 31; unsigned c : 32; int d : 8; unsigned long long e : 33; long long f : 40; _Bool g : 1; const int h : 32; };

char room[sizeof(struct packed)];
enum { SIZE = sizeof(struct packed), TRUTH = (_Bool)8, CUT = (int)1.9, SUM = (int)(0.1 * 30), LESS = 0.5 < 1 };
struct holder { char c[sizeof(struct packed)]; int d; } __attribute__((packed));
_Static_assert(sizeof(struct holder) == 9 && SIZE == 5, "layout");

typedef int triple[3];
const triple *constTriple;
const int (*constInts)[3];
const triple grid[2];

static int plainFunction(void) { return 3; }

static int folded(int x) {
	switch (x) {
	case (int)2.75:
		return 1;
	case sizeof(struct packed):
		return 2;
	case (_Bool)9 + 10:
		return 3;
	}
	return 0;
}

int main(void) {
	int i = -1, a[3] = { 1, 2, 3 };
	const int k = 4, *q = &k;
	const int ca[3] = { 0 };
	struct bits s = { 7, -1, 5, -2, 0x1ffffffffULL, -1, 1 };
	struct bits *p = &s;
	enum plain e = one;
	enum minus m = below;
	CHECK(KIND(one) == 6 && KIND(e) == 7 && KIND(m) == 6 && KIND(big) == 7 && KIND(+e) == 7 && KIND(-one) == 6);
	CHECK(least(i - one, one - 2) == -2);
	__typeof__(one - 2) d = one - 2;
	__auto_type t = -one;
	CHECK(d < 0 && t < 0);
	CHECK(sizeof(a + 0) == sizeof(void *) && sizeof(0, a) == sizeof(void *) && sizeof(a) == 12 && sizeof(*&a) == 12);
	CHECK(KIND(q) == 21 && KIND(&k) == 21 && KIND(a) == 20 && KIND(ca) == 21 && KIND(&a) == 29 && KIND(k) == 6);
	CHECK(_Generic(constTriple, const int (*)[3]: 1, int (*)[3]: 2, default: 3) == 1 && KIND(*constTriple) == 21 && KIND(grid[1]) == 21);
	CHECK(_Generic(1 ? constTriple : constInts, const triple *: 1, default: 2) == 1 && _Generic(grid, const int (*)[3]: 1, default: 2) == 1);
	CHECK(KIND(1 ? constTriple : (void *)q) == 24 && _Generic(&grid, const int (*)[2][3]: 1, default: 2) == 1);
	CHECK(KIND(plainFunction) == 26 && KIND(&plainFunction) == 26 && KIND(*plainFunction) == 26 && KIND(plainFunction()) == 6);
	CHECK(KIND("a") == 22 && KIND(u"a") == 27 && KIND(U"a") == 28 && sizeof(u"ab") == 6 && sizeof(U"") == 4 && sizeof(u8"\u00e9") == 3);
	CHECK(KIND('a') == 6 && KIND(u'a') == 5 && KIND(U'a') == 7 && U'a' - 98 > 0 && u'a' - 98 < 0 && L'a' - 98 < 0);
	CHECK('ab' == 'a' * 256 + 'b' && U'\xffffffff' == 4294967295 && u'\uffff' == 65535 && U'\U0001f600' == 0x1f600);
	CHECK(KIND(1 ? q : (void *)0) == 21 && KIND(1 ? &i : q) == 21 && KIND(1 ? q : (void *)q) == 25 && KIND(1 ? &i : 0) == 20);
	CHECK(KIND(0 ? 1u : -1) == 7 && (0 ? 1u : -1) > 0 && KIND(1 ? 'a' : (short)1) == 6 && KIND(1 ? 1 : 1.0f) == 13);
	CHECK(KIND(i++) == 6 && KIND((char)i) == 1 && KIND((char)i + (char)i) == 6 && KIND((signed char)1) == 2 && KIND(!i) == 6);
	CHECK(KIND(2147483648) == 8 + 2 * (sizeof(long) == 4) && KIND(0x80000000) == 7 && KIND(1ull) == 11 && KIND(1lu) == 9);
	CHECK(KIND((short)1 << 1L) == 6 && KIND(1u << 1L) == 7 && KIND(-1 < 1u) == 6 && KIND(1.0f * 2) == 13 && KIND(1.0f * 2.0) == 14);
	CHECK(KIND(({ i; })) == 6 && KIND(({ a; })) == 20 && KIND((struct bits){ 1 }.a) == 0 && KIND((int[]){ 1, 2 }) == 20);
	CHECK(KIND(s.a) == 0 && KIND(s.a + 0) == 6 && KIND(s.b + 0) == 6 && KIND(s.c) == 7 && KIND(s.d) == 2 && KIND(+s.d) == 6);
	CHECK(KIND(s.e) == 0 && KIND(s.e + 0) == 0 && KIND(s.g) == 12 && KIND(p->h) == 6 && KIND(p->a++) == 0 && KIND(-p->a) == 6);
	CHECK(sizeof(s.e + 0) == 8 && sizeof((0, s.a)) == 1 && s.a - 8 < 0);
	CHECK(s.e + 1 == 0 && s.e * 2 == 0x1fffffffeULL && (s.e << 1) == 0x1fffffffeULL && -s.e == 1 && ~s.e == 0);
	CHECK((s.e + 1ULL) == 0x200000000ULL && (s.f << 39) == -0x8000000000LL && (s.f & 0xff) == 0xff);
	s.e++;
	CHECK(s.e == 0 && s.e-- == 0 && s.e == 0x1ffffffffULL && (s.a = 9) == 1 && (s.a += 9) == 2 && s.a-- == 2 && --s.a == 0 && --s.a == 7);
	CHECK((s.g = 2) == 1 && (s.d = 200) == -56 && (s.b = 0x40000000) < 0);
	CHECK(sizeof room == 5 && SIZE == 5 && TRUTH == 1 && CUT == 1 && SUM == 3 && LESS);
	CHECK(folded(2) == 1 && folded(5) == 2 && folded(11) == 3 && folded(8) == 0);
	CHECK(__builtin_types_compatible_p(int[], int[3]) && !__builtin_types_compatible_p(void, int) && __builtin_types_compatible_p(enum plain, unsigned));
	CHECK(!__builtin_types_compatible_p(int *, const int *) && __builtin_types_compatible_p(const int, int) && !__builtin_types_compatible_p(char, signed char));
	CHECK((0.1 ? 1 : 2) == 1 && (0.5 && 1) && 1e400 > 1 && !(0.0 || 0));
	CHECK(_Generic(k, const int: 1, int: 2) == 2 && _Generic(&a[0], int *: 1, default: 2) == 1);
	CHECK(sizeof(long double) == (sizeof(long) == 8 ? 16 : 12) && __alignof__(double) == 8 && _Alignof(double) == (sizeof(long) == 8 ? 8 : 4));
	return 0;
}
