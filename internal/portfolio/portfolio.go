// Package portfolio runs engines side by side on one task until one has an answer that settles the matter.
//
//	portfolio.go  lanes of engines; who answers; engines that fail
//	scheduler.go  shares of the processors
//	memory.go     lanes that end when memory gets scarce
//	facts.go      invariants that engines can assume, or that are a proof
//	exchange.go   invariants that are shared with others that look at the same task
//	assuming.go   engines that assume invariants, whether they know of that or not
//	plan.go       which engines run, by rules
//	execution.go  what is decided by executing the program
//	guesses.go    inputs that are tried
//	guided.go     inputs that are made of those that led somewhere new
//	features.go   what is cheap to see of a program, for those rules
package portfolio

import (
	"context"
	"fmt"
	"sync"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// Lane is a sequence of engines: each gets its turn when the one before it has given up, or has
// failed.
type Lane struct {
	Engines []*engine.Engine
	Share   int // of the processors, in proportion to those of other lanes; 0 is 1
	// Delayed: the lane begins when the first lane has made some steps, so that what is easy has the
	// same answer every time, but after a while in any case.
	Delayed bool
}

// The head start of the first lane: steps are its events and assertions.
// See docs/results/engines.md#the-numbers-in-package-portfolio
const (
	headStart     = 1000
	headStartTime = 200 * time.Millisecond
)

// Of is a lane of engines.
func Of(share int, engines ...*engine.Engine) Lane { return Lane{Engines: engines, Share: share} }

// Judge decides what becomes of a verdict other than Unknown: whether the matter is settled by it, and,
// if it is one that no engine without a bug gives, how it is wrong. Calls overlap: a verdict whose
// evidence takes long to check must not keep those of other lanes waiting. At most one of them may say
// that the matter is settled.
type Judge func(ctx context.Context, e *engine.Engine, res *verdict.Result) (settled bool, fault error)

// Answer is what an engine said.
type Answer struct {
	Result *verdict.Result
	Engine *engine.Engine
}

// Loss is a failure of an engine, from which the others take no harm.
type Loss struct {
	Engine *engine.Engine
	Claim  verdict.Verdict // what it said, if it said something wrong
	Err    error
	Stack  []byte // of a panic
}

// Run runs the lanes side by side, on as many processors as there are. The first verdict that
// settles the matter is the answer, and the other lanes are stopped; ok is false if there is none, and the
// answer is then what the first lane that has not failed said last, with a nil Result if all have.
// An engine that panics, returns an error, or whose verdict is at fault is lost: its lane goes on
// with the next engine, and losses has the reason.
//
// While memory is scarce, lanes are stopped one by one, the last ones first, until it is not so any
// more or the first one is alone. To end that one as well is the caller's business.
//
// When Run returns all engines have returned. A lane alone does the same steps on every run; which
// lane wins depends on time.
func Run(ctx context.Context, task *engine.Task, judge Judge, budget limit.Budget, lanes ...Lane) (a Answer, ok bool, losses []Loss) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := &run{ctx: ctx, judge: judge, cancel: cancel, answers: make([]Answer, len(lanes))}
	shares := make([]int, len(lanes))
	for i, l := range lanes {
		shares[i] = max(1, l.Share)
	}
	scheduler := newScheduler(ctx, budget.Processors, shares)
	r.scheduler = scheduler
	ctxs, stops := make([]context.Context, len(lanes)), make([]context.CancelFunc, len(lanes))
	for i := range lanes {
		ctxs[i], stops[i] = context.WithCancel(ctx)
		defer stops[i]()
	}
	if budget.Memory > 0 {
		go keep(ctx, budget, scheduler, stops)
	}
	var wg sync.WaitGroup
	for i, l := range lanes {
		wg.Go(func() {
			ctx, turn := ctxs[i], scheduler.of[i]
			defer turn.leave()
			if l.Delayed {
				select {
				case <-scheduler.headStartOver:
				case <-time.After(headStartTime):
				case <-ctx.Done():
				}
			}
			turn.begin()
			r.lane(ctx, turn, i, l, turn.task(task, &r.events))
		})
	}
	wg.Wait()
	if r.settled {
		return r.answer, true, r.losses
	}
	for _, a := range r.answers {
		if a.Result != nil {
			return a, false, r.losses
		}
	}
	return Answer{}, false, r.losses
}

// run is a call of Run.
type run struct {
	ctx       context.Context
	judge     Judge
	cancel    context.CancelFunc
	scheduler *scheduler
	events    sync.Mutex // held while the task is told of an event

	mu      sync.Mutex
	settled bool
	answer  Answer   // if settled
	answers []Answer // by lane, the last one
	losses  []Loss
}

// lane runs the engines one after the other.
func (r *run) lane(ctx context.Context, turn *turn, i int, l Lane, task *engine.Task) {
	yielding := yieldingContext{ctx, turn}
	for _, e := range l.Engines {
		var res *verdict.Result
		var err error
		own := *task
		if tell := task.Event; tell != nil {
			own.Event = func(ev engine.Event) {
				ev.By = e
				tell(ev)
			}
		}
		loss := guarded(e, func() { res, err = e.Run(yielding, &own) })
		if loss == nil && err != nil {
			loss = &Loss{Engine: e, Err: err}
		}
		if r.done(i, e, res, loss) || ctx.Err() != nil {
			return
		}
	}
}

// done takes what an engine of lane i has come to. It reports whether the search is over.
func (r *run) done(i int, e *engine.Engine, res *verdict.Result, loss *Loss) bool {
	settled := false
	if loss == nil && res.Verdict != verdict.Unknown && r.ctx.Err() == nil {
		var fault error
		release := r.scheduler.suspend(i, res.Verdict)
		loss = guarded(e, func() { settled, fault = r.judge(r.ctx, e, res) })
		release()
		if loss == nil && fault != nil {
			loss = &Loss{Engine: e, Claim: res.Verdict, Err: fault}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.settled:
		return true
	case settled && loss == nil:
		r.settled, r.answer = true, Answer{res, e}
		r.cancel()
		return true
	}
	if loss != nil {
		r.losses = append(r.losses, *loss)
		return false
	}
	r.answers[i] = Answer{res, e}
	return false
}

// guarded runs f, on behalf of e; a panic makes a loss.
func guarded(e *engine.Engine, f func()) (loss *Loss) {
	defer func() {
		if p := certify.Recovered(recover()); p != nil {
			loss = &Loss{Engine: e, Err: fmt.Errorf("panic: %v", p.Value), Stack: p.Stack}
		}
	}()
	f()
	return nil
}

// Nothing is the engine for programs without an error location, as a slice leaves them of
// programs whose errors nothing can lead to: true is an invariant everywhere.
var Nothing = &engine.Engine{
	Name: "slice",
	Doc:  "Proves programs that have no error location.",
	Run: func(ctx context.Context, task *engine.Task) (*verdict.Result, error) {
		if len(task.Goals) > 0 {
			return &verdict.Result{Reason: verdict.Incomplete, Detail: "the program has error locations"}, nil
		}
		st := term.NewStore()
		inv := map[ir.Loc]term.Term{task.Program.Main.Entry: st.True()}
		for l, info := range task.Program.Locs {
			if info != nil && info.Loop {
				inv[ir.Loc(l)] = st.True()
			}
		}
		return &verdict.Result{Verdict: verdict.True, Proof: verdict.Invariants(inv)}, nil
	},
}
