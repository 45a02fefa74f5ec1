package predicate

import "craig/logic/term"

// Block is a transition in steps: an acyclic graph of points, of which the first is where it begins, the
// last where it ends. Terms at each point are over the same variables.
type Block struct {
	Steps  []Step // those into a point before those out of it
	Points int
	// Rank orders variables and inputs: those that conditions and assignments relate are near each
	// other.
	Rank func(x term.Term) float64
	// Range is what is known of a variable, where the transition begins and ends, or of an input
	// besides.
	Range func(x term.Term) term.Term
}

// Step leads from a point to another.
type Step struct {
	From, To int
	Cond     term.Term               // over the variables before, and inputs
	After    map[term.Term]term.Term // the values of all variables that mean anything after it, likewise
	Inputs   []term.Term             // which no other step has
}
