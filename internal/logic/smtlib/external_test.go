package smtlib_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/logic/smtlib"
	"craig/internal/testenv"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// The driver is an smt.Solver.
var _ smt.Solver = (*smtlib.External)(nil)

// eachSolver runs the test with every solver that is installed.
func eachSolver(t *testing.T, f func(t *testing.T, command string)) {
	found := false
	for _, command := range []string{"z3", "cvc5"} {
		if testenv.Has(command) {
			found = true
			t.Run(command, func(t *testing.T) { f(t, command) })
		}
	}
	if !found {
		testenv.Skip(t, "z3 or cvc5")
	}
}

func newExternal(t *testing.T, st *term.Store, command string) *smtlib.External {
	x, err := smtlib.NewExternal(st, command)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	return x
}

func TestExternal(t *testing.T) {
	eachSolver(t, func(t *testing.T, command string) {
		ctx := t.Context()
		st := term.NewStore()
		x := newExternal(t, st, command)
		v := func(n string) term.Term { return st.Var(n, term.Int) }
		i, j := v("main::i"), v("j")
		u, w := st.Var("u", term.Uninterpreted("U")), st.Var("w", term.Uninterpreted("U"))
		a := st.Var("a", term.Array(term.Int, term.Int))
		r := st.Var("r", term.Real)
		f := func(t term.Term) term.Term { return st.Apply("f", term.Int, t) }
		fs := []term.Term{
			st.Lt(i, j),
			st.Eq(st.Select(a, j), f(i)),
			st.Ne(f(i), f(j)),
			st.Eq(st.Scale(num.R(3, 1), r), st.RealNum(num.R(1, 1))),
			st.Ne(u, w),
			st.Eq(st.Div(i, st.Sub(j, j)), st.Int(5)),
			st.Eq(st.Mod(i, st.Sub(j, v("k"))), st.Int(-5)), // so j = k
			st.Eq(a, st.Store(st.Var("b", a.Sort()), i, j)),
		}
		for _, g := range fs {
			x.Assert(g)
		}
		check := func(want smt.Status, assumptions ...term.Term) smt.Answer {
			t.Helper()
			ans := x.Check(ctx, assumptions...)
			if ans.Status != want {
				t.Fatalf("%v (%s), want %v", ans.Status, ans.Reason, want)
			}
			if want == smt.Sat {
				for _, g := range append(fs, assumptions...) {
					if v := ans.Model.Eval(g); !v.IsTrue() {
						t.Errorf("%s is %s", g, v)
					}
				}
			}
			return ans
		}
		check(smt.Sat)
		p, q := st.Le(st.Int(10), i), st.Le(j, st.Int(10))
		check(smt.Sat, p)
		ans := check(smt.Unsat, st.Eq(r, r), p, st.Le(v("k"), st.Int(100)), q)
		if !slices.Contains(ans.Core, p) || !slices.Contains(ans.Core, q) {
			t.Errorf("core %v", ans.Core)
		}
		x.Push()
		x.Assert(st.Le(j, i))
		check(smt.Unsat)
		x.Pop()
		check(smt.Sat, q)
		x.Push()
		x.Assert(p)
		x.Close() // the levels survive
		check(smt.Unsat, q)
		x.Pop()
		check(smt.Sat, q)
	})
}

