package portfolio

import (
	"context"
	"testing"
	"time"
)

// TestTurns: turns go to who has had the least for its share, and a lane that does not come to its
// gate is overtaken. Time is told by hand.
func TestTurns(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // nobody waits, and there is no clock
	ts := newTurns(ctx, 1, []int{2, 1, 1})
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
	a.gate() // not expired: it goes on
	states(running, waiting, waiting)
	a.used = 1 // it has had 2 s
	ts.expire()
	if !a.expired.Load() {
		t.Fatal("the turn does not end")
	}
	a.gate()
	states(waiting, running, waiting)
	b.used = 3
	ts.expire()
	b.gate()
	states(waiting, waiting, running)
	c.used = 2
	ts.expire()
	c.gate() // a has had the least, 1
	states(running, waiting, waiting)
	a.used = 4
	ts.expire()
	for range patience {
		ts.expire()
	}
	states(overtaken, waiting, running) // c has 2, b has 3
	a.gate()
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
	ts := newTurns(ctx, 1, []int{1, 1})
	a, b := ts.of[0], ts.of[1]
	a.begin()
	b.begin()
	own := gatedContext{ctx, a}
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
	ts := newTurns(ctx, 2, []int{1, 1, 1})
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
	release := ts.hold(0)
	b.gate()
	states(running, waiting, waiting) // c does not take b's place
	a.gate()
	states(running, waiting, waiting)
	c.used = 5_000
	release()
	release()
	states(running, running, waiting)
	release = ts.hold(1)
	other := ts.hold(0)
	a.gate()
	b.gate()
	states(waiting, waiting, waiting)
	release()
	states(waiting, waiting, waiting)
	other()
	states(running, running, waiting)
	for _, l := range ts.of {
		l.leave()
	}
	if ts.free != 2 || ts.held != 0 {
		t.Errorf("%d processors, %d judgements in the end", ts.free, ts.held)
	}
	ts = newTurns(ctx, 1, []int{1, 1})
	ts.hold(0)
	ts.of[1].begin()
	for range 500 {
		ts.mu.Lock()
		s := ts.of[1].state
		ts.mu.Unlock()
		if s == running {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("a judgement that takes long is waited for")
}
