package modlinalg

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"craig/logic/num"
)

// TestMul: products are those of package big.
func TestMul(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64Range(0, Prime-1).Draw(t, "a"), rapid.Uint64Range(0, Prime-1).Draw(t, "b")
		want := new(big.Int).Mul(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
		want.Mod(want, big.NewInt(Prime))
		if got := Mul(a, b); got != want.Uint64() {
			t.Fatalf("%d, want %v", got, want)
		}
	})
}

// TestRational: fractions come back from their residues.
func TestRational(t *testing.T) {
	for n := int64(-40); n <= 40; n++ {
		for d := int64(1); d < 40; d++ {
			c := Mul(Residue(n), Inverse(Residue(d)))
			if got, ok := Rational(c); !ok || !got.Eq(num.R(n, d)) {
				t.Fatalf("%d/%d came back as %v", n, d, got)
			}
		}
	}
}

// TestAdd: a combination gives what Add says that it gives, and vectors without a pivot are those that depend on others.
func TestAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var basis Basis
		var added [][]uint64
		for range rapid.IntRange(1, 8).Draw(t, "vectors") {
			v := make([]uint64, 4)
			for i := range v {
				v[i] = Residue(rapid.Int64Range(-3, 3).Draw(t, "v"))
			}
			added = append(added, append([]uint64(nil), v...))
			combination, pivot := basis.Add(v)
			if len(combination) != len(added) || combination[len(added)-1] == 0 {
				t.Fatalf("the combination %v does not have the new vector", combination)
			}
			for i := range 4 {
				sum := uint64(0)
				for k, c := range combination {
					sum = (sum + Mul(c, added[k][i])) % Prime
				}
				switch {
				case pivot < 0 && sum != 0, pivot >= 0 && i < pivot && sum != 0, i == pivot && sum != 1:
					t.Fatalf("element %d of the combination is %d, pivot %d", i, sum, pivot)
				}
			}
		}
		if basis.Len() > 4 {
			t.Fatalf("%d independent vectors of 4 elements", basis.Len())
		}
	})
}
