package csource

import (
	"strings"
	"testing"

	"craig/logic/num"
	"craig/logic/term"
)

// TestFormula: terms as a C programmer would write them.
func TestFormula(t *testing.T) {
	st := term.NewStore()
	x, y, z := st.Var("x", term.Int), st.Var("y", term.Int), st.Var("z", term.Int)
	hidden := st.Var("main::$1", term.Int)
	k := st.Int
	f := &formula{name: func(t term.Term) (string, bool) {
		if t.Op() != term.Var || strings.Contains(t.Name(), "$") {
			return "", false
		}
		return t.Name(), true
	}}
	two := num.I(2).Rat()
	for _, c := range []struct {
		t    term.Term
		want string
	}{
		{st.Le(x, k(3)), "x <= 3"},
		{st.Ge(x, k(-3)), "x >= -3"},
		{st.Lt(x, y), "x < y"},
		{st.Gt(x, y), "y < x"},
		{st.Le(x, st.Add(y, k(4))), "x <= y + 4"},
		{st.Le(st.Add(x, k(4)), y), "x + 4 <= y"},
		{st.Le(st.Add(x, y), k(7)), "x + y <= 7"},
		{st.Le(st.Scale(two, x), st.Sub(y, st.Scale(two, st.Scale(two, z)))), "2*x + 4*z <= y"},
		{st.Eq(x, st.Add(y, k(1))), "x == y + 1"},
		{st.Ne(x, k(0)), "x != 0"},
		{st.And(st.Le(x, y), st.Ge(x, y)), "x == y"},
		{st.And(st.Le(k(0), x), st.Le(x, k(9))), "x >= 0 && x <= 9"},
		{st.Or(st.And(st.Eq(x, k(1)), st.Eq(y, k(2))), st.Eq(z, k(3))), "z == 3 || x == 1 && y == 2"},
		{st.And(st.Or(st.Eq(x, k(1)), st.Eq(y, k(2))), st.Eq(z, k(3))), "z == 3 && (x == 1 || y == 2)"},
		{st.Eq(st.Mod(x, k(2)), k(1)), "(x mod 2) == 1"},
		{st.Le(st.Mul(x, y), k(5)), "x * y <= 5"},
		{st.True(), "true"},
	} {
		if got := f.text(c.t); got != c.want && !sameParts(got, c.want) {
			t.Errorf("%s is written %q, want %q", c.t, got, c.want)
		}
	}
	// What the reader does not know is left out, which weakens.
	got := f.text(f.forget(st, st.And(st.Le(x, k(3)), st.Or(st.Eq(hidden, k(1)), st.Eq(y, k(2))), st.Or(st.Eq(y, k(1)), st.And(st.Eq(hidden, x), st.Eq(z, k(2)))))))
	if want := "x <= 3 && (y == 1 || z == 2)"; !sameParts(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// sameParts compares up to the order of conjuncts and disjuncts, which follows the terms' numbers.
func sameParts(a, b string) bool {
	count := func(s string) map[string]int {
		m := map[string]int{}
		for _, w := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("&|()", r) }) {
			m[strings.TrimSpace(w)]++
		}
		return m
	}
	x, y := count(a), count(b)
	for w, n := range x {
		if y[w] != n {
			return false
		}
	}
	return len(x) == len(y)
}
