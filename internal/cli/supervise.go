package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"craig/internal/evidence/certify"
	"craig/internal/limit"
)

// processStart is when the time limits of a command line begin to count.
var processStart = time.Now()

// allowed is what options allow a command.
type allowed struct {
	timeout, cpuTimeout positiveDuration
	memory              byteSize
}

// limits of a command; 0 is none.
type limits struct {
	from    time.Time // when the timeout begins; zero for the call of supervise
	timeout time.Duration
	cpu     time.Duration // of processors, for this process and those that it starts, from the call of supervise
	memory  int64         // bytes
	grace   time.Duration // at least this is work waited for that has no more time
}

// outcome is how supervised work ended.
type outcome[T any] struct {
	value T
	// ended is false if the work did not come back in time after its context had ended; cause
	// says why that was, and is nil if all went well.
	ended bool
	cause error
	// panicked is a panic of the work, with its stack.
	panicked any
	stack    []byte
}

// broken says that the work has failed by a panic, which it reports; that is the exit status then.
func (o outcome[T]) broken(a *app) bool {
	if o.panicked == nil {
		return false
	}
	a.bug(o.panicked, o.stack)
	a.status = exitBug
	return true
}

// limits are those of the command line that a runs.
func (a *app) limits(timeout, cpu positiveDuration, memory byteSize) limits {
	return limits{from: a.began, timeout: time.Duration(timeout), cpu: time.Duration(cpu), memory: int64(memory)}
}

// wallPerCPU is how much time may pass for the processor time of --cpu-timeout, if no --timeout is given.
const wallPerCPU = 20

// wall makes a default for --timeout of a limit of processor time: a busy machine is to have time for that, and work that waits is to end.
func wall(f *pflag.FlagSet, timeout *positiveDuration, cpu positiveDuration) {
	if cpu > 0 && !f.Changed("timeout") {
		*timeout = wallPerCPU * cpu
	}
}

// within does work that gives a value or an error, within limits. ok is false if there is no value: for an error, or since
// the work has failed, was interrupted or had no more time, which has been told then and is the exit status.
func within[T any](a *app, l limits, work func(context.Context) (T, error)) (value T, ok bool, err error) {
	type answer struct {
		value T
		err   error
	}
	done := supervise(l, func() {}, func(ctx context.Context) answer {
		value, err := work(ctx)
		return answer{value, err}
	})
	switch {
	case done.broken(a):
	case done.cause == limit.ErrInterrupted:
		a.status = exitInterrupted
	case done.cause == limit.ErrProcessor:
		fmt.Fprintln(a.err, "craig: processor time was up; a longer --cpu-timeout would help")
		a.status = exitUnknown
	case done.cause != nil:
		fmt.Fprintln(a.err, "craig: time was up; a longer --timeout would help")
		a.status = exitUnknown
	default:
		return done.value.value, done.value.err == nil, done.value.err
	}
	return value, false, nil
}

// supervise runs work until it is done, a limit is reached or the user interrupts; tick is called
// every 100 ms meanwhile. Work that does not obey its context is left behind.
func supervise[T any](l limits, tick func(), work func(context.Context) T) outcome[T] {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	if l.timeout > 0 {
		if l.from.IsZero() {
			l.from = time.Now()
		}
		var stop context.CancelFunc
		ctx, stop = context.WithDeadline(ctx, l.from.Add(l.timeout))
		defer stop()
	}
	if l.cpu > 0 {
		var stop context.CancelFunc
		ctx, stop = limit.Processor(ctx, l.cpu)
		defer stop()
	}
	defer limit.Collect(l.memory)()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)

	done := make(chan outcome[T], 1)
	go func() {
		var o outcome[T]
		defer func() {
			if p := certify.Recovered(recover()); p != nil {
				o.panicked, o.stack = p.Value, p.Stack
			}
			o.ended = true
			done <- o
		}()
		o.value = work(ctx)
	}()

	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	watch := time.NewTicker(10 * time.Millisecond)
	defer watch.Stop()
	if l.memory == 0 {
		watch.Stop()
	}
	ending := ctx.Done()
	var late <-chan time.Time // after the grace
	for {
		select {
		case o := <-done:
			if ctx.Err() != nil {
				o.cause = context.Cause(ctx)
			}
			return o
		case <-ticker.C:
			tick()
		case <-watch.C:
			used := limit.ResidentUsed()
			if used > l.memory {
				cancel(limit.ErrMemory)
			}
			if used > l.memory+l.memory/16 {
				return outcome[T]{cause: limit.ErrMemory}
			}
		case <-signals:
			if context.Cause(ctx) == limit.ErrInterrupted {
				return outcome[T]{cause: limit.ErrInterrupted} // the second time: at once
			}
			cancel(limit.ErrInterrupted)
			late = time.After(limit.Grace(limit.ErrInterrupted, l.timeout))
		case <-ending:
			ending = nil
			late = time.After(max(l.grace, limit.Grace(context.Cause(ctx), cmp.Or(l.cpu, l.timeout))))
		case <-late:
			return outcome[T]{cause: context.Cause(ctx)}
		}
	}
}
