package term

import "craig/logic/num"

// maxSolved bounds the subformulas that Solutions looks at.
const maxSolved = 4000

// Solutions are the integers from lo to hi for which f holds of x, as ranges in ascending order that do not touch.
// ok is false if f speaks of anything but bounds of x and equations of it with constants, or is too long.
func Solutions(f, x Term, lo, hi num.Int) (list []Range, ok bool) {
	s := solver{x: x, all: Range{lo, hi, true}}
	list, ok = s.of(f)
	return list, ok
}

type solver struct {
	x     Term
	all   Range
	steps int
}

func (s *solver) of(f Term) ([]Range, bool) {
	if s.steps++; s.steps > maxSolved {
		return nil, false
	}
	switch f.Op() {
	case True:
		return []Range{s.all}, true
	case False:
		return nil, true
	case Not:
		list, ok := s.of(f.Arg(0))
		return s.complement(list), ok
	case And, Or: // of a disjunction the complements meet
		rest := []Range{s.all}
		for _, g := range f.Args() {
			list, ok := s.of(g)
			if !ok {
				return nil, false
			}
			if f.Op() == Or {
				list = s.complement(list)
			}
			rest = meet(rest, list)
		}
		if f.Op() == Or {
			rest = s.complement(rest)
		}
		return rest, true
	case LeZero, EqZero:
		return s.atom(f)
	}
	return nil, false
}

// atom solves k·x + c ≤ 0 or = 0.
func (s *solver) atom(f Term) ([]Range, bool) {
	t := f.Arg(0)
	if t.Sort() != Int {
		return nil, false
	}
	k, c := num.I(1), num.Int{}
	if t.Op() == Sum {
		if t.NumArgs() != 1 || t.Arg(0) != s.x {
			return nil, false
		}
		k, c = t.Coeff(0).Num(), t.Num().Num()
	} else if t != s.x {
		return nil, false
	}
	q, r := c.Neg().DivMod(k) // Euclid's: for k > 0 rounded down, for k < 0 rounded up
	one := Range{q, q, true}
	switch {
	case f.Op() == EqZero && !r.IsZero():
		return nil, true
	case f.Op() == EqZero:
	case k.Sign() > 0:
		one.Lo = s.all.Lo
	default:
		one.Hi = s.all.Hi
	}
	return meet([]Range{s.all}, []Range{one}), true
}

func (s *solver) complement(list []Range) (rest []Range) {
	next := s.all.Lo
	one := num.I(1)
	for _, r := range list {
		if next.Less(r.Lo) {
			rest = append(rest, Range{next, r.Lo.Sub(one), true})
		}
		next = r.Hi.Add(one)
	}
	if !s.all.Hi.Less(next) {
		rest = append(rest, Range{next, s.all.Hi, true})
	}
	return rest
}

// meet has what is in both.
func meet(a, b []Range) (both []Range) {
	for len(a) > 0 && len(b) > 0 {
		lo, hi := a[0].Lo, a[0].Hi
		if lo.Less(b[0].Lo) {
			lo = b[0].Lo
		}
		if b[0].Hi.Less(hi) {
			hi = b[0].Hi
		}
		if !hi.Less(lo) {
			both = append(both, Range{lo, hi, true})
		}
		if a[0].Hi.Less(b[0].Hi) {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return both
}
