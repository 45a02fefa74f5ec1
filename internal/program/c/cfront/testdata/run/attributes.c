/* Attributes, wherever GNU C has them. */
#include "check.h"

#define at(s, m) __builtin_offsetof(struct s, m)

struct front { char c; __attribute__((packed)) int i; __attribute__((aligned(16))) short s; };
struct middle { char c; int __attribute__((packed)) i; long __attribute__((aligned(2), packed)) l; };
struct behind { char c; int i __attribute__((packed)); int j __attribute__((__aligned__)); };
struct __attribute__((unused, packed, aligned(4))) three { char c; long long l; };
struct stars { char c; char *__attribute__((aligned(16))) p; int *__attribute__((packed)) const q; };
struct alignas { char c; _Alignas(8) char d; _Alignas(double) char e; _Alignas(0) short f; };
typedef struct { char c; int i; } __attribute__((packed)) loose;
typedef struct three spread __attribute__((aligned(32)));
struct nest { char c; struct { char d; int i; } __attribute__((packed)); loose l; spread s; };
enum small { small_a = 200, small_b } __attribute__((packed));
enum __attribute__((packed)) tiny { tiny_a = -1, tiny_b = 127 };
enum wide { wide_a = 1LL << 40 };
struct lasts { char c; } __attribute__((aligned(8), aligned(2)));
typedef int quarter __attribute__((mode(QI)));
typedef int less __attribute__((aligned(1)));
struct unaligned { char c; less i; };

#pragma pack(push, 2)
struct two { char c; int i; long long l; };
#pragma pack(4)
struct four { char c; long long l; };
#pragma pack(pop)
#pragma pack(push, name, 1)
struct one { char c; int i; int b : 3; };
_Pragma("pack(pop, name)")
struct none { char c; int i; };
#if 0
#pragma pack(1)
#endif
struct still { char c; int i; };

_Static_assert(sizeof(struct three) == 12, "a list of three attributes");
char room[sizeof(struct one)];

int base = 5;
extern int other __attribute__((alias("base")));
static int inner = 7;
extern int outer __attribute__((alias("inner")));
int original(int x) { return x + base; }
int copy(int) __attribute__((alias("original")));
static int hidden(void) { return 11; }
int shown(void) __attribute__((weak, alias("hidden")));
__attribute__((weak)) int maybe(void) { return 12; }

typedef union { int *i; float *f; const void *v; } __attribute__((transparent_union)) any;
static int through(any a) { return *a.i; }

static int order;
__attribute__((constructor)) static void third(void) { order = order * 10 + 3; }
__attribute__((constructor(102))) static void second(void) { order = order * 10 + 2; }
static void __attribute__((constructor(101))) first(void) { order = order * 10 + 1; }

int main(void) {
	CHECK(at(front, i) == 1 && at(front, s) == 16 && sizeof(struct front) == 32);
	CHECK(at(middle, i) == 1 && at(middle, l) == 6);
	CHECK(at(behind, i) == 1 && at(behind, j) == 16 && sizeof(struct behind) == 32);
	CHECK(at(three, l) == 1 && _Alignof(struct three) == 4);
	CHECK(at(stars, p) == 16 && at(stars, q) == 16 + sizeof(void *));
	CHECK(at(alignas, d) == 8 && at(alignas, e) % _Alignof(double) == 0 && at(alignas, e) > 8);
	CHECK(sizeof(loose) == 5 && sizeof(spread) == 12 && _Alignof(spread) == 32);
	CHECK(at(nest, i) == 2 && at(nest, l.i) == 7 && at(nest, s) == 32 && sizeof(struct nest) == 64);
	CHECK(sizeof(enum small) == 1 && sizeof(enum tiny) == 1 && sizeof(enum wide) == 8);
	enum small s = (enum small)300;
	CHECK(s == 44);
	CHECK(_Alignof(struct lasts) == 2 && sizeof(quarter) == 1 && at(unaligned, i) == 1);
	CHECK(sizeof(struct two) == 14 && at(four, l) == 4 && sizeof(struct one) == 6 && sizeof(room) == 6);
	CHECK(at(none, i) == 4 && at(still, i) == 4);
	int __attribute__((aligned(32))) local = 1;
	CHECK(__alignof__(local) == 32 && _Alignof(int) == 4);
	other = 6;
	CHECK(base == 6 && copy(1) == 7 && &other == &base && copy == original);
	outer++;
	CHECK(inner == 8 && shown() == 11 && maybe() == 12);
	int n = 21;
	CHECK(through(&n) == 21);
	CHECK(order == 123);
	return 0;
}
