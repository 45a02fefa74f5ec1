// Package craig decides whether a C program can reach an error, and proves its answer.
//
//	res, err := craig.Verify(ctx, craig.Options{}, "lock.c")
//
// A True result carries loop invariants, a False one the inputs of an execution that reaches the
// error; both have passed package certify by the time Verify returns. See docs/semantics.md for
// what a C program means here.
package craig

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"craig/engine"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/internal/prepare"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/cfront"
	"craig/program/ir"
)

// Options say what to verify and how; the zero value is the recommended one.
type Options struct {
	C cfront.Options // how the C files are read, and which properties are checked

	// Engine is the algorithm; nil is the portfolio: a cheap front, then the engines.
	Engine *engine.Engine

	// NewSolver makes the solver of engines and of the certifier; nil is the native one.
	NewSolver func(*term.Store) smt.Solver
	// NewInterpolator likewise.
	NewInterpolator func(*term.Store) smt.Interpolator

	// DumpQueries is a folder that gets a script for every solver query; "" is none.
	DumpQueries string

	// Interpolants says whether interpolants are checked by definition, with NewSolver; a wrong
	// one is a panic.
	Interpolants Trust

	Workers int // conditions certified at a time; 0 is one for each processor

	// Memory is how many bytes the process may have from the operating system, for the Go heap and what
	// belongs to it; 0 is no limit. When three quarters are taken the portfolio goes on with fewer
	// engines; beyond all of it the result is Unknown, by ErrMemory. What the process has besides Verify
	// counts as well.
	Memory int64

	Progress *Progress          // nil, or updated while Verify runs
	Event    func(engine.Event) // nil, or told the engine's steps
}

// Trust says what is taken from the solver without a check. (Verdicts are always checked.)
type Trust uint8

const (
	Trusted Trust = iota
	Checked
)

// Result is a verdict with its evidence, which speaks of the locations of Program.
type Result struct {
	verdict.Result

	// Program is the program with its calls inlined, unless Calls is set; neither sliced nor folded. Nil if time or memory ended before it was there.
	Program *ir.Program
	// Calls: Program is not inlined.
	Calls bool
	// Sources are the files that the verdict is about, as they were read.
	Sources []cfront.Source
	// Engine that found the answer.
	Engine string
	// Notes are the approximations and assumptions of the front end; Notes of Kind Assumption
	// restrict what the verdict speaks of.
	Notes []ir.Note
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

// Causes for ending a context with context.WithCancelCause: they choose the word of UNKNOWN.
var (
	ErrMemory      = errors.New("the memory limit is reached")
	ErrInterrupted = errors.New("interrupted")
)

// Verify reads the C files of one program, decides whether it can reach an error location, and
// certifies the answer. A True result has Invariants that certify.Safe accepts for Result.Program
// (or Summaries that certify.Summaries accepts), a False one a Trace that the interpreter follows to
// the error.
//
// When ctx ends the result is Unknown, with the reason: that of the deadline, or one of ErrMemory
// and ErrInterrupted if ctx was cancelled with it as its cause. Verify returns within a fraction of
// a second then. To Options.Memory it keeps as far as looking every few milliseconds allows;
// debug.SetMemoryLimit, which is the caller's to set, makes the collector help.
//
// An error is a *cfront.Error: the files are not a program that can be checked. What is a program,
// but too large, or with a property that is not supported, is Unknown. Verify may be called
// concurrently.
func Verify(ctx context.Context, opts Options, files ...string) (*Result, error) {
	return VerifyProgram(ctx, opts, prepare.New(opts.C, nil, files...))
}

// VerifyProgram is Verify of a program whose files may have been read before; Options.C has no meaning.
func VerifyProgram(ctx context.Context, opts Options, prog *prepare.Program) (*Result, error) {
	v := newVerifier(opts)
	prog.Observe(v.begin)
	v.prog = prog
	ctx, cancel := withMemory(ctx, opts.Memory)
	defer cancel()
	calls := opts.Engine != nil && opts.Engine.Calls
	load := prog.Inlined
	if calls {
		load = prog.Interprocedural
	}
	p, err := load(ctx)
	v.res.Sources, _ = prog.Sources() // the error is that of load
	if prepare.TooLarge(err) && v.verifyCalls(ctx) {
		v.end()
		return v.explained(), nil
	}
	if err != nil {
		v.end()
		var unsupported *cfront.Unsupported
		switch {
		case ctx.Err() != nil:
			v.unknownBy(ctx)
		case prepare.TooLarge(err):
			v.unknown("size", err.Error())
		case errors.As(err, &unsupported):
			v.unknown("unsupported property", unsupported.Detail())
		default:
			return nil, err
		}
		return v.explained(), nil
	}
	v.res.Program, v.res.Calls, v.res.Notes = p, calls, p.Notes
	early := opts.Engine != nil && opts.Engine.WithCalls != nil && cutOff(p)
	if early && v.summariesFirst(ctx) {
		v.end()
		return v.explained(), nil
	}
	v.verify(ctx, p)
	if v.res.Reason == "recursion" && !early {
		v.verifyCalls(ctx)
	}
	v.end()
	return v.explained(), nil
}

// Certify checks a result for p again, which must be the inlined form of the result's files, or the
// interprocedural one if the result is from a program with calls.
// The error is a *certify.Rejection, or a *certify.NotReplayed.
func Certify(ctx context.Context, p *ir.Program, res *verdict.Result, newSolver func(*term.Store) smt.Solver, workers int) error {
	if newSolver == nil {
		newSolver = nativeSolver
	}
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	switch res.Verdict {
	case verdict.True:
		if res.Summaries != nil {
			return certify.Summaries(ctx, p, res.Summaries, newSolver, workers)
		}
		return certify.Safe(ctx, p, res.Invariants, newSolver, workers)
	case verdict.False:
		t, err := certify.Unsafe(ctx, p, res.Trace)
		if err == nil && (t.Property != res.Trace.Property || isLimit(t.Property)) {
			err = &certify.NotReplayed{At: t.Error, Reason: "another error is reached, " + t.Property}
		}
		return err
	}
	return errors.New("UNKNOWN has no evidence to check")
}

// Ended is the result of a Verify that did not come back in time after its context had ended
// with cause, in the given phase.
func Ended(cause error, phase string) *Result {
	v := newVerifier(Options{})
	v.opts.Progress.phase.Store(&phase)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	v.unknownBy(ctx)
	return v.explained()
}
