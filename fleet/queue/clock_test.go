package queue

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"craig/internal/work"
)

// TestClockAhead: where the clock of the server goes ahead, it gives out again what workers have, though they are there. That is done
// here by hand, once for each job: two workers have it, both answer, one answer counts, and nothing stays behind.
func TestClockAhead(t *testing.T) {
	s := serveAt(t, t.TempDir(), -1)
	t.Cleanup(s.Shutdown)
	var mu sync.Mutex
	times := map[string]int{}
	begun, release := make(chan bool), make(chan bool)
	runner := func(_ context.Context, j work.Job) (work.Answer, error) {
		mu.Lock()
		times[j.Args[0]]++
		n := times[j.Args[0]]
		mu.Unlock()
		begun <- true
		<-release
		return work.Answer{Out: fmt.Append(nil, j.Args[0]), Status: n}, nil
	}
	first, _ := workerPool(t, Config{URL: s.ClientURL()}, 1, runner), workerPool(t, Config{URL: s.ClientURL()}, 1, runner)
	workers, err := first.q.streams.Consumer(t.Context(), jobStream, "workers-v")
	if err != nil {
		t.Fatal(err)
	}
	const jobs = 5
	for i := range jobs {
		name, answer := fmt.Sprint("job ", i), make(chan work.Answer, 1)
		go func() {
			a, err := first.Run(t.Context(), work.Job{Args: []string{name}})
			if err != nil {
				t.Error(err)
			}
			answer <- a
		}()
		<-begun
		info, err := workers.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ack := fmt.Sprintf("$JS.ACK.%s.workers-v.1.%d.%d.%d.0", jobStream, info.Delivered.Stream, info.Delivered.Consumer, time.Now().UnixNano())
		if err := first.q.conn.Publish(ack, []byte("-NAK")); err != nil {
			t.Fatal(err)
		}
		<-begun // by the other worker
		release <- true
		release <- true
		if a := <-answer; string(a.Out) != name || a.Failed != nil {
			t.Errorf("%s: %+v", name, a)
		}
	}
	for name, n := range times {
		if n != 2 {
			t.Errorf("%s was begun %d times", name, n)
		}
	}
	for _, name := range []string{jobStream, doneStream} {
		for left := uint64(1); left > 0; {
			stream, err := first.q.streams.Stream(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			var info *jetstream.StreamInfo
			if info, err = stream.Info(t.Context()); err != nil {
				t.Fatal(err)
			}
			left = info.State.Msgs
		}
	}
}
