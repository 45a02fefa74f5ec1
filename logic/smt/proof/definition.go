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

// names are what a formula, or its negation, is known by: its identity, and of an arithmetic atom its normal
// form, so that an inequality has one name however it is written. The name "true" is that of what holds.
func (c *checker) names(f term.Term, value bool) []string {
	for f.Op() == term.Not {
		f, value = f.Arg(0), !value
	}
	names := []string{name("#"+strconv.Itoa(int(f.ID())), value)}
	if f.Op() == term.True || f.Op() == term.False {
		names = append(names, name("true", (f.Op() == term.True) == value))
	}
	if kind, con, ok := c.arith(f); ok {
		names = append(names, constraintNames(kind, con, value)...)
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

func name(s string, value bool) string {
	if value {
		return "+" + s
	}
	return "-" + s
}

// values are truth values of formulas, by their names.
type values struct {
	c     *checker
	is    map[string]bool
	clash bool // both values were assumed of one formula
}

// falsified has all literals of a clause false.
func (c *checker) falsified(clause []Lit) *values {
	v := &values{c: c, is: map[string]bool{"+true": true}}
	for _, l := range clause {
		m := &c.atoms[atomOf(l)]
		if m.f.Valid() {
			v.assume(c.names(m.f, l < 0))
		} else {
			v.assume(constraintNames(inequality, m.ineq, l < 0))
		}
	}
	return v
}

func (v *values) assume(names []string) {
	for _, s := range names {
		v.is[s] = true
		v.clash = v.clash || v.is[opposite(s)]
	}
}

func opposite(name string) string {
	if name[0] == '+' {
		return "-" + name[1:]
	}
	return "+" + name[1:]
}

// of is the value of a formula that is constant or has been assumed, or is the negation of one.
func (v *values) of(f term.Term) truth {
	for _, s := range v.c.names(f, true) {
		switch {
		case v.is[s]:
			return yes
		case v.is[opposite(s)]:
			return no
		}
	}
	return open
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

// byArguments is the value of a formula by those of its arguments.
func (v *values) byArguments(f term.Term) truth {
	switch f.Op() {
	case term.True:
		return yes
	case term.False:
		return no
	case term.And, term.Or:
		unit, zero := yes, no
		if f.Op() == term.Or {
			unit, zero = no, yes
		}
		all := unit
		for _, a := range f.Args() {
			switch v.of(a) {
			case zero:
				return zero
			case open:
				all = open
			}
		}
		return all
	case term.Eq:
		if f.Arg(0).Sort() == term.Bool {
			return v.of(f.Arg(0)) * v.of(f.Arg(1))
		}
	}
	return open
}
