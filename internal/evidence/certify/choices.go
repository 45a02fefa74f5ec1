package certify

import (
	"slices"

	"craig/logic/term"
)

// Where paths meet, a variable often has one of a few constants, or the value that it had at the source. It then
// needs no number of its own: its value is a choice, a list of terms, each with a proposition that is true on the
// paths on which it is the value. Comparisons of such values with constants become propositions as well,
// so that what a block does to the states of a state machine is decided without arithmetic.
//
// A choice is a variable x that stands for terms tᵢ with propositions pᵢ. On the paths into the join on
// which x = tᵢ, pᵢ is implied. A comparison A(x) becomes a proposition a with pᵢ ⇒ (a ⇔ A(tᵢ)) for all i. So
// an execution is a model in which exactly the propositions of its own path are true, and a model says
// of the path that it takes what holds there: others that are true besides only add conditions to it.
//
// Formulas about a choice that are more than comparisons with few values make it a variable like any other:
// pᵢ ⇒ x = tᵢ.

// Limits: of the terms of a choice, and of the cases of a comparison in which there are several.
const (
	maxChoice = 8
	maxCases  = 16
)

// alternative is a term of a choice, and the proposition that it is the value.
type alternative struct {
	on, val term.Term
}

// choiceSet has the choices of an encoder.
type choiceSet struct {
	of    map[term.Term][]alternative // by variable; absent once it is one like any other
	atoms map[term.Term]term.Term     // propositions for comparisons
}

// choose makes joined a choice between the values along the edges, taken by the propositions taken.
// false if these are not few simple terms, one of them a constant: then nothing has been done.
func (e *encoder) choose(joined term.Term, taken, values []term.Term) bool {
	if e.cuts.instantiated() || joined.Sort() != term.Int {
		return false
	}
	var list []alternative // what implies that the value is val; the same val may come again
	var vals []term.Term
	constant := false
	for k, v := range values {
		alts, isChoice := e.choices.of[v]
		if !isChoice {
			alts = []alternative{{e.st.True(), v}}
		}
		for _, a := range alts {
			if a.val.Op() != term.Const && a.val.Op() != term.Var {
				return false
			}
			constant = constant || a.val.Op() == term.Const
			if !slices.Contains(vals, a.val) {
				vals = append(vals, a.val)
			}
			list = append(list, alternative{e.st.And(taken[k], a.on), a.val})
		}
	}
	if !constant || len(vals) > maxChoice {
		return false
	}
	alts := make([]alternative, len(vals))
	for i, v := range vals {
		var any []term.Term
		for _, a := range list {
			if a.val == v {
				any = append(any, a.on)
			}
		}
		on := any[0]
		if len(any) > 1 || on.Op() != term.Var {
			on = e.st.Fresh("is", term.Bool)
			for _, f := range any {
				e.solver.Assert(e.st.Implies(f, on))
			}
		}
		alts[i] = alternative{on, v}
	}
	if e.choices.of == nil {
		e.choices = choiceSet{map[term.Term][]alternative{}, map[term.Term]term.Term{}}
	}
	e.choices.of[joined] = alts
	return true
}

// settle makes a choice a variable like any other.
func (e *encoder) settle(x term.Term) {
	for _, a := range e.choices.of[x] {
		e.solver.Assert(e.st.Implies(a.on, e.st.Eq(x, a.val)))
	}
	delete(e.choices.of, x)
}

// resolve gives a formula without choices that says the same of every path.
func (e *encoder) resolve(f term.Term) term.Term {
	if len(e.choices.of) == 0 {
		return f
	}
	done := map[term.Term]term.Term{}
	var visit func(t term.Term) term.Term
	visit = func(t term.Term) term.Term {
		if r, ok := done[t]; ok {
			return r
		}
		r := t
		if isConnective(t) {
			args := make([]term.Term, t.NumArgs())
			for i := range args {
				args[i] = visit(t.Arg(i))
			}
			r = e.st.Rebuild(t, args)
		} else {
			r = e.comparison(t)
		}
		done[t] = r
		return r
	}
	return visit(f)
}

// isConnective tells whether a formula is made of formulas.
func isConnective(t term.Term) bool {
	switch t.Op() {
	case term.And, term.Or, term.Not, term.Ite:
		return true
	case term.Eq:
		return t.Arg(0).Sort() == term.Bool
	}
	return false
}

// comparison is resolve for a formula that is not made of others.
func (e *encoder) comparison(f term.Term) term.Term {
	if a, ok := e.choices.atoms[f]; ok {
		return a
	}
	vars := term.Vars(f, map[term.Term]bool{}, nil)
	cases, only := 1, true
	for _, x := range vars {
		alts, ok := e.choices.of[x]
		if only = only && ok; only {
			cases *= len(alts)
			only = cases <= maxCases
		}
	}
	if !only || len(vars) == 0 {
		for _, x := range vars {
			e.settle(x)
		}
		return f
	}
	a := e.st.Fresh("holds", term.Bool)
	var each func(on, f term.Term, rest []term.Term)
	each = func(on, f term.Term, rest []term.Term) {
		if len(rest) == 0 {
			e.assumeRanges(f)
			e.solver.Assert(e.st.Implies(on, e.st.Iff(a, f)))
			return
		}
		for _, alt := range e.choices.of[rest[0]] {
			each(e.st.And(on, alt.on), e.st.Subst(f, map[term.Term]term.Term{rest[0]: alt.val}), rest[1:])
		}
	}
	each(e.st.True(), f, vars)
	e.choices.atoms[f] = a
	return a
}
