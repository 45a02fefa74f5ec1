// Package modlinalg has linear algebra modulo a prime, for rational results with small numerators and denominators: what
// it finds is to be checked by whoever uses it.
package modlinalg

import (
	"math/bits"
	"slices"

	"craig/logic/num"
)

// Prime is the field's: 2^61 - 1.
const Prime = 1<<61 - 1

// Residue is v modulo the prime.
func Residue(v int64) uint64 {
	if r := v % Prime; r < 0 {
		return uint64(r + Prime)
	} else {
		return uint64(r)
	}
}

// Mul is a·b.
func Mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	r := lo&Prime + (lo>>61 | hi<<3) // 2^61 is 1
	if r >= Prime {
		r -= Prime
	}
	return r
}

func sub(a, b uint64) uint64 {
	if a >= b {
		return a - b
	}
	return a + Prime - b
}

// Inverse is 1/a.
func Inverse(a uint64) uint64 {
	r := uint64(1)
	for e := uint64(Prime - 2); e > 0; e >>= 1 {
		if e&1 != 0 {
			r = Mul(r, a)
		}
		a = Mul(a, a)
	}
	return r
}

// Basis is a set of independent vectors, each with the combination of the added ones that it is.
type Basis struct {
	rows  []row
	width int // how many vectors were added
}

type row struct {
	pivot       int // the first element that is not 0
	vector      []uint64
	combination []uint64
}

// Len is the number of independent vectors.
func (b *Basis) Len() int { return len(b.rows) }

// Forget takes the vector that was added last out of those that combinations speak of, if it was dependent.
func (b *Basis) Forget() { b.width-- }

// Add adds v, which it takes over. What is left of it after the earlier ones begins with a 1 at pivot; combination says
// by which multiples of the vectors added so far, v last. If pivot is -1, v depends on the earlier ones and is not added: the
// combination, in which v counts once, is 0.
func (b *Basis) Add(v []uint64) (combination []uint64, pivot int) {
	b.width++
	c := make([]uint64, b.width)
	c[b.width-1] = 1
	for _, r := range b.rows {
		k := v[r.pivot]
		if k == 0 {
			continue
		}
		minus(v, k, r.vector)
		minus(c, k, r.combination)
	}
	pivot = slices.IndexFunc(v, func(x uint64) bool { return x != 0 })
	if pivot < 0 {
		return c, -1
	}
	inv := Inverse(v[pivot])
	for i := range v {
		v[i] = Mul(v[i], inv)
	}
	for i := range c {
		c[i] = Mul(c[i], inv)
	}
	b.rows = append(b.rows, row{pivot, v, c})
	return c, pivot
}

// minus makes v v - k·w, where w may be shorter.
func minus(v []uint64, k uint64, w []uint64) {
	for i, x := range w {
		if x != 0 {
			v[i] = sub(v[i], Mul(k, x))
		}
	}
}

// MaxCoeff bounds numerators and denominators.
const MaxCoeff = 1 << 20

// Rational is the fraction with small numerator and denominator that c is modulo the prime, if there is one [Wang 1981].
func Rational(c uint64) (num.Rat, bool) {
	r0, r1, t0, t1 := int64(Prime), int64(c), int64(0), int64(1)
	for r1 > MaxCoeff {
		q := r0 / r1
		r0, r1, t0, t1 = r1, r0-q*r1, t1, t0-q*t1
	}
	if t1 > MaxCoeff || t1 < -MaxCoeff || t1 == 0 {
		return num.Rat{}, false
	}
	return num.R(r1, t1), true
}
