// Package limit has the one notion of a limit: how much time and memory work may take, and for which
// reason it was ended.
package limit

import (
	"context"
	"errors"
	"runtime"
	"runtime/metrics"
	"time"
)

// Causes of a context's end, besides context.DeadlineExceeded.
var (
	ErrMemory      = errors.New("the memory limit is reached")
	ErrProcessor   = errors.New("the limit of processor time is reached")
	ErrInterrupted = errors.New("interrupted")
)

// Budget is what work may take.
type Budget struct {
	Processors int   // at least 1
	Memory     int64 // bytes that the process may have from the operating system; 0 is no limit
	Used       func() int64
}

// Scarce says that three quarters of the memory are taken.
func (b Budget) Scarce() bool { return b.Memory > 0 && b.Used() > b.Memory/4*3 }

// memoryTick is how often the memory in use is looked at.
const memoryTick = 5 * time.Millisecond

// processorTick is how often the processor time is looked at, at most.
const processorTick = 10 * time.Millisecond

// Watch is ctx, ended with ErrMemory when more than the budget's memory is in use.
func (b Budget) Watch(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if b.Memory > 0 {
		go func() {
			ticker := time.NewTicker(memoryTick)
			defer ticker.Stop()
			for b.Used() <= b.Memory {
				select {
				case <-ctx.Done():
					return
				case <-ticker.C:
				}
			}
			cancel(ErrMemory)
		}()
	}
	return ctx, func() { cancel(nil) }
}

// Part is ctx with the n-th part of the time that is left, as far as that is limited, and of the processor time.
func Part(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	return share(ctx, 1, time.Duration(n))
}

// Percent is ctx with so many percent of the time that is left, as far as that is limited, and of the processor time.
func Percent(ctx context.Context, n int) (context.Context, context.CancelFunc) {
	return share(ctx, time.Duration(n), 100)
}

func share(ctx context.Context, of, all time.Duration) (context.Context, context.CancelFunc) {
	cancel := context.CancelFunc(func() {})
	if end, limited := ctx.Deadline(); limited {
		ctx, cancel = context.WithTimeout(ctx, time.Until(end)*of/all)
	}
	end, limited := ctx.Value(processorEnd{}).(time.Duration)
	if !limited {
		return ctx, cancel
	}
	used := ProcessorUsed()
	ctx, stop := untilUsed(ctx, used+(end-used)*of/all)
	return ctx, func() { stop(); cancel() }
}

// Processor is ctx, ended with ErrProcessor when this process and those that it starts have taken that much processor time from now on.
func Processor(ctx context.Context, most time.Duration) (context.Context, context.CancelFunc) {
	return untilUsed(ctx, ProcessorUsed()+most)
}

// processorEnd is what a context has that ends with processor time: how much has been used then.
type processorEnd struct{}

func untilUsed(ctx context.Context, end time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(context.WithValue(ctx, processorEnd{}, end))
	go func() {
		for {
			left := end - ProcessorUsed()
			if left <= 0 {
				cancel(ErrProcessor)
				return
			}
			// It takes a walk through /proc, and is not asked before that can be.
			wait := min(max(left/time.Duration(runtime.NumCPU()), processorTick), 10*processorTick)
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
		}
	}()
	return ctx, func() { cancel(nil) }
}

// How long work may take to come back after its context has ended, so that no limit is overrun by
// more than a tenth, and an interrupt is obeyed within a second.
const (
	interruptGrace = 600 * time.Millisecond
	memoryGrace    = 500 * time.Millisecond
)

// Grace is how long work with a time limit may take to come back when its context has ended with cause.
func Grace(cause error, limit time.Duration) time.Duration {
	switch cause {
	case ErrInterrupted:
		return interruptGrace
	case ErrMemory:
		return memoryGrace
	}
	return min(max(limit*4/100, 20*time.Millisecond), 2*time.Second)
}

// HeapUsed is what the Go runtime has from the operating system, in bytes.
func HeapUsed() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
