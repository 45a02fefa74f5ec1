package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestUnknownFunctions: what a function may do that no file defines and no header declares, by default
// and if it may write what it reaches.
func TestUnknownFunctions(t *testing.T) {
	const head = "extern void reach_error(void); struct list { int value; struct list *next; };\n"
	for _, tt := range []struct {
		name, global, body string
		pure, havoc        verdict.Verdict
	}{
		{"an argument", "void f(int *);", "int x = 0; f(&x); if (x == 5) reach_error();", verdict.True, verdict.False},
		{"an array", "void f(char *);", "char a[4] = \"ab\"; f(a + 1); if (a[3] == 'x') reach_error();", verdict.True, verdict.False},
		{"a structure", "void f(struct list *);", "struct list a = {1, 0}; f(&a); if (a.value == 2) reach_error();", verdict.True, verdict.False},
		{"what an argument leads to", "void f(struct list *);", "struct list b = {1, 0}, a = {1, &b}; f(&a); if (b.value == 2) reach_error();", verdict.True, verdict.Unknown},
		{"an argument by value", "void f(struct list);", "struct list b = {1, 0}, a = {1, &b}; f(a); if (b.value == 2) reach_error();", verdict.True, verdict.Unknown},
		{"and not the copy", "void f(struct list);", "struct list a = {1, 0}; f(a); if (a.value == 2) reach_error();", verdict.True, verdict.True},
		{"a global variable", "void f(void); int g;", "f(); if (g == 5) reach_error();", verdict.True, verdict.False},
		{"a global array", "void f(void); int g[3];", "f(); if (g[2] == 5) reach_error();", verdict.True, verdict.False},
		{"what a global variable leads to", "void f(void); static int s; int *g = &s;", "f(); if (s == 5) reach_error();", verdict.True, verdict.Unknown},
		{"what it was given before", "void keep(int *); void f(void);", "int x = 0; keep(&x); x = 1; f(); if (x == 5) reach_error();", verdict.True, verdict.Unknown},
		{"a pointer that it returns", "int *f(int *);", "int x = 0, *p = f(&x); if (p != &x) return 0; *p = 3; if (x != 3) reach_error();", verdict.True, verdict.Unknown}, // p may be the end of another object
		{"a static variable", "void f(void); static int s;", "f(); if (s == 5) reach_error();", verdict.True, verdict.True},
		{"a local variable", "void f(int *);", "int x = 0, y = 0; f(&y); if (x == 5) reach_error();", verdict.True, verdict.True},
		{"a number", "void f(int);", "int x = 0; f(x); if (x == 5) reach_error();", verdict.True, verdict.True},
		{"the result", "int f(void);", "if (f() == 5) reach_error();", verdict.False, verdict.False},
		{"the result twice", "int f(void);", "if (f() != f()) reach_error();", verdict.False, verdict.False},
		{"the result through a pointer", "struct list f(void);", "struct list (*p)(void) = f; if (p().value != p().value) reach_error();", verdict.False, verdict.False},
		{"an argument through a pointer", "void f(int *);", "void (*p)(int *) = f; int x = 0; p(&x); if (x == 5) reach_error();", verdict.True, verdict.Unknown},
		{"an argument by value through a pointer", "void f(int, struct list, int *);", "void (*p)(int, struct list, int *) = f; struct list b = {1, 0}, a = {1, &b}; p(1, a, 0); if (b.value == 2) reach_error();", verdict.True, verdict.Unknown},
		{"a variable that nothing else names", "void f(int **); int g; int *h = &g;", "int *p; int x = 0; p = &x; f(&p); *p = 3; if (x != 3) reach_error();", verdict.True, verdict.Unknown},
		{"in a loop", "void f(int *);", "int x = 0; for (int i = 0; i < 3; i++) f(&x); if (x == 5) reach_error();", verdict.True, verdict.False},
		{"an input", "int __VERIFIER_nondet_int(void); int g;", "__VERIFIER_nondet_int(); if (g == 5) reach_error();", verdict.True, verdict.True},
		{"the library", "#include <string.h>\nint g;", "if (strlen(\"ab\") != 2 || g) reach_error();", verdict.True, verdict.True},
		{"a definition", "int g; void f(int *p) { *p = 1; }", "int x; f(&x); if (g || x != 1) reach_error();", verdict.True, verdict.True},
	} {
		for how, want := range map[cfront.UnknownFunctions]verdict.Verdict{cfront.Pure: tt.pure, cfront.Havoc: tt.havoc} {
			res := verify(t, cfront.Options{Unknown: cfront.Unknown{UnknownFunctions: how}}, head+tt.global+"\nint main(void) { "+tt.body+" }\n")
			if res.Verdict != want {
				t.Errorf("%s, %d: %s(%s), want %s: %s %v", tt.name, how, res.Verdict, res.Reason, want, res.Detail, res.Notes)
			}
		}
	}
}
