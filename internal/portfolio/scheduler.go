package portfolio

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/yield"
	"craig/logic/smt"
	"craig/logic/term"
)

// quantum is how long a lane runs before another one may have its processor; one that goes on for
// patience quanta longer shares it.
// See docs/results/engines.md#the-numbers-in-package-portfolio
const (
	quantum  = 10 * time.Millisecond
	patience = 5
)

// scheduler lets lanes take turns on the processors, in proportion to their shares. Lanes give their
// processor away where they may yield: with an event, before they change their solver, or when they ask
// whether time is up, as a solver does in the middle of a query. A lane that does not come to such a place is preempted:
// it runs on beside those whose turn it is, as the operating system pleases.
type scheduler struct {
	ctx           context.Context
	headStartOver chan struct{} // closed when the first lane has had its head start, or has ended
	steps         atomic.Int64  // of the first lane

	mu   sync.Mutex
	wake *sync.Cond // somebody's turn has begun, or ctx is done
	free int        // processors
	of   []*turn

	judging int         // verdicts that are being judged
	held    bool        // the lanes of others wait for that
	relay   *time.Timer // changes held

	start time.Time
}

// turn is a lane's part in that.
type turn struct {
	scheduler *scheduler
	share     float64
	used      float64 // seconds, divided by share
	since     time.Time
	state     state
	judged    bool        // its verdict is being judged
	late      int         // quanta since expired was set
	expired   atomic.Bool // the lane is to pass its processor on
}

type state uint8

const (
	asleep state = iota // it has not begun
	waiting
	running
	preempted // running, and its processor has been given to another lane
	gone
)

func newScheduler(ctx context.Context, processors int, shares []int) *scheduler {
	t := &scheduler{ctx: ctx, headStartOver: make(chan struct{}), free: processors, start: time.Now()}
	t.wake = sync.NewCond(&t.mu)
	for _, s := range shares {
		t.of = append(t.of, &turn{scheduler: t, share: float64(s)})
	}
	context.AfterFunc(ctx, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.wake.Broadcast()
	})
	if len(shares) > processors {
		go t.tick()
	}
	return t
}

// tick ends turns, until ctx is done.
func (t *scheduler) tick() {
	ticker := time.NewTicker(quantum)
	defer ticker.Stop()
	for {
		select {
		case <-t.ctx.Done():
			return
		case <-ticker.C:
			t.mu.Lock()
			t.expire()
			t.mu.Unlock()
		}
	}
}

// expire ends the turns of lanes that have had more than one that waits.
func (t *scheduler) expire() {
	least := t.least()
	for _, l := range t.of {
		if l.state != running && l.state != preempted {
			continue
		}
		l.charge()
		switch {
		case l.expired.Load():
			if l.late++; l.late == patience && l.state == running {
				l.state = preempted
				t.free++
				t.next()
			}
		case least != nil && least.used < l.used:
			l.late = 0
			l.expired.Store(true)
		}
	}
}

// least is the waiting lane that has had the least; nil if none waits. Of equals it is the first.
func (t *scheduler) least() *turn {
	var least *turn
	for _, l := range t.of {
		if l.state == waiting && (least == nil || l.used < least.used) {
			least = l
		}
	}
	return least
}

// next gives free processors away.
func (t *scheduler) next() {
	for t.free > 0 && !t.held {
		l := t.least()
		if l == nil {
			return
		}
		t.free--
		l.state, l.since = running, time.Now()
		l.expired.Store(false)
		t.wake.Broadcast()
	}
}

// charge counts the time of a lane that runs.
func (l *turn) charge() {
	now := time.Now()
	l.used += now.Sub(l.since).Seconds() / l.share
	l.since = now
}

// step yields, and counts for the first lane's head start.
func (l *turn) step() {
	if t := l.scheduler; l == t.of[0] && t.steps.Load() < headStart && t.steps.Add(1) == headStart {
		close(t.headStartOver)
	}
	l.yield()
}

// yield passes the processor on if the lane's turn has ended, and waits for the next one.
func (l *turn) yield() {
	if !l.expired.Load() {
		return
	}
	t := l.scheduler
	t.mu.Lock()
	defer t.mu.Unlock()
	l.stop(waiting)
	t.await(l)
}

