package check_test

import (
	"context"
	"strings"
	"testing"

	"craig/logic/smt"
	"craig/logic/smt/check"
	"craig/logic/term"
)

// TestRefuted: what is impossible stays so, by numbers and by bits; what a solver only says is impossible is Unknown.
func TestRefuted(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	byte := func(v term.Term) term.Term { return st.And(st.Le(st.Int(0), v), st.Le(v, st.Int(255))) }
	all := st.And(byte(x), byte(y))
	sum := st.Add(st.BitAnd(x, y), st.BitOr(x, y))
	half := st.Add(st.BitAnd(x, y), st.Shr(st.BitXor(x, y), st.Int(1)))
	for _, c := range []struct {
		name  string
		f     term.Term
		wrong bool
	}{
		{"sum of and and or", st.And(all, st.Not(st.Eq(sum, st.Add(x, y)))), false},
		{"average", st.And(all, st.Not(st.Eq(half, st.Div(st.Add(x, y), st.Int(2))))), false},
		{"order", st.And(st.Lt(x, y), st.Lt(y, x)), false},
		{"exclusive or", st.And(all, st.Not(st.Eq(st.BitXor(x, y), st.Add(x, y)))), true},
		{"numbers", st.Lt(x, y), true},
	} {
		s := check.Refuted(st, smt.New(st))
		if c.wrong {
			s = check.Refuted(st, liar{smt.New(st)})
		}
		s.Assert(c.f)
		ans := s.Check(context.Background())
		switch {
		case !c.wrong && ans.Status != smt.Unsat:
			t.Errorf("%s: %v %s", c.name, ans.Status, ans.Reason)
		case c.wrong && (ans.Status != smt.Unknown || !strings.Contains(ans.Reason, "but")):
			t.Errorf("%s: it is believed: %v %s", c.name, ans.Status, ans.Reason)
		}
	}
}
