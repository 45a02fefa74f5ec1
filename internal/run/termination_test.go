package run

import (
	"context"
	"strings"
	"testing"
	"time"

	"craig/internal/abstract/ranking"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/prepare/reduce"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/internal/testenv"
)

// askedEnd is what is said of whether the executions of a program end.
func askedEnd(t *testing.T, text string) (*Result, *prepare.Program) {
	t.Helper()
	prog := prepare.New(cfront.Options{Properties: []string{"termination"}}, nil, "a.c")
	prog.Give("a.c", []byte("extern int nondet(void); extern unsigned unondet(void); extern void __VERIFIER_assume(int);\n#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n"+text))
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	res, err := Verify(ctx, prog, Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return res, prog
}

// TestTermination: small programs, most of which have a trap.
func TestTermination(t *testing.T) {
	const (
		yes, no, open   = "TRUE", "FALSE", "UNKNOWN"
		notYes, notNo   = "no TRUE", "no FALSE" // with no it would be no mistake to decide it
		mainOf, endMain = "int main(void) { ", " }"
	)
	for i, c := range []struct{ name, text, want string }{
		{"no loop", mainOf + "return 0;" + endMain, yes},
		{"a counter", mainOf + "int n = nondet(); for (int i = 0; i < n; i++); return 0;" + endMain, yes},
		{"a counter that stays", mainOf + "int n = nondet(); for (int i = 0; i < n; ); return 0;" + endMain, no},
		{"odd numbers only", mainOf + "unsigned x = unondet(); while (x != 0) x += 2; return 0;" + endMain, no},
		{"up to a wrap", mainOf + "unsigned x = unondet(); while (x > 10) x++; return 0;" + endMain, yes},
		{"bits", mainOf + "unsigned x = unondet(); while (x) x &= x - 1; return 0;" + endMain, yes},
		{"shifts", mainOf + "unsigned x = unondet(); while (x) x >>= 1; return 0;" + endMain, yes},
		{"remainders", mainOf + "unsigned a = unondet(), b = unondet(); while (b) { unsigned r = a % b; a = b; b = r; } return 0;" + endMain, yes},
		{"two phases", mainOf + "int x = nondet(), y = nondet(); while (x > 0 && y > 0) if (nondet()) { x--; y = nondet(); } else y--; return 0;" + endMain, yes},
		{"a variant that is given", mainOf + "int a = nondet(), b = nondet(), c = nondet(); if (a > 99 || b > 99 || c > 99) return 0; /*@ loop variant a + b + c; */ while (a > 0 && b > 0 && c > 0) { if (nondet()) { a -= 2; b++; } else if (nondet()) { b -= 2; c++; } else { c -= 2; a++; } } return 0;" + endMain, yes},
		{"a variant that is none", mainOf + "int n = nondet(); /*@ loop variant n; */ while (n > 0) if (nondet()) n--; return 0;" + endMain, no},
		{"a variant that reads what may not be there", mainOf + "int *p = nondet() ? malloc(4) : 0; /*@ loop variant *p; */ while (p == 0); return 0;" + endMain, no},
		{"a variant that divides", mainOf + "int n = nondet(); /*@ loop variant 10 / n; */ while (n == 0); return 0;" + endMain, no},
		{"a variant that overflows", mainOf + "int n = nondet(); /*@ loop variant n + n; */ while (n == 2147483647); return 0;" + endMain, no},
		{"nested", mainOf + "for (int i = 0; i < 10; i++) for (int j = 0; j < i; j++) for (int k = j; k > 0; k--); return 0;" + endMain, yes},
		{"nested, the inner one takes back", mainOf + "for (int i = 0; i < 10; i++) for (int j = 0; j < 3; j++) i = 0; return 0;" + endMain, no},
		{"two entries", mainOf + "int n = nondet(); if (nondet()) goto b; a: n--; b: if (n > 0) goto a; return 0;" + endMain, yes},
		{"overflow both ways", mainOf + "int x = nondet(); while (x > 0) x++; return 0;" + endMain, yes},
		{"overflow only", mainOf + "int i = 0; for (;;) i++;" + endMain, open},
		{"a float that stops growing", mainOf + "float x = 0; while (x < 1e9f) x += 1.0f; return 0;" + endMain, notYes},
		{"an input", mainOf + "while (nondet()); return 0;" + endMain, no},
		{"an assumption", mainOf + "int x = 1; while (x) { __VERIFIER_assume(!x); } return 0;" + endMain, yes},
		{"exit", mainOf + "for (;;) exit(0);" + endMain, yes},
		{"all inputs end it but one", mainOf + "int x = nondet(); while (x == 77777); return 0;" + endMain, no},

		{"blocks without end", mainOf + "for (;;) malloc(1);" + endMain, notYes},
		{"blocks that are freed", mainOf + "for (;;) free(malloc(1));" + endMain, notYes},
		{"the last block", mainOf + "char *q = 0; for (;;) q = malloc(16); return q != 0;" + endMain, notYes},
		{"a list without end", "struct l { struct l *next; };" + mainOf + "struct l *h = 0; for (;;) { struct l *n = malloc(sizeof *n); n->next = h; h = n; }" + endMain, notYes},
		{"stack without end", mainOf + "for (;;) { int n = 3; char a[n]; a[0] = 0; }" + endMain, notYes},

		{"undefined: a pointer that leaves its object", mainOf + "char a[4], *p = a; while (p) p++;" + endMain, notNo},
		{"undefined: a pointer in memory that leaves its object", "struct { char *p; } s;" + mainOf + "char a[4]; s.p = a; while (s.p) s.p++;" + endMain, notNo},
		{"undefined: a parameter that leaves its object", "void f(char *p) { if (p) f(p + 1); }" + mainOf + "char a[4]; f(a);" + endMain, notNo},
		{"a pointer that is moved and used", mainOf + "static char a[2]; char *p = a; for (;;) { p++; *p = 1; p--; }" + endMain, no},
		{"undefined: null", mainOf + "int *p = 0; for (;;) *p = 1;" + endMain, notNo},
		{"undefined: an index", mainOf + "int a[3], i = 0; for (;;) { a[i & 7] = 0; i = i < 7 ? i + 1 : 0; }" + endMain, notNo},
		{"undefined: a division", mainOf + "int z = 0; for (;;) { int y = 1 / z; z = y & 0; }" + endMain, notNo},
		{"undefined: a freed block", mainOf + "char *p = malloc(1); free(p); for (;;) *p = 1;" + endMain, notNo},
		{"undefined: no value", mainOf + "int x; while (x == 0 || x != 0);" + endMain, notNo},
		{"undefined before it", mainOf + "int z = 0; z = 1 / z; for (;;);" + endMain, notNo},
		{"volatile", "volatile int v;" + mainOf + "while (v); return 0;" + endMain, notYes},
		{"time that goes on", "#include <time.h>\n" + mainOf + "time_t t = time(0); while (time(0) < t + 5); return 0;" + endMain, notNo},
		{"time that is measured", "#include <time.h>\n" + mainOf + "clock_t t = clock(); while (clock() < t + 5); return 0;" + endMain, notNo},
		{"time of the day", "#include <sys/time.h>\n" + mainOf + "struct timeval t; do gettimeofday(&t, 0); while (t.tv_sec < 5); return 0;" + endMain, notNo},
		{"a random number before it", mainOf + "if (rand()) for (;;); return 0;" + endMain, no},
		{"main calls itself", "int g;" + "int main(int n, char **a) { if (g == 1) for (;;); g = 1; if (n > 0) main(n - 1, a); return 0;" + endMain, notYes},
		{"padding", "struct s { char c; int i; };" + mainOf + "struct s a = {1, 2}, b = {1, 2}; while (memcmp(&a, &b, sizeof a)); return 0;" + endMain, notNo},

		{"pointers to two numbers", "int g(int *a, int *b) { while (*a != *b) if (*a > *b) *a -= *b; else *b -= *a; return *a; }" + mainOf + "int x = nondet(), y = nondet(); if (x >= 0 && y >= 0) g(&x, &y); return 0;" + endMain, no},
		{"pointers to two positive numbers", "int g(int *a, int *b) { while (*a != *b) if (*a > *b) *a -= *b; else *b -= *a; return *a; }" + mainOf + "int x = nondet(), y = nondet(); if (x > 0 && y > 0) g(&x, &y); return 0;" + endMain, notNo},
		{"pointers to one number", "int g(int *a, int *b) { while (*a != *b) if (*a > *b) *a -= *b; else *b -= *a; return *a; }" + mainOf + "int x = nondet(); if (x >= 0) g(&x, &x); return 0;" + endMain, yes},
		{"recursion", "void f(int n) { if (n > 0) f(n - 1); }" + mainOf + "f(nondet()); return 0;" + endMain, yes},
		{"recursion that stays", "void f(int n) { if (n > 0) f(n); }" + mainOf + "f(nondet()); return 0;" + endMain, no},
		{"recursion without a condition", "void f(void) { f(); }" + mainOf + "f(); return 0;" + endMain, no},
		{"Ackermann", "int a(int m, int n) { if (m <= 0) return n + 1; if (n <= 0) return a(m - 1, 1); return a(m - 1, a(m, n - 1)); }" + mainOf + "a(nondet(), nondet()); return 0;" + endMain, yes},
		{"an input that is one more each time", mainOf + "unsigned x = unondet(); for (;;) { unsigned y = unondet(); if (y != x + 1) break; x = y; } return 0;" + endMain, no},
		{"an input that is what was counted", mainOf + "int x = nondet(), k = 0; while (x >= 0) { k = k < 100 ? k + 1 : 0; x = nondet(); if (x != k) x = -1; } return 0;" + endMain, no},
		{"an input that would have to be one more than it can be", mainOf + "int x = nondet(); for (;;) { int y = nondet(); if (y <= x) break; x = y; } return 0;" + endMain, yes},
		{"McCarthy 91", "int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }" + mainOf + "f(nondet()); return 0;" + endMain, yes},
		{"recursion with a measure that is given", "/*@ decreases a + b + c; */ void f(int a, int b, int c) { if (a > 0 && b > 0 && c > 0) { if (nondet()) f(a - 2, b + 1, c); else if (nondet()) f(a, b - 2, c + 1); else f(a + 1, b, c - 2); } }" + mainOf + "int a = nondet(), b = nondet(), c = nondet(); if (a > 99 || b > 99 || c > 99) return 0; f(a, b, c); return 0;" + endMain, yes},
		{"two loops that jump into each other", mainOf + "int n = nondet(), m = nondet(); if (n > m) goto in; while (n > 0) { n--; in: while (m > 0) { m--; if (nondet()) goto out; } out: ; } return 0;" + endMain, yes},
		{"a loop around recursion", "void f(int n) { if (n > 0) f(n - 1); }" + mainOf + "for (;;) f(3);" + endMain, notYes},
		{"recursion that changes what a loop counts", "int g; void f(int n) { if (n > 0) { g = 0; f(n - 1); } }" + mainOf + "while (g < 10) { g++; f(nondet()); } return 0;" + endMain, notYes},
		{"recursion swaps its parameters", "void f(int a, int b) { if (a > 0) f(b, a); }" + mainOf + "f(1, 2); return 0;" + endMain, notYes},
		{"recursion in a loop", "void f(int n) { for (int i = 0; i < n; i++) f(n - 1); }" + mainOf + "f(nondet()); return 0;" + endMain, yes},
		{"recursion by a pointer", "void f(void (*g)(), int n) { if (n > 0) g(g, n - 1); }" + mainOf + "f(f, 10); return 0;" + endMain, notNo},

		{"at exit", "void h(void) { for (;;); }" + mainOf + "atexit(h); return 0;" + endMain, notYes},
		{"a destructor", "__attribute__((destructor)) void h(void) { for (;;); }" + mainOf + "return 0;" + endMain, notYes},
		{"a constructor", "__attribute__((constructor)) void h(void) { for (;;); }" + mainOf + "return 0;" + endMain, notYes},
		{"a comparison that does not return", "int c(const void *a, const void *b) { for (;;); }" + mainOf + "int a[2] = {2, 1}; qsort(a, 2, sizeof *a, c); return 0;" + endMain, notYes},
		{"a search that does not return", "int c(const void *a, const void *b) { for (;;); }" + mainOf + "int a[2] = {2, 1}; return bsearch(a, a, 2, sizeof *a, c) != 0;" + endMain, notYes},
		{"a cleanup that does not return", "void h(int *p) { for (;;); }" + mainOf + "__attribute__((cleanup(h))) int x = 0; return 0;" + endMain, notYes},
		{"library loops", mainOf + "char a[8]; strcpy(a, \"abc\"); return strlen(a) == 3;" + endMain, yes},
		{"a list", "struct l { struct l *next; };" + mainOf + "struct l a, b; a.next = &b; b.next = 0; for (struct l *p = &a; p; p = p->next); return 0;" + endMain, notNo},
		{"a ring", "struct l { struct l *next; };" + mainOf + "struct l a, b; a.next = &b; b.next = &a; for (struct l *p = &a; p; p = p->next); return 0;" + endMain, no},
		{"more ways than can be counted", mainOf + "int n = nondet(), a = 0; while (n > 0) { " + strings.Repeat("if (nondet()) a ^= 5; else if (nondet() == 3) a &= 12; ", 6) + "n--; if (a == 3) n--; } return a;" + endMain, yes},
		{"a string of any length", mainOf + "unsigned n = unondet(); char *s = malloc(n + 1ul); if (!s) return 0; for (unsigned i = 0; i < n; i++) s[i] = nondet(); s[n] = 0; char *p = s; while (*p) p++; return 0;" + endMain, yes},
		{"a string of any length that a loop shortens", mainOf + "unsigned n = unondet(); if (n < 5) return 0; char *s = malloc(n + 1ul); if (!s) return 0; for (unsigned i = 0; i < n; i++) s[i] = nondet(); s[n] = 0; for (char *p = s; *p; p++) if (nondet()) { *p = 1; p--; } return 0;" + endMain, notYes},
		{"a string whose end is overwritten", mainOf + "unsigned n = unondet() & 15; char *s = malloc(n + 9ul); if (!s) return 0; s[n] = 0; unsigned i = 0; while (s[i & 7]) { s[n] = 1; i++; } return 0;" + endMain, notYes},
		{"strings that are searched for each character of another one", "char *f(const char *s, const char *chars) { while (*s && !strchr(chars, *s)) s++; return (char *)s; }" + mainOf + "unsigned n = unondet(), m = unondet(); char *s = malloc(n + 1ul), *t = malloc(m + 1ul); if (!s || !t) return 0; s[n] = t[m] = 0; f(s, t); return 0;" + endMain, yes},
		{"a string", "char s[] = \"abcdef\";" + mainOf + "char *p = s; while (*p) p++; return 0;" + endMain, yes},
	} {
		if i%5 != 0 && !testenv.Night() {
			continue
		}
		begun := time.Now()
		res, prog := askedEnd(t, c.text)
		is := res.Verdict.String()
		t.Logf("%s: %s, %v", c.name, is, time.Since(begun))
		if c.want == is || c.want == notYes && is != yes || c.want == notNo && is != no {
			if res.Verdict == verdict.Unknown {
				continue
			}
			p, err := Load(context.Background(), prog, res.Verdict, formOf(&res.Result))
			if err == nil {
				_, err = Certify(context.Background(), p, &res.Result, nil, 1)
			}
			if err != nil {
				t.Errorf("%s: %s is not confirmed: %v", c.name, is, err)
			}
			continue
		}
		t.Errorf("%s: %s, want %s; %s", c.name, is, c.want, res.Detail)
	}
}

// TestPassesLeaveOut: each of the passes for questions of safety leaves out a loop that has no end, by itself. So TestLoopsStay is about something.
func TestPassesLeaveOut(t *testing.T) {
	const loop = "int main(void) { int n = nondet(); while (n == 3) ; if (nondet() == 4) abort(); return 0; }"
	prog := prepare.New(cfront.Options{Properties: []string{"unreach-call"}}, nil, "a.c")
	prog.Give("a.c", []byte("extern int nondet(void); extern void abort(void), reach_error(void); "+strings.Replace(loop, "abort()", "reach_error()", 1)))
	inlined, err := prog.Inlined(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	calls, err := prog.Interprocedural(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, leave := range map[string]func() *ir.Program{
		"slice":          func() *ir.Program { q, _ := pass.Slice(inlined, inlined.ErrorLocs()); return q },
		"slice of calls": func() *ir.Program { q, _ := pass.SliceCalls(calls, calls.ErrorLocs()); return q },
	} {
		if n := len(ranking.Components(leave(), nil)); n != 0 {
			t.Errorf("%s: %d cycles are left", name, n)
		}
	}
	_, prog = askedEnd(t, loop)
	p, err := EvidenceForm(t.Context(), prog, verdict.True)
	if err != nil || len(ranking.Components(p, nil)) != 1 {
		t.Error("the loop is not looked at")
	}
}

// TestLoopsStay: what is looked at still has the loops that passes leave out for questions of safety, since nothing that can go wrong depends on them.
func TestLoopsStay(t *testing.T) {
	ctx := context.Background()
	cycles := func(p *ir.Program) int { return len(ranking.Components(p, nil)) }
	for _, c := range []struct {
		pass, text string
		stays      int // cycles of the form that is looked at
	}{
		{"slicing", "int main(void) { int n = nondet(), x = 0; while (n > 0) { x += n; if (nondet() > 3) n--; } return 0; }", 1},
		{"dead code", "int main(void) { int x = 1; while (x) x = 2; return 0; }", 1},
		{"statements that are none", "int main(void) { for (;;); }", 1},
		{"jumps", "int main(void) { a: goto b; b: goto a; }", 1},
		{"simplification of conditions", "int main(void) { unsigned char c = nondet(); while (c < 256) ; return 0; }", 1},
		{"inlining", "static void f(int n) { while (n == 3) ; } int main(void) { f(1); f(3); return 0; }", 2},
		{"inlining of a tail call", "static void f(int n) { if (n) f(n); } int main(void) { f(nondet()); return 0; }", 1},
		{"recursion, which inlining cuts off", "static int f(int n) { return n ? 1 + f(n) : 0; } int main(void) { return f(nondet()); }", 1},
		{"calls without effect, whose summary says nothing", "static int f(int n) { while (n == 3) ; return n; } int main(void) { f(nondet()); return 0; }", 1},
		{"models of the library", "int main(void) { char a[4]; a[0] = 1; a[1] = 1; a[2] = 1; a[3] = nondet() ? 0 : 1; return strlen(a) > 9; }", 1},
		{"what comes after the last error", "int main(void) { if (nondet()) abort(); while (nondet()) ; return 0; }", 1},
	} {
		res, prog := askedEnd(t, c.text)
		p, err := EvidenceForm(ctx, prog, verdict.True)
		if err != nil {
			t.Fatal(err)
		}
		if n := cycles(p); n < c.stays {
			t.Errorf("%s: of %d cycles %d are left", c.pass, c.stays, n)
		}
		if c.pass != "models of the library" && res.Verdict == verdict.True {
			t.Errorf("%s: TRUE", c.pass)
		}
		opts := prog.Options()
		opts.Properties = []string{"unreach-call"}
		if q, err := reduce.Inlined(ctx, prog.With(opts)); err == nil && cycles(q) > 0 {
			t.Errorf("%s: no pass leaves the loop out: the reduced program has %d cycles", c.pass, cycles(q))
		}
	}
}