func TestExternalBits(t *testing.T) {
	eachSolver(t, func(t *testing.T, command string) {
		st := term.NewStore()
		i, j := st.Var("i", term.Int), st.Var("j", term.Int)
		zero := st.Int(0)
		for _, test := range []struct {
			f    term.Term
			want smt.Status
		}{
			{st.And(st.Eq(st.BitAnd(i, st.Int(0x50)), st.Int(0x10)), st.Eq(st.BitAnd(i, st.Int(-9)), i), st.Lt(i, zero)), smt.Sat},
			{st.Eq(st.BitAnd(i, st.Int(12)), st.Int(2)), smt.Unsat},
			{st.Ne(st.Add(st.BitOr(i, j), st.BitAnd(i, j)), st.Add(i, j)), smt.Unsat},
			{st.And(st.Eq(st.BitAnd(i, j), st.Int(9)), st.Eq(st.BitXor(i, j), st.Int(6)), st.Lt(i, j), st.Le(zero, i)), smt.Sat},
			{st.And(st.Eq(st.BitAnd(i, j), st.Int(9)), st.Eq(st.BitXor(i, j), st.Int(8)), st.Le(zero, i), st.Le(zero, j), st.Le(i, st.Int(99)), st.Le(j, st.Int(99))), smt.Unsat},
			{st.Eq(st.Shl(st.Int(1), i), st.Int(64)), smt.Sat},
			{st.And(st.Eq(st.Shr(i, j), st.Int(3)), st.Lt(st.Int(4), j), st.Lt(j, st.Int(8))), smt.Sat},
			{st.And(st.Eq(st.Shr(st.Int(100), j), st.Int(5)), st.Le(j, st.Int(20))), smt.Unsat},
		} {
			x := newExternal(t, st, command)
			x.Assert(test.f)
			ans := x.Check(t.Context())
			if ans.Status != test.want {
				t.Errorf("%s: %v (%s), want %v", test.f, ans.Status, ans.Reason, test.want)
			}
			if ans.Status == smt.Sat && !ans.Model.Eval(test.f).IsTrue() {
				t.Errorf("%s: no model", test.f)
			}
		}
	})
}

// TestExternalContext: a hard question ends soon after its context, and the next one is answered.
func TestExternalContext(t *testing.T) {
	eachSolver(t, func(t *testing.T, command string) {
		st := term.NewStore()
		x := newExternal(t, st, command)
		v := func(n string) term.Term { return st.Var(n, term.Int) }
		cube := func(t term.Term) term.Term { return st.Mul(t, st.Mul(t, t)) }
		x.Push()
		x.Assert(st.Eq(st.Add(cube(v("x")), cube(v("y")), cube(v("z"))), st.Int(114)))
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if ans := x.Check(ctx); ans.Status != smt.Unknown || ans.Reason == "" {
			t.Error(ans)
		}
		x.Pop()
		x.Assert(st.Le(v("x"), st.Int(3)))
		if ans := x.Check(t.Context()); ans.Status != smt.Sat {
			t.Error(ans)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if ans := x.Check(gone); ans.Status != smt.Unknown {
			t.Error(ans)
		}
	})
}

// TestExternalFailures: a process that is no solver makes Unknown, with the reason.
func TestExternalFailures(t *testing.T) {
	st := term.NewStore()
	if _, err := smtlib.NewExternal(st, "no-such-solver-anywhere"); err == nil {
		t.Error("no error for a program that does not exist")
	}
	dir := t.TempDir()
	for name, script := range map[string]string{
		"ends":     "exit 0",
		"error":    `while read l; do case "$l" in *check-sat*) echo '(error "out of cheese")';; esac; done`,
		"nonsense": `while read l; do case "$l" in *check-sat*) echo 'maybe';; esac; done`,
		"broken":   `while read l; do case "$l" in *check-sat*) echo '))';; esac; done`,
	} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		x := newExternal(t, st, path)
		x.Assert(st.Le(st.Var("x", term.Int), st.Int(3)))
		for range 2 {
			ans := x.Check(t.Context())
			if ans.Status != smt.Unknown || !strings.HasPrefix(ans.Reason, "solver: ") {
				t.Errorf("%s: %v", name, ans)
			}
			if name == "error" && ans.Reason != "solver: out of cheese" {
				t.Error(ans.Reason)
			}
		}
	}
}

// BenchmarkExternal is a small query to a process.
func BenchmarkExternal(b *testing.B) {
	st := term.NewStore()
	x, err := smtlib.NewExternal(st, "z3")
	if err != nil {
		b.Skip(err)
	}
	defer x.Close()
	v := st.Var("v", term.Int)
	for k := int64(0); b.Loop(); k++ {
		x.Push()
		x.Assert(st.Eq(st.Mod(v, st.Int(10)), st.Int(k%10)))
		if ans := x.Check(b.Context()); ans.Status != smt.Sat {
			b.Fatal(fmt.Sprint(ans))
		}
		x.Pop()
	}
}
