// Package solutions solves formulas about one integer that are made of bounds and equations.
package solutions

import (
	"craig/logic/num"
	"craig/logic/term"
)

// maxSolved bounds the subformulas that Of looks at.
const maxSolved = 4000

// Of are the integers from lo to hi for which f holds of x, as ranges in ascending order that do not touch.
// ok is false if f speaks of anything but bounds of x and equations of it with constants, or is too long.
func Of(f, x term.Term, lo, hi num.Int) (list []term.Range, ok bool) {
	s := solver{x: x, all: span(lo, hi)}
	list, ok = s.of(f)
	return list, ok
}

type solver struct {
	x     term.Term
	all   term.Range
	steps int
}

func (s *solver) of(f term.Term) ([]term.Range, bool) {
	if s.steps++; s.steps > maxSolved {
		return nil, false
	}
	switch f.Op() {
	case term.True:
		return []term.Range{s.all}, true
	case term.False:
		return nil, true
	case term.Not:
		list, ok := s.of(f.Arg(0))
		return s.complement(list), ok
	case term.And, term.Or: // of a disjunction the complements meet
		rest := []term.Range{s.all}
		for _, g := range f.Args() {
			list, ok := s.of(g)
			if !ok {
				return nil, false
			}
			if f.Op() == term.Or {
				list = s.complement(list)
			}
			rest = meet(rest, list)
		}
		if f.Op() == term.Or {
			rest = s.complement(rest)
		}
		return rest, true
	case term.LeZero, term.EqZero:
		return s.atom(f)
	}
	return nil, false
}

// atom solves k·x + c ≤ 0 or = 0.
func (s *solver) atom(f term.Term) ([]term.Range, bool) {
	t := f.Arg(0)
	if t.Sort() != term.Int {
		return nil, false
	}
	k, c := num.I(1), num.Int{}
	if t.Op() == term.Sum {
		if t.NumArgs() != 1 || t.Arg(0) != s.x {
			return nil, false
		}
		k, c = t.Coeff(0).Num(), t.Num().Num()
	} else if t != s.x {
		return nil, false
	}
	q, r := c.Neg().DivMod(k) // Euclid's: for k > 0 rounded down, for k < 0 rounded up
	one := span(q, q)
	switch {
	case f.Op() == term.EqZero && !r.IsZero():
		return nil, true
	case f.Op() == term.EqZero:
	case k.Sign() > 0:
		one.Lo = s.all.Lo
	default:
		one.Hi = s.all.Hi
	}
	return meet([]term.Range{s.all}, []term.Range{one}), true
}

func (s *solver) complement(list []term.Range) (rest []term.Range) {
	next := s.all.Lo
	one := num.I(1)
	for _, r := range list {
		if next.Less(r.Lo) {
			rest = append(rest, span(next, r.Lo.Sub(one)))
		}
		next = r.Hi.Add(one)
	}
	if !s.all.Hi.Less(next) {
		rest = append(rest, span(next, s.all.Hi))
	}
	return rest
}

// meet has what is in both.
func meet(a, b []term.Range) (both []term.Range) {
	for len(a) > 0 && len(b) > 0 {
		lo, hi := a[0].Lo, a[0].Hi
		if lo.Less(b[0].Lo) {
			lo = b[0].Lo
		}
		if b[0].Hi.Less(hi) {
			hi = b[0].Hi
		}
		if !hi.Less(lo) {
			both = append(both, span(lo, hi))
		}
		if a[0].Hi.Less(b[0].Hi) {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}

func span(lo, hi num.Int) term.Range { return term.Range{Lo: lo, Hi: hi, Known: true} }
