package proof

import (
	"errors"

	"craig/logic/num"
	"craig/logic/term"
)

// negated is the constraint that the negation of a literal is: an inequality, in the scale of the
// literal, which is what coefficients speak of.
func (c *checker) negated(l Lit) (constraint, error) {
	m := &c.atoms[atomOf(l)]
	k := m.ineq
	if m.f.Valid() {
		f := m.f
		for f.Op() == term.Not {
			f, l = f.Arg(0), -l
		}
		kind, con, ok := c.arith(f)
		if !ok || kind != inequality {
			return k, errors.New("a literal is no inequality")
		}
		k = con
	}
	if l > 0 {
		k = constraint{k.p.scale(num.I(-1).Rat()), !k.strict}
	}
	return k.rounded(), nil
}

// combine adds up the constraints ks times coefs.
func combine(ks []constraint, coefs []num.Rat) (constraint, error) {
	sum := constraint{p: &poly{}}
	if len(coefs) != len(ks) {
		return sum, errors.New("not one coefficient for each constraint")
	}
	for i, k := range ks {
		switch coefs[i].Sign() {
		case -1:
			return sum, errors.New("a coefficient is negative")
		case 1:
			sum.p = sum.p.plus(coefs[i], k.p)
			sum.strict = sum.strict || k.strict
		}
	}
	return sum, nil
}

var errNoContradiction = errors.New("the sum is no contradiction")

// farkas: the negated literals add up to a contradiction.
func (c *checker) farkas(s *Step) error {
	ks, err := c.allNegated(s.Clause)
	if err != nil {
		return err
	}
	return contradicts(ks, s.Coefs)
}

func (c *checker) allNegated(clause []Lit) ([]constraint, error) {
	var ks []constraint
	for _, l := range clause {
		k, err := c.negated(l)
		if err != nil {
			return nil, err
		}
		ks = append(ks, k)
	}
	return ks, nil
}

func contradicts(ks []constraint, coefs []num.Rat) error {
	sum, err := combine(ks, coefs)
	if err != nil {
		return err
	}
	if sum.fixed() != no {
		return errNoContradiction
	}
	return nil
}

// divisible: the negated literals are equations that no integers solve.
func (c *checker) divisible(s *Step) error {
	ks, err := c.allNegated(s.Clause)
	if err != nil {
		return err
	}
	if len(s.Coefs) != len(ks) {
		return errors.New("not one coefficient for each literal")
	}
	sum := &poly{}
	for i, k := range ks {
		if s.Coefs[i].IsZero() {
			continue
		}
		if !k.hasOpposite(ks) {
			return errors.New("half an equation")
		}
		sum = sum.plus(s.Coefs[i], k.p)
	}
	if !sum.integral() || sum.c.IsInt() {
		return errNoContradiction
	}
	return nil
}

// hasOpposite reports whether one of ks is -p ≤ 0.
func (k constraint) hasOpposite(ks []constraint) bool {
	for _, o := range ks {
		if !k.strict && !o.strict && k.p.text() == o.p.scale(num.I(-1).Rat()).text() {
			return true
		}
	}
	return false
}

// split: both sides of a split are contradictions.
func (c *checker) split(s *Step) error {
	at, err := c.sum(s.At)
	if err != nil {
		return err
	}
	if !at.integral() || !at.c.IsInt() {
		return errors.New("the sum need not be an integer")
	}
	ks, err := c.allNegated(s.Clause)
	if err != nil {
		return err
	}
	low := constraint{p: at.plus(num.I(-1).Rat(), constant(s.Bound.Rat()))}
	if err := contradicts(append(ks[:len(ks):len(ks)], low), s.Coefs); err != nil {
		return err
	}
	return contradicts(append(ks[:len(ks):len(ks)], constraint{low.p.scale(num.I(-1).Rat()), true}.rounded()), s.Others)
}
