package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/term"
)

// markRelevant finds the nodes that matter to the truth of the stack and of the lemmas in use
// under the current assignment: of a disjunction that is true, one true disjunct; of an Ite, the
// side that is taken. Only they need integer values and right values of operators.
func (e *Native) markRelevant() {
	e.stamp++
	for i := range e.stack {
		e.relevantFormula(e.stack[i].f)
	}
	for i := range e.lemmas.used {
		if l := e.lemmas.used[i].lemma; l.Valid() {
			ds := term.Disjuncts(l)
			best := ds[0]
			for _, d := range ds {
				if e.truth(d) != sat.True {
					continue
				}
				best = d
				if e.isMarked(d) {
					break
				}
			}
			e.relevantFormula(best)
		}
	}
}

// truth is the value of a formula in use.
func (e *Native) truth(f term.Term) sat.Value {
	switch f.Op() {
	case term.True:
		return sat.True
	case term.False:
		return sat.False
	case term.Not:
		return -e.truth(f.Arg(0))
	}
	if n := e.lookup(f); n != 0 {
		return e.sat.Value(e.nodes[n].lit)
	}
	return sat.Undef
}

func (e *Native) isMarked(f term.Term) bool {
	for f.Op() == term.Not {
		f = f.Arg(0)
	}
	n := e.lookup(f)
	return n != 0 && e.relevant(n)
}

// relevant reports whether markRelevant has found node n.
func (e *Native) relevant(n int32) bool { return e.nodes[n].stamp == e.stamp }

func (e *Native) relevantFormula(f term.Term) {
	switch f.Op() {
	case term.True, term.False:
		return
	case term.Not:
		e.relevantFormula(f.Arg(0))
		return
	}
	n := e.lookup(f)
	if n == 0 || e.relevant(n) {
		return
	}
	e.nodes[n].stamp = e.stamp
	e.tick(1 + f.NumArgs())
	decisive := sat.True
	switch f.Op() {
	case term.And:
		decisive = sat.False
	case term.Or:
	case term.Eq:
		for _, a := range f.Args() {
			e.relevantTerm(a)
		}
		return
	default:
		e.relevantKids(n)
		return
	}
	if e.sat.Value(e.nodes[n].lit) == decisive {
		for _, a := range f.Args() {
			if e.truth(a) == decisive {
				e.relevantFormula(a)
				return
			}
		}
	}
	for _, a := range f.Args() {
		e.relevantFormula(a)
	}
}

func (e *Native) relevantTerm(t term.Term) {
	switch {
	case t.Sort() == term.Bool:
		e.relevantFormula(t)
	case t.Op() == term.Sum, t.Op() == term.ToReal:
		for _, a := range t.Args() {
			e.relevantTerm(a)
		}
	case t.Op() != term.Const:
		if n := e.lookup(t); n != 0 {
			e.relevantNode(n)
		}
	}
}

// relevantNode marks the node of a term.
func (e *Native) relevantNode(n int32) {
	if e.relevant(n) {
		return
	}
	e.nodes[n].stamp = e.stamp
	e.tick(2)
	if t := e.nodes[n].t; t.Op() == term.Ite {
		e.relevantFormula(t.Arg(0))
		if e.truth(t.Arg(0)) == sat.True {
			e.relevantTerm(t.Arg(1))
		} else {
			e.relevantTerm(t.Arg(2))
		}
		return
	}
	e.relevantKids(n)
}

func (e *Native) relevantKids(n int32) {
	for _, k := range e.nodes[n].kids {
		if t := e.nodes[k].t; t.Sort() == term.Bool {
			e.relevantFormula(t)
		} else {
			e.relevantNode(k)
		}
	}
}
