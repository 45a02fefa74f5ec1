package portfolio

import (
	"context"

	"craig/internal/engine"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/vm"
	"craig/logic/num"
)

// Budgets of executions, in edges taken. What is spent before the engines begin costs a few
// milliseconds; beside them an execution goes on for some seconds.
// See docs/results/engines.md#the-numbers-in-package-portfolio
const (
	firstSteps = 1_000_000
	laneSteps  = 1_000_000_000
	guessSteps = 400_000 // of all guesses together
	moreSteps  = 20_000_000

	// CaseSteps are those of executions that are told apart by inputs, before the engines begin, by an interpreter that takes thirty times as long for each.
	CaseSteps = 300_000
	mostCases = 5_000
)

// Executions decides a program by executing it.
type Executions struct {
	p    *ir.Program
	code *vm.Code // nil: the program cannot be compiled
	long bool     // the execution has not ended yet

	parted  int      // steps
	guesses *guesser // nil: none are made
}

// ExecutionName is the name of the engine of Executions. A False of it may be a guess: that the
// program does not confirm it says nothing.
const ExecutionName = "execution"

// NewExecutions compiles p, which may have calls.
func NewExecutions(p *ir.Program) *Executions {
	x := &Executions{p: p}
	if len(p.ErrorLocs()) > 0 {
		x.code, _ = vm.Compile(p)
	}
	return x
}

// First is a lane with what a short execution decides: of the program, as far as nothing unknown
// is needed, and otherwise with some guesses. ok is false if that is nothing.
func (x *Executions) First(ctx context.Context) (l Lane, ok bool) {
	if x.code == nil {
		return Lane{}, false
	}
	out := x.code.Run(ctx, vm.Options{MaxSteps: firstSteps})
	x.long = out.End == vm.StepLimit
	if out.End == vm.Open || out.End == vm.Reached {
		x.parted = out.Steps
	}
	res := x.result(out)
	if out.End == vm.Open || out.End == vm.Reached { // perhaps after assumptions of unknown values
		x.guesses = newGuesser(x.p)
		if guess := x.guesses.run(ctx, x, guessSteps); guess.Verdict != verdict.Unknown || out.End == vm.Open {
			res = guess
		}
		if res.Verdict == verdict.Unknown && x.p.Global(ir.WatchedName) != nil {
			if all := x.cases(ctx, CaseSteps); all != nil {
				res = all
			}
		}
	}
	return Of(1, executed(func(context.Context) *verdict.Result { return res })), res.Verdict != verdict.Unknown
}

// Parted is after how many steps the short execution has needed something unknown, or has reached an error
// after an assumption of something unknown; 0 if it has not.
func (x *Executions) Parted() int { return x.parted }

// Long says that the short execution has not ended, but no input has decided anything so far.
func (x *Executions) Long() bool { return x.long }

// Lanes are for beside the engines: an execution that was too long for First, which gets a share of the
// processors as if it was the best that can be done, or more guesses.
func (x *Executions) Lanes() []Lane {
	switch {
	case x.long:
		return []Lane{Of(24, executed(func(ctx context.Context) *verdict.Result {
			return x.result(x.code.Run(ctx, vm.Options{MaxSteps: laneSteps}))
		}))}
	case x.guesses != nil && x.p.Global(ir.WatchedName) != nil:
		return []Lane{x.guessed(), later(8, executed(func(ctx context.Context) *verdict.Result {
			if res := x.cases(ctx, moreSteps); res != nil {
				return res
			}
			return &verdict.Result{Reason: verdict.Incomplete, Detail: "Too many inputs decide where the program goes."}
		}))}
	case x.guesses != nil:
		return []Lane{x.guessed()}
	}
	return nil
}

