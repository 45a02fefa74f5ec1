package num

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// edges are where the small representation ends.
var edges = []int64{0, 1, -1, 2, -2, 3, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1,
	math.MinInt64 + 1, 1 << 31, -1 << 31, 1<<32 - 1, 1 << 62, -1 << 62, 3037000499, 3037000500}

func genBig(t *rapid.T, name string) *big.Int {
	switch rapid.IntRange(0, 3).Draw(t, name+"Kind") {
	case 0:
		return big.NewInt(rapid.Int64Range(-20, 20).Draw(t, name))
	case 1:
		return big.NewInt(rapid.SampledFrom(edges).Draw(t, name))
	case 2:
		return big.NewInt(rapid.Int64().Draw(t, name))
	}
	x := new(big.Int).Mul(big.NewInt(rapid.Int64().Draw(t, name)), big.NewInt(rapid.Int64().Draw(t, name)))
	return x.Add(x, big.NewInt(rapid.Int64Range(-2, 2).Draw(t, name)))
}

func checkInt(t *rapid.T, what string, got Int, want *big.Int) {
	t.Helper()
	if (got.big == nil) != want.IsInt64() {
		t.Fatalf("%s: representation of %v is not canonical", what, want)
	}
	if got.Big().Cmp(want) != 0 || got.String() != want.String() {
		t.Fatalf("%s = %v, want %v", what, got, want)
	}
}

// TestIntAgainstBig compares every operation with math/big.
func TestIntAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := genBig(t, "x"), genBig(t, "y")
		a, b := FromBig(x), FromBig(y)
		k := uint(rapid.IntRange(0, 130).Draw(t, "k"))
		n := func() *big.Int { return new(big.Int) }
		checkInt(t, "add", a.Add(b), n().Add(x, y))
		checkInt(t, "sub", a.Sub(b), n().Sub(x, y))
		checkInt(t, "mul", a.Mul(b), n().Mul(x, y))
		checkInt(t, "neg", a.Neg(), n().Neg(x))
		checkInt(t, "abs", a.Abs(), n().Abs(x))
		checkInt(t, "and", a.And(b), n().And(x, y))
		checkInt(t, "or", a.Or(b), n().Or(x, y))
		checkInt(t, "xor", a.Xor(b), n().Xor(x, y))
		checkInt(t, "shl", a.Shl(k), n().Lsh(x, k))
		checkInt(t, "shr", a.Shr(k), n().Rsh(x, k))
		checkInt(t, "pow2", Pow2(k), n().Lsh(big.NewInt(1), k))
		g := n().GCD(nil, nil, n().Abs(x), n().Abs(y))
		checkInt(t, "gcd", a.Gcd(b), g)
		if y.Sign() != 0 {
			q, r := a.DivMod(b)
			wq, wr := n().DivMod(x, y, n())
			checkInt(t, "div", q, wq)
			checkInt(t, "mod", r, wr)
			q, r = a.QuoRem(b)
			wq, wr = n().QuoRem(x, y, n())
			checkInt(t, "quo", q, wq)
			checkInt(t, "rem", r, wr)
			if b.Divides(a) != (wr.Sign() == 0) {
				t.Fatalf("divides(%v, %v)", y, x)
			}
			if x.Sign() != 0 {
				l := n().Mul(x, y)
				checkInt(t, "lcm", a.Lcm(b), n().Abs(l.Quo(l, g)))
			}
		}
		if a.Cmp(b) != x.Cmp(y) || a.Sign() != x.Sign() || a.Eq(b) != (x.Cmp(y) == 0) || a.BitLen() != x.BitLen() {
			t.Fatalf("cmp, sign or length of %v, %v", x, y)
		}
		if k, ok := a.Log2(); ok != (x.Sign() > 0 && n().Lsh(big.NewInt(1), k).Cmp(x) == 0) {
			t.Fatalf("log2 %v", x)
		}
		p, ok := ParseInt(x.String())
		if !ok || p.Hash() != a.Hash() {
			t.Fatalf("parse %v", x)
		}
		checkInt(t, "parse", p, x)
	})
}

func checkRat(t *rapid.T, what string, got Rat, want *big.Rat) {
	t.Helper()
	if (got.big == nil) != (want.Num().IsInt64() && want.Denom().IsInt64()) || got.d == 1 || got.d < 0 {
		t.Fatalf("%s: representation of %v is not canonical", what, want)
	}
	if got.Big().Cmp(want) != 0 || got.String() != want.RatString() {
		t.Fatalf("%s = %v, want %v", what, got, want)
	}
}

