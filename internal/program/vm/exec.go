// Package vm runs programs fast, inlined ones and ones with calls: compiled to code for a machine with registers of 64 bits,
// about fifty times as fast as package interp, whose meaning it has.
//
//	exec.go     Code, Run: what an execution is given and what it comes to
//	compile.go  from locations and edges to code
//	expr.go     from expressions to code
//	cond.go     conditions, branches and assumptions ahead
//	code.go     the instructions, and the loop that executes them
//	memory.go   regions
//	calls.go    calls
//
// A value is a word: an integer of at most 63 bits, or a signed one of 64, as it is; an unsigned one of
// 64 bits, or a pointer, as its bits. What words cannot hold ends the execution as Outside, and what
// cannot be compiled at all is refused with an error; the caller has package interp for both.
//
// What the program does not determine is either given, by Inputs, or unknown. An unknown value may be
// copied, and an assumption that depends on one is passed over. When it is needed, to decide a branch or to
// find a cell, the execution ends as Open.
package vm

import (
	"context"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// Inputs gives what the program does not determine. Values are cut to the size of the type; nobody
// is asked for the values that variables and memory have at the start, which are 0. The functions
// give the same value whenever they are asked the same.
type Inputs struct {
	// Scalar is what the Havoc on e gives when it is executed for the nth time, from 0.
	Scalar func(e *ir.Edge, n int) int64
	// Cell is the content of the cell at addr in memory that is unknown since e was executed for the nth
	// time.
	Cell func(e *ir.Edge, n int, addr int64) int64
}

// Options bound an execution.
type Options struct {
	MaxSteps int // edges; checked where executions branch
	// Inputs is nil if what is not determined is unknown.
	Inputs *Inputs
	// Seen, if not nil, counts how often each edge of a branch was taken, by EdgeID, in code of CompileWatched.
	Seen []uint32
}

// End says how an execution ended.
type End uint8

const (
	Cancelled End = iota
	StepLimit
	Exited    // Main returned
	Reached   // an error location
	Blocked   // no edge is open, or an operation overflows that is assumed not to
	Undefined // a value that the program should have excluded
	Open      // an unknown value is needed, or there are several ways on
	Outside   // a value that is no machine word
)

func (e End) String() string {
	return [...]string{"cancelled", "step limit", "exited", "reached", "blocked", "undefined", "open", "outside"}[e]
}

// Outcome is an execution.
type Outcome struct {
	End   End
	At    ir.Loc    // where it ended; 0 if Cancelled or at the StepLimit
	Edge  ir.EdgeID // that could not be taken, if any
	Steps int       // edges taken

	// Given are the edges that were given values, in the order of the execution, if there were Inputs.
	Given []Given
	// Result is what Main returned, if it did, has a result, and that is known.
	Result    num.Int
	HasResult bool
}

// Given is a Havoc that was executed.
type Given struct {
	Edge  ir.EdgeID
	Value num.Int // of a scalar
	// Cells are those that were read of a region before anything was written to them, with their values.
	Cells map[int64]num.Int
}

// Run executes the code from Main's entry.
func (c *Code) Run(ctx context.Context, opts Options) Outcome {
	m := newMachine(c, opts)
	defer free.Put(m.registers)
	m.run(ctx)
	return m.out
}

// Address is the address that a word stands for, in regions whose cells are Given.
func Address(w int64) num.Int { return valueOf(ir.Ptr(64), w) }
