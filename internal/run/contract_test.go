package run

import (
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestSourceContracts: right contracts are proved, and wrong ones are not, in both dialects.
func TestSourceContracts(t *testing.T) {
	for _, c := range []struct {
		entry, text string
		want        verdict.Verdict
	}{
		{"f", `/*@ requires x > 0; ensures \result > \old(x); */ int f(int x) { x = 5; return x; }`, verdict.False},
		{"f", `//@ requires 0 < x < 5; ensures \result >= \old(x);
int f(int x) { x = 5; return x; }`, verdict.True},
		// A chain of comparisons is not what C makes of it.
		{"f", `/*@ requires 0 <= x <= 100;
  @ ensures 3 < \result < 9;
  @*/ int f(int x) { return x % 10; }`, verdict.False},
		// A signed and an unsigned number are compared as numbers in ACSL, and as in C in the words of CBMC.
		{"f", `/*@ requires a < b; */ static int g(int a, unsigned b) { return 1; } int f(void) { return g(-1, 5); }`, verdict.True},
		{"f", `int g(int a, unsigned b) __CPROVER_requires(a < b) { return 1; } int f(void) { return g(-1, 5); }`, verdict.False},
		{"f", `/*@ requires a > b; */ static int g(int a, unsigned b) { return 1; } int f(void) { return g(-1, 5); }`, verdict.False},
		{"f", `int g(int a, unsigned b) __CPROVER_requires(a > b) { return 1; } int f(void) { return g(-1, 5); }`, verdict.True},
		{"f", `/*@ requires n < 0; ensures \result > n && n < \result && \result != n && !(n == \result) && -1 < \result; */ unsigned long f(long n) { return n; }`, verdict.True},
		{"f", `/*@ ensures \result == n; */ unsigned long f(long n) { return n; }`, verdict.False},
		{"f", `/*@ ensures 0 <= n <= \result; */ unsigned long f(long n) { return n; }`, verdict.False},
		{"f", `/*@ requires 0 <= n <= m < sizeof(int); ensures n < 4; */ void f(long n, unsigned long m) { }`, verdict.True},
		{"f", `int f(unsigned x) __CPROVER_requires(x < 10) __CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(x) + x) { x += x; return x; }`, verdict.True},
		{"f", `int f(unsigned x) __CPROVER_requires(x < 10) __CPROVER_ensures(__CPROVER_return_value != 18) { x += x; return x; }`, verdict.False},
		// Parameters in what is ensured are those of the call.
		{"f", `/*@ ensures \result == x; */ int f(int x) { int y = x; x = 3; return y; }`, verdict.True},
		{"f", `/*@ ensures x == 3; */ int f(int x) { x = 3; return x; }`, verdict.False},
		{"f", `struct v { int x, y; };
/*@ ensures \result.x == a.y && \result.y == a.x; */ struct v f(struct v a) { struct v b = {a.y, a.x}; a.x = 3; return b; }`, verdict.True},
		// A declaration and the definition may each have one, with other names of the parameters.
		{"", "//@ requires x == 0;\nint f(int x);\n//@ ensures \\result == x + 1;\nint f(int x) { return x + 1; } int main(void) { return f(0) != 1; }", verdict.True},
		{"", "/*@ requires a < 9; ensures \\result == a + 1; */\nint f(int a);\n/*@ ensures \\result > x; */\nint f(int x) { x++; return x; } int main(void) { return f(0) != 1; }", verdict.True},
		{"", "/*@ requires a < 9; ensures \\result == a + 2; */\nint f(int a);\n/*@ ensures \\result > x; */\nint f(int x) { x++; return x; } int main(void) { return f(0) != 1; }", verdict.False},
		{"", "/*@ requires a < 9; ensures \\result == a + 1; */\nint f(int a);\n/*@ ensures \\result > x + 1; */\nint f(int x) { x++; return x; } int main(void) { return f(0) != 1; }", verdict.False},
		{"", "struct v { int x, y; };\n/*@ ensures \\result.x == 1; */\nstruct v f(int a);\n/*@ ensures \\result.y == x; */\nstruct v f(int x) { struct v r = {1, x}; return r; } int main(void) { return f(3).x; }", verdict.True},
		// Every way out is checked.
		{"f", `/*@ ensures \result >= 0; */ int f(int x) { if (x > 7) return x; if (x == 2) return -1; return 0; }`, verdict.False},
		{"f", `int g; /*@ requires g == 1; ensures g == 2; */ void f(int x) { g++; if (x) return; }`, verdict.True},
		{"f", `int g; /*@ ensures g == 2; */ void f(int x) { if (x) return; g = 2; }`, verdict.False},
		// Calls have to meet what is required; a call of the function by itself, too.
		{"f", `/*@ requires x > 5; */ static int g(int x) { return x; }
/*@ ensures \result > 5; */ int f(int x) { return x > 5 ? g(x) : 6; }`, verdict.True},
		{"f", `/*@ requires x > 5; */ static int g(int x) { return 6; }
/*@ ensures \result > 5; */ int f(int x) { return x > 4 ? g(x) : 6; }`, verdict.False},
		{"f", `/*@ requires 0 <= n < 20; ensures \result == n; */ int f(int n) { return n == 0 ? 0 : 1 + f(n - 1); }`, verdict.True},
		{"f", `/*@ requires 0 <= n < 20; ensures \result >= 0; */ int f(int n) { return n == 0 || n == -1 ? 0 : f(n - 2); }`, verdict.False},
		// Pointers lead to as much as is required, not only to what the surroundings would give.
		{"f", `/*@ requires \valid(a) && \valid(b); ensures *a == \old(*b) && *b == \old(*a); */ void f(int *a, int *b) { int t = *a; *a = *b; *b = t; }`, verdict.True},
		{"f", `/*@ requires \valid(a) && \valid(b); ensures *a == \old(*b) && *b == \old(*a); */ void f(int *a, int *b) { *a = *b; *b = *a; }`, verdict.False},
		{"f", `/*@ requires \valid(a + (0 .. 9)); ensures a[7] == 1; */ void f(int *a) { a[7] = 1; }`, verdict.True},
		{"f", `/*@ requires \valid(a + (0 .. 9)); ensures a[7] == 1; */ void f(int *a) { a[7] = 1; a[8] = 2; if (a[6] == 5) a[7] = 0; }`, verdict.False},
		{"f", `void f(char *p) __CPROVER_requires(__CPROVER_is_fresh(p, 8)) __CPROVER_ensures(p[5] != 'x') { if (p[3]) p[5] = 'y'; }`, verdict.False},
		{"f", `struct s { int a; struct s *next; };
/*@ requires \valid(p); requires p->a < 10; ensures p->a == \old(p->a) + 1; */ void f(struct s *p) { p->a++; p = p->next; }`, verdict.True},
		{"f", `/*@ requires \valid(a + (0 .. n - 1)) && 3 < n; ensures \forall integer i; 1 <= i < 3 ==> a[i] == i; */
void f(int *a, unsigned n) { a[1] = 1; a[2] = 2; }`, verdict.True},
		{"f", `/*@ requires \valid(a + (0 .. n - 1)) && 3 < n; ensures \forall integer i; 0 <= i < 3 ==> a[i] == i; */
void f(int *a, unsigned n) { a[1] = 1; a[2] = 2; }`, verdict.False},
		{"f", `/*@ requires p == \null || \valid(p); ensures p != \null ==> *p == 3; */ void f(int *p) { if (p) *p = 3; }`, verdict.True},
		// Definitions are what they are defined to be. Their variables are their own, and integers are not cut to the types of arguments.
		{"f", `/*@ predicate within(integer x, integer low, integer high) = low <= x < high;
logic integer clip(integer x, integer n) = x < 0 ? 0 : x > n ? n : x; */
/*@ requires within(n, 1, 100); ensures \result == clip(x, n); ensures within(\result, 0, n + 1); */
int f(int x, int n) { if (x < 0) return 0; if (x > n) return n; return x; }`, verdict.True},
		{"f", `/*@ predicate within(integer x, integer low, integer high) = low <= x < high; */
/*@ requires within(n, 1, 100); ensures within(\result, 0, n); */ int f(int x, int n) { if (x < 0) return 0; if (x > n) return n; return x; }`, verdict.False},
		{"f", `/*@ predicate sorted{L}(int *a, integer n) = \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; */
/*@ requires \valid(a + (0 .. 3)) && sorted(a, 3); requires x >= a[2]; ensures sorted(a, 4); */ void f(int *a, int x) { a[3] = x; }`, verdict.True},
		{"f", `/*@ predicate sorted{L}(int *a, integer n) = \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; */
/*@ requires \valid(a + (0 .. 3)) && sorted(a, 3); ensures sorted(a, 4); */ void f(int *a, int x) { a[3] = x; }`, verdict.False},
		{"f", `/*@ predicate some(int *a, integer i) = \exists integer j; 0 <= j < 3 && a[j] == i; */
/*@ requires \valid(a + (0 .. 2)); requires \forall integer j; 0 <= j < 3 ==> some(a, j); ensures a[0] + a[1] + a[2] == 3; */ int f(int *a) { return 0; }`, verdict.True},
		{"f", `/*@ logic integer before(integer x) = x - 1; */ /*@ requires before(u) >= 0; ensures \result < u; */ unsigned f(unsigned u) { return u - 1; }`, verdict.True},
		{"f", `struct s { int in; }; /*@ logic integer N = 10; predicate in(integer i) = 0 <= i < N; */
/*@ requires \valid(p) && in(p->in); ensures in(p->in) || p->in == N; ensures in{Pre}(p->in); */ void f(struct s *p) { p->in++; }`, verdict.True},
		{"f", `/*@ predicate buffer(char *p, integer n) = n > 2 && \valid(p + (0 .. n - 1)); */ /*@ requires buffer(p, n); ensures p[2] == 1; */ void f(char *p, int n) { p[2] = 1; }`, verdict.True},
		{"f", `/*@ ensures \result == \max(a, b) && \result >= \min(a, b); */ int f(int a, int b) { return a > b ? a : b; }`, verdict.True},
		{"f", `/*@ ensures \result == \max(a, b); */ long long f(int a, unsigned b) { return a > b ? a : b; }`, verdict.False},
		{"f", `/*@ ensures \result == \max(a, b); */ long long f(int a, unsigned b) { return a > 0 && a > b ? a : b; }`, verdict.True},
		{"f", `/*@ requires x > -100; ensures \let y = \abs(\old(x)); \let z = y + 1; \result == z - 1 && y >= 0; */ int f(int x) { return x < 0 ? -x : x; }`, verdict.True},
		// Variables of a quantifier bound each other.
		{"f", `/*@ requires \valid(a + (0 .. 3)) && (\exists int i, j; 0 <= i && j > i && j <= 3 && a[i] + a[j] == 100); requires a[0] == 1 && a[1] == 2 && a[2] == 3;
ensures a[3] == 97 || a[3] == 98 || a[3] == 99; */ void f(int *a) { }`, verdict.True},
		// Invariants are checked, never trusted.
		{"f", `/*@ requires 0 <= n <= 5; ensures \result == 2 * n; */ int f(int n) { int s = 0;
/*@ loop invariant 0 <= i <= n; loop invariant s == 2 * i; loop assigns i, s; loop variant n - i; */
for (int i = 0; i < n; i++) s += 2; return s; }`, verdict.True},
		{"f", `int f(int n) { int i = 0; while (i < 5) __CPROVER_loop_invariant(i < 5) { i++; } return i; }`, verdict.False},
		{"f", `int f(int n) { int i = 0;
/*@ loop invariant i < 3; */ for (;;) { if (++i > 3) break; } return i; }`, verdict.False},
		{"f", `int f(int n) { int i = 0;
/*@ loop invariant i <= 3; */ do { i++; } while (i < 4); return i; }`, verdict.True},
		// Variants get smaller, and are not negative before, in lexicographic order.
		{"f", `int f(int n) { int i = 0; /*@ loop variant n - i; */ while (i < n) i++; return i; }`, verdict.True},
		{"f", `int f(int n) { int i = 0; /*@ loop variant i; */ while (i < n) i++; return i; }`, verdict.False},
		{"f", `int f(int n) { /*@ loop variant n; */ while (n != 0) n--; return n; }`, verdict.False},
		{"f", `int f(int n) { /*@ loop variant n; */ do n--; while (n > 0); return n; }`, verdict.True},
		{"f", `int f(int n) { /*@ loop variant n; */ do n--; while (n >= 0); return n; }`, verdict.True},
		{"f", `int f(int n) { /*@ loop variant n; */ do n--; while (n >= -1); return n; }`, verdict.True},
		{"f", `int f(int n) { /*@ loop variant n; */ do n--; while (n >= -2); return n; }`, verdict.False},
		{"f", `int f(unsigned n) { /*@ loop variant n - 1; */ while (n > 0) n--; return n; }`, verdict.False},
		{"f", `int f(void) { for (int k = 0; k < 3; k++) /*@ loop variant 5 - j; */ for (int j = 0; j < 5; j++); return 0; }`, verdict.True},
		{"f", `int f(void) { int i = 3; /*@ loop variant i; */ while (i > 0) { if (i == 2) { i = 0; continue; } i--; } return 0; }`, verdict.True},
		{"f", `int f(void) { int i = 3; /*@ loop variant i; */ while (i > 0) { if (i == 2) { i = 1; i++; i -= 2; i += 2; continue; } i--; } return 0; }`, verdict.False},
		{"f", `extern int g(void); int f(int x, int y) { while (x > 0 && y > 0) __CPROVER_decreases(x, y) { if (g()) { x--; y = g(); } else y--; } return 0; }`, verdict.True},
		{"f", `extern int g(void); int f(int x, int y) { while (x > 0 && y > 0) __CPROVER_decreases(y, x) { if (g()) { x--; y = g(); } else y--; } return 0; }`, verdict.False},
		{"f", `/*@ decreases n; */ static int g(int n) { return n > 0 ? g(n - 1) : 0; } int f(void) { return g(4) + g(4); }`, verdict.True},
		{"f", `/*@ decreases n; */ static int g(int n) { return n > 0 ? g(n == 2 ? n : n - 1) : 0; } int f(void) { return g(4); }`, verdict.False},
		{"f", `static int h(int n); /*@ decreases n; */ static int g(int n) { return n > 0 ? h(n) : 0; } static int h(int n) { return g(n); } int f(void) { return g(4); }`, verdict.False},
		{"f", `/*@ decreases m, n; */ static int g(int m, int n) { return m <= 0 ? n : n <= 0 ? g(m - 1, 1) : g(m - 1, g(m, n - 1)); } int f(void) { return g(2, 1); }`, verdict.True},
		{"f", `/*@ decreases n, m; */ static int g(int m, int n) { return m <= 0 ? n : n <= 0 ? g(m - 1, 1) : g(m - 1, g(m, n - 1)); } int f(void) { return g(2, 1); }`, verdict.False},
		// A loop begins wherever it is entered: nothing has been kept of it then.
		{"f", `int f(int n) { int again = 0; /*@ loop variant n; */ while (n > 0) { in: n--; } if (again++ < 1) { n = 7; goto in; } return n; }`, verdict.True},
		{"f", `int f(int n) { int again = 0; if (n > 5) goto in; /*@ loop variant n; */ while (n > 0) { in: n--; } if (again++ < 1) { n = 7; goto in; } return n; }`, verdict.True},
		{"f", `int f(int n) { int again = 0; if (n > 5) goto in; /*@ loop variant n; */ while (n > 0) { in: n = n - 1 + (n == 3); } return n; }`, verdict.False},
		{"f", `int f(int n) { void *to = &&in; int again = 0; /*@ loop variant n; */ while (n > 0) { in: n--; } if (again++ < 1) { n = 7; goto *to; } return n; }`, verdict.True},
		{"f", `int f(int n) { for (int k = 0; k < 2; k++) switch (n = 7, k) { case 0: /*@ loop variant n; */ do { n--; case 1: n--; } while (n > 0); } return n; }`, verdict.True},
		{"f", `int f(int n) { again: ; /*@ loop variant n; */ while (n > 0) { if (n-- == 4) { n = 9; if (n == 9) { n = 2; goto again; } } } return n; }`, verdict.True},
		{"f", `/*@ decreases n; terminates n > 0; */ static int g(int n) { return n > 0 ? g(n - 1) : 0; } int f(unsigned char n) { /*@ loop variant (long)g(n); */ while (n) n--; return n; }`, verdict.False},
		{"f", `/*@ decreases n; */ static int g(int n); static int g(int n) __CPROVER_decreases(n) { return n > 0 ? g(n - 1) : 0; } int f(void) { return g(3); }`, verdict.True},
		{"f", `int f(int n) __CPROVER_decreases(n) { return n > 0 ? f(n - 1) : 0; }`, verdict.True},
		{"f", `int f(int x) { if (x > 3) { //@ assert 2 < x;
x--; } /*@ assert x != 9; */ return x; }`, verdict.False},
		// Behaviors.
		{"f", `/*@ assigns \nothing;
    behavior pos: assumes x > 0; ensures \result == x;
    behavior neg: assumes x <= 0; requires x > -1000; ensures \result == -\old(x);
    complete behaviors; disjoint behaviors; */
int f(int x) { return x > 0 ? x : -x; }`, verdict.True},
		{"f", `/*@ behavior pos: assumes x > 0; ensures \result == x;
    behavior neg: assumes x < 0; requires x > -1000; ensures \result == -x;
    complete behaviors; disjoint behaviors; */
int f(int x) { return x > 0 ? x : -x; }`, verdict.False},
		{"f", `/*@ behavior pos: assumes x >= 0; ensures \result == x;
    behavior neg: assumes x <= 0; requires x > -1000; ensures \result == -x;
    disjoint behaviors pos, neg; */
int f(int x) { return x > 0 ? x : -x; }`, verdict.False},
		{"f", `/*@ behavior pos: assumes x >= 0; ensures \result == x;
    behavior neg: assumes x < 0; ensures \result == 0; */
int f(int x) { return x > 0 ? x : x < -5; }`, verdict.False},
		{"f", `/*@ requires \valid(p);
    behavior set: assumes x > 0; assigns *p; ensures *p == x;
    behavior keep: assumes x <= 0; assigns \nothing; ensures *p == \old(*p); 
    complete behaviors keep, set; */
void f(int *p, int x) { if (x > 0) *p = x; x = 3; }`, verdict.True},
		{"f", `/*@ requires \valid(p);
    behavior set: assumes x > 0; assigns *p; ensures *p == x;
    behavior keep: assumes x <= 0; assigns \nothing; */
void f(int *p, int x) { if (x >= 0) *p = x; }`, verdict.False},
		{"f", `/*@ requires \valid(p);
    behavior set: assumes *p > 0; assigns *p; ensures *p == 1; */
void f(int *p, int x) { *p = *p > 1 ? 0 : 1; }`, verdict.False},
		// What is fresh has been allocated during the call, and is no other one's; what is valid may be written.
		{"f", `int g; int *f(void) __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, 4)) { return &g; }`, verdict.False},
		{"f", `#include <stdlib.h>
int *f(void) __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, 4)) { return malloc(4); }`, verdict.True},
		{"f", `#include <stdlib.h>
int *f(void) __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, 8)) { return malloc(4); }`, verdict.False},
		{"f", `#include <stdlib.h>
static int *keep; static int *get(void) { return keep ? keep : malloc(4); }
int *f(void) __CPROVER_requires(keep == 0) __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, 4)) { return get(); }`, verdict.True},
		{"f", `#include <stdlib.h>
static int *keep; static int *get(void) { return keep ? keep : malloc(4); }
int *f(void) __CPROVER_requires(keep == 0 || __CPROVER_r_ok(keep, 4)) __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, 4)) { return get(); }`, verdict.False},
		{"f", `int *f(int *p) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, 4)) { return p; }`, verdict.False},
		{"f", `#include <stdlib.h>
struct pair { int *a, *b; }; struct pair f(void)
__CPROVER_ensures(__CPROVER_return_value.a == 0 || __CPROVER_return_value.b == 0 || __CPROVER_is_fresh(__CPROVER_return_value.a, 4) && __CPROVER_is_fresh(__CPROVER_return_value.b, 4))
{ struct pair p = { malloc(4), malloc(4) }; return p; }`, verdict.True},
		{"f", `#include <stdlib.h>
struct pair { int *a, *b; }; struct pair f(void)
__CPROVER_ensures(__CPROVER_return_value.a == 0 || __CPROVER_is_fresh(__CPROVER_return_value.a, 4) && __CPROVER_is_fresh(__CPROVER_return_value.b, 4))
{ int *q = malloc(4); struct pair p = { q, q }; return p; }`, verdict.False},
		{"f", `#include <stdlib.h>
int *f(int n) __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, 4)) { return n > 0 && n < 4 ? f(n - 1) : malloc(4); }`, verdict.True},
		{"f", `#include <stdlib.h>
static int *last; int *f(int n) __CPROVER_requires(last == 0) __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, 4))
{ int *a = malloc(4), *b = malloc(4); free(n ? a : b); return n ? b : a; }`, verdict.True},
		{"f", `static int add(int *a, int *b) __CPROVER_requires(__CPROVER_is_fresh(a, 4) && __CPROVER_is_fresh(b, 4)) { return *a & *b; }
int f(void) { int x = 1; return add(&x, &x); }`, verdict.False},
		{"f", `static int add(int *a, int *b) __CPROVER_requires(__CPROVER_is_fresh(a, 4) && __CPROVER_is_fresh(b, 4)) { return *a & *b; }
int f(void) { int x = 1, y = 2; return add(&x, &y) + add(&y, &x); }`, verdict.True},
		{"f", `/*@ ensures \valid(\result); */ const char *f(void) { return "abc"; }`, verdict.False},
		{"f", `/*@ ensures \valid_read(\result + (0 .. 3)); */ const char *f(void) { return "abc"; }`, verdict.True},
		{"f", `/*@ requires \valid(p); */ static void set(char *p) { if (p[0]) p[0] = 1; } static const int c = 3; static int d = 3; void f(int i) { set(i ? (char *)&c : (char *)&d); }`, verdict.False},
		{"f", `/*@ requires \valid(p); */ static void set(char *p) { if (p[0]) p[0] = 1; } static int c = 3, d = 3; void f(int i) { set(i ? (char *)&c : (char *)&d); }`, verdict.True},
		// The annotations of other tools are comments.
		{"f", `void f(/*@null@*/ int *p, /*@unused@*/ int x) { /*@-type@*/ __CPROVER_assert(x == x, ""); }`, verdict.True},
	} {
		opts := cfront.Options{Entry: c.entry, Environment: cfront.Environment{Valid: true}}
		res := verify(t, opts, "extern void reach_error(void);\n"+c.text)
		if res.Verdict != c.want {
			t.Errorf("%s\n%s %s, want %s", c.text, res.Verdict, res.Detail, c.want)
		}
	}
}

// TestSourceContractMessages: what is wrong is said with its place; what is not supported is left out, and that is said; and so is what is taken for
// granted.
func TestSourceContractMessages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"int x;\n/*@ ghost int y = 1; */\nvoid f(void) { x = 2; }", "program.c:2:5: the clause ghost is not supported"},
		{"/*@ behavior b: ensures 1; complete behaviors b, c; */\nvoid f(void) { }", "program.c:1:28: complete of behaviors that there are not"},
		{"/*@ assumes 1; */\nvoid f(void) { }", "program.c:1:5: assumes outside a behavior"},
		{"//@ requires \\initialized(p);\nvoid f(int *p) {}", "program.c:1:5: \\initialized is not supported: property uninit is about reads of what has no value; the clause is left out: calls in which it does not hold count as others do"},
		{"//@ ensures \\let y; y == 1;\nvoid f(int *p) {}", `program.c:1:18: \let needs a name and a term`},
		{"/*@ requires x > 0 @*/\nvoid f(int x) {}\n/*@ ensures 1; */", "program.c:3:5: a contract that belongs to no function"},
		{"/*@ ensures !(\\forall integer i; 0 <= i < n ==> a[i] == \\old(a[i])); */\nvoid f(int *a, int n) {}", "program.c:1:15: a quantifier is decided by one of its instances"},
		{"/*@ ensures \\forall integer i; 0 <= i < n ==> a[i] == \\old(i ? a[i] : 1); */\nvoid f(int *a, int n) {}", "program.c:1:5: the old value of a choice"},
		{"int f(int n) { //@ assert n == \\at(n, LoopEntry);\nreturn n; }", "program.c:1:32: the value at the beginning of a loop, in what is no invariant"},
		{"/*@ requires x > 0; */\nint g(int x);\nvoid f(void) { g(1); }", "g has no body here: it does what its contract says"},
		{"/*@ requires x > 0; */\nint (*g)(int x);\nvoid f(void) { g(1); }", "program.c:1:5: the contract of such a declaration is not supported"},
		{"void f(void) {\n  int i = 0;\n  //@ loop invariant i < \n  while (i < 3) i++;\n  __CPROVER_assert(1, \"\"); }", ""},
		{"void f(int x) { /*@ requires x > 0; */ int y; }", "program.c:1:21: a contract of a declaration in a block"},
		{"void f(int x) { switch (x) /*@ requires x > 0; */ { case 1: ; } }", "a contract of the body of switch"},
		{"void f(int x) { /*@ assigns x; */ { x++; } }", "program.c:1:21: an assigns clause of a statement is not supported"},
		{"void f(int *p) __CPROVER_ensures(__CPROVER_was_freed(p)) { }", "__CPROVER_was_freed is not supported"},
		{"/*@ requires ; */ void f(int x) {}", "an expression is missing"},
		{"/*@ ensures (1; */ void f(int x) {}", "program.c:1:15: ')' was wanted before ';'"},
		{"void f(int *p) __CPROVER_frees(p) {}", "program.c:1:16: __CPROVER_frees is not supported here"},
		{"struct s { int *p; };\n//@ requires \\valid(s) && \\valid(s->p + (0 .. 9)); ensures s->p[9] == 1;\nvoid f(struct s *s) { s->p[9] = 1; }", "f is called as its contract requires"},
		{"/*@ assigns p[0 .. 1].x; */ void f(int *p) { }", "program.c:1:17: a range that is not understood"},
		{"struct b { unsigned a : 3; };\n/*@ requires \\valid(p); assigns p->a; */ void f(struct b *p) { p->a = 1; }", "bit-fields that share a byte with one that f assigns may be written"},
	} {
		p, err := cfront.ReadFrom(t.Context(), cfront.Options{Entry: "f"}, cfront.NewFiles(fstest.MapFS{"program.c": {Data: []byte(c.text)}}), "program.c")
		said := ""
		switch {
		case err != nil:
			said = err.Error()
		default:
			for _, n := range p.Notes {
				said += n.Pos.String() + ": " + n.Text + "; "
			}
		}
		for _, part := range strings.Split(c.want, "; ") {
			if !strings.Contains(said, part) {
				t.Errorf("%s\n%s, want %s", c.text, said, c.want)
			}
		}
	}
}

