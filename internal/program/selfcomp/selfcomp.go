// Package selfcomp makes of a program the product of two executions of it, side by side, that are given the same public inputs and any
// secret ones: its self-composition. An error of the product is an observation that differs. Both executions go the same way, since whether they do is
// an observation, too, so that the product has one control flow, and its data twice as far as secrets may have flowed into it.
//
//	observe.go   what is observed, before memory is taken apart
//	taint.go     what may differ
//	product.go   the product, of a program whose memory is variables and regions
//
// What is observed is the way through the program, the addresses of what is accessed, the sizes of what is allocated, and the operands of divisions and remainders. See
// Barthe, D'Argenio and Rezk, Secure information flow by self-composition (2004), and Almeida, Barbosa, Barthe, Dupressoir and Emmi, Verifying
// constant-time implementations (2016).
package selfcomp

import "craig/internal/program/ir"

// Property is the property that observations which differ violate.
const Property = "constant-time"

const (
	// Secret is how the names of functions begin that give secret inputs.
	Secret = "__VERIFIER_nondet_secret_"
	// Declassify is the function whose argument is public: executions in which it differs are not compared.
	Declassify = "__VERIFIER_declassify"
	// Handed is how the names of variables begin to which is assigned what a function is given whose code is not seen; its name follows. HandedAll
	// stands for what lies in memory.
	Handed    = "__craig_handed_"
	HandedAll = "__craig_memory_handed_"
	// Called stands for the name of a function that is called through a pointer.
	Called = "called"
	// Claimed is the variable that is 1 while a condition is evaluated that is taken for granted and no part of the program.
	Claimed = "__craig_claimed"
)

// Options say what is observed besides.
type Options struct {
	Shifts          bool `json:",omitempty"` // by how much is shifted
	Multiplications bool `json:",omitempty"` // the operands of multiplications
}

// Functions says what is known of functions.
type Functions struct {
	Hides   func(name string, model bool) bool // the code of one, which may be a model, is not seen
	Without []string                           // these have no body
	Look    bool                               // they may look at all memory, and at global variables
	Unknown func(pos ir.Pos) bool              // a call through a pointer may be one of a function of which nothing is known
}

// Composition is a program whose observations are known.
type Composition struct {
	p    *ir.Program
	at   []point // in their order
	leak *ir.Var // stands in conditions that the product replaces
	seen map[ir.Type]*ir.Var

	of Functions
}

// point is where something is observed: an assignment to a variable that nothing else reads, and the two edges behind it.
type point struct {
	assign    ir.EdgeID
	same, not ir.EdgeID
}
