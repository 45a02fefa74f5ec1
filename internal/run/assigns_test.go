package run

import (
	"strings"
	"testing"

	"craig/internal/evidence/explain"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestAssigns: what a function writes is compared with what it says, also where others write for it.
func TestAssigns(t *testing.T) {
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{`/*@ requires \valid(a) && \valid(b); assigns *a, *b; */ void f(int *a, int *b) { int t = *a; *a = *b; *b = t; }`, verdict.True},
		{`/*@ requires \valid(a) && \valid(b); assigns *a; */ void f(int *a, int *b) { int t = *a; *a = *b; *b = t; }`, verdict.False},
		// Variables without an address, by a function that is called.
		{`int g, h; static void set(void) { h = 2; }
/*@ assigns g, h; */ void f(int x) { g = 1; if (x == 77) set(); }`, verdict.True},
		{`int g, h; static void set(void) { h = 2; }
/*@ assigns g; */ void f(int x) { g = 1; if (x == 77) set(); }`, verdict.False},
		{`int v[4]; struct { int a, b; } s; /*@ requires 0 <= i < 4; assigns v[i], s.a; */ int f(int i) { v[i] = 1; s.a = 3; return 0; }`, verdict.True},
		{`int v[4]; struct { int a, b; } s; /*@ requires 0 <= i < 4; assigns v[i], s.a; */ int f(int i) { v[i] = 1; s.b = 3; return 0; }`, verdict.False},
		// Ranges, to the byte.
		{`/*@ requires n <= 9 && \valid(a + (0 .. n-1)); assigns a[0 .. n-1]; */ void f(int *a, unsigned n) { for (unsigned i = 0; i < n; i++) a[i] = 0; }`, verdict.True},
		{`/*@ requires 0 < n <= 9 && \valid(a + (0 .. n-1)); assigns a[0 .. n-2]; */ void f(int *a, unsigned n) { for (unsigned i = 0; i < n; i++) a[i] = 0; }`, verdict.False},
		// What the library writes.
		{`#include <string.h>
struct s { int a; char b[8]; int c; };
void f(struct s *p) __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p)) __CPROVER_assigns(p->a, p->b) { p->a = 1; memset(p->b, 0, 8); }`, verdict.True},
		{`#include <string.h>
struct s { int a; char b[8]; int c; };
void f(struct s *p) __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p)) __CPROVER_assigns(p->a, p->c) { p->a = 1; memset(p->b, 0, 8); }`, verdict.False},
		// Blocks of its own, local variables, static ones of its own.
		{`#include <stdlib.h>
/*@ assigns \nothing; */ int f(int x) { int buf[4]; int *p = malloc(40); if (!p) return 0; for (int i = 0; i < 4; i++) p[i] = buf[i] = x; static int n; n++; int r = p[3]; free(p); return r; }`, verdict.True},
		// Conditions, and parts of objects.
		{`void f(int *p, int c) __CPROVER_requires(p == 0 || __CPROVER_is_fresh(p, 4)) __CPROVER_assigns(p != 0: *p) { if (p) *p = c; }`, verdict.True},
		{`void f(int *p, int c) __CPROVER_requires(__CPROVER_is_fresh(p, 4)) __CPROVER_assigns(c > 0: *p) { if (c >= 0) *p = c; }`, verdict.False},
		{`void f(int *p, int c) __CPROVER_requires(__CPROVER_is_fresh(p, 16)) __CPROVER_assigns(__CPROVER_object_whole(p)) { p[0] = p[3] = c; }`, verdict.True},
		{`void f(int *p, int c) __CPROVER_requires(__CPROVER_is_fresh(p, 16)) __CPROVER_assigns(__CPROVER_object_upto(p, 8)) { p[0] = p[2] = c; }`, verdict.False},
		{`void f(int *p, int c) __CPROVER_requires(__CPROVER_is_fresh(p, 16)) __CPROVER_assigns(__CPROVER_object_from(p + 1)) { p[3] = p[0] = c; }`, verdict.False},
		// Each call is looked at, and its own locals are not those of another call.
		{`/*@ requires \valid(p); assigns *p; */ static void g(int *p) { *p = 3; }
/*@ assigns \nothing; */ int f(void) { int x = 1; g(&x); return x; }`, verdict.True},
		{`int z; /*@ requires \valid(p); assigns *p; */ static void g(int *p) { *p = 3; z = 1; }
/*@ assigns z; */ int f(void) { int x = 1; g(&x); return x; }`, verdict.False},
		{`/*@ requires 0 <= n < 4; assigns *p; requires \valid(p); */ int f(int n, int *p) { int x = 0; if (n) f(n-1, &x); *p = n; return x; }`, verdict.True},
		{`/*@ requires 0 <= n < 4; assigns \nothing; requires \valid(p); */ int f(int n, int *p) { int x = 0; if (n) f(n-1, &x); if (n < 2) *p = n; return x; }`, verdict.False},
		{`/*@ assigns \nothing; */ static void cb(int *p) { *p = 1; }
int f(int i) { int x; void (*h)(int *) = cb; if (i == 5) h(&x); return 0; }`, verdict.False},
		// Bit-fields, to the byte.
		{`struct b { unsigned a : 4, b : 12; int c : 8; };
/*@ requires \valid(p); assigns p->c; */ void f(struct b *p) { p->c = 1; }`, verdict.True},
		{`struct b { unsigned a : 4, b : 12; int c : 8; };
/*@ requires \valid(p); assigns p->b; */ void f(struct b *p) { p->c = 1; }`, verdict.False},
	} {
		opts := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}
		res := verify(t, opts, c.text)
		if res.Verdict != c.want {
			t.Errorf("%s\n%s %s, want %s", c.text, res.Verdict, res.Detail, c.want)
			continue
		}
		if res.Verdict == verdict.False {
			if s := explain.Of(res.Program, res.Trace); !strings.Contains(s.Wrong, "assigns clause of") {
				t.Errorf("%s\nthe story ends with %q", c.text, s.Wrong)
			}
		}
	}
}

