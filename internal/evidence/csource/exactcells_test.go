package csource_test

import (
	"testing"

	"craig/internal/evidence/csource"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// TestCells: a comparison of a cell holds where the cell may not be read, and one that has such a cell in a condition, which must not be
// weakened, is left out.
func TestCells(t *testing.T) {
	st := term.NewStore()
	x, n := st.Var("x", term.Int), st.Var("n", term.Int)
	integer := ir.Type{Kind: ir.Integer, Bits: 32, Signed: true}
	w := &csource.Exact{
		Variable: func(t term.Term) (string, ir.Type, bool) { return "x", integer, t == x },
		Cell: func(t term.Term) (string, ir.Type, string, bool) {
			return "p->n", integer, map[bool]string{true: "(p != 0)"}[t == n], t.Op() == term.Var
		},
	}
	always, five := st.Var("always", term.Int), st.Int(5)
	for _, c := range []struct {
		t    term.Term
		want string
	}{
		{st.Le(n, five), "(!((p != 0)) || ((long long)p->n <= 5))"},
		{st.Le(always, five), "((long long)p->n <= 5)"},
		{st.Le(st.Ite(st.Le(n, st.Int(1)), x, st.Int(9)), five), "1"},
		{st.Le(st.Ite(st.Le(always, st.Int(1)), x, n), five), "(!((p != 0)) || ((((long long)p->n <= 1) ? (long long)x : (long long)p->n) <= 5))"},
		{st.Le(st.Add(st.Ite(st.Le(always, st.Int(1)), x, st.Int(2)), n), five), ""},
	} {
		got := w.Formula(c.t, true)
		if c.want == "" { // whatever the order of the sum
			if len(got) < 5 || got[:16] != "(!((p != 0)) || " {
				t.Errorf("%s is written %s, without when it has a value", c.t, got)
			}
		} else if got != c.want {
			t.Errorf("%s is written %s, not %s", c.t, got, c.want)
		}
	}
}