// cases executes the program for all inputs, so many steps at most; nil if that decides nothing.
func (x *Executions) cases(ctx context.Context, steps int) *verdict.Result {
	if certify.HasCalls(x.p) {
		return nil
	}
	all := interp.All(ctx, x.p, interp.Limits{Steps: steps, Each: steps / 8, Cases: mostCases})
	stats := []verdict.Stat{{Name: "steps", Value: float64(all.Taken), Doc: "edges executed"}, {Name: "cases", Value: float64(all.Cases), Doc: "executions told apart"}}
	switch {
	case all.All:
		return &verdict.Result{Verdict: verdict.True, Proof: verdict.Execution{Steps: all.Taken, Cases: all.Cases}, Stats: stats}
	case all.End != interp.Reached:
		return nil
	}
	values := map[[2]int]int64{}
	for _, g := range all.Given {
		w := g.Lo
		if _, ok := w.Int64(); !ok {
			w = w.Sub(num.Pow2(64))
		}
		values[[2]int{int(g.Edge), g.N}], _ = w.Int64()
	}
	in := vm.Inputs{
		Scalar: func(e *ir.Edge, n int) int64 { return values[[2]int{int(e.ID), n}] },
		Cell:   func(*ir.Edge, int, int64) int64 { return 0 },
	}
	if t := x.trace(x.code.Run(ctx, vm.Options{MaxSteps: steps, Inputs: &in})); t != nil {
		return &verdict.Result{Verdict: verdict.False, Trace: t, Stats: stats}
	}
	return nil
}

// guessed is a lane of guesses.
func (x *Executions) guessed() Lane {
	return later(1, executed(func(ctx context.Context) *verdict.Result {
		if res := x.guesses.longer(ctx, x, moreSteps/4); res != nil {
			return res
		}
		res := x.guesses.run(ctx, x, moreSteps/4)
		if g := newGuided(x.p, x.guesses); res.Verdict == verdict.Unknown && g != nil {
			res = g.run(ctx, x, 5*moreSteps)
		}
		return res
	}))
}

func executed(run func(context.Context) *verdict.Result) *engine.Engine {
	return &engine.Engine{
		Name: ExecutionName,
		Doc:  "Executes the program: what has no inputs is decided so, and shallow errors are found by guesses.",
		Run:  func(ctx context.Context, _ *engine.Task) (*verdict.Result, error) { return run(ctx), nil },
	}
}

// result is what an execution decides.
func (x *Executions) result(out vm.Outcome) *verdict.Result {
	res := &verdict.Result{Stats: []verdict.Stat{{Name: "steps", Value: float64(out.Steps), Doc: "edges executed"}}}
	switch out.End {
	case vm.Exited, vm.Blocked:
		if len(out.Given) == 0 {
			res.Verdict, res.Proof = verdict.True, verdict.Execution{}
			return res
		}
	case vm.Reached:
		if t := x.trace(out); t != nil {
			res.Verdict, res.Trace = verdict.False, t
			return res
		}
	case vm.StepLimit:
		res.Reason, res.Detail = verdict.Bound, "The execution has not ended after so many steps."
		return res
	}
	res.Reason, res.Detail = verdict.Incomplete, "What the program does depends on inputs."
	return res
}

// maxGiven is how many inputs a trace may have.
const maxGiven = 1_000_000

func (x *Executions) trace(out vm.Outcome) *verdict.Trace { return Trace(x.p, out) }

// Trace is the long trace of an execution of p to an error; nil if it is one to a limit of craig, or may
// depend on what is only approximated or on what C leaves open.
func Trace(p *ir.Program, out vm.Outcome) *verdict.Trace {
	goal := p.Locs[out.At].Goal
	if goal.IsLimit() || len(out.Given) > maxGiven {
		return nil
	}
	t := &verdict.Trace{Steps: out.Steps, Error: out.At, Goal: goal}
	for i, g := range out.Given {
		h := p.Edges[g.Edge].Stmt.(*ir.Havoc)
		if (h.Source == ir.FromApproximation || h.Source.Open()) && (h.Var.Type.Kind != ir.Memory || len(g.Cells) > 0) {
			return nil
		}
		t.Path = append(t.Path, g.Edge)
		if h.Var.Type.Kind != ir.Memory {
			t.SetInput(i, g.Value)
		}
		for addr, v := range g.Cells {
			t.SetCell(i, vm.Address(addr), v)
		}
	}
	return t
}
