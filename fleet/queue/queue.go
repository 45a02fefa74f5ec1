// Package queue carries jobs of package work to workers and their answers back, on this machine or on many, by
// NATS JetStream.
//
//	queue.go    a connection: to a server inside this process, or to one elsewhere
//	publish.go  a Publisher, which is a work.Runner: it gives jobs out and collects their answers
//	window.go   how many jobs are under way
//	work.go     Work: take jobs, with heartbeats
//	bundle.go   a job with the files that it needs, so that it runs where they are not
//	talk.go     what jobs of a run say to each other
//	here.go     a WorkerPool: a Publisher with workers of its own
//	content.go  files by their SHA-256, so that no disk is shared
//
// Who has many jobs calls Open and Gather, and then uses the WorkerPool as the work.Runner that it had: with jobs
// of work.Each as many at a time as workers can have, or Ahead if they are elsewhere. A job has to say by its arguments
// and Job.Files what it reads (work.Headers finds headers); what it writes other than to its output stays where it ran.
// In the arguments, on standard input and in the answer files have the names that they have where the job comes from.
//
// Streams have these subjects; VERSION is the build of the program, since workers of another build would
// give other answers, and RUN is who collects:
//
//	craig.job.VERSION.RUN.ID   a job; taken by one worker at a time
//	craig.done.RUN.ID          its answer
//	craig.end.RUN.ID           nobody waits for a job any more; not kept
//	craig.said.RUN.TOPIC       what a job says to others, in the order in which they say it
//	craig.worker.NAME          a worker says that it is there; not kept
//	craig.ask                  workers are asked to say so now; not kept
//
// A job is delivered again when its worker has not been heard of for Config.Patience. So a job may be
// done more than once, and is never lost while the server keeps its streams; who collects takes the first
// answer to each. Nobody's clock matters: waiting is counted, not dated.
package queue

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"craig/internal/redact"
)

// Config says which queue is meant, and how it is used. The zero value is a server inside this process.
type Config struct {
	URL     string // of the server, as nats://host:4222; "" is one inside this process, which nobody else reaches
	Token   string // the token, or user and password with a colon between them, if the URL has none; "" is none
	Creds   string // a credentials file of NATS; "" is none
	CA      string // the certificates that the server's is checked with; "" is the system's
	Cert    string // this client's certificate and key; "" is none
	Key     string
	Version string // of jobs that are published and taken; the characters of a NATS subject token

	Patience time.Duration // after which a silent worker counts as dead; 0 is 30 s
	Tries    int           // how often a job is begun before it is named as failed; 0 is 4
}

// Queue is a connection.
type Queue struct {
	config  Config
	inside  *server.Server // nil if it is elsewhere
	folder  string         // of the server inside, which keeps its marks there; "" if it is elsewhere
	conn    *nats.Conn
	streams jetstream.JetStream
	content jetstream.ObjectStore
	begun   jetstream.KeyValue // how often a job that was delivered again has been begun, by its run and identifier
}

// The names of what the server keeps.
const (
	jobStream     = "CRAIG_JOBS"
	doneStream    = "CRAIG_DONE"
	contentBucket = "craig-content"
	begunBucket   = "craig-begun"
)

// keep bounds how long a server elsewhere keeps what nobody has asked for.
const keep = 30 * 24 * time.Hour

// Open connects, and makes the streams if the server has none. A server that is not there, or has no JetStream, is an
// error; one that goes away later is waited for.
func Open(ctx context.Context, c Config) (*Queue, error) {
	if c.Patience <= 0 {
		c.Patience = 30 * time.Second
	}
	if c.Tries <= 0 {
		c.Tries = 4
	}
	q := &Queue{config: c}
	if err := q.open(ctx); err != nil {
		q.Close()
		if c.URL != "" {
			err = fmt.Errorf("the queue %s: %w", redact.URL(c.URL), redact.Error(err))
		}
		return nil, err
	}
	return q, nil
}

