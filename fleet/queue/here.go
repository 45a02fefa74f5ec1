package queue

import (
	"context"
	"crypto/rand"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"craig/internal/work"
)

// WorkerPool is a work.Runner: a Publisher, with workers in this process.
type WorkerPool struct {
	*Publisher
	q       *Queue
	end     context.CancelFunc
	workers sync.WaitGroup
}

// Gather publishes for a run on the queue, and has a number of workers here, which may be 0 if others work for it.
// The queue is closed with the pool. When ctx ends, jobs under way here are ended too.
func Gather(ctx context.Context, q *Queue, workers int, runner work.Runner) (*WorkerPool, error) {
	p, err := q.Publish(ctx, strings.ToLower(rand.Text()))
	if err != nil {
		q.Close()
		return nil, err
	}
	c := &WorkerPool{Publisher: p, q: q}
	over, end := context.WithCancel(ctx)
	c.end = end
	if workers > 0 {
		w := Worker{Name: WorkerName(), Version: q.config.Version, Cores: runtime.NumCPU(), Slots: workers}
		c.workers.Go(func() {
			if err := q.Work(over, ctx, w, runner); err != nil {
				p.fail(fmt.Errorf("the workers of this process did not begin: %w", err))
			}
		})
	}
	return c, nil
}

// Close ends the run, the workers and the connection.
func (c *WorkerPool) Close() error {
	c.end()
	c.workers.Wait()
	c.Publisher.Close()
	return c.q.Close()
}
