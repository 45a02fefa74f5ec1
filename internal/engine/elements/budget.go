package elements

import (
	"context"
	"runtime"
	"time"

	"craig/logic/smt"
	"craig/logic/term"
)

// limit is the processor time for one question: which facts are found does not depend on what else the machine does.
const limit = 2 * time.Second

// check asks a question.
func (s *search) check(sv smt.Solver, assumptions ...term.Term) smt.Answer {
	s.queries++
	ctx, done := worked(s.ctx, limit)
	defer done()
	return sv.Check(ctx, assumptions...)
}

// worked is a context that also ends when the calling goroutine has used so much processor time, for those who ask for
// its Err on that goroutine; others, such as a process that is waited for, have that time by the clock, ten times. The
// goroutine has a thread of its own until done is called.
func worked(ctx context.Context, d time.Duration) (c context.Context, done func()) {
	ctx, cancel := context.WithTimeout(ctx, 10*d)
	runtime.LockOSThread()
	return &budget{ctx, threadTime() + d}, func() {
		runtime.UnlockOSThread()
		cancel()
	}
}

// budget is a context with a limit of processor time.
type budget struct {
	context.Context
	end time.Duration
}

func (b *budget) Err() error {
	if err := b.Context.Err(); err != nil {
		return err
	}
	if threadTime() > b.end {
		return context.DeadlineExceeded
	}
	return nil
}
