package csource

import (
	"math"
	"testing"

	"craig/internal/program/ir"
	"craig/logic/float"
	"craig/logic/term"
)

// TestExactNumbers: formulas about bit patterns are comparisons with constants, which are weaker only where these do not tell zeros or
// NaNs apart.
func TestExactNumbers(t *testing.T) {
	st := term.NewStore()
	x, n, p := st.Var("x", term.Int), st.Var("n", term.Int), st.Var("p", term.Int)
	types := map[term.Term]ir.Type{x: {Kind: ir.Float, Bits: 64}, n: ir.Int(32, true), p: ir.Ptr(64)}
	w := &Exact{Variable: func(t term.Term) (string, ir.Type, bool) { return t.Name(), types[t], types[t] != ir.Type{} }}
	bits := func(v float64) term.Term { return st.IntNum(float.Bits(math.Float64bits(v))) }
	negative, inf, negInf := bits(math.Copysign(0, -1)), bits(math.Inf(1)), bits(math.Inf(-1))
	number := st.Or(st.Le(x, inf), st.And(st.Ge(x, negative), st.Le(x, negInf)))
	least := st.Int(1)
	for _, c := range []struct {
		t    term.Term
		want string
	}{
		{number, "(x == x)"},
		{st.Not(number), "(x != x)"},
		{st.True(), "1"},
		{st.Le(x, bits(2.5)), "(x >= 0.0 && x <= 2.5)"},
		{st.And(st.Le(x, inf), st.Ge(x, bits(1))), "(x >= 1.0)"},
		{st.And(st.Le(n, st.Int(3)), st.Le(x, inf), st.Ge(x, bits(1))), "((x >= 1.0) && ((long long)n <= 3))"},
		{st.Eq(x, bits(0)), "(x == 0.0)"},
		{st.Eq(x, inf), "(x > 1.7976931348623157e+308)"},
		{st.Eq(x, negInf), "(x < -1.7976931348623157e+308)"},
		{st.Or(st.Not(number), st.Eq(x, bits(3))), "(x != x || x == 3.0)"},
		{st.Or(st.Gt(x, st.Add(inf, least)), st.Lt(x, inf)), "(x != x || x <= 1.7976931348623157e+308)"}, // without one NaN
		{st.Ge(st.Add(x, n), st.Int(0)), "1"},
		{st.Eq(p, st.Int(0)), "(p == 0)"},
		{st.Ge(p, least), "(p != 0)"},
		{st.Ge(p, st.Int(4096)), "(p != 0)"},
	} {
		if got := w.Formula(c.t, true); got != c.want {
			t.Errorf("%v is written %q, not %q", c.t, got, c.want)
		}
	}
}
