package smt

import (
	"craig/logic/sat"
	"craig/logic/term"
)

// lemmaBase keeps track of the lemmas that final checks asked for. A lemma is a valid formula;
// its clauses stay, but its atoms are decided on only until the level at which it was asked for
// is popped.
type lemmaBase struct {
	used   []lemmaUse // by rising level
	inUse  map[term.Term]bool
	reason string
}

type lemmaUse struct {
	level int
	lemma term.Term // or
	slack int32     // a simplex variable, or
	atom  sat.Var
}

func (b *lemmaBase) init() { b.inUse = map[term.Term]bool{} }

// pop ends the uses of levels above n.
func (b *lemmaBase) pop(e *Engine, n int) {
	for len(b.used) > 0 {
		u := b.used[len(b.used)-1]
		if u.level <= n {
			return
		}
		b.used = b.used[:len(b.used)-1]
		switch {
		case u.lemma.Valid():
		case u.slack > 0:
			e.ar.unuse(u.slack)
			continue
		default:
			e.unwant(u.atom)
			continue
		}
		delete(b.inUse, u.lemma)
		for _, d := range term.Disjuncts(u.lemma) {
			for d.Op() == term.Not {
				d = d.Arg(0)
			}
			if n := e.lookup(d); n != 0 {
				e.unuse(n)
			}
		}
	}
}

// wantAtom makes the solver decide on v for now.
func (b *lemmaBase) wantAtom(e *Engine, v sat.Var) {
	b.used = append(b.used, lemmaUse{level: len(e.levels), atom: v})
	e.want(v)
}

// wantSlack keeps the row of a slack for now.
func (b *lemmaBase) wantSlack(e *Engine, v int32) {
	b.used = append(b.used, lemmaUse{level: len(e.levels), slack: v})
	e.ar.use(v)
}

// add asks for a lemma, a valid disjunction; false if it is in use already.
func (b *lemmaBase) add(e *Engine, l term.Term) bool {
	if l.IsTrue() || b.inUse[l] {
		return false
	}
	e.stats.Lemmas++
	b.inUse[l] = true
	b.used = append(b.used, lemmaUse{level: len(e.levels), lemma: l})
	var lits []sat.Lit
	for _, d := range term.Disjuncts(l) {
		n, lit := e.formula(d, positive)
		if n != 0 {
			e.use(n)
		}
		lits = append(lits, lit)
	}
	e.axiom(lits...)
	// What came into use brings axioms that the assumptions do not have yet.
	for _, p := range e.pending {
		e.axiom(p)
	}
	e.pending = e.pending[:0]
	return true
}
