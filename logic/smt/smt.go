// Package smt decides and interpolates formulas over linear integer and rational arithmetic with
// arrays, uninterpreted functions, products and bit operations.
//
// The shape is CDCL (logic/sat) with exact simplex and lemmas on demand; see docs/solver.md.
package smt

import (
	"context"

	"craig/logic/term"
)

// Status is the verdict on a formula. The zero value is Unknown.
type Status uint8

const (
	Unknown Status = iota
	Sat
	Unsat
)

func (s Status) String() string { return [...]string{"unknown", "sat", "unsat"}[s] }

// Answer is a verdict with its evidence.
type Answer struct {
	Status Status
	Reason string      // if Unknown: why
	Model  Model       // if Sat
	Core   []term.Term // if Unsat: the assumptions used, a subset of those given
}

// Model gives values to the variables of a formula that was found satisfiable.
type Model interface {
	// Eval is t's value, a constant term. Variables and functions that the formula did not
	// mention have a default value (0, false, the array of zeros).
	Eval(t term.Term) term.Term
}

// Solver decides conjunctions of assertions. Not safe for concurrent use.
type Solver interface {
	// Assert adds a formula of sort Bool to the current level.
	Assert(f term.Term)
	Push()
	// Pop removes what was asserted since the matching Push.
	Pop()
	// Check decides the assertions together with the assumptions (any formulas of sort Bool).
	// It obeys ctx within 50 ms; giving up is Unknown with a reason.
	Check(ctx context.Context, assumptions ...term.Term) Answer
}

// TreeInterpolator computes tree interpolants too.
type TreeInterpolator interface {
	Interpolator
	// InterpolateTree decides A0 ∧ … ∧ An-1; if Unsat it returns I0…In-1, where In-1, that of the
	// root, is false, Ai ∧ ∧ {Ic | parent[c] = i} ⇒ Ii, and symbols(Ii) are shared between the parts in i's
	// subtree and the others. Children come before their parents: i < parent[i], and -1 for
	// the last part, the root; anything else is a panic. Otherwise it is like Interpolate, for which each part is
	// the parent of the one before.
	InterpolateTree(ctx context.Context, parts []term.Term, parent []int) (Answer, []term.Term)
}

// Interpolator computes sequence interpolants.
type Interpolator interface {
	// Interpolate decides A1 ∧ … ∧ An; if Unsat it returns I0…In with I0 = true, In = false,
	// Ii-1 ∧ Ai ⇒ Ii, and symbols(Ii) shared between A1…Ai and Ai+1…An. The list is nil, with
	// Reason set, if the formula is Unsat but no interpolants could be found.
	Interpolate(ctx context.Context, parts []term.Term) (Answer, []term.Term)
}
