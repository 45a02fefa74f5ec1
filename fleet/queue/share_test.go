package queue

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"craig/internal/work"
)

// TestShare: a run that begins while another one has all workers busy, and many jobs to come, gets its share of them.
func TestShare(t *testing.T) {
	s := serveAt(t, t.TempDir(), -1)
	t.Cleanup(s.Shutdown)
	const each = 60
	var mu sync.Mutex
	var order []string // of the runs whose jobs were done
	begun := make(chan struct{})
	workerPool(t, Config{URL: s.ClientURL()}, 2, func(_ context.Context, j work.Job) (work.Answer, error) {
		time.Sleep(5 * time.Millisecond)
		mu.Lock()
		defer mu.Unlock()
		if order = append(order, j.Args[0]); len(order) == 4 {
			close(begun)
		}
		return work.Answer{}, nil
	})
	var runs sync.WaitGroup
	run := func(name string) {
		c := workerPool(t, Config{URL: s.ClientURL()}, 0, nil)
		runs.Go(func() {
			work.Each(t.Context(), Ahead, each, func(int) {
				if _, err := c.Run(t.Context(), work.Job{Args: []string{name}}); err != nil {
					t.Error(err)
				}
			})
		})
	}
	run("first")
	<-begun
	run("second")
	runs.Wait()
	last := 0
	for i, name := range order {
		if name == "first" {
			last = i
		}
	}
	early := len(slices.DeleteFunc(order[:last:last], func(name string) bool { return name == "first" }))
	if early < each/4 {
		t.Errorf("of %d jobs of the second run %d were done before the last one of the first", each, early)
	}
}
