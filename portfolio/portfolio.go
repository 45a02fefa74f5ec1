// Package portfolio runs engines on one task until one has an answer.
package portfolio

import (
	"context"
	"time"

	"craig/engine"
	"craig/evidence/verdict"
	"craig/logic/term"
	"craig/program/ir"
)

// Stage is an engine with the share of time that it gets.
type Stage struct {
	Engine *engine.Engine
	Time   time.Duration // 0: what is left
}

// Run runs the stages one after the other; the first verdict other than Unknown is the answer.
// It also returns the engine that gave it; without an answer, the last one, with its reason.
// Stages without a Time do the same steps on every run; which answer wins may depend on time.
func Run(ctx context.Context, task *engine.Task, stages []Stage) (*verdict.Result, *engine.Engine, error) {
	var res *verdict.Result
	var last *engine.Engine
	for _, s := range stages {
		var err error
		last = s.Engine
		if res, err = run(ctx, s, task); err != nil || res.Verdict != verdict.Unknown || ctx.Err() != nil {
			return res, last, err
		}
	}
	return res, last, nil
}

func run(ctx context.Context, s Stage, task *engine.Task) (*verdict.Result, error) {
	if s.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Time)
		defer cancel()
	}
	return s.Engine.Run(ctx, task)
}

// Nothing is the engine for programs without an error location, as a slice leaves them of
// programs whose errors nothing can lead to: true is an invariant everywhere.
var Nothing = &engine.Engine{
	Name: "slice",
	Doc:  "Proves programs that have no error location.",
	Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		if len(task.Goals) > 0 {
			return &verdict.Result{Reason: "incomplete", Detail: "the program has error locations"}, nil
		}
		st := term.NewStore()
		inv := map[ir.Loc]term.Term{task.Program.Main.Entry: st.True()}
		for l, info := range task.Program.Locs {
			if info != nil && info.Loop {
				inv[ir.Loc(l)] = st.True()
			}
		}
		return &verdict.Result{Verdict: verdict.True, Invariants: inv}, nil
	},
}
