/* The sizes of variably modified types are computed once, where the type is written. */
#include "check.h"

static int calls;
static int count(int n) { calls++; return n; }

static int rows(int n, int a[n][n]) { n = 7; a[1][0] = 5; return ((int *)a)[3]; }
static int changed(int n, int a[n++], int b[++n]) { return n; }
static int outer(int n, char (*p)[n][n + 1]) { n = 0; return sizeof *p + sizeof (*p)[0] * 100; }

struct size { int n; };
static int inField(struct size *s, int a[s->n][2 * s->n]) { s->n = 9; return (char *)(a + 1) - (char *)a; }

static int recursive(int n) {
	int a[n];
	for (int i = 0; i < n; i++)
		a[i] = i + n;
	int r = n > 1 ? recursive(n - 1) : 0;
	return r + a[n - 1] + sizeof a;
}

int main(void) {
	int n = 3;
	int a[n][n];
	int (*p)[n] = a;
	n = 5;
	CHECK(sizeof *p == 12 && sizeof a == 36 && sizeof a[0] == 12 && (char *)(p + 1) - (char *)p == 12);
	p[2][1] = 8;
	CHECK(a[2][1] == 8 && ((int *)a)[7] == 8);

	n = 3;
	typedef int row[n];
	n = 2;
	row v;
	CHECK(sizeof v == 12 && sizeof(row) == 12 && sizeof(row[2]) == 24);
	v[2] = 4;

	int m = 2;
	int (*u)[m++];
	CHECK(m == 3 && sizeof *u == 8);
	char w[count(4)][count(2)];
	CHECK(calls == 2 && sizeof w == 8 && sizeof w[0] == 2 && calls == 2);
	CHECK(sizeof(int[count(6)]) == 24 && calls == 3);
	CHECK(sizeof(int (*)[m++]) == sizeof(void *));
	m = 3;
	CHECK(sizeof(*(char (*)[m++])w) == 3 && m == 4);

	int c[2][n];
	c[1][1] = 6;
	CHECK(sizeof c == 16 && c[1][1] == 6 && &c[1][0] - &c[0][0] == 2 && &c[1] - &c[0] == 1);

	int b[3][3] = { { 0 } };
	CHECK(rows(3, b) == 5 && b[1][0] == 5);
	CHECK(changed(4, *b, *b) == 6);
	char big[4][5];
	CHECK(outer(4, &big) == 20 + 500);
	struct size s = { 3 };
	int wide[3][6];
	CHECK(inField(&s, wide) == 24);
	CHECK(recursive(4) == 4 * 10 + 1 + 3 + 5 + 7);

	int total = 0;
	for (int i = 1; i < 4; i++) {
		int x[i * 2];
		__typeof__(x) y;
		total += sizeof x + sizeof y;
	}
	CHECK(total == 2 * (8 + 16 + 24));
	n = 2;
	int z[n];
	n = 10;
	int i = 0;
	CHECK(sizeof z[i++] == 4 && i == 0 && sizeof z == 8);
	__typeof__(int[n]) q[2];
	CHECK(sizeof q == 80);
	return 0;
}
