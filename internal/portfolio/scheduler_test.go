package portfolio

import (
	"context"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
)

// TestTurns: turns go to who has had the least for its share, and a lane that does not come to such a
// place is preempted. Time is told by hand.
func TestTurns(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // nobody waits, and there is no clock
	ts := newScheduler(ctx, 1, []int{2, 1, 1})
	a, b, c := ts.of[0], ts.of[1], ts.of[2]
	states := func(want ...state) {
		t.Helper()
		for i, l := range ts.of {
			if l.state != want[i] {
				t.Errorf("lane %d: state %d, want %d", i, l.state, want[i])
			}
		}
	}
	states(asleep, asleep, asleep)
	for _, l := range ts.of {
		l.begin()
	}
	states(running, waiting, waiting)
	a.yield() // not expired: it goes on
	states(running, waiting, waiting)
	a.used = 1 // it has had 2 s
	ts.expire()
	if !a.expired.Load() {
		t.Fatal("the turn does not end")
	}
	a.yield()
	states(waiting, running, waiting)
	b.used = 3
	ts.expire()
	b.yield()
	states(waiting, waiting, running)
	c.used = 2
	ts.expire()
	c.yield() // a has had the least, 1
	states(running, waiting, waiting)
	a.used = 4
	ts.expire()
	for range patience {
		ts.expire()
	}
	states(preempted, waiting, running) // c has 2, b has 3
	a.yield()
	states(waiting, waiting, running)
	c.leave()
	states(waiting, running, gone)
	b.leave()
	states(running, gone, gone)
	a.leave()
	if ts.free != 1 {
		t.Errorf("%d processors in the end", ts.free)
	}
}

// TestGatedContext: a lane passes its processor on where it asks its context whether time is up, but not where it asks
// one that it has derived to limit the time of a query. Neither counts for the head start.
func TestGatedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	ts := newScheduler(ctx, 1, []int{1, 1})
	a, b := ts.of[0], ts.of[1]
	a.begin()
	b.begin()
	own := yieldingContext{ctx, a}
	limited, stop := context.WithTimeout(own, time.Hour)
	defer stop()
	a.used = 1
	ts.expire()
	if limited.Err() == nil {
		t.Error("a context that is derived from an ended one has not ended")
	}
	if a.state != running || b.state != waiting {
		t.Fatalf("states %d, %d: a limited query waits", a.state, b.state)
	}
	if own.Err() == nil {
		t.Error("the context has not ended")
	}
	if a.state != waiting || b.state != running {
		t.Errorf("states %d, %d: the processor was not passed on", a.state, b.state)
	}
	if n := ts.steps.Load(); n != 0 {
		t.Errorf("%d steps", n)
	}
}

// TestHold: while a verdict is judged the lanes of others wait, and go on after it, or when it takes too long.
func TestHold(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	ts := newScheduler(ctx, 2, []int{1, 1, 1})
	ts.start = time.Now().Add(-time.Hour)
	a, b, c := ts.of[0], ts.of[1], ts.of[2]
	for _, l := range ts.of {
		l.begin()
	}
	states := func(want ...state) {
		t.Helper()
		for i, l := range ts.of {
			if l.state != want[i] {
				t.Errorf("lane %d: state %d, want %d", i, l.state, want[i])
			}
		}
	}
	states(running, running, waiting)
	release := ts.suspend(0, verdict.True)
	b.yield()
	states(running, waiting, waiting) // c does not take b's place
	a.yield()
	states(running, waiting, waiting)
	c.used = 5_000
	release()
	release()
	states(running, running, waiting)
	release = ts.suspend(1, verdict.True)
	other := ts.suspend(0, verdict.False)
	a.yield()
	states(waiting, running, waiting)
	release()
	states(waiting, running, waiting)
	other()
	states(running, running, waiting)
	for _, l := range ts.of {
		l.leave()
	}
	if ts.free != 2 || ts.held || ts.judging != 0 {
		t.Errorf("%d processors, %d judgements in the end", ts.free, ts.judging)
	}
}

// TestHoldAndGoOn: a judgement that takes long is waited for no longer than the search has taken, but again and again; a
// proof that comes meanwhile is judged when the others go on.
func TestHoldAndGoOn(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ts := newScheduler(ctx, 1, []int{1, 1})
	first := ts.suspend(0, verdict.True)
	second := make(chan func())
	go func() { second <- ts.suspend(1, verdict.True) }()
	if ts.look().judging != 1 {
		t.Error("two proofs are judged at once")
	}
	release := <-second
	if now := ts.look(); now.judging != 2 {
		t.Errorf("%d verdicts are judged, not 2", now.judging)
	}
	for _, want := range []bool{false, true, false} {
		begun := time.Now()
		for ts.look().held != want {
			if time.Since(begun) > time.Minute {
				t.Fatalf("a judgement that takes long: the others wait: %v", !want)
			}
			time.Sleep(time.Millisecond)
		}
	}
	ts.suspend(0, verdict.False)() // does not wait
	first()
	release()
	if now := ts.look(); now.held || now.judging != 0 {
		t.Errorf("in the end %d verdicts are judged, and the others wait: %v", now.judging, now.held)
	}
	time.Sleep(3 * leastPause)
	if ts.look().held {
		t.Error("the others wait for nothing")
	}
}

type looked struct {
	judging int
	held    bool
}

func (t *scheduler) look() looked {
	t.mu.Lock()
	defer t.mu.Unlock()
	return looked{t.judging, t.held}
}
