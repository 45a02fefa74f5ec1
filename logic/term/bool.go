package term

import (
	"cmp"
	"slices"

	"craig/logic/num"
)

// Not negates.
func (s *Store) Not(a Term) Term {
	need(a.Sort() == Bool, "not", a)
	if a.n.neg != nil { // true, false, and whatever has been negated before
		return Term{a.n.neg} // ¬¬a → a
	}
	var r Term
	switch a.n.op {
	case LeZero, LtZero:
		r = s.negatedInequality(a)
	default:
		r = s.mk1(Not, Bool, a)
	}
	a.n.neg, r.n.neg = r.n, a.n
	return r
}

// And is the conjunction; of nothing it is true.
func (s *Store) And(ts ...Term) Term { return s.junction(And, ts, s.tru, s.fls) }

// Or is the disjunction; of nothing it is false.
func (s *Store) Or(ts ...Term) Term { return s.junction(Or, ts, s.fls, s.tru) }

// junction builds And (unit true, zero false) or Or (unit false, zero true), by
//
//	(a ∧ b) ∧ c → a ∧ b ∧ c     a ∧ a → a     a ∧ true → a
//	a ∧ ¬a → false              a ∧ false → false
func (s *Store) junction(op Op, ts []Term, unit, zero Term) Term {
	s.nextEpoch()
	out, sorted := s.junct[:0], true
	for i := range ts {
		parts := ts[i : i+1]
		if ts[i].n.op == op {
			parts = ts[i].n.args
		}
		for _, t := range parts {
			need(t.Sort() == Bool, "and/or", t)
			switch {
			case t == unit || t.n.mark == s.epoch:
				continue
			case t == zero || t.n.neg != nil && t.n.neg.mark == s.epoch:
				return zero
			}
			t.n.mark = s.epoch
			sorted = sorted && (len(out) == 0 || out[len(out)-1].n.id < t.n.id)
			out = append(out, t)
		}
	}
	s.junct = out
	switch len(out) {
	case 0:
		return unit
	case 1:
		return out[0]
	}
	if !sorted {
		slices.SortFunc(out, byID)
	}
	return s.mk(op, Bool, "", num.Rat{}, out, nil)
}

func byID(a, b Term) int { return cmp.Compare(a.n.id, b.n.id) }

// nextEpoch unmarks all nodes.
func (s *Store) nextEpoch() {
	s.epoch++
	if s.epoch == 0 {
		for _, n := range s.nodes {
			n.mark = 0
		}
		s.epoch = 1
	}
}

// Implies is ¬a ∨ b.
func (s *Store) Implies(a, b Term) Term { return s.Or(s.Not(a), b) }

// Iff is a = b.
func (s *Store) Iff(a, b Term) Term {
	need(a.Sort() == Bool && b.Sort() == Bool, "iff", a, b)
	a, p := s.positive(a)
	b, q := s.positive(b)
	var r Term
	switch {
	case a == b: // (a ⇔ a) → true
		r = s.tru
	case a == s.tru: // (true ⇔ b) → b
		r = b
	case b == s.tru:
		r = a
	default: // (¬a ⇔ b) → ¬(a ⇔ b)
		r = s.sorted(Eq, Bool, a, b)
	}
	if p != q {
		return s.Not(r)
	}
	return r
}

// positive chooses one of a and ¬a, the same for both; negated tells that it is ¬a.
func (s *Store) positive(a Term) (base Term, negated bool) {
	switch a.n.op {
	case Not, False:
		return s.Not(a), true
	case LeZero, LtZero:
		if t := a.Arg(0); t.n.op == Sum && t.n.coeff[0].Sign() < 0 {
			return s.Not(a), true
		}
	}
	return a, false
}

// Ite is if c then a else b.
func (s *Store) Ite(c, a, b Term) Term {
	need(c.Sort() == Bool && a.Sort() == b.Sort(), "ite", c, a, b)
	switch {
	case c == s.tru || a == b: // ite(true, a, b) → a, ite(c, a, a) → a
		return a
	case c == s.fls: // ite(false, a, b) → b
		return b
	}
	if a.Sort() == Bool {
		return s.iteBool(c, a, b)
	}
	if base, neg := s.positive(c); neg { // ite(¬c, a, b) → ite(c, b, a)
		c, a, b = base, b, a
	}
	if a.n.op == Ite && a.n.args[0] == c { // ite(c, ite(c, a, x), b) → ite(c, a, b)
		a = a.n.args[1]
	}
	if b.n.op == Ite && b.n.args[0] == c { // ite(c, a, ite(c, x, b)) → ite(c, a, b)
		b = b.n.args[2]
	}
	if a == b {
		return a
	}
	return s.mk3(Ite, a.Sort(), c, a, b)
}

func (s *Store) iteBool(c, a, b Term) Term {
	switch {
	case a == s.tru || a == c: // ite(c, true, b), ite(c, c, b) → c ∨ b
		return s.Or(c, b)
	case b == s.fls || b == c: // ite(c, a, false), ite(c, a, c) → c ∧ a
		return s.And(c, a)
	case a == s.fls || a.n.neg == c.n: // ite(c, false, b), ite(c, ¬c, b) → ¬c ∧ b
		return s.And(s.Not(c), b)
	case b == s.tru || b.n.neg == c.n: // ite(c, a, true), ite(c, a, ¬c) → ¬c ∨ a
		return s.Or(s.Not(c), a)
	case a.n.neg == b.n: // ite(c, a, ¬a) → (c ⇔ a)
		return s.Iff(c, a)
	}
	// ite(c, a, b) → (c ∧ a) ∨ (¬c ∧ b)
	return s.Or(s.And(c, a), s.And(s.Not(c), b))
}
