package queue

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"craig/internal/work"
)

// Publisher gives jobs to whoever works for the queue, and collects their answers. It is a work.Runner.
type Publisher struct {
	q       *Queue
	run     string
	answers jetstream.Consumer
	stop    context.CancelFunc
	over    chan struct{} // closed when nothing is collected any more
	broken  context.Context
	fail    context.CancelCauseFunc // ends broken: nobody here will answer any job
	window  *window                 // nil where the workers are in this process: who calls Run knows how many there are
	unwatch func()

	mu      sync.Mutex
	waiting map[string]chan done // by identifier of the job
	sent    map[string]bool      // contents that the queue has
}

// done is what becomes of a job, as it travels.
type done struct {
	Answer work.Answer
	Out    string // the content that Answer.Out is, if that is not in Answer itself
	Failed string // Answer.Failed as text
}

// Publish begins to collect for a run. Its name is made of letters and digits; jobs and answers that an earlier
// run of the same name has left behind are withdrawn.
func (q *Queue) Publish(ctx context.Context, run string) (*Publisher, error) {
	p := &Publisher{q: q, run: run, over: make(chan struct{}), waiting: map[string]chan done{}, sent: map[string]bool{}}
	p.broken, p.fail = context.WithCancelCause(context.Background())
	if err := again(ctx, p.withdraw); err != nil {
		return nil, err
	}
	err := again(ctx, func(ctx context.Context) (err error) {
		p.answers, err = q.streams.CreateOrUpdateConsumer(ctx, doneStream, jetstream.ConsumerConfig{
			Durable: "run-" + run, FilterSubject: "craig.done." + run + ".>",
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.config.Patience, MaxAckPending: -1, InactiveThreshold: keep,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	if !q.Inside() {
		p.window = newWindow()
		if p.unwatch, err = q.Watch(func(w Worker) {
			if w.Version == q.config.Version {
				p.window.saw(w)
			}
		}); err != nil {
			return nil, err
		}
		q.conn.Publish(askSubject, nil) // to whoever works
	}
	ctx, p.stop = context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer close(p.over)
		p.collect(ctx)
	}()
	return p, nil
}

// withdraw removes the jobs of a run that no worker has, and the answers that nobody waits for.
func (p *Publisher) withdraw(ctx context.Context) error {
	for stream, subject := range map[string]string{jobStream: "craig.job.*." + p.run + ".>", doneStream: "craig.done." + p.run + ".>"} {
		s, err := p.q.streams.Stream(ctx, stream)
		if err == nil {
			err = s.Purge(ctx, jetstream.WithPurgeSubject(subject))
		}
		if err != nil {
			return fmt.Errorf("withdrawing what an earlier run has left: %w", err)
		}
	}
	return nil
}

// Close withdraws what nobody has taken, and ends collecting. Run must not be called any more.
func (p *Publisher) Close() {
	p.fail(nil)
	p.stop()
	if p.unwatch != nil {
		p.unwatch()
	}
	<-p.over
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	p.withdraw(ctx) // with a server that is away this is left to the server, which forgets runs after a month
	p.q.streams.DeleteConsumer(ctx, doneStream, "run-"+p.run)
}

// Run implements work.Runner. Whoever works for the queue runs the job, as often as it takes until there is an answer; a
// job that workers die of has an answer that says so. When ctx ends, a worker that has the job ends it. Where others work, it waits until there are not more jobs under way than
// their slots and as many again.
func (p *Publisher) Run(ctx context.Context, j work.Job) (work.Answer, error) {
	if p.window != nil {
		if err := p.window.enter(ctx); err != nil {
			return work.Answer{}, err
		}
		defer p.window.leave()
	}
	id := strings.ToLower(rand.Text())
	arrived := make(chan done, 1)
	p.mu.Lock()
	p.waiting[id] = arrived
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.waiting, id)
		p.mu.Unlock()
	}()
	body, err := p.pack(ctx, j)
	if err != nil {
		return work.Answer{}, err
	}
	err = again(ctx, func(ctx context.Context) error {
		_, err := p.q.streams.Publish(ctx, "craig.job."+p.q.config.Version+"."+p.run+"."+id, body)
		return err
	})
	unwanted := func() { p.q.conn.Publish("craig.end."+p.run+"."+id, nil) } // to whoever has it
	if err != nil {
		unwanted() // it may have come, and have begun, before that was acknowledged
		return work.Answer{}, err
	}
	select {
	case <-ctx.Done():
		unwanted()
		return work.Answer{}, context.Cause(ctx)
	case <-p.broken.Done():
		return work.Answer{}, context.Cause(p.broken)
	case d := <-arrived:
		if d.Out != "" {
			if d.Answer.Out, err = p.q.Get(ctx, d.Out); err != nil {
				return work.Answer{}, err
			}
		}
		if d.Failed != "" {
			d.Answer.Failed = errors.New(d.Failed)
		}
		return d.Answer, nil
	}
}

// collect hands answers to those who wait for them.
func (p *Publisher) collect(ctx context.Context) {
	for ctx.Err() == nil {
		waiting, enough := context.WithTimeout(ctx, 5*time.Second)
		batch, err := p.answers.Fetch(64, jetstream.FetchContext(waiting))
		if err != nil {
			enough()
			pause(ctx)
			continue
		}
		for m := range batch.Messages() {
			_, id, _ := cutLast(m.Subject(), ".")
			var d done
			if err := json.Unmarshal(m.Data(), &d); err != nil {
				d = done{Failed: "its answer cannot be read: " + err.Error()}
			}
			p.mu.Lock()
			arrived := p.waiting[id]
			delete(p.waiting, id) // a second answer is nobody's
			p.mu.Unlock()
			if arrived != nil {
				arrived <- d
			}
			m.Ack()
		}
		if batch.Error() != nil && waiting.Err() == nil {
			pause(ctx)
		}
		enough()
	}
}

// cutLast is strings.Cut at the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// pause waits a moment for a server that is away.
func pause(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(100 * time.Millisecond):
	}
}
