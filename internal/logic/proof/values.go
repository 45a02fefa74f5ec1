package proof

import (
	"strings"

	"craig/logic/term"
)

// values are truth values of formulas, by their names.
type values struct {
	c     *checker
	is    map[string]bool
	clash bool // both values were assumed of one formula
	lits  []known
}

// known is a formula that is no negation, with its value.
type known struct {
	f     term.Term
	value truth
}

// falsified has all literals of a clause false.
func (c *checker) falsified(clause []Lit) *values {
	v := &values{c: c, is: map[string]bool{"+true": true}}
	for _, l := range clause {
		m := &c.atoms[atomOf(l)]
		if m.f.Valid() {
			v.suppose(m.f, l < 0)
		} else {
			v.assume(constraintNames(inequality, m.ineq, l < 0))
		}
	}
	return v
}

// suppose gives f a value.
func (v *values) suppose(f term.Term, value bool) {
	f, value = positive(f, value)
	v.assume(v.c.names(f, value))
	v.lits = append(v.lits, known{f, truthOf(value)})
}

// positive takes the negations off f.
func positive(f term.Term, value bool) (term.Term, bool) {
	for f.Op() == term.Not {
		f, value = f.Arg(0), !value
	}
	return f, value
}

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
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

// byArguments is the value of a formula by those of its arguments.
func (v *values) byArguments(f term.Term) truth { return byArguments(f, v.of) }

// byArguments is the value of a formula by those that of gives its arguments.
func byArguments(f term.Term, of func(term.Term) truth) truth {
	switch f.Op() {
	case term.True:
		return yes
	case term.False:
		return no
	case term.Not:
		return -of(f.Arg(0))
	case term.And, term.Or:
		unit, zero := yes, no
		if f.Op() == term.Or {
			unit, zero = no, yes
		}
		all := unit
		for _, a := range f.Args() {
			switch of(a) {
			case zero:
				return zero
			case open:
				all = open
			}
		}
		return all
	case term.Eq:
		if f.Arg(0).Sort() == term.Bool {
			return of(f.Arg(0)) * of(f.Arg(1))
		}
	case term.Ite:
		switch of(f.Arg(0)) {
		case yes:
			return of(f.Arg(1))
		case no:
			return of(f.Arg(2))
		}
		if a := of(f.Arg(1)); a == of(f.Arg(2)) {
			return a
		}
	}
	return open
}

// Limits of what is looked at in formulas.
const (
	maxDeep    = 1000 // how deep a formula is looked into
	maxRounds  = 20   // of propagation
	maxSubject = 5000 // formulas with a value
)

// evaluation gives formulas values by those of their parts, and atoms what atom says.
type evaluation struct {
	v    *values
	atom func(term.Term) truth
	done map[term.Term]truth
}

// of is open below maxDeep operators.
func (e *evaluation) of(f term.Term) truth { return e.at(f, 0) }

func (e *evaluation) at(f term.Term, depth int) truth {
	if t, ok := e.done[f]; ok {
		return t
	}
	t := e.v.of(f)
	if t == open && depth < maxDeep {
		if t = byArguments(f, func(g term.Term) truth { return e.at(g, depth+1) }); t == open && e.atom != nil {
			t = e.atom(f)
		}
	}
	e.done[f] = t
	return t
}

// propagate supposes what follows from the values of formulas for their arguments, as far as one
// open argument at a time shows it.
func (v *values) propagate() {
	for range maxRounds {
		e := &evaluation{v: v, done: map[term.Term]truth{}}
		n := len(v.lits)
		for i := 0; i < len(v.lits) && len(v.lits) < maxSubject && !v.clash; i++ {
			v.push(v.lits[i], e)
		}
		if len(v.lits) == n || v.clash {
			return
		}
	}
}

// push supposes what the value of k says of its arguments.
func (v *values) push(k known, e *evaluation) {
	suppose := func(f term.Term, t truth) {
		if v.of(f) != t {
			v.suppose(f, t == yes)
		}
	}
	switch op := k.f.Op(); op {
	case term.And, term.Or:
		unit := truthOf(op == term.And)
		if k.value == unit { // all arguments have the value
			for _, a := range k.f.Args() {
				suppose(a, unit)
			}
			return
		}
		var last term.Term
		for _, a := range k.f.Args() {
			switch {
			case e.of(a) == unit:
			case e.of(a) != open || last.Valid():
				return
			default:
				last = a
			}
		}
		if last.Valid() {
			suppose(last, -unit)
		}
	case term.Eq:
		if k.f.Arg(0).Sort() != term.Bool {
			return
		}
		for i := range 2 {
			if t := e.of(k.f.Arg(i)); t != open {
				suppose(k.f.Arg(1-i), t*k.value)
			}
		}
	case term.Ite:
		switch e.of(k.f.Arg(0)) {
		case yes:
			suppose(k.f.Arg(1), k.value)
		case no:
			suppose(k.f.Arg(2), k.value)
		}
	}
}

// names are what a formula, or its negation, is known by: its identity, and of an arithmetic atom its normal
// form, so that an inequality has one name however it is written. The name "true" is that of what holds.
func (c *checker) names(f term.Term, value bool) []string {
	f, value = positive(f, value)
	names, ok := c.named[f]
	if !ok {
		names = c.namesOf(f)
		c.named[f] = names
	}
	if value {
		return names
	}
	not := make([]string, len(names))
	for i, s := range names {
		not[i] = opposite(s)
	}
	return not
}

func name(s string, value bool) string {
	var b strings.Builder
	if value {
		b.WriteByte('+')
	} else {
		b.WriteByte('-')
	}
	b.WriteString(s)
	return b.String()
}
