package smt_test

import (
	"context"
	"fmt"

	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/term"
)

// A solver is a stack of assertions. Questions may have assumptions of their own; an unsatisfiable
// answer names those it needs.
func Example() {
	ctx := context.Background()
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)

	s := smt.New(st)
	s.Assert(st.Eq(st.Add(x, y), st.Int(10)))
	s.Assert(st.Eq(st.Sub(x, y), st.Int(4)))
	ans := s.Check(ctx)
	fmt.Println(ans.Status, ans.Model.Eval(x), ans.Model.Eval(y))

	even := st.Eq(st.Mod(x, st.Int(2)), st.Int(0))
	ans = s.Check(ctx, st.Le(x, st.Int(6)), even)
	fmt.Println(ans.Status, ans.Core)

	s.Push()
	s.Assert(st.Lt(x, y))
	fmt.Println(s.Check(ctx).Status)
	s.Pop()
	fmt.Println(s.Check(ctx).Status)
	// Output:
	// sat 7 3
	// unsat [x <= 6]
	// unsat
	// sat
}

// What a limit cuts off is Unknown, with a reason.
func ExampleNative_Check_limit() {
	st := term.NewStore()
	x := st.Var("x", term.Int)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := smt.New(st)
	s.Assert(st.Eq(st.Mul(x, x), st.Int(1_000_003)))
	ans := s.Check(ctx)
	fmt.Println(ans.Status)
	// Output: unknown
}

// A Craig interpolant of two formulas that contradict each other: it follows from the first, contradicts
// the second, and speaks of what they share, which is y.
func ExampleInterpolator() {
	st := term.NewStore()
	x, y, z := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("z", term.Int)
	a := st.And(st.Le(st.Int(3), x), st.Le(x, y))
	b := st.And(st.Le(y, z), st.Le(z, st.Int(1)))
	ans, itps := smt.NewInterpolator(st).Interpolate(context.Background(), []term.Term{a, b})
	fmt.Println(ans.Status, itps[1])
	// Output: unsat 3 <= y
}

// A refutation says why there is no model, and can be checked.
func ExampleRefute() {
	st := term.NewStore()
	x := st.Var("x", term.Int)
	ans, refutation := smt.Refute(context.Background(), st, st.Lt(x, st.Int(3)), st.Le(st.Int(6), st.Add(x, x)))
	fmt.Println(ans.Status, refutation.Len() > 0, refutation.Check())
	// Output: unsat true <nil>
}

// Interpolants of a path: each says what the steps before have established, in terms of what the
// steps after it see. Package check decides whether they are what they should be.
func ExampleNewInterpolator() {
	ctx := context.Background()
	st := term.NewStore()
	v := func(name string) term.Term { return st.Var(name, term.Int) }
	path := []term.Term{
		st.Eq(v("i0"), st.Int(0)),
		st.Eq(v("i1"), st.Add(v("i0"), st.Int(1))),
		st.Lt(v("i1"), st.Int(0)),
	}
	ans, itps := smt.NewInterpolator(st).Interpolate(ctx, path)
	fmt.Println(ans.Status, len(itps), itps[0], itps[3])
	fmt.Println(check.Interpolants(ctx, path, itps, smt.New(st)))
	// Output:
	// unsat 4 true false
	// <nil>
}
