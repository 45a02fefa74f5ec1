package float

import (
	"math/rand/v2"
	"testing"

	"craig/logic/num"
)

// members are the patterns of a set.
func members(f Format, s Set) []uint64 {
	var list []uint64
	for x := range uint64(1) << f.Width() {
		if f.Has(s, x) {
			list = append(list, x)
		}
	}
	return list
}

// anySet makes sets with ends that make trouble.
func anySet(r *rand.Rand, f Format) Set {
	end := func() int64 {
		inf := int64(f.Inf())
		special := []int64{0, 1, -1, inf, -inf, inf - 1, 1 - inf, f.Key(f.One()), -f.Key(f.One())}
		if r.IntN(2) == 0 {
			return special[r.IntN(len(special))]
		}
		return r.Int64N(2*inf+1) - inf
	}
	a, b := end(), end()
	s := Set{min(a, b), max(a, b), r.IntN(4) == 0}
	if r.IntN(12) == 0 {
		return Set{Lo: 1, NaN: s.NaN}
	}
	return s
}

// TestSets checks on all elements of sets of a small format that operations on sets have the results, and that
// those of sums, products and quotients are no larger than need be.
func TestSets(t *testing.T) {
	f, to := Format{3, 3}, Format{2, 4}
	r := rand.New(rand.NewPCG(5, 5))
	for range 1500 {
		s, u, v := anySet(r, f), anySet(r, f), anySet(r, f)
		m := Mode(r.IntN(int(NumModes)))
		xs, ys := members(f, s), members(f, u)
		check := func(name string, g Format, got Set, x uint64) {
			if !g.Has(got, x) {
				t.Fatalf("%s of %v, %v, %v rounded %v is %v, which lacks %s", name, s, u, v, m, got, g.Text(x))
			}
		}
		sum, product, quotient := f.AddSets(m, s, u), f.MulSets(m, s, u), f.DivSets(m, s, u)
		var least [3]Set
		for i := range least {
			least[i] = Nothing()
		}
		fma, fmod, rem := f.FmaSets(m, s, u, v), f.ModSets(s, u, false), f.ModSets(s, u, true)
		zs := members(f, v)
		for _, x := range xs {
			for _, y := range ys {
				for i, z := range []uint64{f.Add(m, x, y), f.Mul(m, x, y), f.Div(m, x, y)} {
					least[i] = least[i].Join(f.Single(z))
				}
				check("+", f, sum, f.Add(m, x, y))
				check("*", f, product, f.Mul(m, x, y))
				check("/", f, quotient, f.Div(m, x, y))
				check("fmod", f, fmod, f.Fmod(x, y))
				check("rem", f, rem, f.Rem(x, y))
				if len(zs) > 0 {
					z := zs[r.IntN(len(zs))]
					check("fma", f, fma, f.Fma(m, x, y, z))
				}
			}
			check("sqrt", f, f.SqrtSet(m, s), f.Sqrt(m, x))
			check("round", f, f.RoundSet(m, s), f.Round(m, x))
			check("convert", to, to.ConvertSet(f, m, s), to.Convert(f, m, x))
			check("neg", f, s.NegSet(), f.Neg(x))
			check("abs", f, s.AbsSet(), x&^f.SignBit())
			check("join", f, s.Join(u), x)
			if f.Has(u, x) {
				check("meet", f, s.Meet(u), x)
			}
			lo, hi, ok := f.ToInts(m, 3, s)
			if k := f.ToInt(m, 3, x); !ok || k.Less(lo) || hi.Less(k) {
				t.Fatalf("%v as an integer is between %v and %v, not %v", s, lo, hi, k)
			}
			a, b, ok := f.Patterns(s, false)
			if !ok || x < a || x > b {
				t.Fatalf("patterns of %v are between %#x and %#x, not %#x", s, a, b, x)
			}
		}
		for i, got := range []Set{sum, product, quotient} {
			finite := !f.infinite(s) && !f.infinite(u)
			if want := least[i]; finite && got != want {
				t.Fatalf("%c of %v and %v rounded %v is %v, %v would do", "+*/"[i], s, u, m, got, want)
			}
		}
		lo, hi := uint64(r.IntN(1<<f.Width())), uint64(r.IntN(1<<f.Width()))
		for x := lo; x <= hi; x++ {
			check("patterns", f, f.OfPatterns(lo, hi), x)
		}
		a, b := num.I(r.Int64N(100)-50), num.I(r.Int64N(50))
		for k := a; !a.Add(b).Less(k); k = k.Add(num.I(1)) {
			check("integers", f, f.FromInts(m, a, a.Add(b)), f.FromInt(m, k))
		}
	}
}
