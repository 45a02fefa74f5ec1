package queue

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestWindow: as many jobs as slots and as many again are under way; a worker that falls silent counts no more; who gives up
// takes no place.
func TestWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWindow()
		var in atomic.Int64
		ctx, stop := context.WithCancel(t.Context())
		for range 5000 {
			go func() {
				if w.enter(ctx) == nil {
					in.Add(1)
				}
			}()
		}
		expect := func(want int) {
			t.Helper()
			if synctest.Wait(); in.Load() != int64(want) {
				t.Fatalf("%d jobs are under way, not %d", in.Load(), want)
			}
		}
		expect(Window)
		for i := range 100 {
			w.saw(Worker{Name: fmt.Sprint(i), Slots: 10})
		}
		expect(2000)
		for range 300 {
			w.leave()
		}
		expect(2300) // entered in all
		time.Sleep(2 * deaf)
		w.saw(Worker{Name: "0", Slots: 10})
		for range 300 {
			w.leave()
		}
		expect(2300)
		for range 1700 {
			w.leave()
		}
		expect(2320)
		stop()
		synctest.Wait()
		for range w.used {
			w.leave()
		}
		if w.used != 0 || len(w.waiting) != 0 {
			t.Errorf("%d under way and %d waiting at the end", w.used, len(w.waiting))
		}
	})
}
