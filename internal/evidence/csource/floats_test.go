package csource

import (
	"math"
	"strings"
	"testing"

	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// TestNumbers: formulas about bit patterns are written as comparisons of the numbers.
func TestNumbers(t *testing.T) {
	st := term.NewStore()
	x, n, s := st.Var("x", term.Int), st.Var("n", term.Int), st.Var("s", term.Int)
	f := &formula{
		name: func(t term.Term) (string, bool) { return t.String(), t.Op() == term.Var },
		format: func(t term.Term) (float.Format, bool) {
			return map[term.Term]float.Format{x: float.Binary64, s: float.Binary32}[t], t == x || t == s
		},
	}
	bits := func(v float64) term.Term { return st.IntNum(float.Bits(math.Float64bits(v))) }
	single := func(v float32) term.Term { return st.IntNum(float.Bits(uint64(math.Float32bits(v)))) }
	negative, inf := bits(math.Copysign(0, -1)), bits(math.Inf(1))
	number := st.Or(st.Le(x, inf), st.And(st.Ge(x, negative), st.Le(x, bits(math.Inf(-1)))))
	between := st.And(st.Or(st.Le(x, bits(2.5)), st.Ge(x, negative)), st.Or(st.Le(x, inf), st.Le(x, bits(-1))))
	for _, c := range []struct {
		t    term.Term
		want string
	}{
		{between, "x >= -1.0 && x <= 2.5"},
		{st.And(between, st.Le(n, st.Int(3))), "x >= -1.0 && x <= 2.5 && n <= 3"},
		{st.Or(between, st.Le(n, st.Int(3))), "n <= 3 || x >= -1.0 && x <= 2.5"},
		{number, "!isnan(x)"},
		{st.Not(number), "isnan(x)"},
		{st.Eq(x, bits(0.1)), "x == 0.1"},
		{st.Or(st.Not(number), st.Eq(x, bits(3))), "isnan(x) || x == 3.0"},
		{st.And(number, st.Ne(x, bits(3))), "x <= 2.9999999999999996 || x >= 3.0000000000000004"},
		{st.Or(st.Eq(x, bits(0)), st.Eq(x, negative)), "x == 0.0"},
		{st.Eq(x, bits(0)), "x == 0.0 && !signbit(x)"},
		{st.Eq(x, negative), "x == 0.0 && signbit(x)"},
		{st.Le(x, bits(1)), "x <= 1.0 && !signbit(x)"},
		{st.Eq(x, inf), "x == INFINITY"},
		{st.And(number, st.Ne(x, inf), st.Ne(x, bits(math.Inf(-1)))), "isfinite(x)"},
		{st.And(st.Ge(x, negative), st.Le(x, bits(-1))), "x >= -1.0 && signbit(x)"},
		{st.And(st.Ge(s, single(0.1)), st.Le(s, single(1e30))), "s >= 0.1f && s <= 1e+30f"},
		// What tells NaNs apart is weakened, what compares patterns is left out.
		{st.Ge(x, bits(1)), "isnan(x) || x <= 0.0 && signbit(x) || x >= 1.0"},
		{st.And(st.Le(x, s), st.Le(n, st.Int(3))), "n <= 3"},
		{st.Le(st.Add(x, n), st.Int(3)), "true"},
	} {
		got := f.text(f.forget(st, st.And(c.t, st.Ge(x, st.Int(0)), st.Le(x, st.IntNum(num.Pow2(64).Sub(num.I(1)))))))
		if got != c.want && !sameParts(got, c.want) {
			t.Errorf("%s is written %q, want %q", c.t, got, c.want)
		}
	}
}

// TestPatterns: a conjunction that tells NaNs apart has no notation as numbers, alone or beside others, and is written all the same.
func TestPatterns(t *testing.T) {
	st := term.NewStore()
	x, n := st.Var("x", term.Int), st.Var("n", term.Int)
	f := &formula{
		name:   func(t term.Term) (string, bool) { return t.String(), t.Op() == term.Var },
		format: func(t term.Term) (float.Format, bool) { return float.Binary64, t == x },
	}
	two := st.And(st.Ge(x, st.IntNum(float.Bits(math.Float64bits(math.Inf(1)+5)))), st.Le(x, st.IntNum(float.Bits(math.Float64bits(math.NaN())+7))))
	for _, g := range []term.Term{two, st.And(two, st.Le(n, st.Int(3))), st.Or(st.And(two, st.Le(n, st.Int(3))), st.Ge(n, st.Int(9)))} {
		if got := f.text(g); !strings.Contains(got, "x <= 9221") {
			t.Errorf("%s is written %q", g, got)
		}
	}
}
