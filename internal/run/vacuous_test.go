package run

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/cfront"
)

// TestVacuous: proofs of programs none of whose executions gets anywhere are told apart.
func TestVacuous(t *testing.T) {
	const head = "extern void reach_error(void); extern int nondet(void); extern void abort(void); extern void __VERIFIER_assume(int);\n" +
		"int f(int x) { if (x <= 0) return x; __VERIFIER_assume(x != 2); return f(x - 1); }\n"
	for _, c := range []struct {
		name, main string
		vacuous    bool
	}{
		{"no end after a long loop", "int x = nondet(); if (x < 50000) x = 50000; while (x) x--; __VERIFIER_assume(x == 1); if (x < 0) reach_error(); return 0;", false},
		{"overflow first", "int x = 2147483647; x++; if (x < 0) reach_error(); while (1) x = 0;", true},
		{"overflow on one branch", "int x = nondet() ? 2147483647 : 1; x++; if (x < 0) reach_error(); return x;", false},
		{"a contradiction", "int x = nondet(); __VERIFIER_assume(x > 5 && x < 5); reach_error();", true},
		{"a rare input", "int x = nondet(); __VERIFIER_assume(x == 77777); if (x < 0) reach_error(); return x;", false},
		{"abort is an end", "int x = nondet(); if (x < 77777) abort(); if (x < 0) reach_error(); abort();", false},
		{"overflow in a loop", "int x = 2147483640; for (int i = 0; i < 100; i++) x++; if (x < 0) reach_error();", true},
		{"a contradiction after a loop", "int x = 1; while (x < 1000) x += 3; __VERIFIER_assume(x == 1001); if (x > 1001) reach_error(); return 0;", true},
		{"a rare input before a loop without end", "int x = nondet(); __VERIFIER_assume(x == 77777); while (1) if (x < 0) reach_error();", false},
		{"a loop that only errors leave", "int x = nondet(); __VERIFIER_assume(x > 77777); for (;;) if (x < 0) { reach_error(); return 1; }", false},
		{"recursion", "if (f(5) > 5) reach_error();", true},
		{"recursion that ends", "if (f(-5) > 5) reach_error();", false},
		{"unreachable on all branches", "int x = nondet(); if (x > 3) __builtin_unreachable(); if (x == 9) reach_error(); if (x <= 3) __builtin_unreachable();", true},
		{"unreachable on one branch", "int x = nondet(); if (x != 77777) __builtin_unreachable(); if (x == 9) reach_error();", false},
		{"a loop without end", "int x = 0; while (1) if (x < 0) reach_error();", false},
		{"a loop, and overflow in it", "int x = nondet(); while (x < 10 || x >= 10) { x++; if (x == -2147483647 - 1) reach_error(); }", false},
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
		if noted := res.Vacuous != ""; noted != c.vacuous {
			t.Errorf("%s: noted: %v", c.name, noted)
		} else if noted && (len(res.Notes) == 0 || res.Notes[0].Text != res.Vacuous) {
			t.Errorf("%s: the notes begin with something else: %v", c.name, res.Notes)
		}
	}
}
