package smt

import (
	"slices"

	"craig/logic/num"
	"craig/logic/term"
)

// separation looks for a half-space c·x <= d that contains some polytopes and leaves others out, c·x >=
// d + 1, by Farkas' lemma: c is a sum of the inequalities of each of the first, with factors that are not
// negative, and -c one of each of the others.
type separation struct {
	*simplex
	dims []term.Term
	c    []int32 // variables of the simplex, by dimension
	d    int32
}

// separate is a half-space with the samples as of A inside and bs of B outside.
func (s *sampler) separate(as, bs []int, prefer []term.Term) (half term.Term, ok bool) {
	var inside, outside []polytope
	x := &separation{simplex: &simplex{}}
	for _, i := range as {
		inside = append(inside, s.as[i])
		x.note(s.as[i])
	}
	for _, i := range bs {
		outside = append(outside, s.bs[i])
		x.note(s.bs[i])
	}
	if len(x.dims) > maxDimensions {
		return half, false
	}
	x.open()
	for _, p := range inside { // c = Σ λ·coefs, Σ λ·(-const) <= d
		x.imply(p, num.I(1), num.Int{})
	}
	for _, p := range outside { // -c = Σ λ·coefs, Σ λ·(-const) <= -d - 1
		x.imply(p, num.I(-1), num.I(-1))
	}
	if !x.check() {
		return half, false
	}
	for _, f := range prefer {
		if h, ok := s.linear(f.Arg(0)); ok && f.Op() == term.LeZero && x.is(h) {
			return f, true
		}
	}
	return x.simplest(s.st), true
}

// Separate looks for a half-space over integers, a single inequality, that is true in all the points and false
// wherever all of the inequalities outside are true: one of prefer, or one with few
// terms, coefficients ±1 where that can be, and a constant near 0. Of outside it uses what is e <= 0. ok is false if
// there is none.
func Separate(st *term.Store, points []Model, outside, prefer []term.Term) (half term.Term, ok bool) {
	x := &separation{simplex: &simplex{}}
	var p polytope
	for _, f := range outside {
		if f.Op() == term.LeZero {
			if h, ok := readHalfspace(f.Arg(0)); ok {
				p = append(p, h)
			}
		}
	}
	x.note(p)
	if len(x.dims) == 0 || len(x.dims) > maxDimensions {
		return half, false
	}
	x.open()
	x.imply(p, num.I(-1), num.I(-1))
	for _, m := range points {
		sum := []monomial{}
		for i, t := range x.dims {
			v := m.Eval(t)
			if !v.IsConst() {
				return half, false
			}
			if k := v.Num().Num(); !k.IsZero() {
				sum = append(sum, monomial{x.c[i], k})
			}
		}
		x.bound(append(sum, monomial{x.d, num.I(-1)}), num.Int{}, false)
	}
	if !x.check() {
		return half, false
	}
	for _, f := range prefer {
		if f.Op() == term.LeZero {
			if h, ok := readHalfspace(f.Arg(0)); ok && x.is(h) {
				return f, true
			}
		}
	}
	return x.simplest(st), true
}

// note makes the terms of p dimensions.
func (x *separation) note(p polytope) {
	for _, h := range p {
		for _, t := range h.ts {
			if !slices.Contains(x.dims, t) {
				x.dims = append(x.dims, t)
			}
		}
	}
}

// open makes the variables of the half-space, once the dimensions are known.
func (x *separation) open() {
	for range x.dims {
		x.c = append(x.c, x.newVar(false))
	}
	x.d = x.newVar(false)
}

// imply demands that p implies sign·(c·x) <= sign·d + shift.
func (x *separation) imply(p polytope, sign, shift num.Int) {
	sums := make([][]monomial, len(x.dims))
	var bound []monomial
	for _, h := range p {
		den := h.c.Den()
		for _, k := range h.coefs {
			den = den.Lcm(k.Den())
		}
		l := x.newVar(false)
		x.assertLower(l, value{}, 0)
		for i, t := range h.ts {
			at := slices.Index(x.dims, t)
			sums[at] = append(sums[at], monomial{l, h.coefs[i].Mul(den.Rat()).Num()})
		}
		if !h.c.IsZero() {
			bound = append(bound, monomial{l, h.c.Mul(den.Rat()).Num().Neg()})
		}
	}
	for i, sum := range sums {
		x.bound(append(sum, monomial{x.c[i], sign.Neg()}), num.Int{}, true)
	}
	x.bound(append(bound, monomial{x.d, sign.Neg()}), shift, false)
}

// bound says sum <= b, or = b.
func (x *separation) bound(sum []monomial, b num.Int, equal bool) {
	v := x.newVar(false)
	x.define(v, sortForm(sum))
	x.assertUpper(v, intValue(b), 0)
	if equal {
		x.assertLower(v, intValue(b), 0)
	}
}

// fix tries to give values to variables; they keep them if that leaves a solution.
func (x *separation) fix(vs []int32, vals []num.Rat) bool {
	x.newLevel()
	for i, v := range vs {
		if !x.assertUpper(v, value{r: vals[i]}, 0) || !x.assertLower(v, value{r: vals[i]}, 0) {
			x.backtrack(len(x.levels) - 1)
			return false
		}
	}
	if !x.check() {
		x.backtrack(len(x.levels) - 1)
		return false
	}
	return true
}

// is reports whether h separates.
func (x *separation) is(h halfspace) bool {
	vals := make([]num.Rat, len(x.dims), len(x.dims)+1)
	for i, t := range h.ts {
		at := slices.Index(x.dims, t)
		if at < 0 {
			return false
		}
		vals[at] = h.coefs[i]
	}
	return x.fix(append(slices.Clone(x.c), x.d), append(vals, h.c.Neg()))
}

// simplest chooses among the solutions: few terms, coefficients ±1, and a constant near 0, each as far as the choices
// before it allow.
func (x *separation) simplest(st *term.Store) term.Term {
	one := num.I(1).Rat()
	for _, v := range x.c {
		x.fix([]int32{v}, []num.Rat{{}})
	}
	for _, v := range x.c {
		if k := x.vars[v].val.r; !k.IsZero() && !x.fix([]int32{v}, []num.Rat{one}) {
			x.fix([]int32{v}, []num.Rat{one.Neg()})
		}
	}
	for _, k := range []int64{0, -1, 1} {
		if x.fix([]int32{x.d}, []num.Rat{num.R(k, 1)}) {
			break
		}
	}
	den := num.I(1)
	for _, v := range x.c {
		den = den.Lcm(x.vars[v].val.r.Den())
	}
	var coefs []num.Rat
	for _, v := range x.c {
		coefs = append(coefs, x.vars[v].val.r.Mul(den.Rat()))
	}
	d := x.vars[x.d].val.r.Mul(den.Rat()).Floor()
	return st.CompareZero(term.LeZero, st.Linear(term.Int, coefs, x.dims, d.Neg().Rat()))
}
