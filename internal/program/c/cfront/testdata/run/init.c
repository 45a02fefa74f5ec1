#include "check.h"
struct P { int x, y; };
struct T { struct P p; int a[2][2]; char s[4]; struct P q[2]; };
struct T t1 = { 1, 2, 3, 4, 5, 6, "ab", 7, 8, 9 };
struct T t2 = { .a[1][0] = 5, 6, .q[1].y = 3, .p.y = 2 };
struct T t3 = { { 1 }, { { 2 }, { 3, 4 } }, { 'x' }, { [1] = { 8 } } };
int a1[] = { [5] = 1, [2] = 7, 8 };
int a2[10] = { [1 ... 4] = 3, [3] = 9 };
int a3[3][2] = { 1, 2, 3 };
char strs[][4] = { "ab", "c", { 'x', 'y' } };
char *ptrs[] = { "one", "two" };
union U { char c; int i; struct P p; };
union U u1 = { 5 }, u2 = { .p = { 1, 2 } }, u3 = { .i = -1 };
struct { int n; union { int a; struct P p; }; } an = { .n = 1, .p.y = 4 };
int x = 3 + 4 * 2, *px = &x, *pa = &a2[3];
struct P *pp = &t1.q[1];
unsigned long size = sizeof(struct T);
struct N { struct N *next; int v; } n1 = { 0, 1 }, n2 = { &n1, 2 };
int zero[50];
static struct P sp;
struct F { int n; double d; float f; } fl = { 1, 2.5, 3 };
int big[300] = { 1, [299] = 2 };
enum { LEN = sizeof a1 / sizeof *a1 };
struct { struct P p; int n; } over = { { 1, 2 }, 3, .p = { 4 } };
int main(void) {
	CHECK(over.p.x == 4 && over.p.y == 0 && over.n == 3);
	struct { struct P p; int a[2]; } ov = { { 1, 2 }, { 5, 6 }, .p = { .y = 4 }, .a = { 7 } }, *po = &ov;
	CHECK(po->p.x == 0 && po->p.y == 4 && po->a[0] == 7 && po->a[1] == 0);

	CHECK(t1.p.x == 1 && t1.p.y == 2 && t1.a[0][0] == 3 && t1.a[1][1] == 6 && t1.s[1] == 'b' && t1.s[2] == 0 && t1.q[0].y == 8 && t1.q[1].x == 9 && t1.q[1].y == 0);
	CHECK(t2.a[1][0] == 5 && t2.a[1][1] == 6 && t2.q[1].y == 3 && t2.p.y == 2 && t2.p.x == 0 && t2.a[0][0] == 0);
	CHECK(t3.p.x == 1 && t3.p.y == 0 && t3.a[0][0] == 2 && t3.a[0][1] == 0 && t3.a[1][1] == 4 && t3.s[0] == 'x' && t3.q[1].x == 8 && t3.q[0].x == 0);
	CHECK(LEN == 6 && a1[5] == 1 && a1[2] == 7 && a1[3] == 8 && a1[0] == 0);
	CHECK(a2[0] == 0 && a2[1] == 3 && a2[3] == 9 && a2[4] == 3 && a2[5] == 0);
	CHECK(a3[0][1] == 2 && a3[1][0] == 3 && a3[1][1] == 0 && a3[2][0] == 0);
	CHECK(sizeof strs == 12 && strs[0][1] == 'b' && strs[1][1] == 0 && strs[2][1] == 'y');
	CHECK(ptrs[0][2] == 'e' && ptrs[1][0] == 't');
	CHECK(u1.c == 5 && u2.p.y == 2 && u3.i == -1 && an.n == 1 && an.p.y == 4 && an.a == 0);
	CHECK(x == 11 && *px == 11 && *pa == 9 && pp->x == 9 && size == sizeof(t1) && n2.next->v == 1);
	CHECK(zero[49] == 0 && sp.x == 0 && fl.n == 1 && big[0] == 1 && big[1] == 0 && big[299] == 2);
	for (int i = 0; i < 2; i++) {
		struct T l = { .p = { 4, i }, .s = "z" };
		int arr[4] = { i };
		int *p = arr;
		CHECK(l.p.y == i && l.s[0] == 'z' && l.a[1][1] == 0 && p[0] == i && p[3] == 0);
		p[3] = 5; l.a[1][1] = 3;
	}
	struct P c = { .y = x, .x = x + 1 };
	CHECK(c.x == 12 && c.y == 11);
	int s = { 4 };
	CHECK(s == 4);
	struct P e = {};
	CHECK(e.x == 0 && e.y == 0);
	char w[] = { "hi" };
	CHECK(sizeof w == 3 && w[1] == 'i');
	struct P arr[] = { c, { 1, 2 }, e };
	CHECK(arr[0].x == 12 && arr[1].y == 2 && sizeof arr == 3 * sizeof c);
	struct T copy = t1;
	CHECK(copy.q[0].y == 8);
	return 0;
}
