package certify

import (
	"context"
	"fmt"

	"craig/internal/evidence/rerun"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/solver"
	"craig/logic/term"
)

// MaxSteps is how many edges the certifier executes at most.
const MaxSteps = 1 << 33

// followedSteps is the length of executions that the interpreter follows as well.
const followedSteps = 200_000

// Execution checks that p, which may have calls, has one execution as far as errors are concerned, and that
// this ends without one: package rerun executes it with everything unknown that the program does not
// determine, and no branch depends on what is unknown. An assumption that depends on it is passed over, as
// if it held: where it does not hold the execution just ends. A short execution without such
// assumptions is also made by the interpreter, with several choices of the unknown values.
//
// An assumption that does not hold is an end like others. e.Steps is compared unless it is 0.
func Execution(ctx context.Context, p *ir.Program, e verdict.Execution) error {
	steps, err := Execute(ctx, p)
	if err == nil && e.Steps != 0 && e.Steps != steps {
		err = &Rejection{Reason: fmt.Sprintf("the execution has %d steps, not %d", steps, e.Steps), prog: p}
	}
	return err
}

// Execute is Execution without an expectation; it gives the number of steps.
func Execute(ctx context.Context, p *ir.Program) (steps int, err error) {
	out := rerun.Run(ctx, p, rerun.Options{MaxSteps: MaxSteps})
	no := &Rejection{Cond: Safety, From: p.Main.Entry, To: out.At, prog: p}
	switch out.End {
	case rerun.Exited, rerun.Blocked, rerun.OutOfRange:
	case rerun.Reached:
		no.Reason = "the execution reaches an error"
		return 0, no
	default:
		no.Undecided = true
		no.Reason = "the execution ends: " + out.End.String()
		return 0, no
	}
	if out.Steps > followedSteps || out.Passed {
		return out.Steps, nil
	}
	for _, v := range []int64{0, 1, -1} {
		in := interp.Inputs{
			Scalar:  func(*ir.Edge, int) num.Int { return num.I(v) },
			Initial: func(*ir.Var) num.Int { return num.I(v) },
			Cell:    func(*ir.Edge, int, num.Int, ir.Type) num.Int { return num.I(v) },
		}
		same := interp.Run(ctx, p, in, interp.Options{MaxSteps: out.Steps + 1, NoPath: true})
		if same.End == interp.Cancelled || same.End == interp.Undefined || same.At != out.At || same.Steps != out.Steps {
			no.Undecided = true
			no.Reason = "the interpreter comes to another end: " + same.End.String()
			return 0, no
		}
	}
	return out.Steps, nil
}

// unsafeLong executes p with the inputs of a long trace. The result is a long trace of p, or nil if
// the execution is short enough for the interpreter.
func unsafeLong(ctx context.Context, p *ir.Program, t *verdict.Trace) (*verdict.Trace, error) {
	in := Inputs(t)
	out := rerun.Run(ctx, p, rerun.Options{Inputs: &in, MaxSteps: min(MaxSteps, max(10_000_000, 50*t.Steps))})
	if out.Steps <= followedSteps {
		return nil, nil
	}
	no := &NotReplayed{At: out.At, prog: p, Reason: "it ends: " + out.End.String(), long: out.End == rerun.StepLimit}
	switch {
	case out.End != rerun.Reached:
		return nil, no
	case out.Approximated:
		no.Reason = "it is too long to see whether it depends on approximated values"
		return nil, no
	}
	long := &verdict.Trace{Path: out.Given, Steps: out.Steps, Input: out.Input, Memory: out.Cells, Error: out.At, Goal: p.Locs[out.At].Goal}
	id := stray(p, interp.Outcome{Path: long.Path, Input: long.Input})
	if id == 0 {
		id = newProvenance(p).strayNumber(long)
	}
	if id != 0 {
		no.Source, no.Stray = id, true
		no.Reason = "a pointer of unknown origin has the address of a known object"
		return nil, no
	}
	return long, nil
}

// Prefix checks that all executions of p, which has no calls, are the same, as in Execution, until they come to a
// location for the nth time, without an error on the way, and that the invariants prove the program that
// begins there, in the state that the executions have then: see Safe. What is unknown then may be anything.
func Prefix(ctx context.Context, p *ir.Program, proof verdict.Prefix, newSolver func(*term.Store) solver.Solver, workers int) error {
	if hasCalls(p) {
		return &Rejection{Reason: "an execution of a program with calls", prog: p}
	}
	out := rerun.Run(ctx, p, rerun.Options{MaxSteps: MaxSteps, State: true, At: proof.Loc, Visits: proof.Visits})
	no := &Rejection{Cond: Safety, From: p.Main.Entry, To: out.At, Undecided: out.End != rerun.Reached, prog: p}
	if out.End != rerun.Arrived {
		no.Reason = "the execution ends before it comes to where the invariants begin: " + out.End.String()
		return no
	}
	if out.Steps != proof.Steps {
		return &Rejection{Reason: fmt.Sprintf("the execution comes there after %d steps, not %d", out.Steps, proof.Steps), prog: p}
	}
	from, ok := out.State.From(p, proof.Loc)
	if !ok {
		no.Reason = "the state is too large"
		return no
	}
	inv := verdict.Invariants{from.Main.Entry: term.NewStore().True()}
	for l, f := range proof.Invariants {
		if int(l) >= len(p.Locs) {
			return &Rejection{Reason: fmt.Sprintf("there is no location %d", l), prog: p}
		}
		inv[l] = f
	}
	return Safe(ctx, from, inv, newSolver, workers)
}
