package run

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// TestConstructs: small programs of each construct have their verdicts.
func TestConstructs(t *testing.T) {
	const head = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
	for _, c := range []struct{ name, text, want, refused string }{
		{"loop", "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i++; if (n > 0 && i != n) reach_error(); }", "TRUE", ""},
		{"loop, wrong", "int main(void) { int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i += 2; if (n > 0 && i != n) reach_error(); }", "FALSE(unreach-call)", ""},
		{"structures", "struct s { int a : 4; int b[3]; } g = {1}; struct s f(struct s x) { x.b[x.a]++; return x; }\n" +
			"int main(void) { g = f(g); struct s h = g; if (h.b[1] != 1 || h.b[2] || h.a != 1) reach_error(); }", "TRUE", ""},
		{"structures, wrong", "struct s { int a : 4; int b[3]; } g = {1}; struct s f(struct s x) { x.b[x.a]++; return x; }\n" +
			"int main(void) { g = f(g); if (g.b[1]) reach_error(); }", "FALSE(unreach-call)", ""},
		{"padding is open", "struct s { char a; int b; }; int main(void) { struct s x = {1, 2}, y; y = x; if (((char *)&y)[1]) reach_error(); }", "UNKNOWN(approximation)", ""},
		{"division by zero is outside", "int main(void) { int n = __VERIFIER_nondet_int(); int q = 6 / n; if (n == 0) reach_error(); return q; }", "TRUE", ""},
		{"overlapping copies are outside", "void *memcpy(void *, const void *, unsigned long); char b[8];\n" +
			"int main(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 3) return 0; memcpy(b, b + n, n + 1); reach_error(); }", "TRUE", ""},
		{"an error by a pointer", "int main(void) { void (*p)(void) = __VERIFIER_nondet_int() ? reach_error : 0; if (p) p(); }", "FALSE(unreach-call)", ""},
		{"order", "int x; int f(void) { return x++; } int main(void) { int r = f() + f(); if (r != 1) reach_error(); }", "TRUE", ""},
		{"a volatile object", "volatile int v; int main(void) { if (v) reach_error(); }", "FALSE(unreach-call)", ""},
		{"a volatile structure", "extern struct { volatile int n; } v; int main(void) { __typeof__(v) w = v; if (w.n) reach_error(); }", "FALSE(unreach-call)", ""},
		{"sorting", sorts("pure"), "TRUE", ""},
		{"sorting, and counting how often", sorts("counting"), "UNKNOWN(unsupported)", ""},
		{"sorting by an unknown one of two", sorts("__VERIFIER_nondet_int() ? counting : pure"), "UNKNOWN(unsupported)", ""},
		{"the order of equal elements", "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *)); struct s { char key, n; };\n" +
			"static int c(const void *p, const void *q) { return ((struct s *)p)->key - ((struct s *)q)->key; }\n" +
			"int main(void) { struct s a[2] = {{1, 1}, {1, 2}}; qsort(a, 2, 2, c); if (a[0].n != 1) reach_error(); }", "UNKNOWN(approximation)", ""},
		{"a function with any arguments", "struct list { struct list *next; int v; }; int f(struct list *l, int *a, unsigned len) { if (len && l->next) a[len - 1] = 0; if (!l || len == 3 && a[0] == 7) reach_error(); return 1; }", "FALSE(unreach-call)", ""},
		{"a function with pointers that are not null", "struct list { struct list *next; int v; }; int f(struct list *l) { while (l->next) l = l->next; if (!l) reach_error(); return l->v; }", "TRUE", ""},
		{"a global array with any contents", "static int tab[4] = {1}; void set(int i) { tab[i & 3] = i; } int f(void) { if (tab[0] == 5) reach_error(); return 0; }", "FALSE(unreach-call)", ""},
		{"a global variable as it is initialised", "static int n = 3; int f(void) { if (n != 3) reach_error(); return 0; }", "TRUE", ""},
		{"an assertion", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) n = 0; /*@ assert n >= 0; */ return n; }", "TRUE", ""},
		{"an assertion, wrong", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) n = 1;\n//@ check here: n > 0;\n return n; }", "FALSE(unreach-call)", ""},
		{"an assertion behind if", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) /*@ assert n < 0; */ n = 0; /*@ assert n >= 0 ==> n + 1 > 0; */ return n; }", "TRUE", ""},
		{"an assertion behind if, wrong", "int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) /*@ assert n > 0; */ n = 0; return n; }", "FALSE(unreach-call)", ""},
		{"an assertion in a macro", "#define CHECK(x) assert x;\nint main(void) { int n = __VERIFIER_nondet_int(); /*@ CHECK(n != 3) */ return n; }", "FALSE(unreach-call)", ""},
		{"a pointer that is asserted", "int main(void) { int n, *p = __VERIFIER_nondet_int() ? &n : 0; /*@ assert p; */ return 0; }", "FALSE(unreach-call)", ""},
		{"an assertion and a contract", "/*@ requires n > 0; */ int f(int n) { /*@ assert n > 0; */ return n; } int main(void) { f(0); }", "FALSE(unreach-call)", ""},
		{"an assertion with logic", "int main(void) { int n = __VERIFIER_nondet_int(); /*@ assert 0 <= n < 3; */ return n; }", "FALSE(unreach-call)", ""},
		{"an assertion where no statement begins", "int main(void) { int n = __VERIFIER_nondet_int(), k = /*@ assert n > 0; */ n; return k; }", "TRUE", "a contract where neither a declaration nor a statement may begin is left out: the answer says nothing of it"},
		{"a contract that begins with a macro", "#define NEEDS requires\n/*@ NEEDS n > 0; */ int f(int n) { return n; } int main(void) { f(0); }", "FALSE(unreach-call)", ""},
		{"a contract in an expression that begins with a macro", "#define CLAIM(x) assert x;\nint main(void) { int n = __VERIFIER_nondet_int(), k = /*@ CLAIM(n > 0) */ n; return k; }", "TRUE", "a contract where neither a declaration nor a statement may begin is left out: the answer says nothing of it"},
		{"a comment with a macro that is no contract", "#define unused 1\nint f(int n /*@unused@*/) { return n; } int main(void) { f(0); reach_error(); }", "FALSE(unreach-call)", ""},
		{"a length that depends on the rounding", rounded("int a[(int)(1.0 / 3 * 3) + 1]; if (sizeof a != 8) reach_error();"), "UNKNOWN(unsupported)", ""},
		{"a loop that depends on the rounding", rounded("while (1.0 / 3 * 3 == 1) return 0; reach_error();"), "UNKNOWN(unsupported)", ""},
		{"a branch that depends on the rounding", rounded("1.0 / 3 * 3 == 1 || (reach_error(), 1); 1.0 / 3 * 3 == 1 ? (void)0 : reach_error();"), "UNKNOWN(unsupported)", ""},
		{"a constant for gcc that depends on the rounding", rounded("if (!__builtin_constant_p(1.0 / 3 * 3 == 1)) reach_error();"), "UNKNOWN(unsupported)", ""},
		{"an offset that depends on the rounding", "struct s { int a[4]; };\n" + rounded("if (__builtin_offsetof(struct s, a[(int)(1.0 / 3 * 3)]) != 4) reach_error();"), "UNKNOWN(unsupported)", ""},
		{"a bit that depends on the rounding", rounded("if (__builtin_popcount((int)(1.0 / 3 * 3)) != 1) reach_error();"), "UNKNOWN(unsupported)", ""},
		{"a sum that depends on the rounding", rounded("if (__builtin_add_overflow_p((int)(1.0 / 3 * 3), 2147483647, 0) != 1) reach_error();"), "UNKNOWN(unsupported)", ""},
		{"constants are rounded to nearest", rounded("static int a[1] = {(int)(1.0 / 3 * 3)}; enum { E = (int)(1.0 / 3 * 3) }; _Static_assert(1.0 / 3 * 3 == 1, \"\");\n" +
			"int b[(int)1.5]; switch (E) { case (int)(1.0 / 3 * 3): break; default: reach_error(); } if (a[0] != 1 || E != 1 || sizeof b != 4) reach_error();"), "TRUE", ""},
		{"a length computed in floats", "int main(void) { int a[(int)(1.0 / 3 * 3) + 1]; a[1] = 0; if (sizeof a != 8) reach_error(); }", "TRUE", ""},
		{"a contract", "/*@ requires n > 0; */ int f(int n) { return n; } int main(void) { f(0); }", "FALSE(unreach-call)", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			opts := cfront.Options{Properties: []string{"unreach-call"}}
			if !strings.Contains(c.text, "main(") {
				opts.Entry, opts.Environment.Valid = "f", true
			}
			res, err := Verify(ctx, prepare.New(opts, fstest.MapFS{"main.c": {Data: []byte(head + c.text)}}, "main.c"), Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			got := res.Verdict.String()
			if res.Reason != "" {
				got += "(" + string(res.Reason) + ")"
			} else if res.Trace != nil {
				got += "(" + res.Trace.Goal.Property + ")"
			}
			if got != c.want {
				t.Errorf("%s instead of %s", got, c.want)
			}
			said := ""
			if i := slices.IndexFunc(res.Notes, func(n ir.Note) bool { return n.Kind == ir.Remark }); i >= 0 {
				said = res.Notes[i].Text
			}
			if said != c.refused {
				t.Errorf("the note says %q instead of %q", said, c.refused)
			}
		})
	}
}

