package interpolate

import (
	"slices"

	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
	"craig/logic/solver"
	"craig/logic/term"
)

// separation looks for a half-space c·x <= d that contains some polytopes and leaves others out, c·x >=
// d + 1, by Farkas' lemma: c is a sum of the inequalities of each of the first, with factors that are not
// negative, and -c one of each of the others.
type separation struct {
	*simplex.Tableau
	dims []term.Term
	c    []int32 // variables of the simplex, by dimension
	d    int32
}

// separate is a half-space with the samples as of A inside and bs of B outside.
func (s *sampler) separate(as, bs []int, prefer []term.Term) (half term.Term, ok bool) {
	var inside, outside []polytope
	x := &separation{Tableau: &simplex.Tableau{}}
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
	if !x.Check() {
		return half, false
	}
	for _, f := range prefer {
		if h, ok := s.linear(f.Arg(0)); ok && f.Op() == term.LeZero && x.is(h) {
			return f, true
		}
	}
	return x.simplest(s.Store), true
}

// Separate is smt.Separate.
func Separate(st *term.Store, points []solver.Model, outside, prefer []term.Term) (half term.Term, ok bool) {
	x := &separation{Tableau: &simplex.Tableau{}}
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
		sum := []simplex.Monomial{}
		for i, t := range x.dims {
			v := m.Eval(t)
			if !v.IsConst() {
				return half, false
			}
			if k := v.Num().Num(); !k.IsZero() {
				sum = append(sum, simplex.Monomial{Var: x.c[i], Coeff: k})
			}
		}
		x.bound(append(sum, simplex.Monomial{Var: x.d, Coeff: num.I(-1)}), num.Int{}, false)
	}
	if !x.Check() {
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
		x.c = append(x.c, x.NewVar(false))
	}
	x.d = x.NewVar(false)
}

// imply demands that p implies sign·(c·x) <= sign·d + shift.
func (x *separation) imply(p polytope, sign, shift num.Int) {
	sums := make([][]simplex.Monomial, len(x.dims))
	var bound []simplex.Monomial
	for _, h := range p {
		den := h.c.Den()
		for _, k := range h.coefs {
			den = den.Lcm(k.Den())
		}
		l := x.NewVar(false)
		x.AssertLower(l, simplex.Value{}, 0)
		for i, t := range h.ts {
			at := slices.Index(x.dims, t)
			sums[at] = append(sums[at], simplex.Monomial{Var: l, Coeff: h.coefs[i].Mul(den.Rat()).Num()})
		}
		if !h.c.IsZero() {
			bound = append(bound, simplex.Monomial{Var: l, Coeff: h.c.Mul(den.Rat()).Num().Neg()})
		}
	}
	for i, sum := range sums {
		x.bound(append(sum, simplex.Monomial{Var: x.c[i], Coeff: sign.Neg()}), num.Int{}, true)
	}
	x.bound(append(bound, simplex.Monomial{Var: x.d, Coeff: sign.Neg()}), shift, false)
}

// bound says sum <= b, or = b.
func (x *separation) bound(sum []simplex.Monomial, b num.Int, equal bool) {
	v := x.NewVar(false)
	x.Define(v, simplex.SortForm(sum))
	x.AssertUpper(v, simplex.Int(b), 0)
	if equal {
		x.AssertLower(v, simplex.Int(b), 0)
	}
}

// fix tries to give values to variables; they keep them if that leaves a solution.
func (x *separation) fix(vs []int32, vals []num.Rat) bool {
	x.NewLevel()
	for i, v := range vs {
		if !x.AssertUpper(v, simplex.Value{R: vals[i]}, 0) || !x.AssertLower(v, simplex.Value{R: vals[i]}, 0) {
			x.Backtrack(len(x.Levels) - 1)
			return false
		}
	}
	if !x.Check() {
		x.Backtrack(len(x.Levels) - 1)
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
		if k := x.Vars[v].Value.R; !k.IsZero() && !x.fix([]int32{v}, []num.Rat{one}) {
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
		den = den.Lcm(x.Vars[v].Value.R.Den())
	}
	var coefs []num.Rat
	for _, v := range x.c {
		coefs = append(coefs, x.Vars[v].Value.R.Mul(den.Rat()))
	}
	d := x.Vars[x.d].Value.R.Mul(den.Rat()).Floor()
	return st.CompareZero(term.LeZero, st.Linear(term.Int, coefs, x.dims, d.Neg().Rat()))
}
