package verdict

import (
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Ranks are a proof that each execution of a program without calls ends. Invariants are as of any proof. Each cut point that is on a cycle and
// that executions may come to has a tuple of integers over the program's variables, of one length in a strongly connected component. On each path from
// a cut point to the next one in its component the tuple gets smaller in lexicographic order: some place does that is not negative before,
// and the places in front of it stay as they are. Ranks are exact: they do not wrap.
//
// Grows: all of this is of the program on a machine whose memory has no end, and in which each block is at a higher address than all before it. The order of addresses is
// the age of blocks then, and tuples may speak of it. The variables Bound stand for all integers in the invariants, as in Elements.
type Ranks struct {
	Invariants
	Tuples map[ir.Loc][]term.Term
	Bound  []string
	Grows  bool
	// Results are bounds that the program has been made with, where it calls functions that call themselves: see pass.Descents.
	Results []ir.ResultBound
}

// Forever says how an execution goes on for ever once its trace has come to its end, which is a location on a cycle: if each input from there
// on is the one that is given, no execution ends, nor does one violate anything. Inputs has values by the edges of Havocs, and Copies those that are
// computed from the state; others, and what C leaves open, may be anything. Invariants is the proof, about the program that begins with the trace and in which ends are errors.
type Forever struct {
	Inputs     map[ir.EdgeID]num.Int
	Copies     map[ir.EdgeID]Copy
	Invariants Invariants
}

// Copy is an input that is what a variable is when it is asked for, and a number more: 0, or of unsigned integers, which wrap, 1 or -1.
type Copy struct {
	Var string // its name in the program
	Add int
}
