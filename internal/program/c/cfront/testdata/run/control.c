#include "check.h"
int count;
int hit(int r) { count++; return r; }
int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int sw(int x) {
	int r = 0;
	switch (x) {
	case 1: r = 10;
	case 2: r += 1; break;
	case 3 ... 5: r = 35; break;
	default: r = -1; break;
	case 7: { r = 7; case 8: r += 8; }
	}
	return r;
}
int duff(int n) {
	int s = 0;
	switch (n % 4) {
	case 0: do { s++;
	case 3: s++;
	case 2: s++;
	case 1: s++;
		} while ((n -= 4) > 0);
	}
	return s;
}
int nested(int a, int b) {
	switch (a) {
	case 0:
		switch (b) { case 0: return 1; default: break; }
		return 2;
	case 1:
		for (int i = 0; i < 3; i++) { if (i == b) continue; if (i == 2) break; switch (i) { case 1: return 3; } }
		return 4;
	}
	return 5;
}
int computed(int k) {
	static void *table[] = { &&one, &&two, &&three };
	goto *table[k];
one: return 1;
two: return 2;
three: return 3;
}
int main(void) {
	int i, s = 0;
	for (i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; s += i; }
	CHECK(s == 25 && i == 8);
	while (i) i--;
	do i++; while (i < 5);
	CHECK(i == 5);
	CHECK(!(hit(0) && hit(1)) && count == 1);
	CHECK((hit(1) || hit(1)) && count == 2);
	int v = hit(1) && hit(0) || hit(1);
	CHECK(v == 1 && count == 5);
	v = hit(0) ? hit(2) : hit(3);
	CHECK(v == 3 && count == 7);
	CHECK(fact(6) == 720 && even(10) && !odd(10));
	CHECK(sw(1) == 11 && sw(2) == 1 && sw(4) == 35 && sw(6) == -1 && sw(7) == 15 && sw(8) == 8);
	CHECK(duff(7) == 7 && duff(8) == 8);
	CHECK(nested(0, 0) == 1 && nested(0, 1) == 2 && nested(1, 1) == 4 && nested(1, 0) == 3 && nested(2, 0) == 5);
	CHECK(computed(0) == 1 && computed(1) == 2 && computed(2) == 3);
	i = 0;
again:
	if (i < 4) { i++; goto again; }
	CHECK(i == 4);
	{ int i = 9; { int i = 10; CHECK(i == 10); } CHECK(i == 9); }
	CHECK(i == 4);
	for (int i = 0, j = 10; i < j; i++, j--) s = j;
	CHECK(s == 6);
	if (i == 4) ; else reach_error();
	int k = ({ int t = 3; t * 2; });
	CHECK(k == 6);
	int a = 1, b = 2;
	a = b + (b = 5) * 0;
	CHECK(b == 5);
	switch (k) { int dead; case 6: dead = 1; CHECK(dead); }
	for (;;) { if (++k > 10) break; }
	CHECK(k == 11);
	do { if (k) break; reach_error(); } while (0);
	return 0;
}
