package proof

import (
	"errors"
	"strconv"

	"craig/logic/term"
)

// truth is a truth value that may not be known.
type truth int8

const (
	open truth = 0
	yes  truth = 1
	no   truth = -1
)

// namesOf are the names of a formula that is no negation.
func (c *checker) namesOf(f term.Term) []string {
	names := []string{name("#"+strconv.Itoa(int(f.ID())), true)}
	if f.Op() == term.True || f.Op() == term.False {
		names = append(names, name("true", f.Op() == term.True))
	}
	if kind, con, ok := c.arith(f); ok {
		names = append(names, constraintNames(kind, con, true)...)
	}
	return names
}

// constraintNames are the names of a constraint or its negation.
func constraintNames(kind relation, con constraint, value bool) []string {
	if con.p == nil {
		return nil
	}
	key, flipped, fixed := con.key(kind)
	switch fixed {
	case yes:
		return []string{name("true", value)}
	case no:
		return []string{name("true", !value)}
	}
	return []string{name(key, value != flipped)}
}

// definition: with all literals false, some And, Or or equality does not have the value that its
// arguments give it.
func (c *checker) definition(s *Step) error {
	v := c.falsified(s.Clause)
	if v.clash {
		return nil
	}
	for _, l := range s.Clause {
		f := c.atoms[atomOf(l)].f
		if !f.Valid() {
			continue
		}
		for f.Op() == term.Not {
			f = f.Arg(0)
		}
		if w := v.of(f); w != open && v.byArguments(f) == -w {
			return nil
		}
	}
	return errors.New("that is not what an operator means")
}
