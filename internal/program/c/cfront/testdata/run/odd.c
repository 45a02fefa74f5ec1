#include "check.h"
#include <stddef.h>
#include <stdarg.h>
struct Flex { int n; int data[]; };
struct Flex fx = { 2, { 7, 8 } };
int *lits = (int[]){ 1, 2, 3 };
struct P { int x, y; } *pl = &(struct P){ 4, 5 };
wchar_t ws[] = L"hi";
int (*chooser(int k))(int);
int inc(int x) { return x + 1; }
int dec(int x) { return x - 1; }
int (*chooser(int k))(int) { return k ? inc : dec; }
int rows(int n, int a[n][n]) { int s = 0; for (int i = 0; i < n; i++) s += a[i][i]; return s; }
struct Op { const char *name; int (*f)(int); } ops[] = { { "inc", inc }, { "dec", dec }, { 0, 0 } };
int fib(int n) { int a[2] = { n, n - 1 }; int *p = a; if (n < 2) return p[0]; return fib(p[1]) + fib(p[1] - 1); }
static int depth(struct P p, int n) { struct P *q = &p; struct P t = *q; if (n) return depth((struct P){ t.x + 1, n }, n - 1) + t.y - q->y; return q->x; }
int goto_in(int k) { int r = 0; if (k) goto inside; { r = 10; inside: r += 1; } return r; }
union Mix { struct { unsigned char lo, hi; }; unsigned short w; };
enum Later { L1 = 1, L2 };
enum Later en = L2;
int vsum(int n, ...) { va_list l; va_start(l, n); int s = n; va_end(l); return s; }
struct Empty { };
struct Empty em;
extern int later;
int use(void) { return later; }
int later = 6;
static int tentative;
static int tentative;
int tentative_use(void) { return ++tentative; }
typedef struct Tree { struct Tree *kids[2]; int v; } Tree;
int tsum(Tree *t) { return t ? t->v + tsum(t->kids[0]) + tsum(t->kids[1]) : 0; }
int sw(long x) { switch (x) case 3: return 1; return 0; }
int cond_struct(int k) { struct P a = { 1, 2 }, b = { 3, 4 }; return (k ? a : b).y; }
unsigned char *bytes(void *p) { return p; }
int arr2(int (*p)[3]) { return (*p)[1] + p[1][2]; }
_Bool bf(int *p) { return p && *p; }
int shadow = 1;
int shadow_test(void) { int r = shadow; int shadow = 5; { extern int shadow; r += shadow * 10; } return r + shadow * 100; }
int chained(void) { int a, b, c; a = b = c = 3; a += b -= c *= 2; return a * 100 + b * 10 + c; }
int side(int *p) { return (*p)++; }
int jump_past(int k) {
	int r = 0;
	if (k == 2) goto in;
	switch (k) { int a[2]; case 1: a[r] = 3; a[1] = 4; r = a[0] + a[k]; }
	{ int b[2]; in: b[r != 0] = 5; int *p = b; r += p[0] + p[r != 0] * 0; }
	return r;
}
int main(void) {
	CHECK(jump_past(2) == 5);
	jump_past(1);
	CHECK(fx.n == 2 && lits[2] == 3 && pl->y == 5 && ws[1] == 'i' && sizeof ws == 3 * sizeof(wchar_t));
	CHECK(chooser(1)(5) == 6 && (*chooser(0))(5) == 4);
	int sq[2][2] = { { 1, 2 }, { 3, 4 } };
	CHECK(rows(2, sq) == 5);
	int found = 0;
	for (struct Op *o = ops; o->name; o++) found = found * 10 + o->f(o->name[0] == 'i');
	CHECK(found == 19 || found == 20 + -1);
	CHECK(fib(9) == 34 && depth((struct P){ 1, 2 }, 3) == 4);
	CHECK(goto_in(1) == 1 && goto_in(0) == 11);
	union Mix m = { .w = 0x1234 };
	CHECK(m.lo == 0x34 && m.hi == 0x12);
	m.hi++;
	CHECK(m.w == 0x1334);
	CHECK(en == 2 && vsum(3, 1, 2.0, "x") == 3 && use() == 6);
	CHECK(tentative_use() == 1 && tentative_use() == 2);
	Tree a = { { 0, 0 }, 1 }, b = { { &a, 0 }, 2 }, c = { { &b, &a }, 4 };
	CHECK(tsum(&c) == 8);
	CHECK(sw(3) == 1 && sw(4) == 0 && cond_struct(1) == 2 && cond_struct(0) == 4);
	int x = 0x0102;
	CHECK(bytes(&x)[0] == 2 && bytes(&x)[1] == 1);
	int t[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	CHECK(arr2(t) == 8 && bf(&x) && !bf(0));
	CHECK(shadow_test() == 511 && chained() == -3 * 10 + 6);
	int i = 1;
	int r = side(&i) + side(&i) * 10;
	CHECK(r == 21 && i == 3);
	int v[4] = { 0, 1, 2, 3 }, *p = v;
	*p++ = *p + 5 - *p;
	CHECK(p == v + 1);
	v[v[1]] = 9;
	CHECK(v[1] == 9);
	int y = (v[2] = 5, v[2] + 1);
	CHECK(y == 6);
	int (*fp)(int) = &inc;
	CHECK((**fp)(1) == 2 && fp == inc && fp != dec);
	struct { int n; struct P ps[3]; } st = { 1 };
	st.ps[st.n].x = 7;
	st.ps[st.n].y = st.ps[st.n].x++;
	CHECK(st.ps[1].x == 8 && st.ps[1].y == 7 && st.ps[0].x == 0);
	struct P s1 = { 1, 2 }, s2 = s1, *ps = &s1;
	s1 = (struct P){ s1.y, s1.x };
	CHECK(s2.x == 1);
	CHECK(ps->x == 2);
	const int k = 3;
	int vla[k + 1];
	vla[k] = 4;
	CHECK(sizeof vla == 16 && vla[3] == 4);
	long total = 0;
	for (unsigned char q = 250; q >= 250; q++) total += q;
	CHECK(total == 1515);
	do { int k = 2; total -= k; } while (total > 1510);
	CHECK(total == 1509);
	if (0) { dead: total = 0; }
	if (total) { total = 0; goto dead; }
	CHECK(total == 0);
	int z = 5;
	z = z++ + 1;
	char *e = "a" "b";
	CHECK(sizeof "a" "b" == 3 && e[1] == 'b');
	CHECK(__alignof__(double) >= 4 && sizeof(int[3]) == 12 && sizeof(struct Empty) == 0);
	double d = 1.5;
	float f = d;
	long double ld = 2;
	struct { double d; int i; float f; } fs = { 1.5, 2, 3 }, ft = fs, *pf = &ft;
	CHECK(pf->i == 2);
	(void)f, (void)ld, (void)z;
	return 0;
}
