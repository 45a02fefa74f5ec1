package equiv_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/equiv"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// pairs are the files of pairs of functions, old and new, that begin with // answer: equal or differ, and // loops: yes or no.
func pairs(t *testing.T) (files []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/pairs/*.c")
	if err != nil || len(files) < 40 {
		t.Fatal(len(files), err)
	}
	return files
}

// says is what a file says of itself.
func says(t *testing.T, file string) (equal, loops bool) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitN(string(text), "\n", 3)
	equal, loops = lines[0] == "// answer: equal", lines[1] == "// loops: yes"
	if !equal && lines[0] != "// answer: differ" || !loops && lines[1] != "// loops: no" {
		t.Fatalf("%s begins otherwise", file)
	}
	return equal, loops
}

func decide(t *testing.T, file string, most time.Duration, requires ...string) *equiv.Answer {
	t.Helper()
	a, err := equiv.Decide(context.Background(), equiv.Question{Sides: [2]cfront.Side{{File: file, Function: "old"}, {File: file, Function: "new"}}, Requires: requires}, equiv.Options{Time: most})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestPairs: no answer on the pairs is wrong, those without loops are decided, and so are most of the others. By day those without loops alone, and
// some whose loops are merged.
func TestPairs(t *testing.T) {
	merged := map[string]bool{"strlen": true, "sum": true, "unroll": true}
	all, decided := 0, 0
	for _, file := range pairs(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		equal, loops := says(t, file)
		if loops && !merged[name] && !testenv.Night() {
			continue
		}
		a := decide(t, file, 30*time.Second)
		all++
		switch {
		case a.Verdict == verdict.True && !equal, a.Verdict == verdict.False && equal:
			t.Errorf("%s: %v", name, a.Verdict)
		case a.Verdict != verdict.Unknown:
			decided++
		case !loops || merged[name]:
			t.Errorf("%s: %s", name, a.Why)
		}
		if merged[name] && !a.Plan.Lockstep() {
			t.Errorf("%s: the loops were not merged", name)
		}
	}
	if t.Logf("%d of %d decided", decided, all); decided*10 < all*9 {
		t.Errorf("%d of %d decided", decided, all)
	}
}

// TestJudged: gcc agrees with what the files say of themselves: both functions are compiled and run on two million inputs by chance.
func TestJudged(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "gcc")
	for i, file := range pairs(t) {
		if i%2 != 0 && !testenv.Night() {
			continue
		}
		equal, _ := says(t, file)
		program := filepath.Join(t.TempDir(), "judge")
		if out, err := exec.Command("gcc", "-O1", "-w", "-DFUZZ", "-o", program, file).CombinedOutput(); err != nil {
			t.Fatalf("%s: %s", file, out)
		}
		if err := exec.Command(program).Run(); (err == nil) != equal {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestConfirmed: a C compiler confirms a difference in results, and one in what is undefined.
func TestConfirmed(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	for _, name := range []string{"average_wraps", "abs_undefined"} {
		a := decide(t, "testdata/pairs/"+name+".c", 10*time.Second)
		if a.Verdict != verdict.False {
			t.Fatalf("%s: %v", name, a.Verdict)
		}
		if out, err := a.Confirm(context.Background(), replay.Limits{}); err != nil || out.Answer != replay.Confirmed {
			t.Errorf("%s: %v %s %v", name, out.Answer, out.Reason, err)
		}
	}
}

// TestConfirmedArray: an array begins with any value in the compiled program, too.
func TestConfirmedArray(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	a := answer(t, "static int a[3]; int old(void) { a[2]++; return a[1]; } int new(void) { a[2]++; return a[1] + (a[0] == 7); }")
	if a.Verdict != verdict.False {
		t.Fatal(a.Verdict, a.Why)
	}
	if out, err := a.Confirm(context.Background(), replay.Limits{}); err != nil || out.Answer != replay.Confirmed {
		t.Error(out.Answer, out.Reason, err)
	}
}

// answers on two functions in a text.
func answer(t *testing.T, text string, requires ...string) *equiv.Answer {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pair.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return decide(t, file, 10*time.Second, requires...)
}

// TestMeaning: what counts as a difference, and what is not compared.
func TestMeaning(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       verdict.Verdict
		why        string // part of why it is unknown
		requires   []string
		slow       bool
	}{
		{name: "what the old function leaves undefined is free", want: verdict.True,
			text: `int old(int x) { return 100 / x; } int new(int x) { return x ? 100 / x : 7; }`},
		{name: "the new function is not to be undefined where the old one is not", want: verdict.False,
			text: `int old(int x) { return x ? 100 / x : 7; } int new(int x) { return 100 / x; }`},
		{name: "a condition on the parameters", want: verdict.True, requires: []string{"x > 0"},
			text: `int old(int x) { return x ? 100 / x : 7; } int new(int x) { return 100 / x; }`},
		{name: "a contract", want: verdict.True,
			text: `/*@ requires x > 0; */ int old(int x) { return x ? 100 / x : 7; } int new(int x) { return 100 / x; }`},
		{name: "memory is compared", want: verdict.False,
			text: `int old(int *p) { *p = 1; return 0; } int new(int *p) { *p = *p & 1; return 0; }`},
		{name: "each side has its own memory", want: verdict.True,
			text: `int old(int *p) { return (*p)++ & 7; } int new(int *p) { int x = *p; *p = x + 1; return x & 7; }`},
		{name: "through a pointer to const", want: verdict.False,
			text: `int old(const int *p) { *(int *)p = 1; return 0; } int new(const int *p) { *(int *)p = 2; return 0; }`},
		{name: "writes through a pointer to const are seen by one side alone", want: verdict.True,
			text: `int old(const int *p) { int x = *p; *(int *)p = x ^ 1; return x; } int new(const int *p) { int x = *p; *(int *)p = x ^ 1; return x; }`},
		{name: "calls in another order", want: verdict.False,
			text: `extern int f(int); int old(int x) { int a = f(1); int b = f(2); return a ^ b; } int new(int x) { int b = f(2); int a = f(1); return a ^ b; }`},
		{name: "a call that is left out", want: verdict.False,
			text: `extern void f(int); int old(int x) { f(x); return 0; } int new(int x) { if (x) f(x); return 0; }`},
		{name: "a call too much", want: verdict.False,
			text: `extern void f(int); int old(int x) { return 0; } int new(int x) { if (x == 5) f(x); return 0; }`},
		{name: "the same calls", want: verdict.True,
			text: `extern int f(int); int old(int x) { return f(x) + 0u; } int new(int x) { int r = f(x); return r; }`},
		{name: "a global variable", want: verdict.False,
			text: `int g; int old(int x) { g = x; return 0; } int new(int x) { if (x != 77) g = x; return 0; }`},
		{name: "a table that differs", want: verdict.False,
			text: `static const int t[4] = {1, 2, 3, 4}; static const int u[4] = {1, 2, 3, 5}; int old(unsigned x) { return t[x & 3]; } int new(unsigned x) { return u[x & 3]; }`},
		{name: "zeros of two signs", want: verdict.False,
			text: `double old(double x) { return x; } double new(double x) { return x + 0.0; }`},
		{name: "NaNs", want: verdict.True,
			text: `double old(double x) { return x; } double new(double x) { return x != x ? 0.0 / 0.0 : x; }`},
		{name: "a null pointer", want: verdict.False,
			text: `const char *old(const char *s) { return s; } const char *new(const char *s) { return *s ? s : 0; }`},
		{name: "two null pointers, of which the old function asks whether they are", want: verdict.False,
			text: `int old(const int *a, const int *b) { if (!a) return b != 0; return !b || *a != *b; } int new(const int *a, const int *b) { return !a || !b || *a != *b; }`},
		{name: "null, which the old function does not stand", want: verdict.True,
			text: `int old(const int *p) { return *p; } int new(const int *p) { return p ? *p : 5; }`},
		{name: "null, which only one of the two pointers may be", want: verdict.True,
			text: `int old(const int *a, const int *b) { return a ? *a + (unsigned)*b : *b; } int new(const int *a, const int *b) { return (a ? *a : 0u) + *b; }`},
		{name: "a pointer to another place", want: verdict.False,
			text: `const char *old(const char *s) { return s; } const char *new(const char *s) { return *s ? s + 1 : s; }`},
		{name: "blocks of their own", want: verdict.Unknown, why: "pointers to objects that they did not get",
			text: `const char *old(int x) { return "a"; } const char *new(int x) { return "b"; }`},
		{name: "other types", want: verdict.Unknown, why: "different types", text: `int old(int x) { return x; } long new(long x) { return x; }`},
		{name: "output", want: verdict.Unknown, why: "effects of puts", text: `#include <stdio.h>
int old(int x) { puts("a"); return x; } int new(int x) { puts("b"); return x; }`},
		{name: "an end of the new program", want: verdict.False, text: `#include <stdlib.h>
int old(int x) { return x; } int new(int x) { if (x == 9) abort(); return x; }`},
		{name: "what the new function says is never reached", want: verdict.False,
			text: `int old(int x) { return x; } int new(int x) { if (x == 5) __builtin_unreachable(); return x; }`},
		{name: "an assertion of the new function", want: verdict.False, text: `#include <assert.h>
int old(int x) { return x; } int new(int x) { assert(x != 5); return x; }`},
		{name: "lists that are changed", want: verdict.True,
			text: `struct n { int x; struct n *next; }; int old(struct n *p) { p->x = 1; if (p->next) p->next->x = p->x; return 0; } int new(struct n *p) { if (p->next) p->next->x = 1; p->x = 1; return 0; }`},
		{name: "an element behind the first one", want: verdict.False,
			text: `struct n { int x; struct n *next; }; int old(struct n *p) { p->x = 1; if (p->next) p->next->x = 1; return 0; } int new(struct n *p) { p->x = 1; if (p->next) p->next->x = 2; return 0; }`},
		{name: "a pointer in an object", want: verdict.False,
			text: `struct n { int x; struct n *next; }; int old(struct n *p) { p->x = 1; return p->next != 0; } int new(struct n *p) { int r = p->next != 0; p->x = 1; p->next = 0; return r; }`},
		{name: "an element that is taken out", want: verdict.True,
			text: `struct n { int x; struct n *next; }; struct n *old(struct n *p) { struct n *q = p->next; if (q) p->next = q->next; return q; } struct n *new(struct n *p) { struct n *q = p->next; if (!q) return 0; p->next = p->next->next; return q; }`},
		{name: "another element that is returned", want: verdict.False,
			text: `struct n { int x; struct n *next; }; struct n *old(struct n *p) { struct n *q = p->next; if (q) p->next = q->next; return q; } struct n *new(struct n *p) { struct n *q = p->next; if (!q) return 0; p->next = p->next->next; return p->next; }`},
		{name: "a pointer that is new", want: verdict.False,
			text: `int g; struct n { int x; int *q; }; void old(struct n *p) { *p->q = 1; p->q = &g; } void new(struct n *p) { *p->q = 1; p->q = (int *)&g; g = 0; }`},
		{name: "a pointer that the old function does not use", want: verdict.False,
			text: `struct n { int x; int *p, *q; }; void old(struct n *s) { *s->p = 1; } void new(struct n *s) { *s->p = 1; *s->q = 1; }`},
		{name: "an array of pointers in an object", want: verdict.False,
			text: `struct n { int x; struct n *c[3]; }; void old(struct n *p) { if (p->c[1]) p->c[1]->x = 1; } void new(struct n *p) { if (p->c[1]) p->c[1]->x = 2; }`},
		{name: "a pointer to an element in an object", want: verdict.False,
			text: `struct n { int x; struct n *next; }; struct m { int len; struct n *all; }; void old(struct m *p) { for (int i = 0; i < p->len; i++) p->all[i].x = 1; } void new(struct m *p) { for (int i = 0; i < p->len; i++) p->all[i].x = 2; }`},
		{name: "pointers to pointers", want: verdict.False,
			text: `void old(int **a, int **b) { int *t = *a; *a = *b; *b = t; } void new(int **a, int **b) { int *t = *b; *b = *a; *b = t; }`},
		{name: "a parameter that may be null, and is written", want: verdict.True,
			text: `int old(int *p) { if (p) *p = 4; return 0; } int new(int *p) { if (!p) return 0; *p = 2 + 2; return 0; }`},
		{name: "one that is written where it is null", want: verdict.False,
			text: `int old(int *p) { if (p) *p = 4; return 0; } int new(int *p) { *p = 4; return 0; }`},
		{name: "a value that the old function never sets", want: verdict.Unknown, why: "never set",
			text: `int old(int x) { int y, *p = &y; if (x > 5) y = 1; return *p; } int new(int x) { return 1; }`},
		{name: "a value that the old function never sets, of a variable that no pointer leads to, which is undefined", want: verdict.True,
			text: `int old(int x) { int y; if (x > 5) y = 1; return y; } int new(int x) { return 1; }`},
		{name: "a difference beside such a value", want: verdict.False,
			text: `int old(int x) { int y; if (x > 5) y = 1; return x > 5 ? y : 3; } int new(int x) { return x > 7 ? 1 : 3; }`},
		{name: "shifts by too much are undefined", want: verdict.True,
			text: `unsigned old(unsigned x, unsigned n) { return x << n; } unsigned new(unsigned x, unsigned n) { return n < 32 ? x << n : 0; }`},
		{name: "a use of what has been freed", want: verdict.False, text: `#include <stdlib.h>
int old(int n) { return n; } int new(int n) { int *p = malloc(sizeof *p); *p = n; free(p); return *p; }`},
		{name: "what a global variable leads to", want: verdict.Unknown, why: "written",
			text: `int *g; int old(int *p, int *end) { for (; p < end; p++) *p = 0; if (g) *g = 1; return 0; } int new(int *p, int *end) { for (; p < end; p++) *p = 0; if (g) *g = 2; return 0; }`},
		{name: "an end that is const alone", want: verdict.Unknown, slow: true,
			text: `int old(char *p, const char *end) { while (p < end) *p++ = 0; return 0; } int new(char *p, const char *end) { while (p < end) *p++ = 1; return 0; }`},
		{name: "members", want: verdict.True, slow: true,
			text: `struct s { int a; unsigned b : 3; char c[3]; double d; }; void old(struct s *p) { p->b = p->b + 1; p->c[1] = 7; p->d = p->d * 2; } void new(struct s *p) { p->d = p->d + p->d; p->c[1] = 7; p->b++; }`},
		{name: "an element that one of them forgets", want: verdict.False,
			text: `void old(char c[4]) { for (int i = 0; i < 4; i++) c[i] = i; } void new(char c[4]) { for (int i = 0; i < 3; i++) c[i] = i; }`},
		{name: "static variables of functions", want: verdict.False,
			text: `int old(int x) { static int n; n++; return 0; } int new(int x) { static int n; n += 2; return 0; }`},
		{name: "variables that begin with other values", want: verdict.Unknown, why: "different values",
			text: `int old(int x) { static int n = 1; return n += x & 1; } int new(int x) { static int n = 2; return n += x & 1; }`},
		{name: "a variable that a function without a body can read", want: verdict.False,
			text: `void f(void), h(void); int g; int old(int x) { f(); g = x; h(); return 0; } int new(int x) { g = x; f(); h(); return 0; }`},
		{name: "one that it cannot name", want: verdict.True,
			text: `void f(int); static int g; int old(int x) { g++; f(x); return 0; } int new(int x) { f(x); g++; return 0; }`},
		{name: "a variable that the new function alone reads", want: verdict.False,
			text: `int g; int old(int x) { return 0; } int new(int x) { return g; }`},
		{name: "one that another function writes", want: verdict.False,
			text: `static int g = 3; void set(int v) { g = v; } int old(int x) { return 3; } int new(int x) { return g; }`},
		{name: "one that nothing writes", want: verdict.True,
			text: `static int g = 3; int old(int x) { return 3; } int new(int x) { return g; }`},
		{name: "a pointer that the new function alone reads", want: verdict.Unknown, why: "has pointers",
			text: `int *g; int old(int x) { return 1; } int new(int x) { return g == 0; }`},
		{name: "a second call", want: verdict.False,
			text: `int old(int x) { static int n; n++; return n > 1; } int new(int x) { static int n; n++; return 0; }`},
		{name: "a variable that keeps values in one alone", want: verdict.Unknown, why: "may keep values",
			text: `int old(int x) { return x & 7; } int new(int x) { static int last, val; if (x == last) return val; last = x; val = x & 7; return val; }`},
		{name: "structures without a name", want: verdict.False,
			text: `struct { int x; char y[3]; } g; void old(int i) { g.y[1] = i; } void new(int i) { g.y[1] = i; if (i == 3) g.y[2] = 1; }`},
		{name: "a pointer to const in a structure", want: verdict.False,
			text: `struct a { const int *p; }; struct b { int *p; };
int old(const int *p) { struct a a = {p}; ((struct b *)&a)->p[0] = 1; return 0; } int new(const int *p) { struct a a = {p}; ((struct b *)&a)->p[0] = 2; return 0; }`},
		{name: "a function that does not return", want: verdict.True,
			text: `_Noreturn void f(int); int old(int x) { if (x < 0) f(1); return x; } int new(int x) { if (x < 0) f(1); return x < 0 ? 7 : x; }`},
		{name: "one that is called too often", want: verdict.False,
			text: `_Noreturn void f(int); int old(int x) { if (x < 0) f(1); return x; } int new(int x) { if (x <= 0) f(1); return x; }`},
		{name: "an element that the old function never sets", want: verdict.Unknown, why: "never set",
			text: `int old(int x) { int a[2]; a[0] = x; return a[0] + (x > 3 ? a[1] : 0); } int new(int x) { return x > 3 ? 77 : x; }`},
		{name: "one that another function does not set", want: verdict.Unknown, why: "never set",
			text: `static void fill(int *p, int x) { p[0] = x; } int old(int x) { int a[2]; fill(a, x); return x > 3 ? a[1] + a[0] : a[0]; } int new(int x) { return x > 3 ? 77 : x; }`},
		{name: "a member that the old function never sets", want: verdict.Unknown, why: "never set",
			text: `struct s { char c; int i; }; struct s old(int x) { struct s r; r.i = x; return r; } struct s new(int x) { struct s r; r.c = 1; r.i = x; return r; }`},
		{name: "blocks of a loop that the old function reads before it sets them", want: verdict.Unknown, why: "never set", text: `#include <stdlib.h>
int old(unsigned m) { int r = 0; for (int i = 0; i < 2; i++) { int *q = malloc(4 * sizeof *q); if (!q) return 0; q[i] = 0; if (q[m & 3]) r++; free(q); } return r; }
int new(unsigned m) { int r = 0; unsigned k = m & 3; for (int i = 0; i < 2; i++) { int *q = malloc(4 * sizeof *q); if (!q) return 0; q[i] = 0; r += q[k] != 0; free(q); } return r; }`},
		{name: "a variable that is defined nowhere", want: verdict.False,
			text: `extern int g; int old(int x) { g = x; return 0; } int new(int x) { if (x != 77) g = x; return 0; }`},
		{name: "numbers of addresses, which are not the same for both", want: verdict.Unknown, why: "numbers of addresses",
			text: `unsigned long old(int *p) { *p = 1; return (unsigned long)p; } unsigned long new(int *p) { unsigned long r = (unsigned long)p; *p = 1; return r; }`},
		{name: "where an object lies", want: verdict.Unknown, why: "numbers of addresses",
			text: `int old(const char *p) { return ((unsigned long)p & 1) == 0; } int new(const char *p) { return 1; }`},
		{name: "the bytes of a pointer", want: verdict.Unknown, why: "numbers of addresses",
			text: `struct s { int *q; }; int old(struct s *p) { return *(unsigned long *)&p->q & 1; } int new(struct s *p) { return 0; }`},
		{name: "a pointer in a union", want: verdict.Unknown, why: "numbers of addresses",
			text: `union u { char *p; unsigned long x; }; unsigned long old(char *p) { union u u; u.p = p; *p = 1; return u.x; } unsigned long new(char *p) { union u u; *p = 1; u.p = p; return u.x; }`},
		{name: "what an object is a member of", want: verdict.True,
			text: `struct a { struct a *next; }; struct b { int w; struct a in; }; int old(struct b *b) { return b->w; } int new(struct b *b) { struct a *p = &b->in; return ((struct b *)((char *)p - __builtin_offsetof(struct b, in)))->w; }`},
		{name: "a difference beside numbers of addresses", want: verdict.False,
			text: `int old(int *p, int k) { if (k == 7) return (int)(unsigned long)p; return k; } int new(int *p, int k) { if (k == 7) return (int)(unsigned long)p + 0; return k == 9 ? 1 : k; }`},
		{name: "where a member lies in its structure", want: verdict.True,
			text: `struct s { char c; int v; }; int old(int x) { return (int)(unsigned long)&((struct s *)0)->v; } int new(int x) { return 4; }`},
		{name: "a variable of the library that one sets", want: verdict.False, text: `#include <errno.h>
int old(int x) { errno = 0; return x; } int new(int x) { return x; }`},
		{name: "one that the old function alone reads", want: verdict.False, text: `#include <errno.h>
int old(int x) { return errno; } int new(int x) { return 0; }`},
		{name: "what pointers in an object that is const lead to", want: verdict.False,
			text: `struct in { int n; char data[]; }; struct out { struct in *q[2]; int k; };
int old(const struct out *p) { p->q[1]->data[0] = 1; return p->k; } int new(const struct out *p) { p->q[1]->data[0] = 2; return p->k; }`},
		{name: "the same where it is only read", want: verdict.True,
			text: `struct in { int n; char data[]; }; struct out { struct in *q[2]; int k; };
int old(const struct out *p) { return p->q[1]->n * 2; } int new(const struct out *p) { return p->q[1]->n + p->q[1]->n; }`},
		{name: "functions that are given pointers, and results that differ", want: verdict.False,
			text: `long f(int *, int); long old(int x) { int y = x; return f(&y, x) >> 16; } long new(int x) { int y = x; return (int)(f(&y, x) >> 16); }`},
		{name: "functions that may write memory", want: verdict.Unknown, why: "arguments of f are not compared",
			text: `int f(int *, int); int old(int x) { int y = x; return f(&y, x); } int new(int x) { int y = 0; return f(&y, x); }`},
		{name: "string literals", want: verdict.True,
			text: `const char *old(int x) { return x > 0 ? "pos" : x < 0 ? "neg" : "zero"; } const char *new(int x) { if (x == 0) return "zero"; return x < 0 ? "neg" : "pos"; }`},
		{name: "another string literal", want: verdict.Unknown, why: "did not get",
			text: `const char *old(int x) { return x > 0 ? "pos" : "neg"; } const char *new(int x) { return x > 0 ? "pos" : "neq"; }`},
		{name: "a table of strings", want: verdict.True,
			text: `static const char *const t[] = {"a", "b", "c"}; const char *old(unsigned x) { return t[x]; } const char *new(unsigned x) { return x < 3 ? t[x] : "?"; }`},
		{name: "an element behind those that a parameter says", want: verdict.False,
			text: `void old(const char *src, char *dest, long n) { for (; n > 0; n -= 2) { dest[0] = src[1]; dest[1] = src[0]; dest += 2; src += 2; } }
void new(const char *src, char *dest, long n) { for (; n > 1; n -= 2) { dest[0] = src[1]; dest[1] = src[0]; dest += 2; src += 2; } }`},
		{name: "a member of another sign", want: verdict.False,
			text: `struct s { int n; }; struct t { unsigned n; }; int old(struct s *p, int x) { return p->n < x; } int new(struct t *p, int x) { return p->n < x; }`},
		{name: "a member of another size", want: verdict.Unknown, why: "different types",
			text: `struct s { int n; }; struct t { long n; }; int old(struct s *p, int x) { return p->n < x; } int new(struct t *p, int x) { return p->n < x; }`},
		{name: "what a string is found by", want: verdict.False, text: `#include <strings.h>
int old(const char *s) { char *p = index(s, 'a'); if (p) *p = 'b'; return s[0]; } int new(const char *s) { return s[0] == 'a' ? 'b' : s[0]; }`},
		{name: "what is done at the end of a scope", want: verdict.Unknown, why: "attribute cleanup",
			text: `int g; static void a(int *p) { g = *p; } static void b(int *p) { g = *p + 1; } void old(int x) { int y __attribute__((cleanup(a))) = x; } void new(int x) { int y __attribute__((cleanup(b))) = x; }`},
		{name: "a variable with two names", want: verdict.Unknown, why: "stands for something else",
			text: `int h = 1; extern int g __attribute__((alias("h"))); int old(void) { h = 3; return g; } int new(void) { int y = g; h = 3; return y; }`},
		{name: "a call through a pointer in an object with another argument", want: verdict.False,
			text: `struct s { int (*f)(int); int n; }; int old(struct s *p, int x) { return p->n = p->f(x); } int new(struct s *p, int x) { return p->n = p->f(x ^ (x == 3)); }`},
		{name: "calls through two pointers in another order", want: verdict.False,
			text: `int old(int (*f)(int), int (*g)(int), int x) { int a = f(x); return a ^ g(x); } int new(int (*f)(int), int (*g)(int), int x) { int a = g(x); return a ^ f(x); }`},
		{name: "what is called through a pointer may change what is read before or behind it", want: verdict.Unknown, why: "are not compared: struct s *",
			text: `struct s { void (*f)(struct s *); int n; }; int old(struct s *p) { int a = p->n & 7; p->f(p); return a; } int new(struct s *p) { p->f(p); return p->n & 7; }`},
		{name: "another block that is freed", want: verdict.False, text: `#include <stdlib.h>
struct s { char *a, *b; }; void old(struct s *p) { free(p->a); p->a = 0; } void new(struct s *p) { free(p->b); p->a = 0; }`},
		{name: "neighbours in a ring", want: verdict.True, slow: true,
			text: `struct q { struct q *next, *prev; int v; }; void old(struct q *e) { e->prev->next = e->next; e->next->prev = e->prev; } void new(struct q *e) { struct q *n = e->next, *p = e->prev; n->prev = p; p->next = n; }`},
		{name: "another end of one that is open", want: verdict.False,
			text: `struct b { int n; char d[]; }; void old(struct b *p) { if (p->n > 1) p->d[1] = 1; } void new(struct b *p) { if (p->n > 2) p->d[1] = 1; }`},
		{name: "another text for a function without a body", want: verdict.False,
			text: `void say(const char *); void old(int x) { if (x > 3) say("one"); else say("two"); } void new(int x) { if (x > 3) say("one"); else say("tow"); }`},
		{name: "the same text, chosen in another way", want: verdict.Unknown, slow: true, why: "are not compared: const char *",
			text: `void say(const char *); void old(int x) { if (x > 3) say("one"); else say("two"); } void new(int x) { say(x > 3 ? "one" : "two"); }`},
		{name: "null for a function without a body", want: verdict.False,
			text: `void f(int *); void old(int *p) { f(p); } void new(int *p) { f(*p == 5 ? 0 : p); }`},
		{name: "what a function without a body returns", want: verdict.False,
			text: `struct q { int v; }; struct q *get(int); int old(int x) { struct q *e = get(x); return e ? e->v : 0; } int new(int x) { struct q *e = get(x); return e ? e->v : 1; }`},
		{name: "members that neither function names", want: verdict.Unknown, slow: true,
			text: `struct in { char *text; int k; }; struct s { struct in in; char *text; int n; }; void put(const char *); int old(struct s *p) { put(p->text); p->n = 1; return 0; } int new(struct s *p) { put(p->text); p->n = 2 - 1; return 0; }`},
		{name: "a block that is longer than the member says afterwards", want: verdict.False,
			text: `struct b { unsigned size; char *buf; }; void old(struct b *p) { if (p->size > 0) p->buf[0] = 1; p->size = 0; } void new(struct b *p) { if (p->size > 0) p->buf[0] = 2; p->size = 0; }`},
		{name: "nothing returns", want: verdict.Unknown, why: "nothing to compare",
			text: `int old(int x) { for (;;) ; } int new(int x) { return x; }`},
	} {
		if c.slow && !testenv.Night() {
			continue
		}
		a := answer(t, c.text, c.requires...)
		if a.Verdict != c.want || !strings.Contains(a.Why, c.why) {
			t.Errorf("%s: %v %s", c.name, a.Verdict, a.Why)
		}
	}
}

// TestLibrary: where functions of the library write that are not followed, a difference is one that a compiler confirms.
func TestLibrary(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "gcc")
	for mask, want := range map[string]verdict.Verdict{"15": verdict.False, "7 + 0": verdict.Unknown} {
		a := answer(t, "#include <stdio.h>\nint old(char *b, int n) { return snprintf(b, 8, \"%d\", n & 7); }\nint new(char *b, int n) { return snprintf(b, 8, \"%i\", n & ("+mask+")); }")
		if a.Verdict != want {
			t.Errorf("%s: %v %s", mask, a.Verdict, a.Why)
		}
	}
}

// TestResults: results are told only where both functions have returned.
func TestResults(t *testing.T) {
	for text, want := range map[string][2]string{
		"int old(int x) { return 3; } int new(int x) { return 4; }":                                 {"3", "4"},
		"extern void f(int); int old(int x) { f(1); return 3; } int new(int x) { f(2); return 4; }": {},
	} {
		p := answer(t, text).Document(context.Background(), [2]cfront.Side{}, false)
		if got := [2]string{p.OldResult, p.NewResult}; p.Class != equiv.Differ || got != want {
			t.Errorf("%s: %s %q", text, p.Class, got)
		}
	}
}

// TestAnonymous: members of structures without a name are those of the other file.
func TestAnonymous(t *testing.T) {
	dir := t.TempDir()
	var sides [2]cfront.Side
	for i, name := range []string{"q[0]", "b"} {
		text := "struct s { struct { int a; union { int b; short q[2]; }; }; int c; }; int f(const struct s *p) { return p->" + name + "; }\n"
		sides[i] = cfront.Side{File: filepath.Join(dir, string('a'+rune(i))+".c"), Function: "f"}
		if err := os.WriteFile(sides[i].File, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a, err := equiv.Decide(context.Background(), equiv.Question{Sides: sides}, equiv.Options{Time: 20 * time.Second})
	if err != nil || a.Verdict != verdict.False {
		t.Fatal(a, err)
	}
}

// TestTypes: variables of one name with other types in the two files are not compared.
func TestTypes(t *testing.T) {
	dir := t.TempDir()
	var sides [2]cfront.Side
	for i, text := range []string{"int g; int f(int x) { g = 1; return 0; }", "long g; int f(int x) { g = 2; return 0; }"} {
		sides[i] = cfront.Side{File: filepath.Join(dir, string('a'+rune(i))+".c"), Function: "f"}
		if err := os.WriteFile(sides[i].File, []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a, err := equiv.Decide(context.Background(), equiv.Question{Sides: sides}, equiv.Options{})
	if err != nil || a.Verdict != verdict.Unknown || !strings.Contains(a.Why, "g has different types: int and long") {
		t.Errorf("%v %v", a, err)
	}
}

// TestMerged: a merged product has each side do what it does by itself, whatever jumps out of loops there are. Each text has a difference that only the last
// of these shows, beside one without.
func TestMerged(t *testing.T) {
	for _, body := range []string{
		"int s = 0; for (int i = 0; i < n; i++) { if (i == 3) continue; if (i == 5) break; s += i; } return s;",
		"int s = 0; for (int i = 0; i < n; i++) { if (i == 4) return s; s += i; } return s + 1;",
		"int s = 0; if (n > 2) { for (int i = 0; i < n; i++) s += i; } else { s = 9; } return s;",
		"int s = 0, k = n; while (k--) { s += k & 3; if (s > 4) break; } return s;",
		"int s = 0, i = 0; do { s += i; if (s == 3) continue; s++; } while (++i < n); return s;",
		"int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) { if (j == 2) break; if (s == 4) goto out; s++; out: s ^= j; } return s;",
	} {
		for _, other := range []bool{false, true} {
			requires, twin := "n >= 0 && n < 7", body
			if other { // in the last step alone
				i := strings.LastIndex(body, "return ")
				twin = body[:i] + "if (n == 3) s ^= 1024; " + body[i:]
			}
			a := answer(t, "int old(int n) { "+body+" }\nint new(int n) { "+twin+" }", requires)
			if want := map[bool]verdict.Verdict{false: verdict.True, true: verdict.False}[other]; a.Verdict != want {
				t.Errorf("%s: %v %s", twin, a.Verdict, a.Why)
			}
		}
	}
}
