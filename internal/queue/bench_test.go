package queue

import (
	"context"
	"testing"
	"time"

	"craig/internal/work"
)

// BenchmarkJobs is the way of a job through the queue and of its answer back, many jobs at a time: inside this process,
// by a server on loopback, and beside that without a queue. The jobs that sleep say what the queue adds to work.
func BenchmarkJobs(b *testing.B) {
	for _, job := range []struct {
		name  string
		sleep time.Duration
	}{{"empty", 0}, {"20ms", 20 * time.Millisecond}, {"1s", time.Second}} {
		runner := runnerFunc(func(context.Context, work.Job) (work.Answer, error) {
			time.Sleep(job.sleep)
			return work.Answer{Out: make([]byte, 4096)}, nil
		})
		const slots = 4
		run := func(b *testing.B, r work.Runner, atOnce int) {
			err := work.Each(b.Context(), atOnce, b.N, func(i int) {
				if _, err := r.Run(b.Context(), work.Job{Args: []string{"verify", "a.c"}}); err != nil {
					b.Error(err)
				}
			})
			if err != nil {
				b.Error(err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		}
		b.Run(job.name+"/direct", func(b *testing.B) { run(b, runner, slots) })
		b.Run(job.name+"/inside", func(b *testing.B) {
			c := crew(b, Config{}, slots, runner)
			b.ResetTimer()
			run(b, c, slots)
		})
		b.Run(job.name+"/loopback", func(b *testing.B) {
			s := serveAt(b, b.TempDir(), -1)
			b.Cleanup(s.Shutdown)
			c := crew(b, Config{URL: s.ClientURL()}, slots, runner)
			b.ResetTimer()
			run(b, c, Window)
		})
	}
}
