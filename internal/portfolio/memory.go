package portfolio

import (
	"context"
	"runtime"
	"time"

	"craig/internal/limit"
)

// memoryTick is how often memory is looked at.
const memoryTick = 20 * time.Millisecond

// keep stops lanes while there is too little memory, until ctx is done.
func keep(ctx context.Context, b limit.Budget, t *scheduler, stops []context.CancelFunc) {
	ticker := time.NewTicker(memoryTick)
	defer ticker.Stop()
	stopped := false // the last one
	for last := len(stops) - 1; last > 0; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		switch {
		case t.hasLeft(last):
			if stopped {
				runtime.GC() // what it had may still be there
			}
			last, stopped = last-1, false
		case !stopped && b.Scarce():
			stops[last]()
			stopped = true
		}
	}
}
