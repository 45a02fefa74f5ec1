package queue

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"craig/internal/work"
)

// saidStream has what jobs say. A job hears what was said before it began, too.
const saidStream = "CRAIG_SAID"

// Bounds of what is said: how long the server keeps it, how many lines of a topic, and how many a job may say ahead of the server.
const (
	keepSaid  = 24 * time.Hour
	mostLines = 4096
	sayAhead  = 64
)

// lookAgain is after what time it is looked for lines if nothing says that there is one, as after a server was away.
const lookAgain = 2 * time.Second

// fromHeader says who has said a line, so that one does not hear oneself.
const fromHeader = "Craig-From"

// talk is how a job takes part in a topic of its run, until stop is called. A server that goes away is waited for; what is said meanwhile
// may be lost, as far as it is too much.
func (q *Queue) talk(ctx context.Context, run, topic string) (t *work.Talk, stop func(), err error) {
	said, err := q.said(ctx)
	if err != nil {
		return nil, nil, err
	}
	subject, self := "craig.said."+run+"."+topic, rand.Text()
	poke := make(chan *nats.Msg, 1) // something new is there, or was
	sub, err := q.conn.Subscribe(subject, func(m *nats.Msg) {
		select {
		case poke <- m:
		default:
		}
	})
	if err != nil {
		return nil, nil, err
	}
	ctx, end := context.WithCancel(ctx)
	hear := make(chan []byte)
	var busy sync.WaitGroup
	busy.Go(func() {
		for next := uint64(1); ctx.Err() == nil; {
			m, err := said.GetMsg(ctx, next, jetstream.WithGetMsgSubject(subject))
			if err != nil { // there is no more, or no server
				select {
				case <-poke:
				case <-time.After(lookAgain):
				case <-ctx.Done():
				}
				continue
			}
			next = m.Sequence + 1
			if m.Header.Get(fromHeader) == self {
				continue
			}
			select {
			case hear <- m.Data:
			case <-ctx.Done():
			}
		}
	})
	say := make(chan []byte, sayAhead)
	busy.Go(func() {
		for {
			select {
			case line := <-say:
				again(ctx, func(ctx context.Context) error {
					_, err := q.streams.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: line, Header: nats.Header{fromHeader: {self}}})
					return err
				})
			case <-ctx.Done():
				return
			}
		}
	})
	t = &work.Talk{Hear: hear, Say: func(line []byte) {
		select {
		case say <- line:
		default:
		}
	}}
	return t, func() { end(); sub.Unsubscribe(); busy.Wait() }, nil
}

// said is the stream, which is made when somebody talks for the first time.
func (q *Queue) said(ctx context.Context) (jetstream.Stream, error) {
	storage := jetstream.FileStorage
	if q.Inside() {
		storage = jetstream.MemoryStorage
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return q.streams.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: saidStream, Subjects: []string{"craig.said.*.*"}, Storage: storage, MaxAge: keepSaid,
		MaxMsgsPerSubject: mostLines, MaxMsgSize: 2 * work.MostSaid,
	})
}

// Overhear calls said for each line that jobs of a topic say to each other, until stop is called.
func (p *Publisher) Overhear(ctx context.Context, topic string, said func(line []byte)) (stop func(), err error) {
	t, leave, err := p.q.talk(ctx, p.run, topic)
	if err != nil {
		return nil, err
	}
	over := make(chan struct{})
	go func() {
		for {
			select {
			case line := <-t.Hear:
				said(line)
			case <-over:
				return
			}
		}
	}()
	return func() { close(over); leave() }, nil
}
