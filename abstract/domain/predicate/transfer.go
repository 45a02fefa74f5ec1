package predicate

import (
	"slices"

	"craig/logic/term"
)

// Transfer is a transition as a function of the state before it and of inputs.
type Transfer struct {
	Guard term.Term // when it is taken
	After Cases     // for each variable, by its term before: its values after
	// Rank orders variables and inputs: those that conditions and assignments relate are near each
	// other.
	Rank func(x term.Term) float64
	// Range is what is known of a variable or an input besides.
	Range func(x term.Term) term.Term
}

// Case is a value and when it is the one.
type Case struct{ When, Value term.Term }

// Cases has the values of variables. Of each variable exactly one applies wherever the variable
// means anything.
type Cases map[term.Term][]Case

// maxSplits bounds the combinations of cases in one term.
const maxSplits = 256

// Value has the cases of a term of any sort but Bool; ok is false if they are too many.
func (c Cases) Value(t term.Term) (values []Case, ok bool) {
	st := t.Store()
	at := map[term.Term]int{}
	ok = c.split(t, func(when, value term.Term) {
		if i, known := at[value]; known {
			values[i].When = st.Or(values[i].When, when)
			return
		}
		at[value] = len(values)
		values = append(values, Case{when, value})
	})
	return values, ok
}

// split calls f for each combination of the cases of t's variables.
func (c Cases) split(t term.Term, f func(when, value term.Term)) bool {
	st := t.Store()
	vars := slices.DeleteFunc(term.Vars(t, map[term.Term]bool{}, nil), func(x term.Term) bool { return c[x] == nil })
	n := 1
	for _, x := range vars {
		if n *= len(c[x]); n > maxSplits {
			return false
		}
	}
	pick := map[term.Term]term.Term{}
	var rec func(i int, when term.Term)
	rec = func(i int, when term.Term) {
		if when.IsFalse() {
			return
		}
		if i == len(vars) {
			f(when, st.Subst(t, pick))
			return
		}
		for _, k := range c[vars[i]] {
			pick[vars[i]] = k.Value
			rec(i+1, st.And(when, k.When))
		}
	}
	rec(0, st.True())
	return true
}

// Formula is f where its variables have their values; ok is false if the cases are too many.
func (c Cases) Formula(f term.Term) (g term.Term, ok bool) {
	st := f.Store()
	memo := map[term.Term]term.Term{}
	ok = true
	var rec func(f term.Term) term.Term
	rec = func(f term.Term) term.Term {
		if !ok || f.IsConst() {
			return f
		}
		if g, known := memo[f]; known {
			return g
		}
		var g term.Term
		switch {
		case f.Op() == term.And || f.Op() == term.Or:
			args := make([]term.Term, f.NumArgs())
			for i, a := range f.Args() {
				args[i] = rec(a)
			}
			if g = st.And(args...); f.Op() == term.Or {
				g = st.Or(args...)
			}
		case f.Op() == term.Not:
			g = st.Not(rec(f.Arg(0)))
		default:
			var any []term.Term
			ok = c.split(f, func(when, value term.Term) { any = append(any, st.And(when, value)) }) && ok
			g = st.Or(any...)
		}
		memo[f] = g
		return g
	}
	g = rec(f)
	return g, ok
}