func (q *Queue) open(ctx context.Context) (err error) {
	storage := jetstream.FileStorage
	if q.config.URL == "" {
		storage = jetstream.MemoryStorage
		if err := q.serve(); err != nil {
			return err
		}
	}
	if q.conn, err = nats.Connect(q.config.URL, q.options()...); err != nil {
		return err
	}
	if q.streams, err = jetstream.New(q.conn); err != nil {
		return err
	}
	age := time.Duration(0)
	if storage == jetstream.FileStorage {
		age = keep
	}
	for _, s := range []jetstream.StreamConfig{
		{Name: jobStream, Subjects: []string{"craig.job.>"}},
		{Name: doneStream, Subjects: []string{"craig.done.>"}},
	} {
		s.Retention, s.Storage, s.MaxAge = jetstream.WorkQueuePolicy, storage, age
		if _, err := q.streams.CreateOrUpdateStream(ctx, s); err != nil {
			return q.explain(err)
		}
	}
	if q.content, err = q.streams.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: contentBucket, Storage: storage, TTL: age}); err != nil {
		return err
	}
	q.begun, err = q.streams.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: begunBucket, Storage: storage, TTL: age})
	return err
}

// serve starts the server inside this process. It listens nowhere.
func (q *Queue) serve() (err error) {
	if q.folder, err = os.MkdirTemp("", "craig-queue"); err != nil {
		return err
	}
	q.inside, err = server.NewServer(&server.Options{
		ServerName: "craig", DontListen: true, NoSigs: true, NoLog: true, JetStream: true, StoreDir: q.folder,
	})
	if err != nil {
		return err
	}
	q.inside.Start()
	if !q.inside.ReadyForConnections(time.Minute) {
		return errors.New("the queue inside this process did not start within a minute")
	}
	return nil
}

// options are those of the connection, which comes back by itself after the server has.
func (q *Queue) options() []nats.Option {
	c := q.config
	list := []nats.Option{nats.Name("craig"), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second), nats.Timeout(10 * time.Second)}
	if q.inside != nil {
		return append(list, nats.InProcessServer(q.inside))
	}
	if user, password, ok := strings.Cut(c.Token, ":"); ok {
		list = append(list, nats.UserInfo(user, password))
	} else if c.Token != "" {
		list = append(list, nats.Token(c.Token))
	}
	if c.Creds != "" {
		list = append(list, nats.UserCredentials(c.Creds))
	}
	if c.CA != "" {
		list = append(list, nats.RootCAs(c.CA))
	}
	if c.Cert != "" {
		list = append(list, nats.ClientCert(c.Cert, c.Key))
	}
	return list
}

// explain says what to do about a server without JetStream.
func (q *Queue) explain(err error) error {
	if errors.Is(err, jetstream.ErrJetStreamNotEnabled) || errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount) || errors.Is(err, nats.ErrNoResponders) {
		return fmt.Errorf("%w; start the server with JetStream, as nats-server -js does", err)
	}
	return err
}

// Close ends the connection, and the server if it is inside this process.
func (q *Queue) Close() error {
	if q == nil {
		return nil
	}
	if q.conn != nil {
		q.conn.Close()
	}
	if q.inside != nil {
		q.inside.Shutdown()
		q.inside.WaitForShutdown()
	}
	if q.folder != "" {
		return os.RemoveAll(q.folder)
	}
	return nil
}

// Inside says whether the server is inside this process, so that nobody else works for it.
func (q *Queue) Inside() bool { return q.inside != nil }

// again does what may fail while the server is away, until it succeeds or ctx ends.
func again(ctx context.Context, do func(context.Context) error) error {
	for wait := 50 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		attempt, cancel := context.WithTimeout(ctx, 30*time.Second)
		err := do(attempt)
		cancel()
		if err == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(wait):
		}
	}
}
