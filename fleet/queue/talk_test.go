package queue

import (
	"context"
	"fmt"
	"testing"

	"craig/internal/work"
)

// TestTopics: jobs of a topic hear what others of it say, also from before they began and while the server was away for a moment; not themselves, not
// other topics, not other runs.
func TestTopics(t *testing.T) {
	folder := t.TempDir()
	port := freePort(t)
	s := serveAt(t, folder, port)
	t.Cleanup(func() { s.Shutdown() })
	c := Config{URL: s.ClientURL()}
	restarted, over, begun := make(chan bool), make(chan bool), make(chan bool, 4)
	runner := func(ctx context.Context, j work.Job) (work.Answer, error) {
		begun <- true
		switch j.Args[0] {
		case "speaker": // hears nothing of its own, but the listener's answer
			j.Talk.Say([]byte("one"))
			<-restarted
			j.Talk.Say([]byte("two"))
			return work.Answer{Out: <-j.Talk.Hear}, nil
		case "listener":
			first, second := <-j.Talk.Hear, <-j.Talk.Hear
			j.Talk.Say(fmt.Appendf(nil, "%s and %s", first, second))
			<-over
			return work.Answer{Out: second}, nil
		case "stranger":
			select {
			case line := <-j.Talk.Hear:
				return work.Answer{Err: string(line)}, nil
			case <-over:
				return work.Answer{}, nil
			}
		}
		return work.Answer{Failed: fmt.Errorf("a job without a topic talks: %v", j.Talk)}, nil
	}
	here, elsewhere := workerPool(t, c, 4, runner), workerPool(t, c, 1, runner)
	type result struct {
		name, out, err string
	}
	results := make(chan result)
	run := func(r *WorkerPool, name, topic string) {
		a, err := r.Run(t.Context(), work.Job{Args: []string{name}, Topic: topic})
		if err != nil || a.Failed != nil {
			t.Error(name, err, a.Failed)
		}
		results <- result{name, string(a.Out), a.Err}
	}
	overheard := make(chan string, 10)
	stop, err := here.Overhear(t.Context(), "topic", func(line []byte) { overheard <- string(line) })
	if err != nil {
		t.Fatal(err)
	}
	go run(here, "speaker", "topic")
	if line := <-overheard; line != "one" {
		t.Errorf("overheard %q", line)
	}
	go run(here, "listener", "topic")
	go run(here, "stranger", "another")
	go run(elsewhere, "stranger", "topic")
	for range 4 {
		<-begun
	}
	s.Shutdown()
	s.WaitForShutdown()
	s = serveAt(t, folder, port)
	close(restarted)
	if r := <-results; r.name != "speaker" || r.out != "one and two" {
		t.Errorf("%+v", r)
	}
	close(over)
	for range 3 {
		if r := <-results; r.err != "" || r.name == "listener" && r.out != "two" {
			t.Errorf("%+v", r)
		}
	}
	stop()
}
