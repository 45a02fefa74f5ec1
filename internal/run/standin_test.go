package run

import (
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestContractsInPlaceOfCalls: a call does what the contract says, no less and no more.
func TestContractsInPlaceOfCalls(t *testing.T) {
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{`/*@ requires x < 1000; assigns \nothing; ensures \result == 2 * x; */
static unsigned twice(unsigned x) { unsigned s = 0; for (unsigned i = 0; i < x; i++) s += 2; return s; }
/*@ requires x < 500; assigns \nothing; ensures \result == 4 * x; */
unsigned f(unsigned x) { return twice(twice(x)); }`, verdict.True},
		{`/*@ requires x < 1000; assigns \nothing; ensures \result >= 2 * x; */
static unsigned twice(unsigned x) { return x + x; }
/*@ requires x < 500; assigns \nothing; ensures \result == 4 * x; */
unsigned f(unsigned x) { return twice(twice(x)); }`, verdict.False},
		{`/*@ requires x < 1000; assigns \nothing; ensures \result == 2 * x; */
static unsigned twice(unsigned x) { return x + x; }
/*@ requires x < 600; assigns \nothing; ensures \result == 4 * x; */
unsigned f(unsigned x) { return twice(twice(x)); }`, verdict.False},
		{`/*@ requires 0 <= n; assigns \nothing; ensures \result == 2 * n; */
long f(long n) { return n == 0 ? 0 : 2 + f(n - 1); }`, verdict.True},
		{`/*@ requires 0 <= n; assigns \nothing; ensures \result == 2 * n; */
long f(long n) { return n == 0 ? 0 : 2 + f(n - 2); }`, verdict.False},
		{`int g; int h;
/*@ assigns g; ensures g > \old(g); */
static void up(void) { g = g + 1; }
/*@ requires g == 3 && h == 5; assigns g; ensures g > 4 && h == 5; */
void f(void) { up(); up(); }`, verdict.True},
		{`int g; int h;
/*@ assigns g, h; ensures g > \old(g); */
static void up(void) { g = g + 1; }
/*@ requires g == 3 && h == 5; assigns g, h; ensures g > 4 && h == 5; */
void f(void) { up(); up(); }`, verdict.False},
		{`int g; int h;
/*@ assigns g, h; ensures g > \old(g); */
static void up(void) { g = g + 1; }
/*@ requires g == 3 && h == 5; assigns g; ensures g > 4; */
void f(void) { up(); up(); }`, verdict.False},
		{`/*@ requires \valid(a) && \valid(b); assigns *a, *b; ensures *a == \old(*b) && *b == \old(*a); */
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
/*@ requires \valid(v + (0 .. 3)); assigns v[0], v[3]; ensures v[0] == \old(v[3]) && v[1] == \old(v[1]); */
void f(int *v) { swap(v, v + 3); }`, verdict.True},
		{`/*@ requires \valid(a) && \valid(b); assigns *a, *b; ensures *a == \old(*b); */
static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
/*@ requires \valid(v + (0 .. 3)); assigns v[0], v[3]; ensures v[3] == \old(v[0]); */
void f(int *v) { swap(v, v + 3); }`, verdict.False},
		{`int get(void) __CPROVER_assigns() __CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value < 10);
int f(void) __CPROVER_ensures(__CPROVER_return_value < 20) { return get() + get(); }`, verdict.True},
		{`int get(void) __CPROVER_assigns() __CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value < 10);
int f(void) __CPROVER_ensures(__CPROVER_return_value < 18) { return get() + get(); }`, verdict.False},
		{`/*@ requires x > 0; ensures \result > x; */
int f(int x);
int f(int y) { return y; }`, verdict.False},
		{`/*@ requires x > 0 && x < 100; assigns \nothing; ensures \result > \old(x); */
int f(int x);
int f(int y) { y++; return y; }`, verdict.True},
		{`struct node { int v; struct node *next; };
/*@ requires \valid(p); assigns p->next; ensures p->next == q; */
static void link(struct node *p, struct node *q) { p->next = q; }
/*@ requires \valid(a) && \valid(b); ensures a->next == b && b->v == 4; */
void f(struct node *a, struct node *b) { b->v = 3; link(a, b); }`, verdict.False},
		{`struct node { int v; struct node *next; };
/*@ requires \valid(p); assigns p->next; ensures p->next == q; */
static void link(struct node *p, struct node *q) { p->next = q; }
/*@ requires \valid(a) && \valid(b); ensures a->next == b && b->v == 3; */
void f(struct node *a, struct node *b) { b->v = 3; link(a, b); }`, verdict.True},
		{`struct pair { int a, b; };
/*@ assigns \nothing; ensures \result.a == y && \result.b == x; */
static struct pair mk(int x, int y) { struct pair p = {y, x}; return p; }
/*@ ensures \result == 7; */
int f(int x) { struct pair p = mk(3, 4); return p.a + p.b; }`, verdict.True},
		{`struct pair { int a, b; };
/*@ assigns \nothing; ensures \result.a == y; */
static struct pair mk(int x, int y) { struct pair p = {y, x}; return p; }
/*@ ensures \result == 7; */
int f(int x) { struct pair p = mk(3, 4); return p.a + p.b; }`, verdict.False},
		{`int *get(int *a, int n) __CPROVER_requires(n > 0) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == a);
int v[3];
int f(void) __CPROVER_ensures(__CPROVER_return_value == 5) { *get(v, 3) = 5; return v[0]; }`, verdict.True},
		{`int *get(int *a, int n) __CPROVER_requires(n > 0) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == a);
int v[3];
int f(void) __CPROVER_ensures(__CPROVER_return_value == 4) { v[0] = 4; *get(v, 3) = 5; return v[0]; }`, verdict.False},
		{`int *mk(int n) __CPROVER_requires(n > 0 && n < 100) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_fresh(__CPROVER_return_value, n * sizeof(int)));
int f(void) __CPROVER_ensures(__CPROVER_return_value == 5) { int *p = mk(4); if (!p) return 5; p[3] = 5; return p[3]; }`, verdict.True},
		{`/*@ requires \valid(a + (0 .. n-1)); assigns a[0 .. n-1]; */
void fill(int *a, unsigned n);
/*@ requires \valid(v + (0 .. 9)); assigns v[0 .. 9]; ensures v[1] == \old(v[1]); */
void f(int *v) { fill(v, 2); }`, verdict.False},
		{`/*@ requires \valid(a + (0 .. n-1)); assigns a[0 .. n-1]; */
void fill(int *a, unsigned n);
/*@ requires \valid(v + (0 .. 9)); assigns v[0 .. 9]; ensures v[2] == \old(v[2]); */
void f(int *v) { fill(v, 2); }`, verdict.True},
		{`/*@ requires x > 5; assigns \nothing; ensures \result == 1; */
static int g(int x) { return 1; }
/*@ ensures \result == 1; */
int f(int x) { return g(x); }`, verdict.False},
		// Recursion, whose measure is no place that is assigned.
		{`/*@ decreases n; assigns \nothing; */ int f(int n) { return n > 0 ? f(n - 1) : 0; }`, verdict.True},
		{`/*@ decreases n; assigns \nothing; */ int f(int n) { return n > 0 ? f(n) : 0; }`, verdict.False},
		{`/*@ decreases m, n; assigns \nothing; */ int f(int m, int n) { return m <= 0 ? n : n <= 0 ? f(m - 1, 1) : f(m - 1, f(m, n - 1)); }`, verdict.True},
	} {
		opts := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}, Contracts: cfront.ReplaceContracts, Unknown: cfront.Unknown{UnknownPointers: cfront.Any}}
		res := verify(t, opts, c.text)
		if res.Verdict != c.want {
			t.Errorf("%s\n%s %s, want %s", c.text, res.Verdict, res.Detail, c.want)
		}
	}
}