// rounded is a main that rounds down.
func rounded(body string) string {
	return "int fesetround(int); int main(void) { fesetround(0x400); " + body + " return 0; }"
}

// TestAssertionOfAnotherProperty: where assertions of comments are not asked for, they are evaluated, and what does not hold goes on.
func TestAssertionOfAnotherProperty(t *testing.T) {
	const text = "int __VERIFIER_nondet_int(void);\nint main(void) { int n = __VERIFIER_nondet_int(); /*@ assert n > 0; */ return n == 0 ? 1 / n : 0; }"
	opts := cfront.Options{Properties: []string{"div-by-zero"}}
	res, err := Verify(t.Context(), prepare.New(opts, fstest.MapFS{"main.c": {Data: []byte(text)}}, "main.c"), Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.False {
		t.Errorf("%s, %v", res.Verdict, res.Notes)
	}
}

// sorts is a program that sorts by a function.
func sorts(by string) string {
	return "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *)); int calls;\n" +
		"static int counting(const void *p, const void *q) { calls++; return *(const int *)p - *(const int *)q; }\n" +
		"static int pure(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }\n" +
		"int main(void) { int a[3] = {5, 3, 1}; int (*by)(const void *, const void *) = " + by + ";\n" +
		"qsort(a, 3, sizeof a[0], by); if (calls > 2 || a[0] != 1) reach_error(); }"
}

// TestMemoryOfConstructs: the same for properties of memory.
func TestMemoryOfConstructs(t *testing.T) {
	const head = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\n#define in __VERIFIER_nondet_int\n" +
		"struct list { struct list *next; int n; }; int x, a[4], *g; struct s { int a[2], b; } s; const int c = 1;\n"
	for _, c := range []struct{ property, text, want string }{
		{"bounds", "int main(void) { return a[in() & 3]; }", "TRUE"},
		{"bounds", "int main(void) { return a[in() & 4]; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { return s.a[in() & 2]; }", "FALSE(bounds)"},
		{"valid-deref", "int main(void) { return s.a[in() & 2]; }", "TRUE"}, // an object as a whole
		{"valid-deref", "int main(void) { return s.a[in() & 3]; }", "FALSE(valid-deref)"},
		{"valid-deref", "int main(void) { return a[(in() & 1) - 1]; }", "FALSE(valid-deref)"},
		{"bounds", "int main(void) { int *p = &a[4]; return p == a; }", "TRUE"},
		{"bounds", "int main(void) { int *p = &a[5]; return p == a; }", "FALSE(bounds)"},
		{"bounds", "int b[3][4]; int main(void) { return b[2][in() & 3] + b[in() & 3][0]; }", "FALSE(bounds)"},
		{"bounds", "int b[3][4]; int main(void) { return b[2][in() & 3] + b[in() & 1][in() & 3]; }", "TRUE"},
		{"bounds", "int main(void) { struct s *p = malloc(8); if (!p) return 0; p->a[1] = 1; free(p); return 0; }", "TRUE"},
		{"bounds", "int main(void) { struct s *p = malloc(8); if (!p) return 0; p->b = 1; return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { struct s *p = malloc(8), q = { 1 }; if (!p) return 0; *p = q; return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { struct s *p = 0; return p->b; }", "TRUE"}, // null looks for that
		{"valid-deref", "int main(void) { struct s *p = 0; return p->b; }", "FALSE(valid-deref)"},
		{"bounds", "int main(void) { int *p = malloc(4); if (p) { free(p); return *p; } return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { *(int *)&c = 2; return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { char *p = in() ? \"ab\" : (char *)a; p[1] = 0; return 0; }", "FALSE(bounds)"},
		{"bounds", "struct b { int n : 3, m : 20; } *p; int main(void) { p = malloc(3); if (p) p->m = 1; return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { char b[4]; memset(b, 1, 4); return strlen(b); }", "FALSE(bounds)"},
		{"bounds", "int main(void) { char b[4]; memset(b, 1, 4); b[3] = 0; printf(\"%s\", b); return strlen(b); }", "TRUE"},
		{"bounds", "int main(void) { char b[4]; memset(b, 1, 4); printf(\"%d %s\", 1, b); return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { char b[4]; memset(b, 1, 4); printf(\"%.4s\", b); return 0; }", "TRUE"},
		{"bounds", "int main(void) { char b[4]; memset(b, 1, 4); printf(\"%.*s\", 5, b); return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { memcpy(a, &s, sizeof s); memset(a, 0, sizeof a + 1); return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { int n = in(); if (n < 0 || n > 16) return 0; memset(a, 0, n); return 0; }", "TRUE"},
		{"bounds", "int main(void) { int n = in(); if (n < 0 || n > 17) return 0; memset(a, 0, n); return 0; }", "FALSE(bounds)"},
		{"bounds", "int f(struct s q) { return q.b; } int main(void) { struct s *p = malloc(8); return p ? f(*p) : 0; }", "FALSE(bounds)"},
		{"bounds", "int f(int n, ...) { return n; } int main(void) { struct s *p = malloc(8); return p ? f(1, *p) : 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { volatile int *p = malloc(8); return p ? p[2] : 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { struct s *p = malloc(8), q; if (!p) return 0; q = *p; return q.b; }", "FALSE(bounds)"},
		{"bounds", "struct s f(void) { struct s *p = malloc(8), q = { 0 }; if (!p) return q; return *p; } int main(void) { f(); return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { int *p = malloc(8); if (!p) return 0; __atomic_store_n(p + 2, 1, 0); return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { int *p = malloc(8); if (!p) return 0; p[2] += 1; return 0; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { int *p = malloc(8), n; if (!p) return 0; return in() && p[2]; }", "FALSE(bounds)"},
		{"bounds", "int main(void) { int *p = malloc(8), n; if (!p) return 0; (void)p[2]; return 0; }", "FALSE(bounds)"},
		{"null", "int main(void) { char *p = in() ? 0 : (char *)a; return strlen(p); }", "FALSE(null)"},
		{"null", "int main(void) { char *p = in() ? 0 : (char *)a; memcpy(p, a, 0); printf(\"%s\", p); free(p); return 0; }", "TRUE"},
		{"null", "int main(void) { int *p = in() ? 0 : a; return __atomic_load_n(p, 0); }", "FALSE(null)"},
		{"valid-deref", "int main(void) { int *p; { int y = 1; p = &y; } return *p; }", "FALSE(valid-deref)"},
		{"valid-deref", "int main(void) { int *p = &x; for (int i = 0; i < 3; i++) { int y = i; if (i == 2) return *p; p = &y; } return 0; }", "UNKNOWN(unsupported property)"},
		{"valid-deref", "int main(void) { int *p = &x; { int y = 1; p = &y; goto out; } out: return *p; }", "FALSE(valid-deref)"},
		{"valid-deref", "int main(void) { int *p = &x, n = 0; { int y; again: y = n; p = &y; if (n++ < 2) goto again; n = *p; } return n; }", "TRUE"},
		{"valid-deref", "int main(void) { int *p = &x; switch (in()) { int y; case 1: y = 1; p = &y; x = *p; break; default: p = &x; } return x; }", "TRUE"},
		{"valid-deref", "int main(void) { int *p = &x; switch (in()) { int y; case 1: y = 1; p = &y; x = *p; break; default: p = &x; } return *p; }", "FALSE(valid-deref)"},
		{"valid-deref", "int main(void) { int *p = &x; while (1) { int y = 1; p = &y; if (in()) continue; break; } return *p; }", "FALSE(valid-deref)"},
		{"valid-deref", "int main(void) { int *p = &x; goto in_; { int y; in_: y = 1; p = &y; x = *p; } return x; }", "TRUE"},
		{"valid-deref", "int *f(void) { int y = 1; int *p = &y; return p; } int main(void) { return *f(); }", "FALSE(valid-deref)"},
		{"valid-deref", "int *f(int n) { int y = n; if (!n) return g; g = &y; int *r = f(n - 1); return n == 2 ? r : g; } int main(void) { return *f(2); }", "FALSE(valid-deref)"},
		{"valid-deref", "int *f(int y) { return &y; } int main(void) { int *p = f(1); return *p; }", "FALSE(valid-deref)"},
		{"valid-deref", "int main(void) { int *p = &x; { p = (int[]){ 1, 2 }; x = p[1]; } return x; }", "TRUE"},
		{"valid-deref", "int main(void) { int *p = &x; { p = (int[]){ 1, 2 }; } return *p; }", "FALSE(valid-deref)"},
		{"valid-deref", "int *f(int n) { int v[n]; v[0] = 1; g = v; return g; } int main(void) { return *f(2); }", "FALSE(valid-deref)"},
		{"valid-deref", "struct v { int e[2]; }; struct v f(void) { return (struct v){ { 1, 2 } }; } int main(void) { int *p = f().e + 1; return *p; }", "UNKNOWN(unsupported)"},
		{"valid-deref", "struct v { int e[2]; }; struct v f(void) { return (struct v){ { 1, 2 } }; } int main(void) { int n = f().e[1]; return n; }", "TRUE"},
		{"valid-deref", "void f(void) { g = __builtin_alloca(8); g[1] = 1; } int main(void) { f(); return g[1]; }", "FALSE(valid-deref)"},
		{"valid-deref", "int main(void) { g = __builtin_alloca(8); g[1] = 1; return g[1]; }", "TRUE"},
		{"valid-deref", "struct p { int *p; }; struct p f(struct p q) { return q; } int main(void) { struct p q = { &x }; q = f(q); return *q.p; }", "TRUE"},
		{"valid-deref", "int main(void) { memcpy(a, a + (in() & 1), 8); return 0; }", "UNKNOWN(approximation)"},
		{"valid-deref", "int main(void) { int *p = malloc(4), *q; if (!p) return 0; *p = 1; q = realloc(p, 8); if (!q) return 0; q[1] = 1; return *p; }", "FALSE(valid-deref)"},
		{"valid-deref", "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 1; p = realloc(p, 8); if (!p) return 0; p[1] = 1; return *p; }", "TRUE"},
		{"valid-deref", "int f(int *p) { return p[1]; } int main(void) { int v[2] = { 1, 2 }; return f(v) + f(&v[1] - 1); }", "TRUE"},
		{"valid-deref", "int main(void) { unsigned long n = (unsigned long)&x; return *(int *)n; }", "TRUE"},
		{"valid-free", "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }", "FALSE(valid-free)"},
		{"valid-free", "int main(void) { int *p = malloc(4); if (p) free(p + 1); return 0; }", "FALSE(valid-free)"},
		{"valid-free", "int main(void) { int *p = in() ? malloc(4) : 0; free(p); return 0; }", "TRUE"},
		{"valid-free", "int main(void) { int *p = a; p = realloc(p, 8); return 0; }", "FALSE(valid-free)"},
		{"valid-memcleanup", "int main(void) { int *p = malloc(4); if (in()) exit(1); free(p); return 0; }", "FALSE(valid-memcleanup)"},
		{"valid-memcleanup", "int main(void) { int *p = malloc(4); if (in()) { free(p); exit(1); } free(p); return 0; }", "TRUE"},
		{"valid-memcleanup", "int main(void) { g = malloc(4); return 0; }", "FALSE(valid-memcleanup)"},
		{"valid-memtrack", "int main(void) { g = malloc(4); return 0; }", "TRUE"},
		{"valid-memtrack", "int main(void) { int *p = malloc(4); return p != 0; }", "FALSE(valid-memtrack)"},
		{"valid-memtrack", "int main(void) { int *p = malloc(4); if (p) exit(1); return 0; }", "TRUE"},
		{"valid-memtrack", "void f(void) { int *p = malloc(4); x = p != 0; } int main(void) { f(); exit(0); }", "FALSE(valid-memtrack)"},
		{"valid-memtrack", "int main(void) { { int *p = malloc(4); x = p != 0; } exit(0); }", "FALSE(valid-memtrack)"},
		{"valid-memtrack", "int main(void) { struct list l; { struct list k = { malloc(4), 1 }; x = k.next != 0; } exit(0); }", "FALSE(valid-memtrack)"},
		{"valid-memtrack", "struct p { int *p; }; void f(struct p q) { x = q.p != 0; } int main(void) { struct p q = { malloc(4) }; f(q); q.p = 0; return 0; }", "FALSE(valid-memtrack)"},
		{"valid-memtrack", "struct p { int *p; }; struct p f(void) { struct p q = { malloc(4) }; return q; } int main(void) { struct p q = f(); q.p = 0; return 0; }", "FALSE(valid-memtrack)"},
	} {
		t.Run(c.property+" "+c.text, func(t *testing.T) {
			opts := cfront.Options{Properties: []string{c.property}}
			res := verify(t, opts, head+c.text)
			got := res.Verdict.String()
			if res.Trace != nil {
				got += "(" + res.Trace.Goal.Property + ")"
			} else if res.Reason != "" {
				got += "(" + string(res.Reason) + ")"
			}
			if got != c.want {
				t.Errorf("%s instead of %s: %s", got, c.want, res.Detail)
			}
		})
	}
}

// TestExternalMain: the program begins with the main that is external, where another file has a static one.
func TestExternalMain(t *testing.T) {
	files := fstest.MapFS{
		"a.c": {Data: []byte("static int main(void) { return 1; } int f(void) { return main(); }")},
		"b.c": {Data: []byte("extern void reach_error(void); int f(void); int main(void) { if (f() != 1) return 0; reach_error(); }")},
		"c.c": {Data: []byte("static int main(void) { return 2; } int g(void) { return main(); }")},
	}
	for range 5 {
		res := verifyFiles(t, cfront.Options{}, files, "a.c", "b.c", "c.c")
		if res.Verdict != verdict.False {
			t.Fatalf("%s: %s %v", res.Verdict, res.Detail, res.Notes)
		}
	}
}

// TestUnknownSurroundings: what an entry may be given of which nothing is known.
func TestUnknownSurroundings(t *testing.T) {
	const head = "#include <errno.h>\nextern void reach_error(void); struct s { int n; char c; struct s *next; _Bool b; };\n"
	globals, any := cfront.Options{Entry: "f", Unknown: cfront.Unknown{UnknownGlobals: true}}, cfront.Options{Entry: "f", Unknown: cfront.Unknown{UnknownPointers: cfront.Any}}
	for _, c := range []struct {
		opts cfront.Options
		text string
		want verdict.Verdict
	}{
		{globals, "int g; void f(void) { if (g == 5) reach_error(); }", verdict.False},
		{cfront.Options{Entry: "f"}, "int g; void f(void) { if (g == 5) reach_error(); }", verdict.True},
		{globals, "static int g; void f(void) { if (g == 5) reach_error(); }", verdict.False},
		{globals, "int g = 1; void f(void) { if (g == 5) reach_error(); }", verdict.True},
		{globals, "void f(void) { static int g; if (g == 5) reach_error(); }", verdict.True},
		{globals, "int g[3]; void f(void) { if (g[2] == 5) reach_error(); }", verdict.False},
		{globals, "struct s g; void f(void) { if (g.c == 5) reach_error(); }", verdict.False},
		{globals, "_Bool g; void f(void) { if (g != 0 && g != 1) reach_error(); }", verdict.True},
		{globals, "_Bool g[2]; void f(void) { if (g[1] != 0 && g[1] != 1) reach_error(); }", verdict.True},
		{globals, "void f(void) { if (errno == 5) reach_error(); }", verdict.False},
		{globals, "int main(void) { static int x; extern int g; if (x || g == 5) reach_error(); } int g; void f(void) { main(); }", verdict.False},
		{cfront.Options{Entry: "f"}, "void f(int *p, int *q) { *p = 1; *q = 2; if (*p != 1) reach_error(); }", verdict.True},
		{any, "void f(int *p, int *q) { *p = 1; *q = 2; if (*p != 1) reach_error(); }", verdict.False},
		{cfront.Options{Entry: "f"}, "void f(struct s a) { if (a.n == 3 && a.c == 4) reach_error(); }", verdict.False},
		{cfront.Options{Entry: "f"}, "void f(struct s a) { if (a.b != 0 && a.b != 1) reach_error(); }", verdict.True},
		{cfront.Options{Entry: "f"}, "int f(int n, struct s a) { if (n > 0) return f(n - 1, a); if (a.n == 3) reach_error(); return 0; }", verdict.False},
	} {
		res := verify(t, c.opts, head+c.text)
		if res.Verdict != c.want {
			t.Errorf("%s: %s %s, want %s %v", c.text, res.Verdict, res.Detail, c.want, res.Notes)
		}
	}
}

// TestUnboundedIntegers: integers are those of mathematics.
func TestUnboundedIntegers(t *testing.T) {
	const head = "extern void reach_error(void); int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void);\n#include <stdlib.h>\n"
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{"int main(void) { int n = __VERIFIER_nondet_int(); if (n + 1 <= n) reach_error(); }", verdict.True},
		{"int main(void) { int n = __VERIFIER_nondet_int(); if (n * 2 > 4000000000) reach_error(); }", verdict.False},
		{"int main(void) { int n = __VERIFIER_nondet_int(); char c = n; if (c != n) reach_error(); }", verdict.True},
		{"int main(void) { unsigned n = 0; n--; if (n + 1) reach_error(); if (n < 0) reach_error(); }", verdict.False},
		{"int main(void) { int n = 1; n = n << 40; if (n != 1099511627776) reach_error(); }", verdict.True},
		{"int main(void) { int n = __VERIFIER_nondet_int(); if (n / 2 * 2 + n % 2 != n) reach_error(); }", verdict.True},
		{"int main(void) { _Bool b = __VERIFIER_nondet_int(); if (b != 0 && b != 1) reach_error(); }", verdict.True},
		{"int a[4] = {1, 2, 3, 4}; int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 3) return 0; if (a[i] != i + 1) reach_error(); }", verdict.True},
		{"int main(void) { int n = __VERIFIER_nondet_int(), r; if (__builtin_add_overflow(n, 1, &r) || r != n + 1) reach_error(); }", verdict.True},
		{"int main(void) { long n = __VERIFIER_nondet_int(); char *p = malloc(n); if (n < 0 && p) reach_error(); }", verdict.True},
		{"struct { int n : 3; } s; int main(void) { s.n = 3; if (s.n != 3) reach_error(); }", verdict.Unknown},
		{"int main(void) { double x = 1; if (x != 1) reach_error(); }", verdict.Unknown},
	} {
		res := verify(t, cfront.Options{Math: true}, head+c.text)
		if res.Verdict != c.want {
			t.Errorf("%s: %s %s, want %s %v", c.text, res.Verdict, res.Detail, c.want, res.Notes)
		}
	}
}

