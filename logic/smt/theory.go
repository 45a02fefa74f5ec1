package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/simplex"
)

// theory is the Native as the SAT solver sees it.
type theory Native

func (t *theory) Assign(lits []sat.Lit) []sat.Lit {
	c := t.ar.assign(lits)
	if c != nil {
		t.rec.because(farkas, t.ar.Farkas)
		return c
	}
	if t.eg != nil {
		return t.eg.assign(lits)
	}
	return nil
}

func (t *theory) Check() []sat.Lit {
	if t.eg != nil {
		if c := t.eg.assign(nil); c != nil {
			return c
		}
	}
	if !t.ar.Check() {
		t.rec.because(farkas, t.ar.Farkas)
		return t.ar.clause()
	}
	return nil
}

func (t *theory) Explain(l sat.Lit, hint int32) []sat.Lit {
	if r := t.ar.reasons[hint]; r.from < 0 {
		return t.eg.because(l, ^r.from, r.to)
	}
	t.rec.because(farkas, unit)
	return t.ar.explain(l, hint)
}

// unit has the Farkas coefficients of two bounds on one variable.
var unit = []num.Rat{num.R(1, 1), num.R(1, 1)}

func (t *theory) NewLevel() {
	t.ar.openLevel()
	if t.eg != nil {
		t.eg.newLevel()
	}
}

func (t *theory) Backtrack(n int) {
	t.ar.closeLevels(n)
	if t.eg != nil {
		t.eg.backtrack(n)
	}
}

// Phase prefers what the current assignment of the simplex says: it costs no pivots.
func (t *theory) Phase(v sat.Var) sat.Value {
	if at := (*Native)(t).atomOfVar(v); at != nil {
		return truth(t.ar.Vars[at.v].Value.Cmp(at.bound) <= 0)
	}
	if n := (*Native)(t).ownerOf(v); n != 0 && t.nodes[n].kind == eqAtom {
		val, zero := (*Native)(t).eqValue(&t.nodes[n])
		return truth(val.Cmp(zero) == 0)
	} else if n != 0 && t.nodes[n].kind == elemEq {
		at := &t.eg.atoms[t.eg.atomOf[v]-1]
		return truth(t.eg.nodes[at.a].root == t.eg.nodes[at.b].root)
	}
	return sat.Undef
}

// eqValue returns the value of the sum of an eqAtom without its constant, and the value with which
// the equality holds.
func (e *Native) eqValue(x *node) (val, zero simplex.Value) {
	at := e.atomOfVar(x.le.Var())
	if x.le.IsNeg() {
		return e.ar.Vars[at.v].Value, at.next
	}
	return e.ar.Vars[at.v].Value, at.bound
}

func truth(b bool) sat.Value {
	if b {
		return sat.True
	}
	return sat.False
}

// FinalCheck looks for what a candidate model violates, the cheap things first.
func (t *theory) FinalCheck() (sat.Verdict, []sat.Lit) {
	e := (*Native)(t)
	if e.ar.Halted {
		return sat.GiveUp, nil
	}
	switch {
	case e.rec != nil && (e.finals > maxProofFinals || e.atMost != 0 && e.finals > e.atMost):
		e.why = "incomplete: too many final checks for a proof"
		return sat.GiveUp, nil
	case e.rec == nil && (!e.fresh && e.finals > maxFinals || e.atMost != 0 && e.finals > e.atMost):
		e.why = tooLong
		return sat.GiveUp, nil
	}
	if v, conflict := e.integrality(); v != sat.Accept || conflict != nil {
		return v, conflict
	}
	if e.splitDisequalities() {
		return sat.Continue, nil
	}
	switch e.instantiate() {
	case added:
		e.finals++
		return sat.Continue, nil
	case stuck:
		return sat.GiveUp, nil
	}
	e.model = e.buildModel()
	return sat.Accept, nil
}

// splitDisequalities suggests on which side a sum lies that must not be 0 but is.
func (e *Native) splitDisequalities() bool {
	found := false
	for _, n := range e.live[eqs] {
		x := &e.nodes[n]
		if x.defined&negative == 0 || e.sat.Value(x.lit) != sat.False || e.sat.Value(x.le) != sat.Undef {
			continue
		}
		if val, zero := e.eqValue(x); val.Cmp(zero) == 0 {
			e.sat.Suggest(x.le.Not())
			found = true
		}
	}
	return found
}
