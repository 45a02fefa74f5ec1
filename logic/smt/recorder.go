package smt

import "craig/logic/sat"

// recorder keeps the proof of an interpolating run.
type recorder struct{}

func (r *recorder) Original(id sat.ClauseID, o sat.Origin, lits []sat.Lit)        {}
func (r *recorder) Lemma(id sat.ClauseID, lits []sat.Lit)                         {}
func (r *recorder) Derived(id sat.ClauseID, lits []sat.Lit, chain []sat.ClauseID) {}
