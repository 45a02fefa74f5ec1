package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"craig/internal/work"
)

// Worker is what a worker says of itself.
type Worker struct {
	Name    string // the machine and process
	Version string // of the jobs that it takes
	Cores   int
	Slots   int // jobs that it does at a time
	Busy    int // that it does now
	Done    int // since it began
}

// WorkerName is a name for a worker in this process.
func WorkerName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s-%d", strings.ReplaceAll(host, ".", "-"), os.Getpid())
}

// Work takes jobs, w.Slots at a time, and has the runner do them, until ctx ends: then no more are taken, and
// it returns when those under way are done. With the end of kill those are given back. A job that has been
// begun Config.Tries times without an answer is answered as failed and not done: what takes its workers
// down with it shall not take down all of them. From the second delivery on a job is done while the worker does
// nothing else.
func (q *Queue) Work(ctx, kill context.Context, w Worker, runner work.Runner) error {
	var jobs jetstream.Consumer
	err := again(ctx, func(ctx context.Context) (err error) {
		jobs, err = q.streams.CreateOrUpdateConsumer(ctx, jobStream, jetstream.ConsumerConfig{
			Durable: "workers-" + w.Version, FilterSubject: "craig.job." + w.Version + ".>",
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.config.Patience, MaxAckPending: -1, MaxDeliver: -1, InactiveThreshold: keep,
		})
		return err
	})
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "craig-worker")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	s := &servant{q: q, runner: runner, name: w.Name, cache: cache{folder: folder, from: q}, doing: map[string]context.CancelCauseFunc{}}
	ends, err := q.conn.Subscribe("craig.end.*.*", func(m *nats.Msg) { s.end(strings.TrimPrefix(m.Subject, "craig.end.")) })
	if err != nil {
		return err
	}
	defer ends.Unsubscribe()
	var mu sync.Mutex // guards w
	count := func(busy, done int) {
		mu.Lock()
		w.Busy += busy
		w.Done += done
		mu.Unlock()
	}
	tell := func() {
		mu.Lock()
		text, _ := json.Marshal(w)
		mu.Unlock()
		q.conn.Publish("craig.worker."+w.Name, text) // to whoever listens
	}
	asked, err := q.conn.Subscribe(askSubject, func(*nats.Msg) { tell() })
	if err != nil {
		return err
	}
	defer asked.Unsubscribe()
	tell()
	defer every(presence, tell)()
	var slots sync.WaitGroup
	for range w.Slots {
		slots.Go(func() {
			for ctx.Err() == nil && kill.Err() == nil {
				waiting, enough := context.WithTimeout(ctx, 5*time.Second)
				batch, err := jobs.Fetch(1, jetstream.FetchContext(waiting))
				if err != nil {
					enough()
					pause(ctx)
					continue
				}
				for m := range batch.Messages() {
					count(1, 0)
					s.answer(kill, m)
					count(-1, 1)
				}
				if batch.Error() != nil && waiting.Err() == nil {
					pause(ctx)
				}
				enough()
			}
		})
	}
	slots.Wait()
	return nil
}

// askSubject is where workers are asked to say that they are there.
const askSubject = "craig.ask"

// presence is how often a worker says that it is there.
const presence = 3 * time.Second

// servant does the jobs of a worker.
type servant struct {
	q      *Queue
	runner work.Runner
	name   string
	cache  cache
	alone  sync.RWMutex // held for writing by a job that may take its worker down with it

	mu    sync.Mutex
	doing map[string]context.CancelCauseFunc // by the run and identifier of the job
}

// errUnwanted is why a job is ended that nobody waits for any more.
var errUnwanted = errors.New("nobody waits for its answer any more")

// end ends a job, if this worker has it.
func (s *servant) end(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.doing[name]; cancel != nil {
		cancel(errUnwanted)
	}
}

// answer does a job and publishes its answer. A job of the same run that comes again is done again.
func (s *servant) answer(ctx context.Context, m jetstream.Msg) {
	parts := strings.Split(m.Subject(), ".")
	meta, err := m.Metadata()
	if err != nil || len(parts) != 5 {
		m.Term() // no job of ours
		return
	}
	name := parts[3] + "." + parts[4]
	job, cancel := context.WithCancelCause(ctx)
	s.mu.Lock()
	s.doing[name] = cancel
	s.mu.Unlock()
	stop := every(s.q.config.Patience/3, func() { m.InProgress() })
	d, err := s.begin(job, name, meta.NumDelivered > 1, m.Data())
	stop()
	s.mu.Lock()
	delete(s.doing, name)
	s.mu.Unlock()
	unwanted := context.Cause(job) == errUnwanted
	cancel(nil)
	switch {
	case unwanted:
		m.Ack()
		return
	case ctx.Err() != nil:
		m.Nak()
		return
	}
	if err != nil {
		d = done{Failed: err.Error()}
	}
	d.Answer.Worker = s.name
	text, err := json.Marshal(d)
	if err != nil {
		m.Nak()
		return
	}
	// The job stays with the server until its answer is there.
	err = again(ctx, func(ctx context.Context) error {
		_, err := s.q.streams.Publish(ctx, "craig.done."+name, text)
		return err
	})
	if err == nil {
		m.Ack()
	}
}

