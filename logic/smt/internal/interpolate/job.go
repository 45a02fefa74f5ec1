// Package interpolate computes interpolants from weakest preconditions and strongest postconditions, and makes them simple.
//
//	job.go        an interpolation: what is given, and what has been found
//	tree.go       how the parts hang together
//	weakest.go    interpolants from their neighbours
//	simplify.go   leaving out conjuncts
//	beautiful.go  a formula with few half-spaces
//	separate.go   half-spaces between polytopes
package interpolate

import (
	"context"

	"craig/logic/solver"
	"craig/logic/term"
)

// Method is how interpolants come about: smt.Method.
type Method uint8

const (
	ByProof Method = iota
	Backward
	Forward
)

// Simplification is what is done to interpolants afterwards: smt.Simplification.
type Simplification uint8

const (
	Drop Simplification = iota
	Fewest
	Untouched
)

// Stats counts which method gave how many interpolants: smt.InterpolatorStats.
type Stats struct {
	Proof, Backward, Forward, Failed int64
	Simplified                       int64
}

// Job is one interpolation of parts that contradict each other. The interpolant of the root is there from the beginning; those that
// are missing are no terms.
type Job struct {
	Store     *term.Store
	Solver    solver.Solver                   // for cores and simplification; without assertions between calls
	NewSolver func(*term.Store) solver.Solver // makes another one
	Method    Method
	Shape     Simplification
	Prefer    func() []term.Term // atoms that Fewest uses where they serve; may be nil
	Stats     *Stats

	Tree   *Tree
	Parts  []term.Term
	Needed []term.Term // of each part the conjuncts that the refutation needs
	Itps   []term.Term // by node
}

// Finish computes the interpolants that are missing, and simplifies all. The reason is "" if all are there then.
func (j *Job) Finish(ctx context.Context) string {
	if why := j.fill(ctx); why != "" {
		return why
	}
	if j.Shape != Untouched {
		j.simplify(ctx)
	}
	return ""
}

// Symbol is the name by which a variable or function counts as a symbol; "" for other terms.
func Symbol(t term.Term) string {
	switch t.Op() {
	case term.Var:
		return t.Name()
	case term.Apply:
		return "(" + t.Name()
	}
	return ""
}