// TestContractsOfModules: a header has the contracts, which the file with the bodies has to keep, and which other
// files rely on.
func TestContractsOfModules(t *testing.T) {
	files := fstest.MapFS{
		"count.h": {Data: []byte("extern int total;\n/*@ requires by > 0; assigns total; ensures total == \\old(total) + by; */\nvoid add(int by);\n")},
		"count.c": {Data: []byte("#include \"count.h\"\nint total, calls;\nvoid add(int n) { total += n; }\n")},
		"wrong.c": {Data: []byte("#include \"count.h\"\nint total, calls;\nvoid add(int n) { total += n; calls++; }\n")},
		"use.c":   {Data: []byte("#include \"count.h\"\n/*@ requires total == 1; assigns total; ensures total == 4; */ void use(void) { add(1); add(2); }\n")},
	}
	for _, c := range []struct {
		entry, file string
		want        verdict.Verdict
		assumed     string
	}{
		{"add", "count.c", verdict.True, ""},
		{"add", "wrong.c", verdict.False, ""},
		{"use", "use.c", verdict.True, "add has no body here: it does what its contract says"},
	} {
		opts := cfront.Options{Entry: c.entry, Environment: cfront.Environment{Valid: true}}
		res := verifyFiles(t, opts, files, c.file)
		said := ""
		for _, n := range res.Program.Notes {
			said += n.Text + "\n"
		}
		if res.Verdict != c.want || !strings.Contains(said, c.assumed) {
			t.Errorf("%s: %s %s, want %s\n%s", c.file, res.Verdict, res.Detail, c.want, said)
		}
	}
}

// TestFunctionsWithoutBody: a body is not looked at, or another one takes its place.
func TestFunctionsWithoutBody(t *testing.T) {
	files := fstest.MapFS{
		"a.c": {Data: []byte("extern void reach_error(void);\nint get(void);\nint f(void) { if (get() == 7) reach_error(); return 0; }\n")},
		"b.c": {Data: []byte("int get(void) { return 3; }\n")},
		"c.c": {Data: []byte("int get(void) { return 7; }\n")},
	}
	for _, c := range []struct {
		files   []string
		without string
		want    verdict.Verdict
	}{
		{[]string{"a.c", "b.c"}, "", verdict.True},
		{[]string{"a.c", "b.c"}, "get", verdict.False},
		{[]string{"a.c", "b.c", "c.c"}, "get", verdict.True},
		{[]string{"a.c", "c.c", "b.c"}, "get", verdict.False},
	} {
		opts := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}, Unknown: cfront.Unknown{WithoutBody: []string{c.without}}}
		if res := verifyFiles(t, opts, files, c.files...); res.Verdict != c.want {
			t.Errorf("%v without %s: %s %s, want %s %v", c.files, c.without, res.Verdict, res.Detail, c.want, res.Notes)
		}
	}
}
