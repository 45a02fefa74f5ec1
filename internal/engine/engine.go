// Package engine says what a verification algorithm is.
package engine

import (
	"context"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/smt"
	"craig/logic/term"
)

// Task is what an engine is given.
type Task struct {
	// Program has no Alloc and every Load and Store with a region; unless the engine is Modular it is
	// inlined: Main only, no Call.
	Program *ir.Program
	Goals   []ir.Loc // the error locations
	// Assume are certified invariants of others, over variables by name; may be nil.
	Assume map[ir.Loc]term.Term
	// NewSolver and NewInterpolator make solvers for terms of a store; engines do not share them.
	NewSolver       func(*term.Store) smt.Solver
	NewInterpolator func(*term.Store) smt.Interpolator
	// Event is nil or told what happens; nothing may depend on it.
	Event func(Event)
	// Detail: somebody draws the search. Then Event is told of every arc, and of the states of engines that would not write
	// them as formulas otherwise.
	Detail bool
}

// An Engine is a verification algorithm, as a value; tracer.New(tracer.Config{...}) makes one.
type Engine struct {
	Name string // as the command line selects it
	Doc  string // one sentence; after a blank line the papers, and where we depart from them
	// Modular: the engine takes programs with calls, and proves them by contracts or summaries.
	Modular bool
	// Fallback is asked instead where inlining has been of no use, since there is recursion or the
	// program gets too large; it is Modular. nil: there is none.
	Fallback *Engine
	// Run: True passes certify, False passes certify, giving up is Unknown with a reason (ctx
	// done included). An error means the engine is at fault.
	Run func(ctx context.Context, task *Task) (*verdict.Result, error)
}

// Event is a step of an engine, in the words of its paper.
type Event struct {
	Kind  Kind
	Loc   ir.Loc
	Node  int // the node's creation number
	Other int // a second node: the coverer, the restarted header
	// From is for Expand, Arrive, Infeasible, Cover and Subsume the node that it was come from; 0 where the engine does not
	// tell. If it is Node, what is come to has no number of its own.
	From int
	Term term.Term // the label, interpolant or condition; may be invalid
	By   *Engine   // who tells it; nil where only one engine runs
	Pos  ir.Pos    // where Loc is in the source; set on the way

	Program *ir.Program // that Loc is of; set on the way
}

// Kind is the kind of an event.
type Kind uint8

const (
	Expand Kind = iota + 1
	Infeasible
	Cover   // a child covered by an ancestor (child-ancestor subsumption)
	Subsume // a sibling subsumed
	Widen   // a loop header's state was weakened
	Refine  // a spurious error was refuted
	Restart
	Label  // a node got its interpolant
	Unwind // a bound was raised
	Arrive // with Task.Detail: a node that there is already was come to from another one
)

func (k Kind) String() string {
	return [...]string{"", "expand", "infeasible", "cover", "subsume", "widen", "refine", "restart", "label", "unwind", "arrive"}[k]
}
