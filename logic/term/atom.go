package term

import "craig/logic/num"

// Eq is a = b; both have the same sort, any.
func (s *Store) Eq(a, b Term) Term {
	need(a.Sort() == b.Sort(), "=", a, b)
	switch {
	case a == b: // (a = a) → true
		return s.tru
	case a.Sort() == Bool:
		return s.Iff(a, b)
	case a.Sort().IsNumeric():
		return s.compare(EqZero, a, b)
	case a.n.op == ConstArray && b.n.op == ConstArray: // (const(a) = const(b)) → a = b
		return s.Eq(a.n.args[0], b.n.args[0])
	}
	if same, ok := equalArrays(a, b, Term.IsConst); ok { // array constants, compared cell by cell
		return s.Bool(same)
	}
	return s.sorted(Eq, Bool, a, b)
}

// Ne is a ≠ b.
func (s *Store) Ne(a, b Term) Term { return s.Not(s.Eq(a, b)) }

func (s *Store) Le(a, b Term) Term { return s.compare(LeZero, a, b) }
func (s *Store) Lt(a, b Term) Term { return s.compare(LtZero, a, b) }
func (s *Store) Ge(a, b Term) Term { return s.compare(LeZero, b, a) }
func (s *Store) Gt(a, b Term) Term { return s.compare(LtZero, b, a) }

// compare is (a - b) rel 0, for rel one of LeZero, LtZero, EqZero.
func (s *Store) compare(rel Op, a, b Term) Term {
	need(a.Sort().IsNumeric() && a.Sort() == b.Sort(), rel.String(), a, b)
	d := s.newSum()
	d.add(one, a)
	d.add(minusOne, b)
	return s.finishAtom(rel, d, a.Sort())
}

// CompareZero is t rel 0, for rel one of LeZero, LtZero, EqZero.
func (s *Store) CompareZero(rel Op, t Term) Term {
	need(t.Sort().IsNumeric(), rel.String(), t)
	d := s.newSum()
	d.add(one, t)
	return s.finishAtom(rel, d, t.Sort())
}

// finishAtom makes the canonical atom b rel 0 and frees b.
func (s *Store) finishAtom(rel Op, b *sum, sort Sort) Term {
	b.normalise()
	if sort == Real && len(b.ms) > 0 && b.integral() {
		b.coprime()
		for i := range b.ms { // atoms over to_real(x) alone are atoms over x
			b.ms[i].t = b.ms[i].t.n.args[0]
		}
		b.normalise()
		sort = Int
	}
	t := s.atom(rel, b, sort)
	s.free(b)
	return t
}

// integral says that all terms are ToReal.
func (b *sum) integral() bool {
	for _, m := range b.ms {
		if m.t.n.op != ToReal {
			return false
		}
	}
	return true
}

// coprime scales the sum by a positive number so that its coefficients are coprime integers.
func (b *sum) coprime() {
	if len(b.ms) == 0 {
		return
	}
	g, l := num.Int{}, num.I(1)
	for _, m := range b.ms {
		g = g.Gcd(m.c.Num())
		if !m.c.IsInt() {
			l = l.Lcm(m.c.Den())
		}
	}
	if !g.IsOne() || !l.IsOne() {
		b.scale(num.Quo(l, g))
	}
}

// atom is b rel 0 for a normalised b.
func (s *Store) atom(rel Op, b *sum, sort Sort) Term {
	if len(b.ms) == 0 { // relations between constants are decided
		return s.Bool(holds(rel, b.c))
	}
	if len(b.ms) == 1 && constantLeaves(b.ms[0].t, 16) > 0 {
		return s.atomOverIte(rel, b.ms[0].c, b.ms[0].t, b.c)
	}
	b.coprime()
	if rel == EqZero {
		if b.ms[0].c.Sign() < 0 {
			b.scale(minusOne)
		}
		if sort == Int && !b.c.IsInt() { // the gcd test
			return s.fls
		}
		return s.mk1(EqZero, Bool, s.sum(b, sort))
	}
	if sort == Int {
		if rel == LtZero { // Σ + c < 0 → Σ + floor(c) + 1 ≤ 0
			b.c = b.c.Floor().Rat().Add(one)
			rel = LeZero
		} else { // Σ + c ≤ 0 → Σ + ceil(c) ≤ 0
			b.c = b.c.Ceil().Rat()
		}
	}
	before := len(s.nodes)
	t := s.mk1(rel, Bool, s.sum(b, sort))
	if len(s.nodes) > before && t.n.neg == nil {
		s.linkNegation(t, b, sort)
	}
	return t
}

