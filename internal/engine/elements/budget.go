package elements

import (
	"context"
	"runtime"
	"time"

	"craig/logic/smt"
	"craig/logic/term"
)

// The processor time for one question is at most this: which facts are found does not depend on what else the machine
// does. Each question that is left open halves it for those after it, down to the least: where facts are about products there may be
// hundreds of these, and what a proof needs is shown soon.
const (
	mostTime  = time.Second
	leastTime = 30 * time.Millisecond
)

// check asks a question.
func (s *search) check(sv smt.Solver, assumptions ...term.Term) smt.Answer {
	s.asked.all++
	ctx, done := worked(s.ctx, max(mostTime>>s.asked.open, leastTime))
	defer done()
	ans := sv.Check(ctx, assumptions...)
	if ans.Status == smt.Unknown {
		s.asked.open++
	}
	return ans
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
