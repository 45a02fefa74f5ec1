// Package smt decides and interpolates formulas over linear integer and rational arithmetic with
// arrays, uninterpreted functions and sorts, products and bit operations.
//
// A formula is a term of package term. Three questions can be asked of formulas.
//
// Are they satisfiable? New makes a Solver, a stack of assertions: Assert, Push, Pop and Check. The
// Answer to Check is all there is to know: a Model that evaluates any term, or the assumptions that
// contradict the assertions, or the reason why the solver gave up, which it does when its context ends.
//
// What do the formulas of a contradiction say to each other? NewInterpolator makes an Interpolator,
// whose Interpolate takes formulas A1, …, An and gives, if their conjunction has no model, Craig
// interpolants I0, …, In: I0 is true, In is false, each follows from the one before and the formula in
// between, and speaks only of what both sides know. InterpolateTree does so for a tree. Options choose
// where they come from (Method), how strong they are (Strength), and whether they are made simple
// (Simplification).
//
// Why is there no model? Refute gives a Refutation, a proof that is checked step by step.
//
// No answer has to be believed: package check tests models, cores, interpolants and refutations by their
// definitions.
//
// Inside, the shape is CDCL with exact simplex, congruence closure, and lemmas on demand for the rest;
// docs/solver.md tells what is in which file.
package smt

import (
	"context"

	"craig/logic/solver"
	"craig/logic/term"
)

// What a solver is, is said in package solver.
type (
	Status = solver.Status
	Answer = solver.Answer
	Model  = solver.Model
	Solver = solver.Solver
)

const (
	Unknown = solver.Unknown
	Sat     = solver.Sat
	Unsat   = solver.Unsat
)

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
