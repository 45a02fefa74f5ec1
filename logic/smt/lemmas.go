package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/term"
)

// lemmaBase keeps track of the lemmas that final checks asked for. A lemma is a valid formula;
// its clauses stay, but its atoms are decided on only until the level at which it was asked for
// is popped.
type lemmaBase struct {
	used  []lemmaUse // by rising level
	inUse map[term.Term]bool
}

type lemmaUse struct {
	level int
	lemma term.Term // or
	guard sat.Lit   // of a lemma about one value: as long as it is true the rest does not matter
	slack int32     // a simplex variable, or
	atom  sat.Var
}

func (b *lemmaBase) init() { b.inUse = map[term.Term]bool{} }

// pop ends the uses of levels above n.
func (b *lemmaBase) pop(e *Native, n int) {
	for len(b.used) > 0 {
		u := &b.used[len(b.used)-1]
		if u.level <= n {
			return
		}
		b.end(e, u)
		b.used = b.used[:len(b.used)-1]
	}
}

// end ends one use.
func (b *lemmaBase) end(e *Native, u *lemmaUse) {
	switch {
	case u.lemma.Valid():
		delete(b.inUse, u.lemma)
		for _, d := range term.Disjuncts(u.lemma) {
			for d.Op() == term.Not {
				d = d.Arg(0)
			}
			if n := e.lookup(d); n != 0 {
				e.unuse(n)
			}
		}
	case u.slack > 0:
		e.ar.unuse(u.slack)
	default:
		e.ar.relevant[u.atom]--
	}
}

// retire ends the uses of lemmas about single values that the candidate does not have. If it
// has them again, they are asked for again.
func (b *lemmaBase) retire(e *Native) {
	kept := b.used[:0]
	for i := range b.used {
		u := b.used[i]
		if u.lemma.Valid() && u.guard != sat.NoLit && e.sat.Value(u.guard) == sat.True {
			b.end(e, &u)
			continue
		}
		kept = append(kept, u)
	}
	b.used = kept
}

// imply makes an atom worth implying for now.
func (b *lemmaBase) imply(e *Native, v sat.Var) {
	b.used = append(b.used, lemmaUse{level: len(e.levels), atom: v})
	e.ar.relevant[v]++
}

// wantSlack keeps the row of a slack for now.
func (b *lemmaBase) wantSlack(e *Native, v int32) {
	b.used = append(b.used, lemmaUse{level: len(e.levels), slack: v})
	e.ar.use(v)
}

// try makes the inequality f the next decision, unless it has a value. It reports whether it did.
func (b *lemmaBase) try(e *Native, f term.Term) bool {
	if f.Op() != term.LeZero {
		return false
	}
	e.inLemma = true
	n, l := e.formula(f, both)
	if n != 0 && !b.inUse[f] {
		b.inUse[f] = true
		b.used = append(b.used, lemmaUse{level: len(e.levels), lemma: f, guard: sat.NoLit})
		e.use(n)
	}
	e.inLemma = false
	if e.sat.Value(l) != sat.Undef {
		return false
	}
	e.sat.Suggest(l)
	return true
}

// add asks for a lemma, a valid disjunction; false if it is in use already. If value is valid it
// is the disjunct that says that the candidate's value, which the lemma is about, is not taken.
// cases are what a proof of the lemma distinguishes.
func (b *lemmaBase) add(e *Native, l, value term.Term, cases []term.Term) bool {
	if l.IsTrue() || b.inUse[l] {
		return false
	}
	e.stats.Lemmas++
	b.inUse[l] = true
	guard := sat.NoLit
	e.inLemma = true
	var lits []sat.Lit
	for _, d := range term.Disjuncts(l) {
		n, lit := e.formula(d, positive)
		if n != 0 {
			e.use(n)
		}
		lits = append(lits, lit)
		if d == value {
			guard = lit
		}
	}
	e.rec.byCases(cases)
	e.axiom(lits...)
	e.inLemma = false
	b.used = append(b.used, lemmaUse{level: len(e.levels), lemma: l, guard: guard})
	return true
}
