package smt_test

import (
	"testing"

	"craig/logic/smt"
	"craig/logic/term"
)

// point gives values to variables.
type point map[term.Term]term.Term

func (p point) Eval(t term.Term) term.Term {
	v, _ := t.Store().Eval(t, func(u term.Term) (term.Term, bool) { v, ok := p[u]; return v, ok })
	return v
}

// TestSeparate: half-spaces between points and a polytope, preferred ones first; none where a
// point is in the polytope.
func TestSeparate(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	i := st.Int
	at := func(a, b int64) smt.Model { return point{x: i(a), y: i(b)} }
	corner := []term.Term{st.Le(x, i(0)), st.Le(y, i(-1))}
	for _, test := range []struct {
		points  []smt.Model
		outside []term.Term
		prefer  []term.Term
		want    string
	}{
		{[]smt.Model{at(0, 0), at(5, 2)}, corner, nil, "0 <= y"},
		{[]smt.Model{at(1, -1), at(0, 0)}, corner, nil, "0 <= x + y"},
		{[]smt.Model{at(1, -1), at(0, 0)}, corner, []term.Term{st.Le(i(0), y), st.Le(i(0), st.Add(x, x, y))}, "0 <= 2*x + y"},
		{[]smt.Model{at(-1, -1)}, corner, nil, "none"},
		{nil, corner, nil, "false"},
		{nil, []term.Term{st.Eq(x, y)}, nil, "none"},
	} {
		got := "none"
		if h, ok := smt.Separate(st, test.points, test.outside, test.prefer); ok {
			got = h.String()
		}
		if got != test.want {
			t.Errorf("%v beside %v: %s, want %s", test.points, test.outside, got, test.want)
		}
	}
}