// TestContractsLeftOut: what is left out of contracts keeps nothing from being read, and nothing relies on it.
func TestContractsLeftOut(t *testing.T) {
	for _, c := range []struct {
		text string
		want verdict.Verdict
		said string // of what is left out
	}{
		{"/*@ axiomatic A { logic integer sum(int *a, integer n); axiom e: \\forall int *a; sum(a, 0) == 0; } */\n/*@ requires sum(p, 3) > 0; ensures \\result == 1; */ static int f(int *p) { return 1; } int main(void) { int a[3]; return f(a); }",
			verdict.True, "program.c:2:5: sum belongs to a clause that is left out; the clause is left out: calls in which it does not hold"},
		{"/*@ ghost int k = 0; */ static int f(int x) { /*@ ghost k = x; */ /*@ assert k == x; */ return x; } int main(void) { if (f(3) != 3) reach_error(); return 0; }",
			verdict.True, "k belongs to a clause that is left out; the clause is left out: whether it holds is not looked at"},
		// The clauses of a behavior of which it is not known when it counts are left out, too.
		{"/*@ behavior b: assumes \\initialized(p); ensures \\result == 2; */ static int f(int *p) { return 1; } int main(void) { int a = 0; return f(&a); }", verdict.True, "whether it holds is not looked at"},
		{"/*@ predicate p(int x) = x; */ /*@ behavior b: assumes p{L}(1); ensures \\result == 2; complete behaviors; */ static int f(int *p) { return 1; } int main(void) { int a = 0; return f(&a); }", verdict.True, ""},
		// What is written is compared with all places, or with none.
		{"int g; /*@ behavior b: assumes \\initialized(p); assigns g; */ static int f(int *p) { g = 1; return 1; } int main(void) { int a = 0; return f(&a); }", verdict.True, "what is written is not compared with it"},
		{"int g; static int n(void) { return 1; } static int f(int x) {\n/*@ loop assigns x; loop assigns *\\lambda; */ while (x > 0) { x--; g = 1; } return 1; } int main(void) { return f(2); }", verdict.True, ""},
		// A contract does not stand for calls if that would rely on what is left out.
		{"int g; /*@ requires \\initialized(p); assigns \\nothing; */ int f(int *p); int main(void) { int a = 0; f(&a); if (a) reach_error(); return 0; }", verdict.True, "the contract does not stand for calls"},
		{"int g; /*@ assigns \\nothing; ensures \\initialized(p); */ int f(int *p); int main(void) { int a = 0; f(&a); if (a) reach_error(); return 0; }", verdict.True, "whether it holds is not looked at"},
		// A place where no contract is looked for.
		{"static int f(int x) /*@ requires x > 3; */ { return x; } int main(void) { return f(1); }", verdict.True, "program.c:1:52: a contract where neither a declaration nor a statement may begin is left out"},
		{"static int f(int x, void *p) { /*@ loop assigns \\nothing; */ while (x > 0) { x--; goto *p; } out: return 1; } int main(void) { return f(2, 0); }", verdict.True, "which a jump may leave"},
	} {
		text := "extern void reach_error(void); " + c.text
		res := verify(t, cfront.Options{}, text)
		said := ""
		for _, n := range res.Notes {
			said += n.Pos.String() + ": " + n.Text + "; "
		}
		if res.Verdict != c.want || !strings.Contains(said, c.said) {
			t.Errorf("%s\n%s %s, want %s\n%s", text, res.Verdict, res.Detail, c.want, said)
		}
	}
}

