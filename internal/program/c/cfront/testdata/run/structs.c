#include "check.h"
struct P { int x, y; };
struct Q { char c; struct P p; int a[3]; };
struct Big { int v[40]; union { int i; char c[4]; } u; };
union U { int i; unsigned char b[4]; short s[2]; };
struct P mk(int x, int y) { struct P p = { x, y }; return p; }
int sum(struct P p) { p.x += 1; return p.x + p.y; }
int sumq(struct Q q) { return q.c + q.p.x + q.p.y + q.a[0] + q.a[1] + q.a[2]; }
struct Big mkbig(int n) { struct Big b; for (int i = 0; i < 40; i++) b.v[i] = i * n; b.u.i = n; return b; }
int sumbig(struct Big b) { int s = 0; for (int i = 0; i < 40; i++) s += b.v[i]; b.v[0] = 99; return s + b.u.i; }
struct P g = { 3, 4 };
struct Q gq = { 'a', { 1, 2 }, { 5, 6, 7 } };
struct Q *pq = &gq;
struct Node { int v; struct Node *next; };
struct { struct { int a; union { int b; char c; }; }; int d; } anon = { { 1, { 2 } }, 3 };
struct P swap(struct P p) { return mk(p.y, p.x); }
int rec(struct P p, int n) { struct P *q = &p; if (n == 0) return q->x; p.x++; int r = rec(p, n - 1); CHECK(q->x == p.x); return r; }
int main(void) {
	struct P a = { 1, 2 }, b;
	b = a;
	b.x = 10;
	CHECK(a.x == 1 && b.x == 10 && b.y == 2);
	CHECK(sum(a) == 4 && a.x == 1);
	CHECK(mk(5, 6).y == 6);
	CHECK(sum(mk(7, 8)) == 16);
	struct Q q = { .p = { .y = 9 }, .a = { [1] = 4 } };
	CHECK(q.c == 0 && q.p.x == 0 && q.p.y == 9 && q.a[0] == 0 && q.a[1] == 4 && q.a[2] == 0);
	CHECK(sumq(q) == 13);
	CHECK(sumq(*pq) == 97 + 1 + 2 + 18);
	pq->p.x = 40;
	CHECK(gq.p.x == 40);
	struct Q *r = &q;
	r->a[r->a[1] - 2] = 8;
	CHECK(q.a[2] == 8);
	struct Big big = mkbig(2), big2;
	big2 = big;
	CHECK(sumbig(big2) == 1562 && big2.v[0] == 0 && big2.v[39] == 78);
	union U u;
	u.i = 0x01020304;
	CHECK(u.b[0] == 4 && u.b[3] == 1 && u.s[1] == 0x0102);
	u.b[1] = 0xff;
	CHECK(u.i == 0x0102ff04);
	union U w = u;
	CHECK(w.i == u.i);
	struct Node n1 = { 1, 0 }, n2 = { 2, &n1 }, n3 = { .next = &n2, .v = 3 };
	int s = 0;
	for (struct Node *p = &n3; p; p = p->next) s = s * 10 + p->v;
	CHECK(s == 321);
	CHECK(anon.a == 1 && anon.b == 2 && anon.d == 3);
	anon.c = 1;
	CHECK(anon.b == 1);
	a = swap(a);
	CHECK(a.x == 2 && a.y == 1);
	a = (struct P){ .y = 5 };
	CHECK(a.x == 0 && a.y == 5);
	struct P *lit = &(struct P){ 8, 9 };
	CHECK(lit->x == 8 && lit->y == 9);
	b = a.y ? mk(1, 1) : mk(2, 2);
	CHECK(b.x == 1);
	struct P arr[3] = { { 1, 2 }, { 3, 4 } };
	arr[2] = arr[1];
	CHECK(arr[2].x == 3 && arr[2].y == 4);
	for (int i = 0; i < 3; i++) arr[i].x = i;
	CHECK(arr[1].x == 1 && arr[1].y == 4);
	CHECK((a = b).y == 1);
	CHECK(rec(g, 3) == 6);
	struct P c = g, *pc = &c;
	c.x += pc->y;
	CHECK(pc->x == 7 && g.x == 3);
	return 0;
}