// TestNextArgument: va_arg gives the next argument where a va_list is a pointer, in a variable, too.
func TestNextArgument(t *testing.T) {
	const text = `#include <stdarg.h>
extern void reach_error(void);
struct s { int n[3]; };
static long long sum(int n, ...) { va_list l; va_start(l, n); long long s = va_arg(l, int); s += va_arg(l, long long); s += va_arg(l, struct s).n[1]; s += *va_arg(l, char *); va_end(l); return s; }
int main(void) { struct s a = {{10, 20, 30}}; if (sum(4, 1, 2ll, a, "A") != 1 + 2 + 20 + 'A') reach_error(); }`
	for _, narrow := range []bool{false, true} {
		res := verify(t, cfront.Options{ILP32: narrow, Properties: []string{"unreach-call"}}, text)
		if res.Verdict != verdict.True {
			t.Errorf("%v: %s %s %v", narrow, res.Verdict, res.Detail, res.Notes)
		}
	}
}

// TestLeftByEntry: blocks that are left when the entry returns are no leak, which a note says; those that are left when it ends the
// program are, but for the surroundings' own.
func TestLeftByEntry(t *testing.T) {
	const text = `#include <stdlib.h>
struct s { int *p; int n; };
void keep(struct s *x) { x->p = malloc(4); }
void leave(struct s *x) { int *q = malloc(4); if (x->n) exit(1); free(q); }
void stop(struct s *x) { exit(x->n); }
`
	for entry, want := range map[string]verdict.Verdict{"keep": verdict.True, "leave": verdict.False, "stop": verdict.True} {
		res := verify(t, cfront.Options{Entry: entry, Properties: []string{"valid-memcleanup"}, Environment: cfront.Environment{Valid: true}}, text)
		if res.Verdict != want {
			t.Errorf("%s: %v %s, want %v", entry, res.Verdict, res.Detail, want)
		}
		noted := false
		for _, n := range res.Program.Notes {
			noted = noted || strings.HasPrefix(n.Text, "blocks that are left when "+entry+" returns")
		}
		if !noted {
			t.Errorf("%s: the notes are %v", entry, res.Program.Notes)
		}
	}
}

