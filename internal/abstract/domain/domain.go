// Package domain says what an abstract domain is: a lattice of descriptions of sets of program
// states, and what statements do to them. γ(s) is the set of states that s describes.
//
// The domains are subpackages; package lattest checks the laws stated here.
package domain

import (
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// Lattice is a dictionary of operations on values of type S. No operation changes its operands.
type Lattice[S any] interface {
	Top() S
	Bottom() S
	IsBottom(s S) bool // γ(s) is empty; true is a proof, false is not
	Leq(a, b S) bool   // γ(a) ⊆ γ(b); true is a proof, false is not
	Join(a, b S) S     // γ(a) ∪ γ(b) ⊆ γ(Join(a, b))
	Meet(a, b S) S     // γ(a) ∩ γ(b) ⊆ γ(Meet(a, b))
	// Widen is an upper bound of both, and every chain a, Widen(a, b₁), Widen(Widen(a, b₁), b₂), …
	// becomes constant.
	Widen(a, b S) S
}

// Domain is a lattice of sets of states of one program.
type Domain[S any] interface {
	Lattice[S]
	// Post describes at least the states that e's statement leads to from γ(s), as package sem
	// defines it.
	Post(s S, e *ir.Edge) S
	// Formula is a formula over program variables that describes exactly γ(s). Under it every
	// variable that s says nothing of has any value of its type.
	Formula(c *sem.Context, s S) term.Term
}

// Narrower is the ability to come down from a widened value: Narrow(a, b) describes at least
// γ(a) ∩ γ(b), and descending chains of it become constant.
type Narrower[S any] interface{ Narrow(a, b S) S }

// Backward is the ability to go back over a statement: Pre(context, s, e) describes at least the
// states of context from which e's statement leads to γ(s). What it has outside of context does not
// count; the context tells what expressions may be.
type Backward[S any] interface {
	Pre(context, s S, e *ir.Edge) S
}
