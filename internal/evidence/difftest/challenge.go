// Package difftest looks for an execution that refutes a verdict of TRUE: it compiles the program
// and runs it on many inputs. What it shares with the verdict is the list of the places that give
// unknown values; what the program means, the compiler and the C library say.
//
//	sites.go    the places of the program that give unknown values, and the copies that ask there
//	inputs.go   the C text that gives the values, and its constants
//	build.go    compiling: once to run fast, once with sanitizers
//	runner.go   what the runner (runtime/runner.c) is told, and what it tells
//	judge.go    which runs refute the verdict
//	compare.go  the same inputs in the interpreter
//	core.go     the same inputs in what is printed of the program's core
//	points.go   the places at which the two are compared
//	harness.go  the inputs of a refutation as a C file
//
// A run refutes the verdict only if it reaches the error and is one that the verdict speaks of:
// without undefined behaviour as far as the sanitizers see it, and within the assumptions that are
// printed with the verdict. That none was found proves nothing: the inputs are guesses.
package difftest

import (
	"context"
	"os"
	"slices"
	"time"

	"craig/internal/evidence/native"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Program is what was verified.
type Program = native.Program

// Value is what an execution was given at a place of the program.
type Value struct {
	Source ir.Source
	Name   string // FromCall: the function that returned it; else the variable
	Pos    ir.Pos // of the call or the declaration
	Value  num.Int
	Text   string // the value for people, which may be contents of memory; not looked at in seeds
}

// Limits bound a challenge.
type Limits struct {
	Time time.Duration // of the search, 0: 10 s. Compiling comes on top
	Run  time.Duration // of processor time, for most runs; 0: 50 ms
	Seed uint64        // of the random inputs
}

// Answer is what a challenge found.
type Answer uint8

const (
	Undecided  Answer = iota // Reason says why there is no answer
	NotRefuted               // no run reached the error: no proof of anything
	Refuted
)

func (a Answer) String() string { return [...]string{"undecided", "not refuted", "rejected"}[a] }

// Outcome is a challenge.
type Outcome struct {
	Answer   Answer
	Reason   string
	Compiler string   // "" if there is none
	Flags    []string // the sanitizers

	Counts    Counts
	AllBlocks int // of the compiled program; 0 if the compiler does not count them
	// Outside is the first report of undefined behaviour in a run, which is outside of the verdict.
	Outside string

	Core CoreRuns

	// Of a refutation, or of a run that may be one:
	Inputs  []Value  // in the order of the execution
	Lines   []ir.Pos // that were reached, in the order of their first visits
	Reading string   // what the interpreter does with the same inputs
	Harness []byte   // the inputs as a C file
}

// CoreRuns is what became of the program's core, as C, beside the program itself: what craig takes C to mean, if it differs.
type CoreRuns struct {
	Why        string // it was not compared
	Runs       int    // in which both did the same
	Points     int    // in those runs, at which variables had the same values
	Difference string
	Pos        ir.Pos // of the difference; Line 0 if that is not known
}

// Counts are numbers of runs, by how they ended.
type Counts struct {
	Runs      int
	Ended     int // the program ended
	Limited   int // the limits of time, memory or inputs ended it
	Assumed   int // at __VERIFIER_assume(0)
	Undefined int // with undefined behaviour
	Errors    int // at an error, with or without undefined behaviour before it
	Blocks    int // basic blocks that some run came to
}

// Run challenges TRUE for prog. Seeds are inputs to begin with, those of tests for example. It works in
// a folder of its own, which it removes. The error is of a file that cannot be read or written.
func Run(ctx context.Context, prog Program, seeds [][]Value, lim Limits) (*Outcome, error) {
	out := &Outcome{}
	out.Compiler, out.Reason = native.FindFor(prog.Options.Properties...)
	if out.Reason == "" && prog.Options.Math {
		out.Reason = "the verdict is about mathematical integers, which no compiler has"
	}
	if out.Reason != "" {
		return out, nil
	}
	if lim.Time == 0 {
		lim.Time = 10 * time.Second
	}
	if lim.Run == 0 {
		lim.Run = 50 * time.Millisecond
	}
	dir, err := os.MkdirTemp("", "craig-challenge-")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(dir)
	b := &build{ctx: ctx, dir: dir, out: out, prog: prog, goal: goalOf(prog), tools: native.Toolchain{Compiler: out.Compiler, Dir: dir, Machine: prog.Machine()}}
	if b.given = slices.Equal(b.goal.reports, []string{"uninit"}) && !b.goal.reach; b.given {
		out.Reason = b.tools.NeedMemorySanitizer(ctx)
		out.Compiler = b.tools.Compiler
	} else if slices.Contains(b.goal.reports, "uninit") {
		out.Reason = "values that nothing has given are seen by a sanitizer that sees nothing else: challenge uninit by itself"
	}
	if out.Reason != "" {
		return out, nil
	}
	if failure := b.compile(); failure != "" {
		out.Reason = "the program cannot be compiled: " + failure
		return out, nil
	}
	c := &challenge{build: b, lim: lim, seeds: seeds}
	err = c.search()
	if err == nil && out.Answer == NotRefuted {
		c.besideCore()
	}
	return out, err
}