// TestUnsupportedParts: what is not supported in a function, or of a statement, matters where an execution comes to it.
func TestUnsupportedParts(t *testing.T) {
	const head = "extern void reach_error(void); int __VERIFIER_nondet_int(void); double _Complex z; _Float128 w;\n" +
		"int bits(void) { _BitInt(200) x = 3; return x; } int member(int n) { struct { int a[n]; int b; } x; x.b = 3; return x.b; }\n" +
		"_Float128 wide(_Float128 x) { return x + 1; }\n"
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{"if (n < -9 && n > 9) bits(); if (n == 1) reach_error();", verdict.False},
		{"if (n < -9 && n > 9) bits(); if (n == 1 && n == 2) reach_error();", verdict.True},
		{"if (n == 3) member(n); if (n == 1 && n == 2) reach_error();", verdict.Unknown},
		{"if (n == 3) n = member(n); if (n == 1) reach_error();", verdict.False},
		{"if (n == 3) return bits(); if (n == 1 && n == 2) reach_error();", verdict.Unknown},
		{"if (n == 3) z = z / z; if (n == 1 && n == 2) reach_error();", verdict.Unknown},
		{"if (n == 3 && n == 4) z = z / z; if (n == 1 && n == 2) reach_error();", verdict.True},
		{"if (n == 3 && z / z == z) n = 5; if (n == 4 && n == 5) reach_error();", verdict.Unknown},
		{"switch ((int)__real__ (z / z)) { case 1: in: if (n == 7) reach_error(); return 0; } if (n == 7) goto in;", verdict.Unknown},
		{"if (n > 7) goto in; if (n < 9) return 0; if (__real__ (z / z) > 2) { in: if (n == 8) reach_error(); }", verdict.False},
		{"if (n == 3) w = wide(w); if (n == 1 && n == 2) reach_error();", verdict.Unknown},
		{"_Float128 (*f)(_Float128) = wide; if (n == 3 && n == 2) w = f(w); if (n == 1 && !f) reach_error();", verdict.True},
		{"if (n == 3) __builtin_apply_args(); if (n == 1 && n == 2) reach_error();", verdict.Unknown},
		{"if (n == 3) __CPROVER_whatever(); if (n == 1 && n == 2) reach_error();", verdict.Unknown},
	} {
		res := verify(t, cfront.Options{}, head+"int main(void) { int n = __VERIFIER_nondet_int(); "+c.text+" return 0; }\n")
		if res.Verdict != c.want {
			t.Errorf("%s: %s(%s) %s, want %s %v", c.text, res.Verdict, res.Reason, res.Detail, c.want, res.Notes)
		}
	}
}

// TestFaultsAreForPeople: that a goal has its operands asks nothing of the table of what pointers point to, which has nothing of them.
func TestFaultsAreForPeople(t *testing.T) {
	const text = "extern int in(void);\nstatic const char n[] = \"n\";\nint main(void) { int i = in(); if (i < 100) return i + n[0]; return 0; }"
	res, err := Verify(t.Context(), prepare.New(cfront.Options{Properties: []string{"no-overflow"}}, fstest.MapFS{"main.c": {Data: []byte(text)}}, "main.c"), Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.True {
		t.Errorf("%s, %s", res.Verdict, res.Detail)
	}
}
