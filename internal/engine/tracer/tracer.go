// Package tracer is symbolic execution with interpolation, for programs with unbounded loops,
// after two papers by Jaffar, Navas and Santosa: "Symbolic Execution for Verification" (below
// called minimax) and "Unbounded Symbolic Execution for Program Verification" (unbounded).
//
// Programs are executed depth first with symbolic states. On the way back every node gets an
// interpolant, its label: what keeps the error locations unreachable below it. A state that
// implies a label stored at its location is subsumed. At loop heads the state is weakened until
// paths around the loop come back into it.
//
//	search.go                UNBOUNDEDSYMEXEC: the tree, depth first             Fig. 2
//	header.go                NONPATHINV: weakening of a loop header              Fig. 3
//	candidates.go            the constraints that a header offers                Sec. 4
//	close.go                 a header's own label
//	refine.go                spurious errors, REFINEANDRESTART, counterexamples  Fig. 3
//	table.go                 SUBSUMED and the table M                            Fig. 3
//	label.go                 ŵp: labels backwards over blocks                    line 23
//	interpolate.go           labels by cores and by Craig interpolation
//	simplify.go, eliminate.go, project.go  formulas over program variables
//	path.go, models.go, patched.go         the symbolic state, its path condition and models
//	blocks.go, effect.go     the program in straight-line pieces
//	strategy.go              what happens at loops and errors: that of unbounded
//	minimax.go               that of minimax                                     its Fig. 5
//	deepening.go             iterative deepening                                 Sec. 1
//	proof.go                 the labels as inductive invariants
//
// # The proof
//
// The invariant of a location is the disjunction of the labels at it. It is inductive because
//
//	label(n) ∧ edge ⇒ label(child)    before computes labels backwards
//	label(covered) is the coverer's   SUBSUMED tests the state against all of it
//	label(back edge) is the header's  constraints that the header keeps are carried around
//	                                  the loop by the labels in its body
//
// A constraint of a header that is being carried is a clause with a candidate. It becomes part
// of the proof if the header's own label needs it, and is void if the header gives it up: so
// weakening a header leaves every label below it valid.
//
// # Departures from the papers
//
//   - Fig. 2, line 15 stores true for a node subsumed by its ancestor, which is no proof; here the
//     label is the ancestor's constraints.
//   - Fig. 3, lines 31 to 33 replace stores below the header. Here the path below it is executed
//     again from the weakened state, nodes keep their numbers, and finished branches beside the path
//     are tested again: they are explored anew only if the state has left their label.
//   - NONPATHINV deletes constraints one by one. Here a model drops every constraint that it
//     falsifies, and the path is executed again under what is left until nothing is dropped, since
//     the figure tests a state derived before the weakening.
//   - Line 43 deletes all labels below the header. Here those that do not rest on it stay.
//   - SUBSUMED calls NONPATHINV for the constraints that the label does not carry; here the label
//     says which these are.
//   - An infeasible node need not get false: if the labels there are, at its location or ahead of it,
//     ask for hardly more than the branches beside it do, they are weaker (relax).
//   - What was locked at one instance of a loop head is locked at later ones that satisfy it, and
//     what is locked is the weakest interpolant: the disjunction of all reasons.
//   - A header offers more than the constraints of its state (Sec. 4): equations slackened to
//     inequalities as minimax suggests (Sec. 5), atoms of guards, order and affine relations of
//     variables that the path changes by constants, remainders, and half-spaces that imply what
//     was locked (candidates.go).
//   - Nodes are stored and looked up at the starts of straight-line pieces only.
package tracer

import (
	"context"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
)

// Config has the options of the engine; the zero value is the recommended one.
type Config struct {
	Loops        Loops
	Interpolants Interpolants
}

// Loops is what happens at loops.
type Loops uint8

const (
	// Selective forces a path around a loop back into the header's state by weakening it, and
	// unrolls where what was locked after a spurious error does not allow that (unbounded).
	Selective Loops = iota
	// Minimax does so with constraints annotated min, max or neutral, and restarts at the
	// shallowest conflict (minimax).
	Minimax
	// Deepening unrolls all loops to a depth and keeps an interpolant only if it is inductive by
	// itself: the method that unbounded compares with.
	Deepening
)

func (l Loops) String() string { return [...]string{"selective", "minimax", "deepening"}[l] }

// Interpolants is how labels are computed.
type Interpolants uint8

const (
	// WP takes weakest preconditions.
	WP Interpolants = iota
	// Core keeps those constraints of the state that imply the weakest precondition.
	Core
	// Craig takes a Craig interpolant between the state and the weakest precondition.
	Craig
)

func (i Interpolants) String() string { return [...]string{"wp", "core", "craig"}[i] }

// New makes the engine.
func New(cfg Config) *engine.Engine {
	return &engine.Engine{
		Name: "tracer",
		Doc: "Symbolic execution with interpolation; weakens states at loops and unrolls only where that fails.\n\n" +
			"Jaffar, Navas, Santosa: Symbolic Execution for Verification (minimax); Unbounded Symbolic " +
			"Execution for Program Verification (unbounded). Departures are listed in the package's documentation.",
		Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
			return run(ctx, cfg, task), nil
		},
	}
}
