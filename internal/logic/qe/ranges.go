package qe

import (
	"craig/logic/num"
	"craig/logic/term"
)

// span is an interval of rationals, open ended without lo or hi.
type span struct {
	lo, hi       num.Rat
	hasLo, hasHi bool
}

func (r *span) raise(v num.Rat) {
	if !r.hasLo || r.lo.Less(v) {
		r.lo, r.hasLo = v, true
	}
}

func (r *span) lower(v num.Rat) {
	if !r.hasHi || v.Less(r.hi) {
		r.hi, r.hasHi = v, true
	}
}

// ranges are what inequalities about a single term say, in the constraints and in the result.
func (p *projector) ranges() map[term.Term]span {
	known := map[term.Term]span{}
	note := func(e term.Term) { // e ≤ 0
		args := summands(e)
		if len(args) != 1 {
			return
		}
		var c num.Rat
		if e.Op() == term.Sum {
			c = e.Num()
		}
		k, r := coefficient(e, 0), known[args[0]]
		if v := c.Neg().Div(k); k.Sign() > 0 {
			r.lower(v)
		} else {
			r.raise(v)
		}
		known[args[0]] = r
	}
	for _, c := range p.cons {
		if c.kind == le {
			note(c.e)
		}
	}
	for _, f := range p.out {
		for _, g := range term.Conjuncts(f) {
			if g.Op() == term.LeZero {
				note(g.Arg(0))
			}
		}
	}
	return known
}

// spanOf is the interval of a sum by those of its terms.
func spanOf(e term.Term, known map[term.Term]span) span {
	r := span{hasLo: true, hasHi: true}
	if e.Op() == term.Sum || e.Op() == term.Const {
		r.lo, r.hi = e.Num(), e.Num()
	}
	for i, x := range summands(e) {
		k, s := coefficient(e, i), known[x]
		s.lo, s.hi = s.lo.Mul(k), s.hi.Mul(k)
		if k.Sign() < 0 {
			s = span{s.hi, s.lo, s.hasHi, s.hasLo}
		}
		r.lo, r.hi = r.lo.Add(s.lo), r.hi.Add(s.hi)
		r.hasLo, r.hasHi = r.hasLo && s.hasLo, r.hasHi && s.hasHi
	}
	return r
}

// interval is a range of integers to which the bounds, all of the variable x, confine it.
func (p *projector) interval(lower, upper []bound) (from, to num.Int, ok bool) {
	known := p.ranges()
	var x span
	for _, b := range lower {
		if s := spanOf(b.s, known); s.hasLo {
			x.raise(s.lo.Div(b.a.Rat()).Ceil().Rat())
		}
	}
	for _, b := range upper {
		if s := spanOf(b.s, known); s.hasHi {
			x.lower(s.hi.Div(b.a.Rat()).Floor().Rat())
		}
	}
	return x.lo.Num(), x.hi.Num(), x.hasLo && x.hasHi
}
