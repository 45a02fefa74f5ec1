package check_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"craig/internal/logic/smtlib"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/term"
)

// table is a model with integer values.
type table struct {
	st *term.Store
	m  map[string]int64
}

func (t table) Eval(u term.Term) term.Term {
	v, ok := t.st.Eval(u, func(u term.Term) (term.Term, bool) {
		v, ok := t.m[u.String()]
		return t.st.Int(v), ok
	})
	if !ok {
		return term.Term{}
	}
	return v
}

func TestModel(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	f := st.And(st.Lt(x, y), st.Or(st.Eq(x, st.Int(3)), st.Eq(st.Apply("f", term.Int, x), y)))
	for _, test := range []struct {
		m    map[string]int64
		want string
	}{
		{map[string]int64{"x": 3, "y": 4}, ""},
		{map[string]int64{"x": 2, "y": 4, "f(2)": 4}, ""},
		{map[string]int64{"x": 2, "y": 4, "f(2)": 5}, "false in the model: x == 3 || y == f(x)"},
		{map[string]int64{"x": 5, "y": 4}, "false in the model: x + 1 <= y"},
		{map[string]int64{"x": 2, "y": 4}, "the model has no value"},
	} {
		err := check.Model(table{st, test.m}, st.True(), f)
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v: %v, want %q", test.m, err, test.want)
		}
	}
	if check.Model(nil, f) == nil {
		t.Error("no model")
	}
}

// z3 is an independent solver.
func z3(t *testing.T, st *term.Store) smt.Solver {
	x, err := smtlib.NewExternal(st, "z3")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(x.Close)
	return x
}