// TestRatAgainstBig compares every operation with math/big.
func TestRatAgainstBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gen := func(name string) *big.Rat {
			d := genBig(t, name+"Den")
			if d.Sign() == 0 || rapid.Bool().Draw(t, name+"Int") {
				d = big.NewInt(1)
			}
			return new(big.Rat).SetFrac(genBig(t, name), d)
		}
		x, y := gen("x"), gen("y")
		a, b := ownRat(new(big.Rat).Set(x)), ownRat(new(big.Rat).Set(y))
		n := func() *big.Rat { return new(big.Rat) }
		checkRat(t, "x", a, x)
		checkRat(t, "add", a.Add(b), n().Add(x, y))
		checkRat(t, "sub", a.Sub(b), n().Sub(x, y))
		checkRat(t, "mul", a.Mul(b), n().Mul(x, y))
		checkRat(t, "neg", a.Neg(), n().Neg(x))
		checkRat(t, "abs", a.Abs(), n().Abs(x))
		if y.Sign() != 0 {
			checkRat(t, "div", a.Div(b), n().Quo(x, y))
			checkRat(t, "inv", b.Inv(), n().Inv(y))
		}
		checkRat(t, "quo", Quo(a.Num(), a.Den()), x)
		checkInt(t, "num", a.Num(), x.Num())
		checkInt(t, "den", a.Den(), x.Denom())
		f := new(big.Int).Div(x.Num(), x.Denom())
		checkInt(t, "floor", a.Floor(), f)
		if !x.IsInt() {
			f.Add(f, big.NewInt(1))
		}
		checkInt(t, "ceil", a.Ceil(), f)
		i, ok := a.Int()
		if ok != x.IsInt() || ok != a.IsInt() || ok && !i.Rat().Eq(a) {
			t.Fatalf("int %v", x)
		}
		if a.Cmp(b) != x.Cmp(y) || a.Sign() != x.Sign() || a.Eq(b) != (x.Cmp(y) == 0) || a.IsZero() != (x.Sign() == 0) {
			t.Fatalf("cmp or sign of %v, %v", x, y)
		}
		p, ok := ParseRat(x.RatString())
		if !ok || !p.Eq(a) || p.Hash() != a.Hash() {
			t.Fatalf("parse %v", x)
		}
	})
}

// TestRatEdges has every pair of edge numbers as numerator and denominator.
func TestRatEdges(t *testing.T) {
	for _, n := range edges {
		for _, d := range edges {
			if d == 0 {
				continue
			}
			want := new(big.Rat).SetFrac(big.NewInt(n), big.NewInt(d))
			got := R(n, d)
			if got.Big().Cmp(want) != 0 || (got.big == nil) != (want.Num().IsInt64() && want.Denom().IsInt64()) {
				t.Errorf("R(%d, %d) = %v, want %v", n, d, got, want)
			}
		}
	}
}

func TestZeroValues(t *testing.T) {
	var i Int
	var r Rat
	if i.String() != "0" || r.String() != "0" || !r.IsInt() || !r.Add(R(1, 2)).Eq(R(1, 2)) || !r.Den().IsOne() {
		t.Error("zero values are not 0")
	}
}

func TestParse(t *testing.T) {
	for s, want := range map[string]string{"": "", "+7": "7", "x": "", "1_0": "", "2.50": "5/2", "-0.25": "-1/4",
		"1/0": "", "4/6": "2/3", ".5": "", "1.": "", "1.-5": "", "-": "", "0x10": ""} {
		got := ""
		if r, ok := ParseRat(s); ok {
			got = r.String()
		}
		if got != want {
			t.Errorf("ParseRat(%q) = %q, want %q", s, got, want)
		}
	}
}

// TestNoAllocation: the small case allocates nothing.
func TestNoAllocation(t *testing.T) {
	a, b := I(123456), I(-789)
	x, y := R(12, 7), R(-5, 9)
	if n := testing.AllocsPerRun(100, func() {
		_ = a.Add(b).Mul(b).Sub(a).Gcd(b).Neg().Abs().And(a).Shl(3).Shr(1).Cmp(b)
		_, _ = a.DivMod(b)
		_ = x.Add(y).Mul(y).Sub(x).Div(y).Neg().Abs().Inv().Cmp(y)
		_ = x.Floor()
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkIntAddMul(b *testing.B) {
	x, y := I(12345), I(678)
	b.ReportAllocs()
	for b.Loop() {
		z := x.Mul(y).Add(x)
		_ = z
	}
}

func BenchmarkRatAddMul(b *testing.B) {
	x, y := R(12345, 7), R(678, 11)
	b.ReportAllocs()
	for b.Loop() {
		z := x.Mul(y).Add(x)
		_ = z
	}
}

func BenchmarkRatIntegral(b *testing.B) {
	x, y := R(12345, 1), R(678, 1)
	b.ReportAllocs()
	for b.Loop() {
		z := x.Mul(y).Add(x)
		_ = z
	}
}

func BenchmarkBigRatAddMul(b *testing.B) {
	x, y := big.NewRat(12345, 7), big.NewRat(678, 11)
	b.ReportAllocs()
	for b.Loop() {
		z := new(big.Rat).Mul(x, y)
		z.Add(z, x)
	}
}
