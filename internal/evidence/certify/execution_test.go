package certify_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certexec"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/smt"
	"craig/logic/term"
)

func inlinedText(t *testing.T, text string) *ir.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("extern int nondet(void); extern void reach_error(void);\n"+text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := prepare.New(cfront.Options{}, nil, file).Inlined(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestExecution: an execution proves what it can prove, and nothing else.
func TestExecution(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"ends", "int main(void) { int i = 0; while (i < 9) i++; if (i != 9) reach_error(); }", ""},
		{"error", "int main(void) { int i = 0; while (i < 9) i++; if (i == 9) reach_error(); }", "reaches an error"},
		{"input", "int main(void) { int i = 0; while (i < 9) i++; if (nondet() == 9) reach_error(); }", "open"},
		{"input that is not used", "int main(void) { int i = 0, k = nondet(), m = k + 1; while (i < 9) i++; if (i != 9) reach_error(); return m - k; }", ""},
		{"no initial value", "int main(void) { int i = 0, k; while (i < 9) i++; if (i != 9 || k == 1) reach_error(); }", "open"},
		{"element", "int main(void) { int a[9], i; for (i = 1; i < 9; i++) a[i] = i; for (i = 0; i < 9; i++) if (a[i] > 8) reach_error(); }", "open"},
		{"index", "int main(void) { int a[9] = {0}; a[nondet() & 7] = 1; if (a[8]) reach_error(); }", "open"},
		{"made unknown by a copy", "int main(void) { int i = 0, k = nondet(); i = k; if (i == 9) reach_error(); }", "open"},
		{"made unknown by a sum", "int main(void) { int i = 0, k = nondet(); i = k + 1; if (i == 9) reach_error(); }", "open"},
		{"made unknown by a product", "int main(void) { unsigned i = 0, k = nondet(); i = k * k; if (i == 9) reach_error(); }", "open"},
		{"element made unknown", "int main(void) { int a[9] = {0}, i = 3; while (i > 1) i--; a[i] = nondet(); if (a[1] == 9) reach_error(); }", "open"},
		{"input in a loop", "int main(void) { int i = 0, k = 0; while (i < 9) { if (k == 1) reach_error(); k = nondet(); i++; } }", "open"},
		{"overflow", "int main(void) { int i = 1; while (i > 0) i += i; if (i <= 0) reach_error(); }", ""},
		{"product that is the smallest number", "int main(void) { long x = -1, y = 1; int i; for (i = 0; i < 63; i++) x *= 2; x = x * y; if (i == 63) reach_error(); }", "reaches an error"},
		{"assumption", "int main(void) { int i = 1; while (i < 99) i += 2; if (i < 0) reach_error(); for (;;) { if (i-- == 0) return 1; } }", ""},
	} {
		p := inlinedText(t, c.text)
		err := certify.Proof(context.Background(), p, verdict.Execution{}, nil, 1)
		enginetest.Agree(t, p, verdict.Execution{}, err)
		var r *certify.Rejection
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == "":
		case !errors.As(err, &r) || !strings.Contains(err.Error(), c.want) || r.Undecided != (c.want == "open"):
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestExecutionOfCalls: so does one of a program with its calls.
func TestExecutionOfCalls(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"ends", "int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); } int main(void) { if (f(12) != 144) reach_error(); }", ""},
		{"error", "int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); } int main(void) { if (f(12) == 144) reach_error(); }", "reaches an error"},
		{"an outer variable is kept", "int f(int n) { int k = n; if (n > 0) f(n - 1); return k; } int main(void) { if (f(9) != 9) reach_error(); }", ""},
		{"input as an argument", "int f(int n) { return n > 0 ? f(n - 1) : 0; } int main(void) { if (f(nondet()) == 1) reach_error(); }", "open"},
		{"input in the result", "int f(int n) { return n > 0 ? f(n - 1) : nondet(); } int main(void) { if (f(5) == 1) reach_error(); }", "open"},
		{"input in a global variable", "int g; void f(int n) { if (n > 0) f(n - 1); else g = nondet(); } int main(void) { f(5); if (g == 1) reach_error(); }", "open"},
		{"input that is passed on and not used", "int f(int n, int x) { return n > 0 ? f(n - 1, x + 1) : n; } int main(void) { if (f(5, nondet()) == 1) reach_error(); }", ""},
		{"no initial value, the second time", "int f(int n) { int k; if (n == 0) k = 1; if (n > 0) return f(n - 1) + k; return 0; } int main(void) { if (f(1) == 1) reach_error(); }", "open"},
		{"too deep", "int f(int n) { return f(n + 1) + 1; } int main(void) { if (f(0) == 1) reach_error(); }", "outside"},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte("extern int nondet(void); extern void reach_error(void);\n"+c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		p, err := prepare.New(cfront.Options{}, nil, file).Interprocedural(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		err = certify.Proof(context.Background(), p, verdict.Execution{}, nil, 1)
		enginetest.Agree(t, p, verdict.Execution{}, err)
		var r *certify.Rejection
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want == "":
		case !errors.As(err, &r) || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestPrefix: invariants that hold from the end of an execution on are accepted with it, and with no other
// one.
func TestPrefix(t *testing.T) {
	p := inlinedText(t, "int main(void) { int i, s = 1, k;\nfor (i = 0; i < 50; i++) s = s * 3 % 7;\nk = nondet();\nfor (;;) { if (s + (k & 1) > 4) reach_error(); } }")
	out := certexec.Run(context.Background(), p, certexec.Options{MaxSteps: 10_000, State: true})
	if out.End != certexec.Open || out.Used.At == 0 {
		t.Fatal(out.End, out.Used)
	}
	var s *ir.Var
	p.AllVars(func(v *ir.Var) {
		if v.CName == "s" {
			s = v
		}
	})
	st := term.NewStore()
	is := func(n int64) term.Term { return st.Eq(sem.New(st, p).Var(s), st.Int(n)) }
	value, ok := out.State.Vars[s].Int64()
	if !ok {
		t.Fatal("s is unknown")
	}
	proof := func(f term.Term, visits, steps int) verdict.Prefix {
		inv := verdict.Invariants{}
		for l, info := range p.Locs {
			if info != nil && info.Loop && info.Pos.Line == 5 {
				inv[ir.Loc(l)] = f
			}
		}
		return verdict.Prefix{Loc: out.Used.At, Visits: visits, Steps: steps, Invariants: inv}
	}
	for _, c := range []struct {
		name  string
		proof verdict.Prefix
		ok    bool
	}{
		{"right", proof(is(value), 1, out.Used.Steps), true},
		{"another value", proof(is(value+1), 1, out.Used.Steps), false},
		{"too weak", proof(st.True(), 1, out.Used.Steps), false},
		{"another length", proof(is(value), 1, out.Used.Steps+1), false},
		{"never there", proof(is(value), 2, out.Used.Steps), false},
	} {
		err := certify.Proof(context.Background(), p, c.proof, func(st *term.Store) smt.Solver { return smt.New(st) }, 1)
		enginetest.Agree(t, p, c.proof, err)
		var r *certify.Rejection
		if (err == nil) != c.ok || err != nil && !errors.As(err, &r) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestEachCase: a case without an end does not take the steps that all cases may take together.
func TestEachCase(t *testing.T) {
	const all, each = 1 << 30, 5_000
	for _, test := range []struct {
		text    string
		decided bool
	}{
		{"for (int i = 0; i < 3; i++) sum += i;", true},
		{"for (int i = 0; i < 3;) sum = 1 - sum;", false},
		{"int n = nondet(); for (int i = 0; i < 3; i += n != 7) sum = 1 - sum;", false},
		{"int n = nondet(); if (n == 7) sum = 3; else for (int i = 0; i < 300; i++) sum = 1 - sum;", true},
	} {
		p := inlinedText(t, "int main(void) { int sum = 0; "+test.text+" if (sum == 99) reach_error(); return sum; }")
		is, err := certify.Cases(context.Background(), p, interp.Limits{Steps: all, Each: each, Cases: 10})
		var no *certify.Rejection
		switch {
		case test.decided && (err != nil || is.Cases == 0):
			t.Errorf("%s: %v after %d cases", test.text, err, is.Cases)
		case !test.decided && (!errors.As(err, &no) || !no.Undecided):
			t.Errorf("%s: %v", test.text, err)
		}
	}
}
