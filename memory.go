package craig

import (
	"context"
	"runtime/metrics"
	"time"
)

// memoryTick is how often Verify looks at the memory in use.
const memoryTick = 5 * time.Millisecond

// withMemory is ctx, cancelled with ErrMemory when more than limit bytes are in use; 0 is no limit.
func withMemory(ctx context.Context, limit int64) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if limit > 0 {
		go func() {
			ticker := time.NewTicker(memoryTick)
			defer ticker.Stop()
			for memoryUsed() <= limit {
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

// memoryUsed is what the Go runtime has from the operating system, in bytes.
func memoryUsed() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
