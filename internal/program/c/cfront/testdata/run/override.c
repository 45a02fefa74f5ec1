/* Items of an initialiser that override earlier ones, and layouts that GCC has of its own. */
#include "check.h"

struct item { int a; char b; };
struct list { int n; struct item i[3]; };
union one { int whole; char first; struct { char c, d; } pair; };
struct within { int x; union one u; };
typedef int spaced __attribute__((aligned(16)));
typedef volatile int shy;

struct list lists[] = { [0] = { 1, { [0 ... 2] = { 9, 8 }, [1] = { 7 }, { .b = 6 } } }, [1].i[2].b = 5, };
struct list paths[2] = { [0 ... 1] = { 1, { { 2, 3 }, { 4, 5 } } }, [1].i[0] = { 6 }, { .b = 7 } };
int ranged[4] = { 1, [1 ... 3] = 2, 77, [3 ... 3] = 4 };
union one last = { .whole = 0x01020304, .first = 5 };
union one back = { .pair.c = 1, .whole = 0x0a0b0c0d, .pair.d = 7 };
union one both = { .pair.c = 1, .pair.d = 7 };
struct within inner = { .u.whole = 0x01020304, .u.first = 9 };
shy own = _Generic(&own, int *: 1, volatile int *: 2);

struct byte { char a; spaced b : 8; short c; };
struct part { char a; spaced b : 7; short c; };
struct word { int a; spaced b : 32; spaced c : 3; };

int main(void) {
	CHECK(lists[0].i[0].a == 9 && lists[0].i[0].b == 8 && lists[0].i[1].a == 7 && lists[0].i[1].b == 0);
	CHECK(lists[0].i[2].a == 0 && lists[0].i[2].b == 6 && lists[1].i[2].b == 5 && sizeof lists == 2 * sizeof *lists);
	CHECK(paths[0].i[0].b == 3 && paths[1].n == 1 && paths[1].i[0].a == 6 && paths[1].i[0].b == 0);
	CHECK(paths[0].i[1].a == 4 && paths[1].i[1].a == 0 && paths[1].i[1].b == 7);
	CHECK(ranged[0] == 1 && ranged[1] == 2 && ranged[2] == 2 && ranged[3] == 4);
	CHECK(last.whole == 5 && back.whole == 0x700 && both.whole == 0x701 && inner.u.whole == 9);
	CHECK(own == 2);
	struct list local = { 1, { [0 ... 2] = { 9, 8 }, [1] = { 7 }, { .b = 6 } } };
	CHECK(local.i[1].b == 0 && local.i[2].a == 0 && local.i[0].b == 8);
	union one u = { .whole = 0x01020304, .first = 5 };
	CHECK(u.whole == 5);
	CHECK(sizeof(struct byte) == 16 && __builtin_offsetof(struct byte, c) == 2);
	CHECK(sizeof(struct part) == 32 && __builtin_offsetof(struct part, c) == 18);
	CHECK(sizeof(struct word) == 32);
	return 0;
}
