package smt

import (
	"context"
	"testing"

	"craig/logic/term"
)

// TestRemainders: what divides two numbers divides their sum and difference, for a divisor that
// is not a constant.
func TestRemainders(t *testing.T) {
	st := term.NewStore()
	a, b, x, y, zero := st.Var("a", term.Int), st.Var("b", term.Int), st.Var("x", term.Int), st.Var("y", term.Int), st.Int(0)
	divides := func(d, n term.Term) term.Term { return st.Eq(st.Mod(n, d), zero) }
	for name, c := range map[string]struct {
		fs   []term.Term
		want Status
	}{
		"sum":        {[]term.Term{st.Ne(x, zero), divides(x, a), divides(x, b), st.Not(divides(x, st.Add(a, b)))}, Unsat},
		"difference": {[]term.Term{st.Gt(x, zero), divides(x, st.Sub(a, b)), divides(x, b), st.Not(divides(x, a))}, Unsat},
		"two names":  {[]term.Term{st.Gt(x, zero), st.Eq(x, y), divides(x, a), divides(y, b), st.Not(divides(x, st.Add(a, b)))}, Unsat},
		"negative":   {[]term.Term{st.Lt(x, zero), divides(x, a), divides(x, b), st.Not(divides(x, st.Add(a, b)))}, Unsat},
		"multiple":   {[]term.Term{st.Ne(x, zero), divides(x, a), st.Not(divides(x, st.Add(a, st.Scale(st.Int(3).Num(), x))))}, Unsat},
		"one only":   {[]term.Term{st.Gt(x, zero), divides(x, a), st.Not(divides(x, b)), st.Not(divides(x, st.Add(a, b)))}, Sat},
	} {
		if ans := New(st).Check(context.Background(), c.fs...); ans.Status != c.want {
			t.Errorf("%s: %v, want %v", name, ans.Status, c.want)
		}
	}
}
