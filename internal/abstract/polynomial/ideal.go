package polynomial

import (
	"cmp"
	"slices"

	"craig/internal/logic/modlinalg"
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
	maxDegree   = 3 // of relations between variables that none of them is the value of
	maxPower    = 6 // of polynomials that a variable is the value of: sums of fifth powers
	maxVars     = 10
	maxRank     = 90 // monomials that no relation relates
	maxCoeff    = modlinalg.MaxCoeff
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
		r, ok, room := valueOf(points, own, n, base)
		switch {
		case !room:
			return rs
		case ok:
			rs = append(rs, r)
		default:
			base = append(base, v)
		}
	}
	return append(rs, vanishing(points, monomials(n, base, maxDegree))...)
}

// valueOf is own as a polynomial of the lowest degree in some of n variables, if it is one. There is no room if there are too
// few points to tell.
func valueOf(points [][]int64, own monomial, n int, base []int) (r relation, ok, room bool) {
	for d := 1; d <= maxPower; d++ {
		ms := append(monomials(n, base, d), own)
		if len(ms) > maxRank || len(ms)+sparePoints > len(points) {
			break
		}
		room = true
		found := vanishing(points, ms)
		if len(found) == 0 {
			continue
		}
		if last := found[len(found)-1]; last.of[len(last.of)-1].divides(own) {
			return last, true, true
		}
	}
	return r, false, room
}

// vanishing are relations between the monomials, which are in rising order, that hold at all points [Möller,
// Buchberger 1982]: a monomial that is a linear combination of smaller ones gives one, and its multiples are left out.
func vanishing(points [][]int64, ms []monomial) (rs []relation) {
	var leading []monomial
	var basis modlinalg.Basis
	var of []monomial // of the vectors that were added
	for _, m := range ms {
		if slices.ContainsFunc(leading, func(l monomial) bool { return l.divides(m) }) {
			continue
		}
		if basis.Len() > maxRank || basis.Len()+sparePoints > len(points) {
			return rs
		}
		of = append(of, m)
		vector := make([]uint64, len(points))
		for i, p := range points {
			vector[i] = m.at(p)
		}
		combination, pivot := basis.Add(vector)
		if pivot >= 0 {
			continue
		}
		leading = append(leading, m)
		if r, ok := integral(combination, of); ok {
			rs = append(rs, r)
		}
		of = of[:len(of)-1]
		basis.Forget()
	}
	return rs
}

// linear reports whether no monomial is a product.
func (r relation) linear() bool {
	return !slices.ContainsFunc(r.of, func(m monomial) bool {
		degree := 0
		for _, e := range m {
			degree += int(e)
		}
		return degree > 1
	})
}

// vanishes reports whether the relation holds at a point, modulo the prime.
func (r relation) vanishes(point []int64) bool {
	sum := uint64(0)
	for i, m := range r.of {
		sum = (sum + modlinalg.Mul(residue(r.coeff[i]), m.at(point))) % modlinalg.Prime
	}
	return sum == 0
}

// at is the monomial's value modulo the prime.
func (m monomial) at(point []int64) uint64 {
	v := uint64(1)
	for i, e := range m {
		for range e {
			v = modlinalg.Mul(v, modlinalg.Residue(point[i]))
		}
	}
	return v
}

// integral is a combination with rational coefficients, times their common denominator.
func integral(combination []uint64, of []monomial) (r relation, ok bool) {
	coeff := make([]num.Rat, len(combination))
	lcd := num.I(1)
	for i, c := range combination {
		if coeff[i], ok = modlinalg.Rational(c); !ok {
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
