package polynomial

import (
	"cmp"
	"math/bits"
	"slices"

	"craig/logic/num"
)

// monomial has the exponent of each variable.
type monomial []uint8

// divides reports whether m divides n.
func (m monomial) divides(n monomial) bool {
	for i := range m {
		if m[i] > n[i] {
			return false
		}
	}
	return true
}

// monomials lists those of some of n variables with a degree of at most d, by degree.
func monomials(n int, vars []int, d int) (all []monomial) {
	all = append(all, make(monomial, n))
	first := 0
	for range d {
		end := len(all)
		for _, m := range all[first:end] {
			for k := len(vars) - 1; k >= 0; k-- {
				next := slices.Clone(m)
				next[vars[k]]++
				all = append(all, next)
				if m[vars[k]] > 0 {
					break
				}
			}
		}
		first = end
	}
	return all
}

// relation is a polynomial: Σ coeff·monomial, with integers that have no common divisor.
type relation struct {
	coeff []num.Int
	of    []monomial
}

// Limits of relations: what is larger is an accident of the points.
const (
	maxDegree   = 3
	maxVars     = 10
	maxRank     = 60      // monomials that no relation relates
	maxCoeff    = 1 << 20 // of numerators and denominators
	maxTerms    = 12
	sparePoints = 4 // points beyond those that determine a relation
)

// relations are polynomials that vanish at all points, of degree at most maxDegree. First, from the
// variable with the smallest values on, those that are polynomials of variables before them: x = n³ is
// worth more than 3x = n·y - y + 2n + 1. Among the others, a Gröbner basis of all that vanish, as far as
// the degree goes.
//
// Linear algebra is done modulo a prime; a relation whose rational coefficients are not small is dropped.
func relations(points [][]int64) (rs []relation) {
	if len(points) == 0 || len(points[0]) > maxVars {
		return nil
	}
	n := len(points[0])
	order := make([]int, n)
	size := make([]int64, n)
	for i := range order {
		order[i] = i
		for _, p := range points {
			size[i] += max(p[i], -p[i])
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(size[i], size[j]) })
	var base []int
	for _, v := range order {
		own := make(monomial, n)
		own[v] = 1
		for d := maxDegree; ; d-- {
			ms := append(monomials(n, base, d), own)
			if len(ms) > maxRank || len(ms)+sparePoints > len(points) {
				if d > 1 {
					continue
				}
				return rs
			}
			found := vanishing(points, ms)
			if len(found) > 0 && found[len(found)-1].of[len(found[len(found)-1].of)-1].divides(own) {
				rs = append(rs, found[len(found)-1])
			} else {
				base = append(base, v)
			}
			break
		}
	}
	return append(rs, vanishing(points, monomials(n, base, maxDegree))...)
}

// vanishing are relations between the monomials, which are in rising order, that hold at all points [Möller,
// Buchberger 1982]: a monomial that is a linear combination of smaller ones gives one, and its multiples are left out.
func vanishing(points [][]int64, ms []monomial) (rs []relation) {
	var leading []monomial
	var basis echelon
	var of []monomial // of the vectors that were added
	for _, m := range ms {
		if slices.ContainsFunc(leading, func(l monomial) bool { return l.divides(m) }) {
			continue
		}
		if len(basis.rows) > maxRank || len(basis.rows)+sparePoints > len(points) {
			return rs
		}
		of = append(of, m)
		vector := make([]uint64, len(points))
		for i, p := range points {
			vector[i] = m.at(p)
		}
		combination, dependent := basis.add(vector)
		if !dependent {
			continue
		}
		leading = append(leading, m)
		if r, ok := integral(combination, of); ok {
			rs = append(rs, r)
		}
		of = of[:len(of)-1]
		basis.width--
	}
	return rs
}

// at is the monomial's value modulo the prime.
func (m monomial) at(point []int64) uint64 {
	v := uint64(1)
	for i, e := range m {
		for range e {
			v = mul(v, residue(point[i]))
		}
	}
	return v
}

// prime is the field's: 2^61 - 1.
const prime = 1<<61 - 1

func residue(v int64) uint64 {
	if r := v % prime; r < 0 {
		return uint64(r + prime)
	} else {
		return uint64(r)
	}
}

func mul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	_, r := bits.Div64(hi, lo, prime)
	return r
}

func sub(a, b uint64) uint64 {
	if a >= b {
		return a - b
	}
	return a + prime - b
}

func inverse(a uint64) uint64 {
	r := uint64(1)
	for e := uint64(prime - 2); e > 0; e >>= 1 {
		if e&1 != 0 {
			r = mul(r, a)
		}
		a = mul(a, a)
	}
	return r
}

// echelon is a set of independent vectors, each with the combination of the added ones that it is.
type echelon struct {
	rows  []row
	width int // how many vectors were added
}

type row struct {
	pivot       int
	vector      []uint64 // 1 at the pivot
	combination []uint64
}

// add adds a vector. If it depends on those before, it is not added, and the result says how: the
// combination, in which the new vector counts once, is 0.
func (e *echelon) add(v []uint64) (combination []uint64, dependent bool) {
	e.width++
	c := make([]uint64, e.width)
	c[e.width-1] = 1
	for _, r := range e.rows {
		k := v[r.pivot]
		if k == 0 {
			continue
		}
		for i, x := range r.vector {
			v[i] = sub(v[i], mul(k, x))
		}
		for i, x := range r.combination {
			c[i] = sub(c[i], mul(k, x))
		}
	}
	pivot := slices.IndexFunc(v, func(x uint64) bool { return x != 0 })
	if pivot < 0 {
		return c, true
	}
	inv := inverse(v[pivot])
	for i := range v {
		v[i] = mul(v[i], inv)
	}
	for i := range c {
		c[i] = mul(c[i], inv)
	}
	e.rows = append(e.rows, row{pivot, v, c})
	return nil, false
}

// integral is a combination with rational coefficients, times their common denominator.
func integral(combination []uint64, of []monomial) (r relation, ok bool) {
	coeff := make([]num.Rat, len(combination))
	lcd := num.I(1)
	for i, c := range combination {
		if coeff[i], ok = rational(c); !ok {
			return r, false
		}
		lcd = lcd.Lcm(coeff[i].Den())
	}
	for i, c := range coeff {
		if c.IsZero() {
			continue
		}
		k := c.Mul(lcd.Rat()).Num()
		if num.I(maxCoeff).Less(k.Abs()) {
			return r, false
		}
		r.coeff, r.of = append(r.coeff, k), append(r.of, of[i])
	}
	return r, len(r.of) <= maxTerms
}

// rational is the fraction with small numerator and denominator that c is modulo the prime [Wang 1981].
func rational(c uint64) (num.Rat, bool) {
	r0, r1, t0, t1 := int64(prime), int64(c), int64(0), int64(1)
	for r1 > maxCoeff {
		q := r0 / r1
		r0, r1, t0, t1 = r1, r0-q*r1, t1, t0-q*t1
	}
	if t1 > maxCoeff || t1 < -maxCoeff || t1 == 0 {
		return num.Rat{}, false
	}
	return num.R(r1, t1), true
}
