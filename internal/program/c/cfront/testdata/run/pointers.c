#include "check.h"
#include <stddef.h>
int g[5] = { 1, 2, 3, 4, 5 };
int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
void inc(int *p) { ++*p; }
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int total(int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
int total2(int a[][3], int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += a[i][j]; return s; }
int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int (*ops[])(int, int) = { add, &sub };
int apply(int (*f)(int, int), int a, int b) { return f(a, b); }
typedef int (*fn)(int, int);
fn pick(int k) { return k ? add : sub; }
char *msg = "hello";
char text[] = "abc";
char fixed[5] = "xy";
struct S { char c; int i; char t[3]; };
void *raw;
int local_static(void) { static int n = 10; return n++; }
int *addr(int k) { static int cell[3]; return &cell[k]; }
int main(void) {
	int x = 1, y = 2, *p = &x, **pp = &p;
	*p = 5; **pp += 1;
	CHECK(x == 6);
	*pp = &y; *p = 7;
	CHECK(y == 7 && x == 6);
	inc(&x); swap(&x, &y);
	CHECK(x == 7 && y == 7);
	CHECK(total(g, 5) == 15 && total(g + 1, 3) == 9 && total(&g[3], 2) == 9);
	CHECK(total2(m, 2) == 21 && m[1][2] == 6 && *(*(m + 1) + 1) == 5);
	p = g;
	CHECK(p[2] == 3 && 2[p] == 3 && *(p + 4) == 5 && *p++ == 1 && *p == 2 && *++p == 3 && (*p)++ == 3 && g[2] == 4);
	CHECK(&g[4] - p == 2 && p - g == 2 && p > g && &g[5] != p);
	int (*row)[3] = m;
	row++;
	CHECK((*row)[0] == 4 && sizeof(*row) == 12);
	CHECK(ops[0](3, 4) == 7 && (*ops[1])(3, 4) == -1 && apply(add, 1, 2) == 3 && apply(pick(0), 5, 2) == 3 && pick(1)(2, 2) == 4);
	CHECK(msg[0] == 'h' && msg[4] == 'o' && msg[5] == 0 && "xyz"[1] == 'y');
	CHECK(sizeof text == 4 && text[2] == 'c' && fixed[1] == 'y' && fixed[4] == 0);
	text[0] = 'z';
	CHECK(text[0] == 'z');
	CHECK(offsetof(struct S, i) == 4 && offsetof(struct S, t[1]) == 9 && sizeof(struct S) == 12);
	struct S s = { 1, 2, "ab" };
	int *pi = &s.i;
	struct S *back = (struct S *)((char *)pi - offsetof(struct S, i));
	CHECK(back == &s && back->c == 1 && back->t[1] == 'b');
	unsigned v = 0x11223344;
	unsigned char *b = (unsigned char *)&v;
	CHECK(b[0] == 0x44 && b[3] == 0x11);
	b[0] = 0xff;
	CHECK(v == 0x112233ff);
	short *sp = (short *)&v;
	CHECK(sp[0] == 0x33ff && sp[1] == 0x1122);
	raw = &x;
	*(int *)raw = 77;
	CHECK(x == 77);
	CHECK(local_static() == 10 && local_static() == 11);
	*addr(1) = 4; *addr(2) = 5;
	CHECK(*addr(1) == 4 && *addr(0) == 0);
	int i = 0, arr[4] = { 0 };
	arr[i++] = i;
	arr[i] = 9;
	CHECK(i == 1 && arr[1] == 9);
	long d = (char *)&arr[3] - (char *)arr;
	CHECK(d == 12);
	p = 0;
	CHECK(!p && p == NULL && (p ? 0 : 1));
	char buf[10], *q = buf;
	for (const char *f = "copy"; (*q = *f); q++, f++) ;
	CHECK(buf[0] == 'c' && buf[3] == 'y' && buf[4] == 0 && q - buf == 4);
	int n = 3;
	int vla[n];
	for (int k = 0; k < n; k++) vla[k] = k * k;
	CHECK(vla[2] == 4 && sizeof vla == 3 * sizeof(int));
	int *e = &arr[4];
	CHECK(e[-1] == arr[3] && e - arr == 4);
	CHECK(*&x == 77 && (&s)->i == 2 && *"q" == 'q');
	unsigned long bits = (unsigned long)&x;
	CHECK((int *)bits == &x && bits % sizeof(int) == 0);
	char cc = 'A'; char *pc = &cc; *pc += 2;
	CHECK(cc == 'C');
	_Bool bl = 3, *pb = &bl;
	CHECK(*pb == 1 && (*pb = 0) == 0 && !bl);
	return 0;
}