func holds(rel Op, c num.Rat) bool {
	switch rel {
	case LeZero:
		return c.Sign() <= 0
	case LtZero:
		return c.Sign() < 0
	}
	return c.Sign() == 0
}

// linkNegation looks whether the store has the negation of the inequality t, over the sum b,
// and joins the two, so that junctions see the complement.
func (s *Store) linkNegation(t Term, b *sum, sort Sort) {
	rel := negate(t.n.op, b, sort)
	if neg, ok := s.findSum(b, sort); ok {
		args := [1]Term{neg}
		hash := hashOf(rel, Bool, "", num.Rat{}, args[:], nil)
		if u, _ := s.find(hash, rel, Bool, "", num.Rat{}, args[:], nil); u.Valid() {
			t.n.neg, u.n.neg = u.n, t.n
		}
	}
}

// findSum is sum without making a term that is not there.
func (s *Store) findSum(b *sum, sort Sort) (Term, bool) {
	if len(b.ms) == 1 && b.c.IsZero() && b.ms[0].c.IsOne() {
		return b.ms[0].t, true
	}
	s.split(b)
	t, _ := s.find(hashOf(Sum, sort, "", b.c, s.args, s.coeffs), Sum, sort, "", b.c, s.args, s.coeffs)
	return t, t.Valid()
}

// negate turns b into the sum of the negation of b rel 0, and returns its relation.
func negate(rel Op, b *sum, sort Sort) Op {
	b.scale(minusOne)
	switch {
	case sort == Int: // ¬(s ≤ 0) → -s + 1 ≤ 0
		b.c = b.c.Add(one)
		return LeZero
	case rel == LeZero: // ¬(s ≤ 0) → -s < 0
		return LtZero
	}
	return LeZero // ¬(s < 0) → -s ≤ 0
}

func (s *Store) negatedInequality(a Term) Term {
	arg := a.n.args[0]
	b := s.newSum()
	b.add(one, arg)
	rel := negate(a.n.op, b, arg.Sort())
	t := s.mk1(rel, Bool, s.sum(b, arg.Sort()))
	s.free(b)
	return t
}

// constantLeaves counts the leaves of an Ite tree if they all are constants and at most limit;
// otherwise, and if t is no Ite, it is 0.
func constantLeaves(t Term, limit int) int {
	if t.n.op != Ite {
		return 0
	}
	n := 0
	for _, b := range t.n.args[1:] {
		k := 1
		if b.n.op != Const {
			k = constantLeaves(b, limit-n-1)
		}
		if n += k; k == 0 || n > limit {
			return 0
		}
	}
	return n
}

// atomOverIte pushes a relation into an Ite with constant leaves:
// k·ite(p, a, b) + c rel 0 → ite(p, k·a + c rel 0, k·b + c rel 0).
func (s *Store) atomOverIte(rel Op, k num.Rat, t Term, c num.Rat) Term {
	if t.n.op == Const {
		return s.Bool(holds(rel, k.Mul(t.n.num).Add(c)))
	}
	a := s.atomOverIte(rel, k, t.n.args[1], c)
	b := s.atomOverIte(rel, k, t.n.args[2], c)
	return s.Ite(t.n.args[0], a, b)
}

// distinct says that a - b is a constant other than 0.
func distinct(a, b Term) bool {
	if a == b || !a.Sort().IsNumeric() {
		return false
	}
	if a.n.op == Const && b.n.op == Const {
		return true
	}
	am, ac := parts(a)
	bm, bc := parts(b)
	if len(am) != len(bm) || ac.Eq(bc) {
		return false
	}
	for i := range am {
		if am[i] != bm[i] || !coeff(a, i).Eq(coeff(b, i)) {
			return false
		}
	}
	return true
}

// parts are the terms and the constant of t seen as a sum; coeff(t, i) has the coefficients.
func parts(t Term) ([]Term, num.Rat) {
	switch t.n.op {
	case Const:
		return nil, t.n.num
	case Sum:
		return t.n.args, t.n.num
	}
	return []Term{t}, num.Rat{}
}

func coeff(t Term, i int) num.Rat {
	if t.n.op == Sum {
		return t.n.coeff[i]
	}
	return one
}
