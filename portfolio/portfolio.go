// Package portfolio runs engines on one task until one has an answer.
package portfolio

import (
	"context"
	"sync"
	"time"

	"craig/engine"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/logic/term"
	"craig/program/ir"
)

// Stage is an engine with the time that it gets.
type Stage struct {
	Engine *engine.Engine
	Time   time.Duration // 0: what is left
}

// Lane is a sequence of stages: each gets its turn when the one before it has given up.
type Lane []Stage

// Answer is what an engine said.
type Answer struct {
	Result *verdict.Result
	Engine *engine.Engine
	Err    error // the engine is at fault
}

func (a Answer) conclusive() bool { return a.Err == nil && a.Result.Verdict != verdict.Unknown }

// Run runs the lanes side by side; the first verdict other than Unknown is the answer, and the
// other lanes are stopped. Without one, an engine's fault is the answer, or else what the first
// lane said last. Lanes alone do the same steps on every run; which lane wins depends on time.
//
// A panic of an engine is passed on to the caller, as a *certify.Panic if lanes run side by side. When Run returns all engines have returned.
func Run(ctx context.Context, task *engine.Task, lanes ...Lane) Answer {
	if len(lanes) == 1 {
		return lanes[0].run(ctx, task)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	shared := *task
	if task.Event != nil {
		var mu sync.Mutex
		shared.Event = func(e engine.Event) {
			mu.Lock()
			defer mu.Unlock()
			task.Event(e)
		}
	}
	answers := make([]Answer, len(lanes))
	bugs := make([]*certify.Panic, len(lanes))
	first := -1 // the lane that was conclusive first
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i, l := range lanes {
		wg.Go(func() {
			defer func() {
				if bugs[i] = certify.Recovered(recover()); bugs[i] != nil {
					cancel()
				}
			}()
			a := l.run(ctx, &shared)
			mu.Lock()
			defer mu.Unlock()
			if answers[i] = a; a.conclusive() && first < 0 {
				first = i
				cancel()
			}
		})
	}
	wg.Wait()
	for _, bug := range bugs {
		if bug != nil {
			panic(bug)
		}
	}
	if first >= 0 {
		return answers[first]
	}
	for _, a := range answers {
		if a.Err != nil {
			return a
		}
	}
	return answers[0]
}

// run runs the stages one after the other.
func (l Lane) run(ctx context.Context, task *engine.Task) Answer {
	var a Answer
	for _, s := range l {
		if a = s.run(ctx, task); a.Err != nil || a.conclusive() || ctx.Err() != nil {
			break
		}
	}
	return a
}

func (s Stage) run(ctx context.Context, task *engine.Task) Answer {
	if s.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.Time)
		defer cancel()
	}
	res, err := s.Engine.Run(ctx, task)
	return Answer{res, s.Engine, err}
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