// TestCallsInClauses: clauses of functions may call functions, where they are checked, where they are assumed, and of the values that were.
func TestCallsInClauses(t *testing.T) {
	const before = `extern void reach_error(void); static int sq(int x) { return x * x; } struct s { int a; }; static struct s mk(int x) { struct s v = {x}; return v; }
`
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{`/*@ requires sq(x) < 100; ensures \result == sq(x); */ static int f(int x) { int y = x * x; x = 5; return y; } int main(void) { return f(3); }`, verdict.True},
		{`/*@ requires sq(x) < 9; */ static int f(int x) { return x * x; } int main(void) { return f(3); }`, verdict.False},
		{`/*@ ensures \result == sq(x); */ static int f(int x) { int y = x * x; x = 5; return y + 1; } int main(void) { return f(3); }`, verdict.False},
		{`static int g = 3; /*@ ensures \result == \old(sq(g)); */ static int f(void) { int y = g * g; g = 5; return y; } int main(void) { return f(); }`, verdict.True},
		{`static int g = 3; /*@ ensures \result == \old(sq(g)); */ static int f(void) { g = 5; return g * g; } int main(void) { return f(); }`, verdict.False},
		{`/*@ requires sq(y) == 9; assigns \nothing; ensures \result == mk(sq(y)).a; */ int f(int y); int main(void) { if (f(3) != 9) reach_error(); return 0; }`, verdict.True},
		{`/*@ requires sq(y) == 4; assigns \nothing; */ int f(int y); int main(void) { return f(3); }`, verdict.False},
		{`/*@ requires ((struct s){.a = x}).a == 3; */ static int f(int x) { return x; } int main(void) { return f(3); }`, verdict.True},
		{`/*@ requires ((struct s){.a = x}).a == 3; */ static int f(int x) { return x; } int main(void) { return f(4); }`, verdict.False},
	} {
		if res := verify(t, cfront.Options{}, before+c.text); res.Verdict != c.want {
			t.Errorf("%s\n%s %s, want %s %v", c.text, res.Verdict, res.Detail, c.want, res.Notes)
		}
	}
}