// begin waits for the lane's first turn.
func (l *turn) begin() {
	l.scheduler.mu.Lock()
	defer l.scheduler.mu.Unlock()
	l.state = waiting
	l.scheduler.next()
	l.scheduler.await(l)
}

// leastPause is how long lanes wait for a judgement at least.
const leastPause = 20 * time.Millisecond

// suspend is called before a verdict of lane i is judged, which most likely ends the search, and release after that.
// Meanwhile the other lanes wait as long as the search has taken so far, go on for as long as that, and so in
// turn: a verdict that is hard to judge costs no more than as much again, and gets half of the time until
// it is judged. A proof that comes while the others wait is judged once they go on.
func (t *scheduler) suspend(i int, of verdict.Verdict) (release func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for of == verdict.True && t.held && t.ctx.Err() == nil {
		t.wake.Wait()
	}
	t.of[i].judged = true
	if t.judging++; t.judging == 1 {
		t.pause()
	}
	return sync.OnceFunc(func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.of[i].judged = false
		if t.judging--; t.judging == 0 {
			t.relay.Stop()
			t.resume()
		}
	})
}

// pause has the lanes wait whose verdicts are not judged, for some time.
func (t *scheduler) pause() {
	t.held = true
	for _, l := range t.of {
		if !l.judged && (l.state == running || l.state == preempted) {
			l.late = 0
			l.expired.Store(true)
		}
	}
	length := max(leastPause, time.Since(t.start))
	t.relay = t.later(length, func() {
		t.resume()
		t.relay = t.later(length, t.pause)
	})
}

// later calls f after some time, unless nothing is judged any more.
func (t *scheduler) later(d time.Duration, f func()) *time.Timer {
	var timer *time.Timer
	timer = time.AfterFunc(d, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.judging > 0 && t.relay == timer {
			f()
		}
	})
	return timer
}

// resume lets the lanes go on.
func (t *scheduler) resume() {
	t.held = false
	t.wake.Broadcast()
	t.next()
}

// leave ends the lane.
func (l *turn) leave() {
	if t := l.scheduler; l == t.of[0] && t.steps.Swap(headStart) < headStart {
		close(t.headStartOver)
	}
	l.scheduler.mu.Lock()
	defer l.scheduler.mu.Unlock()
	l.stop(gone)
}

// hasLeft says that lane i has ended.
func (t *scheduler) hasLeft(i int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of[i].state == gone
}

// stop ends the lane's turn, if it has it, and gives the processor to another one.
func (l *turn) stop(then state) {
	if l.state == running || l.state == preempted {
		l.charge()
		if l.state == running {
			l.scheduler.free++
		}
	}
	l.state = then
	l.scheduler.next()
}

// await returns when it is the lane's turn, or there are no turns any more.
func (t *scheduler) await(l *turn) {
	for l.state == waiting && t.ctx.Err() == nil {
		t.wake.Wait()
	}
}

// task is task for the lane's engines, which yield; events holds their calls of task.Event apart.
func (l *turn) task(task *engine.Task, events *sync.Mutex) *engine.Task {
	own := *task
	own.Event = func(e engine.Event) {
		l.step()
		if task.Event != nil {
			events.Lock()
			defer events.Unlock()
			task.Event(e)
		}
	}
	if task.NewSolver != nil {
		own.NewSolver = func(st *term.Store) smt.Solver { return &yieldingSolver{task.NewSolver(st), l} }
	}
	return &own
}

// yieldingContext is the context of a lane, which yields where it is asked whether it has ended. A context that an
// engine derives from it, to limit the time of a query, does not: the time of that goes on while its lane waits.
type yieldingContext struct {
	context.Context
	turn *turn
}

func (c yieldingContext) Err() error {
	yield.Pass()
	c.turn.yield()
	return c.Context.Err()
}

// yieldingSolver yields whenever something is asserted.
type yieldingSolver struct {
	smt.Solver
	turn *turn
}

func (s *yieldingSolver) Assert(f term.Term) {
	s.turn.step()
	s.Solver.Assert(f)
}

// Inner is the solver that does not yield.
func (s *yieldingSolver) Inner() smt.Solver { return s.Solver }

// Close ends the solver's process, if it has one.
func (s *yieldingSolver) Close() {
	if c, ok := s.Solver.(interface{ Close() }); ok {
		c.Close()
	}
}
