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
	for _, job := range []struct {
		name  string
		sleep time.Duration
	}{{"empty", 0}, {"20ms", 20 * time.Millisecond}, {"1s", time.Second}} {
		runner := runnerFunc(func(context.Context, work.Job) (work.Answer, error) {
			time.Sleep(job.sleep)
			return work.Answer{Out: make([]byte, 4096)}, nil
		})
		b.Run(job.name+"/direct", func(b *testing.B) { run(b, runner, slots) })
		b.Run(job.name+"/inside", func(b *testing.B) {
			c := workerPool(b, Config{}, slots, runner)
			b.ResetTimer()
			run(b, c, slots)
		})
		b.Run(job.name+"/loopback", func(b *testing.B) {
			s := serveAt(b, b.TempDir(), -1)
			b.Cleanup(s.Shutdown)
			c := workerPool(b, Config{URL: s.ClientURL()}, slots, runner)
			b.ResetTimer()
			run(b, c, 512)
		})
	}
	b.Run("empty/many", func(b *testing.B) { // slots enough for the server to be what is busy
		s := serveAt(b, b.TempDir(), -1)
		b.Cleanup(s.Shutdown)
		c := workerPool(b, Config{URL: s.ClientURL()}, 256, func(context.Context, work.Job) (work.Answer, error) { return work.Answer{Out: make([]byte, 4096)}, nil })
		b.ResetTimer()
		run(b, c, 512)
	})
}

// BenchmarkContent is a file of 100 KB to a server on loopback, and back from it.
func BenchmarkContent(b *testing.B) {
	s := serveAt(b, b.TempDir(), -1)
	b.Cleanup(s.Shutdown)
	q, err := Open(b.Context(), Config{URL: s.ClientURL(), Version: "v"})
	if err != nil {
		b.Fatal(err)
	}
	defer q.Close()
	data := make([]byte, 100<<10)
	b.SetBytes(int64(len(data)))
	for i := 0; b.Loop(); i++ {
		data[0], data[1], data[2] = byte(i), byte(i>>8), byte(i>>16)
		name, err := q.Put(b.Context(), data)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := q.Get(b.Context(), name); err != nil {
			b.Fatal(err)
		}
	}
}
