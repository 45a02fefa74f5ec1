package limit

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestPart: a share ends before the whole does, of time and of processor time, and has what that has.
func TestPart(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	ctx, stop := Processor(ctx, 100*time.Hour)
	defer stop()
	for name, share := range map[string]func(context.Context) (context.Context, context.CancelFunc){
		"part":    func(ctx context.Context) (context.Context, context.CancelFunc) { return Part(ctx, 4) },
		"percent": func(ctx context.Context) (context.Context, context.CancelFunc) { return Percent(ctx, 25) },
		"of part": func(ctx context.Context) (context.Context, context.CancelFunc) {
			half, cancel := Part(ctx, 2)
			quarter, stop := Part(half, 2)
			return quarter, func() { stop(); cancel() }
		},
	} {
		part, cancel := share(ctx)
		end, _ := part.Deadline()
		if left := time.Until(end); left > 15*time.Minute || left < 5*time.Minute {
			t.Errorf("%s: %s of an hour", name, left)
		}
		if end := part.Value(processorEnd{}).(time.Duration) - ProcessorUsed(); end > 25*time.Hour || end < 24*time.Hour {
			t.Errorf("%s: %s of 100 hours of the processor", name, end)
		}
		if part.Err() != nil {
			t.Errorf("%s: %v", name, part.Err())
		}
		if cancel(); part.Err() == nil || ctx.Err() != nil {
			t.Errorf("%s: cancelled: %v, and the whole %v", name, part.Err(), ctx.Err())
		}
	}
	if all, cancel := Part(t.Context(), 2); all != t.Context() {
		t.Error("a share of no limit is one")
	} else {
		cancel()
	}
}

// TestProcessorEnds: a context without processor time ends, and says why.
func TestProcessorEnds(t *testing.T) {
	ctx, cancel := Processor(t.Context(), -time.Hour)
	defer cancel()
	if <-ctx.Done(); !errors.Is(context.Cause(ctx), ErrProcessor) {
		t.Error(context.Cause(ctx))
	}
}
