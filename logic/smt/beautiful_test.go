package smt

import (
	"testing"

	"craig/logic/term"
)

// TestFewest: one half-space where a refutation gives several, small coefficients, and atoms that are
// preferred.
func TestFewest(t *testing.T) {
	st := term.NewStore()
	x, y, z := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("z", term.Int)
	i := st.Int
	point := func(a, b int64) term.Term { return st.And(st.Eq(x, i(a)), st.Eq(y, i(b))) }
	points := st.Or(point(1, 3), point(2, 2), point(3, 1), point(0, 0))
	for _, test := range []struct {
		a, b   term.Term
		prefer []term.Term
		want   string
	}{
		{points, st.Lt(i(6), st.Add(x, y)), nil, "x + y <= 4"},
		{points, st.Lt(i(6), st.Add(x, y)), []term.Term{st.Le(st.Add(x, y), i(5))}, "x + y <= 5"},
		{points, st.Lt(i(6), st.Add(x, y)), []term.Term{st.Le(x, i(3))}, "x + y <= 4"},
		{points, st.Lt(i(9), x), nil, "x <= 3"},
		{st.And(st.Le(i(0), z), st.Eq(x, z), st.Eq(y, st.Add(z, z))), st.Lt(y, x), nil, "x <= y"},
		{st.Or(st.Lt(x, i(-5)), st.Lt(i(5), x)), st.And(st.Le(i(-2), x), st.Le(x, i(2))), nil, ""},
	} {
		prefer := func() []term.Term { return test.prefer }
		ip := NewInterpolator(st, WithSimplification(Fewest), WithPreferred(prefer))
		_, itps := ip.Interpolate(t.Context(), []term.Term{test.a, test.b})
		if len(itps) != 3 {
			t.Fatalf("no interpolant of %v and %v", test.a, test.b)
		}
		checkInterpolants(t, st, []term.Term{test.a, test.b}, itps)
		if got := itps[1].String(); test.want != "" && got != test.want {
			t.Errorf("%v and %v: %s, want %s", test.a, test.b, got, test.want)
		}
	}
}
