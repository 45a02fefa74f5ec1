package run

import (
	"fmt"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// Result is a verdict with its evidence, which speaks of the locations of Program.
type Result struct {
	verdict.Result

	// Program is the program with its calls inlined, unless Calls is set; neither sliced nor folded. Nil
	// if time or memory ended before it was there.
	Program *ir.Program
	// Ends: the question is whether executions end.
	Ends bool
	// Too is, of True for other properties with Options.RanksRequired, the answer that executions end, which is True with a rank of each loop and recursion.
	Too *Result
	// Threads is how many threads Program has beside the first one at most, where that is less than there may be; 0 elsewhere.
	Threads int
	// Calls: Program is not inlined.
	Calls bool
	// Sources are the files that the verdict is about, as they were read.
	Sources []cfront.Source
	// Engine that found the answer.
	Engine string
	// Notes are the approximations and assumptions of the front end; Notes of Kind Assumption
	// restrict what the verdict speaks of.
	Notes []ir.Note
	// Vacuous says in a sentence that a verdict of True says nothing, since no execution ends or goes on for ever: all end at
	// assumptions. It is "" for others, and where this is not known. The first of Notes says the same, with its place.
	Vacuous string
	// Endless says in a sentence that no execution ends that a verdict of True speaks of, though some go on for ever; it is as Vacuous.
	Endless string
	// EndsIf is, of an execution without an end, a condition on a parameter of the entry function under which each execution ends, in C; "" if none was found.
	EndsIf string
	// Phases took this long, in the order in which they began.
	Phases []Phase
	// Bug is not nil if the verdict is Unknown and engines failed on the way; it is one of Lost.
	Bug *Bug
	// Lost are the engines that failed: that gave evidence which the certifier rejected, or
	// panicked. Others may have answered nevertheless.
	Lost []*Bug
	// Why explains a verdict of Unknown; nil for others.
	Why *Why
}

// Phase is a part of the work with its time.
type Phase struct {
	Name string
	Time time.Duration
}

// Bug describes a failure of craig itself.
type Bug struct {
	Engine string
	Claim  verdict.Verdict // what the engine claimed; Unknown if it failed before it said anything
	Err    error           // what the certifier says, or the panic
	Stack  []byte          // of a panic
}

func (b *Bug) String() string {
	if b.Claim == verdict.Unknown {
		return fmt.Sprintf("the engine %s failed: %v", b.Engine, b.Err)
	}
	return fmt.Sprintf("the engine %s claims %s, and the certifier says: %v", b.Engine, b.Claim, b.Err)
}

// OnBug, if it is not nil, is called with each failure of an engine, from goroutines of all runs. It is for tests:
// see package runtest.
var OnBug func(*Bug)