func TestCore(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	a, b, c := st.Lt(x, y), st.Lt(y, x), st.Lt(x, st.Int(0))
	solver := z3(t, st)
	for _, test := range []struct {
		core []term.Term
		want string
	}{
		{[]term.Term{b}, ""},
		{[]term.Term{b, c}, ""},
		{[]term.Term{c}, "the core is satisfiable"},
		{[]term.Term{st.False()}, "false is in the core but not among the assumptions"},
	} {
		err := check.Core(t.Context(), []term.Term{a}, []term.Term{b, c}, test.core, solver)
		if (err == nil) != (test.want == "") || err != nil && err.Error() != test.want {
			t.Errorf("%v: %v, want %q", test.core, err, test.want)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := check.Core(gone, []term.Term{a}, []term.Term{b}, []term.Term{b}, solver); !errors.Is(err, check.ErrUndecided) {
		t.Error(err)
	}
}

func TestInterpolants(t *testing.T) {
	st := term.NewStore()
	v := func(n string) term.Term { return st.Var(n, term.Int) }
	x0, x1, x2, k := v("x0"), v("x1"), v("x2"), v("k")
	next := func(a, b term.Term) term.Term { return st.Eq(b, st.Add(a, st.Int(1))) }
	parts := []term.Term{st.And(st.Le(st.Int(0), x0), next(x0, x1)), st.And(next(x1, x2), st.Le(k, x2)), st.And(st.Lt(x2, st.Int(0)), st.Lt(k, st.Int(5)))}
	tru, fls := st.True(), st.False()
	good1, good2 := st.Le(st.Int(1), x1), st.Le(st.Int(2), x2)
	solver := z3(t, st)
	for _, test := range []struct {
		itps []term.Term
		want string
	}{
		{[]term.Term{tru, good1, good2, fls}, ""},
		{[]term.Term{tru, good1, fls}, "3 interpolants for 3 parts"},
		{[]term.Term{good1, good1, good2, fls}, "interpolant 0 is"},
		{[]term.Term{tru, good1, good2, good2}, "interpolant 3 is"},
		{[]term.Term{tru, parts[0], good2, fls}, "interpolant 1 speaks of x0"},
		{[]term.Term{tru, st.And(good1, st.Le(k, st.Int(3))), good2, fls}, "interpolant 1 speaks of k"},
		{[]term.Term{tru, st.And(good1, st.Le(v("new"), st.Int(3))), good2, fls}, "interpolant 1 speaks of new"},
		{[]term.Term{tru, st.Le(st.Int(2), x1), good2, fls}, "part 1 and the interpolants that lead to it do not imply interpolant 1"},
		{[]term.Term{tru, good1, st.Le(st.Int(3), x2), fls}, "part 2 and the interpolants that lead to it do not imply interpolant 2"},
		{[]term.Term{tru, good1, st.Le(st.Int(-1), x2), fls}, "part 3 and the interpolants that lead to it do not imply interpolant 3"},
		{[]term.Term{tru, {}, good2, fls}, "interpolant 1 is no formula"},
	} {
		err := check.Interpolants(t.Context(), parts, test.itps, solver)
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v: %v, want %q", test.itps, err, test.want)
		}
	}
}

// TestTree: a and b are calls, c is the caller.
func TestTree(t *testing.T) {
	st := term.NewStore()
	v := func(n string) term.Term { return st.Var(n, term.Int) }
	x, y, a, b := v("x"), v("y"), v("a"), v("b")
	zero := st.Int(0)
	parts := []term.Term{
		st.And(st.Le(zero, a), st.Le(a, x)),
		st.And(st.Le(st.Int(1), b), st.Le(b, y)),
		st.Lt(st.Add(x, y), st.Int(1)),
	}
	good, fls := []term.Term{st.Le(zero, x), st.Le(st.Int(1), y)}, st.False()
	solver := z3(t, st)
	for _, test := range []struct {
		parent []int
		itps   []term.Term
		want   string
	}{
		{[]int{2, 2, -1}, []term.Term{good[0], good[1], fls}, ""},
		{[]int{1, 2, -1}, []term.Term{good[0], st.And(good...), fls}, ""},
		{[]int{1, 2, -1}, []term.Term{good[0], good[1], fls}, "part 3 and the interpolants that lead to it do not imply interpolant 3"},
		{[]int{2, 2, -1}, []term.Term{good[0], st.Le(st.Int(2), y), fls}, "part 2 and the interpolants that lead to it do not imply interpolant 2"},
		{[]int{2, 2, -1}, []term.Term{good[0], st.True(), fls}, "part 3 and the interpolants that lead to it do not imply interpolant 3"},
		{[]int{2, 2, -1}, []term.Term{good[0], st.And(good...), fls}, "interpolant 2 speaks of x"},
		{[]int{2, 2, -1}, []term.Term{parts[0], good[1], fls}, "interpolant 1 speaks of a"},
		{[]int{2, 2, -1}, []term.Term{good[0], good[1], good[0]}, "interpolant 3 is"},
		{[]int{2, 2, -1}, []term.Term{good[0], good[1]}, "3 parents and 2 interpolants"},
		{[]int{2, 0, -1}, []term.Term{good[0], good[1], fls}, "the parent of part 2 is not one that comes later"},
		{[]int{2, 2, 3}, []term.Term{good[0], good[1], fls}, "interpolant 3 is"},
		{[]int{2, 2, -1}, []term.Term{good[0], {}, fls}, "interpolant 2 is no formula"},
	} {
		err := check.Tree(t.Context(), parts, test.parent, test.itps, solver)
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v %v: %v, want %q", test.parent, test.itps, err, test.want)
		}
	}
}

// liar says Unsat to everything.
type liar struct{ smt.Solver }

func (liar) Check(context.Context, ...term.Term) smt.Answer { return smt.Answer{Status: smt.Unsat} }

// TestReplaying: every Unsat of a session is refuted once more, and what is none is found.
func TestReplaying(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	var reports []string
	report := func(err error) {
		text := "refuted"
		if err != nil {
			text = err.Error()
		}
		reports = append(reports, text)
	}
	session := func(s smt.Solver) string {
		reports = nil
		s.Assert(st.Le(x, y))
		s.Check(t.Context(), st.Lt(x, y), st.Lt(y, x)) // unsatisfiable
		s.Push()
		s.Assert(st.Eq(st.Scale(num.R(2, 1), x), st.Add(st.Scale(num.R(2, 1), y), st.Int(1))))
		s.Check(t.Context()) // unsatisfiable
		s.Pop()
		s.Check(t.Context(), st.Lt(x, y)) // satisfiable
		return strings.Join(reports, "; ")
	}
	if got, want := session(check.Replaying(st, smt.New(st), report)), "refuted; refuted"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := session(check.Replaying(st, liar{smt.New(st)}, report)), "there is a model; refuted; there is a model"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
