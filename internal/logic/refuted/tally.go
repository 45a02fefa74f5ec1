package refuted

import (
	"context"
	"errors"
	"sync"
	"time"

	"craig/logic/solver"
)

// Tally counts the answers of solvers that are believed since no refutation was found, or none that could be checked. The zero value is empty.
// It may be used by several goroutines.
type Tally struct {
	mu        sync.Mutex
	unchecked solver.Unchecked
	lost      time.Duration // what refutations took that were none
}

// Reset forgets what was counted: what was shown with it is of no use.
func (t *Tally) Reset() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.unchecked = solver.Unchecked{}
}

// Unchecked is what was counted.
func (t *Tally) Unchecked() solver.Unchecked {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.unchecked
}

// believed counts an answer, and the time that was lost on it.
func (t *Tally) believed(why error, lost time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lost += lost
	if t.unchecked.Answers++; t.unchecked.Why == "" {
		t.unchecked.Why = why.Error()
	}
}

// A refutation gets mostTime and timesLonger times what the solver took, and no more than a quarter of the time that is left; less if time was lost
// on others, but always leastTime.
const (
	mostTime    = 5 * time.Second
	timesLonger = 4
	leastTime   = 100 * time.Millisecond
)

var errTooLong = errors.New("refuting took too long")

// part is ctx with the time that a refutation gets of an answer that took so long.
func (t *Tally) part(ctx context.Context, took time.Duration) (context.Context, context.CancelFunc) {
	limit := mostTime + timesLonger*took
	if end, ok := ctx.Deadline(); ok {
		limit = min(limit, time.Until(end)/4)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return context.WithTimeoutCause(ctx, max(limit-t.lost, leastTime), errTooLong)
}
