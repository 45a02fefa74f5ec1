package trim

import (
	"slices"

	"craig/logic/term"
)

// Limits of Simplify: rounds, and how many conjuncts are looked at together.
const (
	maxRounds = 4
	maxParts  = 5000
)

// Simplify gives a formula that is equivalent to f, and not larger: where a conjunct says that a variable is a
// constant, the others have the constant; where one is a part of another, that has true for it; what holds for
// each of the few values that a disjunction gives a variable is left out; and what all parts of a disjunction say
// stands in front of it.
func Simplify(f term.Term) term.Term {
	for range maxRounds {
		g := round(f)
		if g == f {
			break
		}
		f = g
	}
	return f
}

// round is Simplify, once.
func round(f term.Term) term.Term {
	parts := term.Conjuncts(f)
	if len(parts) < 2 || len(parts) > maxParts {
		return f
	}
	st := f.Store()
	known := map[term.Term]term.Term{} // what stands for a variable or a formula, in all parts but the one that says so
	says := map[term.Term]term.Term{}  // by variable: the part that gives its value
	few := map[term.Term][]term.Term{} // by variable: the values that a part allows
	for _, c := range parts {
		if x, k, ok := equation(c); ok {
			if _, ok := says[x]; !ok {
				known[x], says[x] = k, c
			}
			continue
		}
		known[c] = st.True()
		if n := st.Not(c); n.Op() != term.Not {
			known[n] = st.False() // a negation is inside of others as Not(c), with c as a part
		}
		if x, values, ok := choice(c); ok && few[x] == nil {
			few[x] = values
		}
	}
	next := make([]term.Term, len(parts))
	for i, c := range parts {
		if x, _, ok := equation(c); ok && says[x] == c {
			next[i] = c
			continue
		}
		n := st.Not(c)
		was, negated := known[c], known[n]
		delete(known, c)
		delete(known, n)
		next[i] = st.Subst(c, known)
		if was.Valid() {
			known[c] = was
		}
		if negated.Valid() {
			known[n] = negated
		}
		if x, ok := single(next[i]); ok && holdsOf(next[i], x, few[x]) {
			next[i] = st.True()
		}
	}
	for i, c := range next {
		next[i] = factored(c)
	}
	return st.And(next...)
}

// factored is c with the conjuncts in front that all of its disjuncts have.
func factored(c term.Term) term.Term {
	if c.Op() != term.Or {
		return c
	}
	st := c.Store()
	common := map[term.Term]int{}
	for _, d := range c.Args() {
		for _, part := range term.Conjuncts(d) {
			common[part]++
		}
	}
	all := func(part term.Term) bool { return common[part] == c.NumArgs() }
	parts := slices.DeleteFunc(slices.Clone(term.Conjuncts(c.Arg(0))), func(part term.Term) bool { return !all(part) })
	if len(parts) == 0 {
		return c
	}
	rest := make([]term.Term, c.NumArgs())
	for i, d := range c.Args() {
		rest[i] = st.And(slices.DeleteFunc(slices.Clone(term.Conjuncts(d)), all)...)
	}
	return st.And(append(parts, st.Or(rest...))...)
}

// equation says that c is x = k.
func equation(c term.Term) (x, k term.Term, ok bool) {
	if c.Op() != term.EqZero || c.Arg(0).Sort() != term.Int {
		return term.Term{}, term.Term{}, false
	}
	st, s := c.Store(), c.Arg(0)
	switch {
	case s.Op() == term.Var:
		return s, st.Int(0), true
	case s.Op() == term.Sum && s.NumArgs() == 1 && s.Arg(0).Op() == term.Var:
		if v, ok := s.Num().Neg().Div(s.Coeff(0)).Int(); ok {
			return s.Arg(0), st.IntNum(v), true
		}
	}
	return term.Term{}, term.Term{}, false
}

// choice says that c is a disjunction of equations of x, with values.
func choice(c term.Term) (x term.Term, values []term.Term, ok bool) {
	if c.Op() != term.Or {
		return x, nil, false
	}
	for i, d := range c.Args() {
		y, k, ok := equation(d)
		if !ok || i > 0 && y != x {
			return x, nil, false
		}
		x, values = y, append(values, k)
	}
	return x, values, true
}

// single says that c is an atom that speaks of x only, and of something.
func single(c term.Term) (x term.Term, ok bool) {
	if c.Op() != term.LeZero && c.Op() != term.Not {
		return x, false
	}
	vars := term.Vars(c, nil, nil)
	for _, y := range vars {
		if y != vars[0] {
			return x, false
		}
	}
	if len(vars) == 0 || vars[0].Sort() != term.Int {
		return x, false
	}
	return vars[0], true
}

// holdsOf says that c holds for each of the values of x, of which there are some.
func holdsOf(c, x term.Term, values []term.Term) bool {
	for _, k := range values {
		if !c.Store().Subst(c, map[term.Term]term.Term{x: k}).IsTrue() {
			return false
		}
	}
	return len(values) > 0
}
