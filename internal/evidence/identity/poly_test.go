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
		within := func(term.Term) (lo, hi *big.Int, ok bool) { return big.NewInt(-300), big.NewInt(300), true }
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
		var sums []term.Term
		for range rapid.IntRange(0, 3).Draw(t, "sums") {
			if x := random(2); value(x).Sign() <= 0 {
				sums = append(sums, x)
			}
		}
		tighter := Tighter(sums, within)
		for _, v := range vars {
			if lo, hi, ok := tighter(v); ok && (value(v).Cmp(lo) < 0 || value(v).Cmp(hi) > 0) {
				t.Fatalf("%v is %v, and not within %v and %v, by %v", v, value(v), lo, hi, sums)
			}
		}
		p, ok := NewReader(tighter).Of(f, bits)
		if !ok {
			t.Skip("too large")
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
		if n := Bits(f, within); n > 0 && want.CmpAbs(new(big.Int).Lsh(big.NewInt(1), n)) >= 0 {
			t.Fatalf("%v is %v, which has more than %d bits", f, want, n)
		}
	})
}

func unknown(term.Term) (lo, hi *big.Int, ok bool) { return nil, nil, false }

// TestTighter: sums bound their variables, one after the other, and what wraps only beyond that is read as a sum.
func TestTighter(t *testing.T) {
	st := term.NewStore()
	i, n := st.Var("i", term.Int), st.Var("n", term.Int)
	word := func(term.Term) (lo, hi *big.Int, ok bool) { return new(big.Int), big.NewInt(1<<32 - 1), true }
	next := st.Mod(st.Add(i, st.Int(1)), st.IntNum(num.Pow2(32)))
	for _, c := range []struct {
		sums []term.Term
		want bool
	}{
		{nil, false},
		{[]term.Term{st.Sub(i, st.Int(1000))}, true},
		{[]term.Term{st.Sub(st.Add(i, st.Int(1)), n)}, true}, // i < n
		{[]term.Term{st.Sub(i, n)}, false},
		{[]term.Term{st.Sub(st.Scale(num.R(3, 1), i), st.IntNum(num.I(3<<32-4)))}, true},  // i ≤ 2^32 - 2
		{[]term.Term{st.Sub(st.Scale(num.R(3, 1), i), st.IntNum(num.I(3<<32-3)))}, false}, // i ≤ 2^32 - 1
		{[]term.Term{st.Sub(st.Int(5), i)}, false},
	} {
		p, ok := NewReader(Tighter(c.sums, word)).Of(next, 0)
		want, fits := NewReader(unknown).Of(st.Add(i, st.Int(1)), 0)
		if !ok || !fits || p.Same(want, 0) != c.want {
			t.Errorf("%v: %v", c.sums, p)
		}
	}
	for _, c := range []struct{ k, least, want int64 }{{1, 5, 5}, {2, 5, 3}, {2, 6, 3}, {1, 0, 0}, {3, -4, 0}} { // k·i ≥ least
		lo, hi, ok := Tighter([]term.Term{st.Sub(st.Int(c.least), st.Scale(num.R(c.k, 1), i))}, word)(i)
		if !ok || lo.Cmp(big.NewInt(c.want)) != 0 || hi.Cmp(big.NewInt(1<<32-1)) != 0 {
			t.Errorf("%d·i ≥ %d: %v to %v", c.k, c.least, lo, hi)
		}
	}
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
		p, ok := NewReader(unknown).Of(c.t, c.bits)
		if !ok || p.IsZero(c.bits) != c.want {
			t.Errorf("%v modulo 2^%d: %v", c.t, c.bits, p)
		}
	}
}