// TestAssignsStory: what is told of a write names the lvalue, and the clauses that would have to name it, as far as they may count there.
func TestAssignsStory(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`int g, h; /*@ requires \valid(p); assigns *p, g; */ void f(int *p) { *p = 1; h = 2; }`, "h is written, which the assigns clause of f does not name: it names *p, g"},
		{`struct s { int n; int a[4]; }; /*@ requires \valid(p); assigns p->a[0 .. 3]; */ void f(struct s *p) { p->a[1] = 1; p->n++; }`,
			"p->n is written, which the assigns clause of f does not name: it names p->a[0 .. 3]"},
		{`int g; /*@ assigns \nothing; */ static int k(int x) { return x; } static void put(int x) { g = x; } /*@ assigns \nothing; */ void f(int x) { put(k(x)); }`,
			"g is written, which the assigns clause of f does not name: it names nothing"},
		{`int g; /*@ assigns \nothing; */ static void put(int x) { g = x; } /*@ assigns g; */ void f(int x) { put(x); }`,
			"g is written, which an assigns clause of a call or loop that goes on does not name: that of put names nothing; that of f names g"},
		{`int f(int n) { int s = 0;
//@ loop assigns s, i;
for (int i = 0; i < 3; i++) s += i;
//@ loop assigns n;
for (n = 0; n < 3; n++) s += n;
return s; }`, "s is written, which the assigns clause of the loop at line 5 does not name: it names n"},
		{`/*@ requires \valid(a + (0 .. 3)); */ void f(int *a) { int i;
//@ loop assigns i, a[0 .. i - 1];
for (i = 0; i < 3; i++) a[i + 1] = 0; }`, "as it stands after this iteration: it names i, a[0 .. i - 1]"},
		{`#include <string.h>
/*@ requires \valid(a + (0 .. 3)); assigns a[0 .. 2]; */ void f(char *a) { memset(a, 0, 4); }`, "does not name: it names a[0 .. 2]"},
		{`struct b { unsigned a : 4, b : 12; int c; }; /*@ requires \valid(p); assigns p->c; */ void f(struct b *p) { p->b = 1; }`, "p->b is written"},
	} {
		res := verify(t, cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}, c.text)
		if res.Verdict != verdict.False {
			t.Errorf("%s\n%s %s", c.text, res.Verdict, res.Detail)
			continue
		}
		if s := explain.Of(res.Program, res.Trace); !strings.Contains(s.Wrong, c.want) {
			t.Errorf("%s\n%s, want\n%s", c.text, s.Wrong, c.want)
		}
	}
}
