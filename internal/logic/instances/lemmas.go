package instances

import (
	"fmt"

	"craig/logic/term"
)

// Lemma is a valid consequence of what a quantified formula means: for constants that are its witnesses, or for terms of which
// it is an instance.
type Lemma struct {
	Formula term.Term // the quantified formula, an application
	Terms   []term.Term
	Witness bool
	Says    term.Term // Formula ⇒ body[Terms] if Witness, body[Terms] ⇒ Formula otherwise
}

// CheckLemmas checks that lemmas follow from what their quantified formulas mean, whatever fs say. It goes by the definitions alone.
//
// A witness is a constant of its quantified formula alone: it is in none of the fs, in no definition, and younger than the
// quantified formula, so that witnesses can be chosen one after the other.
func (q *Formulas) CheckLemmas(fs []term.Term, lemmas []Lemma) error {
	of := map[term.Term]term.Term{} // by witness: its formula
	for _, l := range lemmas {
		d, ok := q.defs[l.Formula.Name()]
		if !ok || len(l.Terms) != len(d.vars) {
			return fmt.Errorf("%s is no quantified formula of %d variables", l.Formula, len(l.Terms))
		}
		m := map[term.Term]term.Term{}
		for i, p := range d.params {
			m[p] = l.Formula.Arg(i)
		}
		for i, v := range d.vars {
			t := l.Terms[i]
			if t.Sort() != v.Sort() {
				return fmt.Errorf("an instance has %s for %s", t, v)
			}
			m[v] = t
			if !l.Witness {
				continue
			}
			if other, ok := of[t]; t.Op() != term.Var || t.ID() <= l.Formula.ID() || ok && other != l.Formula {
				return fmt.Errorf("%s cannot be a witness of %s", t, l.Formula)
			}
			of[t] = l.Formula
		}
		body := q.st.Subst(d.body, m)
		says := q.st.Or(l.Formula, q.st.Not(body))
		if l.Witness {
			says = q.st.Or(q.st.Not(l.Formula), body)
		}
		if says != l.Says {
			return fmt.Errorf("%s is no instance of %s", l.Says, l.Formula)
		}
	}
	var wrong error
	look := func(f term.Term) {
		for _, v := range term.Vars(f, nil, nil) {
			if _, ok := of[v]; ok {
				wrong = fmt.Errorf("the witness %s is not new", v)
			}
		}
	}
	for _, f := range fs {
		look(f)
	}
	for _, l := range lemmas {
		look(q.defs[l.Formula.Name()].body)
	}
	return wrong
}
