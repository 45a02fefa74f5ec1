package proof

import (
	"errors"
	"fmt"

	"craig/logic/term"
)

var (
	errNotImplied = errors.New("that does not follow from what the operators mean")
	errNotShown   = fmt.Errorf("whether that follows from what the operators mean is %w", ErrTooHard)
	errCase       = errors.New("a case is no inequality")
)

// lemma: with all literals false there is a contradiction, by equality alone (ground.go), as the
// difference of two arrays, or by arithmetic and what is known of the operators.
func (c *checker) lemma(s *Step) error {
	v := c.falsified(s.Clause)
	if v.clash || c.definition(s) == nil || c.apart(s.Clause) || c.bit(s.Clause, v) {
		return nil
	}
	if v.propagate(); v.clash {
		return nil
	}
	g, equal := c.ground(v)
	if equal == nil {
		return nil
	}
	sys := c.system(s, v)
	err := c.cases(sys, s.Cases, v, false)
	if err == nil || errors.Is(err, errCase) {
		return err
	}
	sys.eqs = append(sys.eqs, g.eqs.list()...)
	if c.cases(sys, s.Cases, v, true) == nil {
		return nil
	}
	if !errors.Is(err, ErrTooHard) {
		err = errNotShown
	}
	return err
}

// system is what the literals say of numbers if they are false.
func (c *checker) system(s *Step, v *values) *system {
	sys := &system{}
	for _, l := range s.Clause {
		if m := &c.atoms[atomOf(l)]; !m.f.Valid() {
			k := m.ineq
			if l > 0 {
				k = k.not()
			}
			sys.ineqs = append(sys.ineqs, k.tight())
		}
	}
	for _, l := range v.lits {
		kind, k, ok := c.arith(l.f)
		switch {
		case !ok:
		case kind == equation && l.value == yes:
			sys.eqs = append(sys.eqs, k.p)
		case kind == equation:
			sys.not = append(sys.not, k.p)
		case l.value == yes:
			sys.ineqs = append(sys.ineqs, k.tight())
		default:
			sys.ineqs = append(sys.ineqs, k.not())
		}
	}
	return sys
}

// cases distinguishes formulas, in whose truth and falsehood the system must be contradictory.
func (c *checker) cases(sys *system, fs []term.Term, v *values, split bool) error {
	if len(fs) == 0 {
		return c.withFacts(sys, v, split)
	}
	if len(fs) > maxSplits {
		return errLarge
	}
	kind, k, ok := c.arith(fs[0])
	if !ok || kind != inequality {
		return errCase
	}
	for _, con := range [2]constraint{k.tight(), k.not()} {
		t := sys.clone()
		t.ineqs = append(t.ineqs, con)
		if err := c.cases(t, fs[1:], v, split); err != nil {
			return err
		}
	}
	return nil
}
