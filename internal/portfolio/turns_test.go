package portfolio

import (
	"context"
	"testing"
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
