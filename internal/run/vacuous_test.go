package run

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/cfront"
	"craig/internal/program/ir"
)

// TestVacuous: proofs of programs none of whose executions gets anywhere are told apart.
func TestVacuous(t *testing.T) {
	const head = "extern void reach_error(void); extern int nondet(void); extern void abort(void); extern void __VERIFIER_assume(int);\n"
	for _, c := range []struct {
		name, main string
		vacuous    bool
	}{
		{"overflow first", "int x = 2147483647; x++; if (x < 0) reach_error(); while (1) x = 0;", true},
		{"overflow on one branch", "int x = nondet() ? 2147483647 : 1; x++; if (x < 0) reach_error(); return x;", false},
		{"a contradiction", "int x = nondet(); __VERIFIER_assume(x > 5 && x < 5); reach_error();", true},
		{"a rare input", "int x = nondet(); __VERIFIER_assume(x == 77777); if (x < 0) reach_error(); return x;", false},
		{"abort is an end", "int x = nondet(); if (x < 77777) abort(); if (x < 0) reach_error(); abort();", false},
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
		if noted := slices.ContainsFunc(res.Notes, func(n ir.Note) bool { return n.Text == nothingRuns }); noted != c.vacuous {
			t.Errorf("%s: noted: %v", c.name, noted)
		}
	}
}
