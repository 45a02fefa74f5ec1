/* Functions of attribute cleanup are called wherever a scope is left, the last variable first. */
#include "check.h"

static int trace;
static void note(int *p) { trace = trace * 10 + *p; }
static void bump(int *p) { *p += 100; }

struct pair { int a, b; };
static struct pair twin(int n) { struct pair p = { n, n + 1 }; return p; }
static void spoil(struct pair *p) { *p = twin(77); }

static int seen(int expected) {
	int ok = trace == expected;
	trace = 0;
	return ok;
}

#define AUTO __attribute__((cleanup(note)))

static void fall(void) {
	AUTO int x = 1;
	int __attribute__((cleanup(note))) y = 2;
	{
		__attribute__((cleanup(note))) int z = 3;
		z++;
	}
	int w __attribute__((unused, cleanup(note), aligned(8))) = 5;
}

static int returned(int n) {
	AUTO int x = n;
	if (n > 3) {
		AUTO int y = 7;
		return x + 1;
	}
	int r __attribute__((cleanup(bump))) = 4;
	return r;
}

static struct pair whole(void) {
	struct pair p __attribute__((cleanup(spoil))) = { 3, 4 };
	return p;
}

static void loops(void) {
	for (AUTO int i = 0; i < 4; i++) {
		AUTO int x = i + 1;
		if (i == 1)
			continue;
		if (i == 2)
			break;
	}
	int n = 0;
	while (1) {
		AUTO int y = 8;
		switch (n++) {
		case 0: {
			AUTO int z = 9;
			break;
		}
		default:
			return;
		}
	}
}

static void jumps(int n) {
	AUTO int a = 1;
again:;
	AUTO int b = 2;
	{
		AUTO int c = 3;
		if (n-- > 0)
			goto again;
		if (n < 0)
			goto out;
	}
	trace = -1;
out:
	a = 4;
}

static int inside(void) {
	int x = 6;
	x += ({ int y __attribute__((cleanup(bump))) = x; AUTO int z = 2; y + 1; });
	return x;
}

static void early(int n) {
	AUTO int x = 3;
	if (n)
		return;
	AUTO int y = 4;
}

static int depth(int n) {
	AUTO int x = n;
	return n > 1 ? depth(n - 1) + n : 0;
}

int main(void) {
	fall();
	CHECK(seen(4521));
	CHECK(returned(5) == 6 && seen(75));
	CHECK(returned(2) == 4 && seen(2));
	CHECK(whole().a == 3 && whole().b == 4);
	loops();
	CHECK(seen(1232988));
	jumps(1);
	CHECK(seen(32324));
	CHECK(inside() == 13 && seen(2));
	early(1);
	early(0);
	CHECK(seen(343));
	CHECK(depth(3) == 5 && seen(123));
	return 0;
}