// begin does a job. One that is delivered again may take its worker down with it: it is done by itself, so that no other
// is suspected of what it does, and not more often than Config.Tries says.
func (s *servant) begin(ctx context.Context, name string, again bool, body []byte) (done, error) {
	run, _, _ := strings.Cut(name, ".")
	if !again {
		s.alone.RLock()
		defer s.alone.RUnlock()
		return s.do(ctx, run, body)
	}
	s.alone.Lock()
	defer s.alone.Unlock()
	times, err := s.q.count(ctx, name)
	if err != nil {
		return done{}, err
	}
	if times > s.q.config.Tries {
		return done{}, fmt.Errorf("%d workers have begun this job, and died or given it back", s.q.config.Tries)
	}
	return s.do(ctx, run, body)
}

// count says how often a job that is delivered again has been begun, with this time.
func (q *Queue) count(ctx context.Context, name string) (times int, err error) {
	err = again(ctx, func(ctx context.Context) error {
		times = 2 // the first time is not written down
		switch e, err := q.begun.Get(ctx, name); {
		case err == nil:
			if _, err := fmt.Sscan(string(e.Value()), &times); err != nil {
				return err
			}
			times++
		case !errors.Is(err, jetstream.ErrKeyNotFound):
			return err
		}
		_, err := q.begun.PutString(ctx, name, fmt.Sprint(times))
		return err
	})
	return times, err
}

// large is from which size on an input or an output travels as content, in bytes. Servers take messages of a megabyte.
const large = 256 << 10

// do unpacks a job, runs it and takes what it was unpacked into away.
func (s *servant) do(ctx context.Context, run string, body []byte) (done, error) {
	var b bundle
	if err := json.Unmarshal(body, &b); err != nil {
		return done{}, fmt.Errorf("the job cannot be read: %w", err)
	}
	var err error
	if b.All != "" {
		if body, err = s.q.Get(ctx, b.All); err != nil {
			return done{}, err
		}
		if err := json.Unmarshal(body, &b); err != nil {
			return done{}, fmt.Errorf("the job cannot be read: %w", err)
		}
	}
	if b.In != "" {
		if b.Job.In, err = s.q.Get(ctx, b.In); err != nil {
			return done{}, err
		}
	}
	j, root := b.Job, ""
	if !b.Here {
		if root, err = os.MkdirTemp(s.cache.folder, "job"); err != nil {
			return done{}, err
		}
		defer os.RemoveAll(root)
		if j, err = b.unpack(ctx, root, &s.cache); err != nil {
			return done{}, err
		}
	}
	a, err := s.runner.Run(ctx, j)
	if err != nil {
		return done{}, err
	}
	d := done{Answer: a}
	if a.Failed != nil {
		d.Failed, d.Answer.Failed = a.Failed.Error(), nil
	}
	if root != "" { // files have the names that they have where they come from
		d.Answer.Out = []byte(strings.ReplaceAll(string(a.Out), root, ""))
		d.Answer.Err = strings.ReplaceAll(a.Err, root, "")
	}
	if len(d.Answer.Out) > large {
		if d.Out, err = s.q.Put(ctx, d.Answer.Out); err != nil {
			return done{}, err
		}
		d.Answer.Out = nil
	}
	return d, nil
}

// every calls f now and then until stop is called, which waits for a call under way.
func every(period time.Duration, f func()) (stop func()) {
	end := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		ticker := time.NewTicker(period)
		defer ticker.Stop()
		for {
			select {
			case <-end:
				return
			case <-ticker.C:
				f()
			}
		}
	})
	return func() { close(end); running.Wait() }
}

// Watch calls saw for each worker that says that it is there, until stop is called.
func (q *Queue) Watch(saw func(Worker)) (stop func(), err error) {
	sub, err := q.conn.Subscribe("craig.worker.*", func(m *nats.Msg) {
		var w Worker
		if json.Unmarshal(m.Data, &w) == nil {
			saw(w)
		}
	})
	if err != nil {
		return nil, err
	}
	return func() { sub.Unsubscribe() }, nil
}
