package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"craig/internal/limit"
)

// TestSupervise: work that is done, that obeys its context, that does not, and that panics.
func TestSupervise(t *testing.T) {
	soon := limits{timeout: 30 * time.Millisecond}
	none := func() {}
	stuck := make(chan struct{})
	defer close(stuck)

	if o := supervise(limits{}, none, func(context.Context) int { return 7 }); !o.ended || o.value != 7 || o.cause != nil {
		t.Errorf("work that is done: %+v", o)
	}
	o := supervise(soon, none, func(ctx context.Context) int { <-ctx.Done(); return 8 })
	if !o.ended || o.value != 8 || !errors.Is(o.cause, context.DeadlineExceeded) {
		t.Errorf("work that obeys: %+v", o)
	}
	if o := supervise(soon, none, func(context.Context) int { <-stuck; return 9 }); o.ended || !errors.Is(o.cause, context.DeadlineExceeded) {
		t.Errorf("work that does not obey: %+v", o)
	}
	if o := supervise(limits{}, none, func(context.Context) int { panic("broken") }); o.panicked != "broken" || len(o.stack) == 0 {
		t.Errorf("work that panics: %+v", o)
	}
}

// TestSuperviseMemory: allocation beyond the limit ends the work.
func TestSuperviseMemory(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	var hoard [][]byte
	o := supervise(limits{memory: limit.ResidentUsed() + 64<<20}, func() {}, func(ctx context.Context) int {
		for ctx.Err() == nil {
			block := make([]byte, 1<<20)
			for i := range block {
				block[i] = 1
			}
			hoard = append(hoard, block)
		}
		return len(hoard)
	})
	if o.cause != limit.ErrMemory {
		t.Errorf("got %v after %d MiB", o.cause, len(hoard))
	}
}

// TestByteSize: sizes as users write them.
func TestByteSize(t *testing.T) {
	for text, want := range map[string]int64{"4GiB": 4 << 30, "500MB": 500e6, "1.5G": 3 << 29, "2000000": 2e6, "64MiB": 64 << 20} {
		var b byteSize
		if err := b.Set(text); err != nil || int64(b) != want {
			t.Errorf("%s: got %d, %v", text, b, err)
		}
	}
	for _, text := range []string{"", "lots", "-1GiB", "0", "10B", "1e30"} {
		var b byteSize
		if b.Set(text) == nil {
			t.Errorf("%q is taken for %d", text, b)
		}
	}
}

// TestLimitsOfCalls: a time limit counts from the call of run, not from the start of the process.
func TestLimitsOfCalls(t *testing.T) {
	defer func(before time.Time) { processStart = before }(processStart)
	processStart = time.Now().Add(-time.Hour)
	file := filepath.Join(t.TempDir(), "safe.c")
	if err := os.WriteFile(file, []byte("void reach_error(void); int main(void) { int x = 1; if (x != 1) reach_error(); return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		var out, errs bytes.Buffer
		if status := execute([]string{"verify", "--quiet", "--timeout", "10m", file}, &out, &errs); status != exitTrue {
			t.Errorf("status %d: %s%s", status, &out, &errs)
		}
	}
}
