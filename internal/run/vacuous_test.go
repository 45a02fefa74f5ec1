package run

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestVacuous: proofs of programs none of whose executions gets anywhere are told apart.
func TestVacuous(t *testing.T) {
	const head = "extern void reach_error(void); extern int nondet(void); extern void abort(void); extern void __VERIFIER_assume(int);\n" +
		"int f(int x) { if (x <= 0) return x; __VERIFIER_assume(x != 2); return f(x - 1); }\n" +
		"void g(int x) { if (x == 77777) abort(); if (x < 5) g(x + 1); }\n"
	for _, c := range []struct {
		name, main string
		says       string // "": something, of executions that end
	}{
		{"no end after a long loop", "int x = nondet(); if (x < 50000) x = 50000; while (x) x--; __VERIFIER_assume(x == 1); if (x < 0) reach_error(); return 0;", "no end"},
		{"overflow first", "int x = 2147483647; x++; if (x < 0) reach_error(); while (1) x = 0;", "nothing"},
		{"overflow on one branch", "int x = nondet() ? 2147483647 : 1; x++; if (x < 0) reach_error(); return x;", ""},
		{"a contradiction", "int x = nondet(); __VERIFIER_assume(x > 5 && x < 5); reach_error();", "nothing"},
		{"a rare input", "int x = nondet(); __VERIFIER_assume(x == 77777); if (x < 0) reach_error(); return x;", ""},
		{"abort is an end", "int x = nondet(); if (x < 77777) abort(); if (x < 0) reach_error(); abort();", ""},
		{"overflow in a loop", "int x = 2147483640; for (int i = 0; i < 100; i++) x++; if (x < 0) reach_error();", "nothing"},
		{"a contradiction after a loop", "int x = 1; while (x < 1000) x += 3; __VERIFIER_assume(x == 1001); if (x > 1001) reach_error(); return 0;", "nothing"},
		{"a rare input before a loop without end", "int x = nondet(); __VERIFIER_assume(x == 77777); while (1) if (x < 0) reach_error();", "no end"},
		{"a loop that only errors leave", "int x = nondet(); __VERIFIER_assume(x > 77777); for (;;) if (x < 0) { reach_error(); return 1; }", "no end"},
		{"no end after a long loop that needs no input", "int x = 50000; while (x) x--; __VERIFIER_assume(x == 1); reach_error();", "no end"},
		{"a rare input after another", "int x = nondet(), y = nondet(); __VERIFIER_assume(x == 77777); __VERIFIER_assume(y == 3 * x); if (x < 0) reach_error(); return 0;", ""},
		{"recursion", "if (f(5) > 5) reach_error();", "nothing"},
		{"recursion that ends", "if (f(-5) > 5) reach_error();", ""},
		{"recursion that exits before a loop without end", "int x = nondet(); g(x); if (x == 77777) reach_error(); for (;;);", ""},
		{"recursion before a loop without end", "int x = f(-nondet()); for (;;) if (x > 1) reach_error();", "no end"},
		{"unreachable on all branches", "int x = nondet(); if (x > 3) __builtin_unreachable(); if (x == 9) reach_error(); if (x <= 3) __builtin_unreachable();", "nothing"},
		{"unreachable on one branch", "int x = nondet(); if (x != 77777) __builtin_unreachable(); if (x == 9) reach_error();", ""},
		{"a loop without end", "int x = 0; while (1) if (x < 0) reach_error();", "no end"},
		{"a function that waits for ever", "int x = nondet(); if (x < 2) for (;;) if (x > 3) reach_error(); while (x > 1) if (x < 2) reach_error();", "no end"},
		{"an assumption that is a loop", "int x = nondet(); if (x < 3) { again: goto again; } if (x >= 3) for (;;) if (x < 3) reach_error(); return x;", "no end"},
		{"a loop that one input leaves", "int x = nondet(); while (x != 77777) if (x == 77777) reach_error(); return x;", ""},
		{"a loop, and overflow in it", "int x = nondet(); while (x < 10 || x >= 10) { x++; if (x == -2147483647 - 1) reach_error(); }", "no end"},
	} {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(head+"int main(void) { "+c.main+" }\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		res, err := Verify(context.Background(), prepare.New(cfront.Options{}, nil, file), Options{})
		if err != nil || res.Verdict != verdict.True {
			t.Errorf("%s: %v, %v", c.name, res, err)
			continue
		}
		says := ""
		if res.Vacuous != "" {
			says = "nothing"
		}
		if res.Endless != "" {
			says += "no end"
		}
		if says != c.says {
			t.Errorf("%s: it says %q, not %q", c.name, says, c.says)
		} else if says != "" && (len(res.Notes) == 0 || res.Notes[0].Text != res.Vacuous+res.Endless) {
			t.Errorf("%s: the notes begin with something else: %v", c.name, res.Notes)
		}
	}
}

// TestStopped: executions alone, without an engine, come to an end behind assumptions that inputs by chance do not meet, and the one execution of a program without inputs is followed however
// long it is.
func TestStopped(t *testing.T) {
	const head = "extern void reach_error(void); extern int nondet(void); extern void __VERIFIER_assume(int);\n"
	for _, c := range []struct {
		main       string
		one, ended bool
	}{
		{"int x = nondet(), y = nondet(); __VERIFIER_assume(x == 77777); __VERIFIER_assume(y == 3 * x); if (x < 0) reach_error();", false, true},
		{"int x = nondet(); __VERIFIER_assume(x > 5 && x < 5); reach_error();", false, false},
		{"int x = 0; while (x < 100000) x++; if (x < 0) reach_error();", true, true},
		{"int x = 0; while (x < 100000) x++; __VERIFIER_assume(x == 1); reach_error();", true, false},
	} {
		p, err := prepare.New(cfront.Options{}, fstest.MapFS{"a.c": {Data: []byte(head + "int main(void) { " + c.main + " }\n")}}, "a.c").Inlined(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ends, _, returns := ending(p)
		if _, ended, _ := stopped(t.Context(), goals(p, ends), c.one, returns); ended != c.ended {
			t.Errorf("%s: an execution ends: %v, not %v", c.main, ended, c.ended)
		}
	}
}
