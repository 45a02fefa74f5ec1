package identity

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"craig/logic/num"
	"craig/logic/term"
)

// TestOf: a polynomial has the value of its term, modulo what it is asked for, at any point, and Bits bounds it.
func TestOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		st := term.NewStore()
		vars := []term.Term{st.Var("x", term.Int), st.Var("y", term.Int), st.Var("z", term.Int)}
		var random func(depth int) term.Term
		random = func(depth int) term.Term {
			kind := rapid.IntRange(0, 6).Draw(t, "kind")
			if depth == 0 || kind < 2 {
				if kind == 0 {
					return st.Int(rapid.Int64Range(-9, 9).Draw(t, "constant"))
				}
				return rapid.SampledFrom(vars).Draw(t, "variable")
			}
			a, b := random(depth-1), random(depth-1)
			switch kind {
			case 2:
				return st.Add(a, b)
			case 3:
				return st.Sub(a, b)
			case 4:
				return st.Mul(a, b)
			case 5:
				return st.Mod(a, st.IntNum(num.Pow2(rapid.SampledFrom([]uint{1, 3, 8}).Draw(t, "power"))))
			default:
				return st.Mod(a, st.Int(rapid.Int64Range(1, 9).Draw(t, "modulus")))
			}
		}
		f := random(4)
		bits := rapid.SampledFrom([]uint{0, 1, 3, 8, 9}).Draw(t, "bits")
		p, ok := NewReader().Of(f, bits)
		if !ok {
			t.Skip("too large")
		}
		at := map[term.Term]term.Term{}
		for _, v := range vars {
			at[v] = st.Int(rapid.Int64Range(-300, 300).Draw(t, "value"))
		}
		value := func(x term.Term) *big.Int {
			v, ok := st.Subst(x, at).IntValue()
			if !ok {
				t.Fatalf("%v has no value", x)
			}
			return v.Big()
		}
		sum := new(big.Int)
		for _, m := range p {
			product := new(big.Int).Set(m.coeff)
			for _, x := range m.of {
				product.Mul(product, value(x))
			}
			sum.Add(sum, product)
		}
		want := value(f)
		d := new(big.Int).Sub(sum, want)
		if bits > 0 {
			d.Mod(d, new(big.Int).Lsh(big.NewInt(1), bits))
		}
		if d.Sign() != 0 {
			t.Fatalf("%v is %v, its polynomial %v modulo 2^%d", f, want, sum, bits)
		}
		within := func(term.Term) (lo, hi *big.Int, ok bool) { return big.NewInt(-300), big.NewInt(300), true }
		if n := Bits(f, within); n > 0 && want.CmpAbs(new(big.Int).Lsh(big.NewInt(1), n)) >= 0 {
			t.Fatalf("%v is %v, which has more than %d bits", f, want, n)
		}
	})
}

// TestIsZero: modulo a power of 2 multiples of it vanish, and no others.
func TestIsZero(t *testing.T) {
	st := term.NewStore()
	x, y := st.Var("x", term.Int), st.Var("y", term.Int)
	for _, c := range []struct {
		t    term.Term
		bits uint
		want bool
	}{
		{st.Int(0), 0, true}, {st.Int(8), 0, false}, {st.Int(8), 3, true}, {st.Int(8), 4, false}, {st.Int(-8), 3, true}, {st.Int(12), 3, false},
		{st.Mul(x, y), 3, false}, {st.Scale(num.R(8, 1), st.Mul(x, y)), 3, true}, {st.Add(st.Scale(num.R(8, 1), st.Mul(x, y)), x), 3, false},
	} {
		p, ok := NewReader().Of(c.t, c.bits)
		if !ok || p.IsZero(c.bits) != c.want {
			t.Errorf("%v modulo 2^%d: %v", c.t, c.bits, p)
		}
	}
}
