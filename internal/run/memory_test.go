package run

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestMemory: an engine that takes more and more ends with Options.Memory.
func TestMemory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.c")
	text := "int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) { if (__VERIFIER_nondet_int()) reach_error(); }\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var taken [][]byte
	greedy := &engine.Engine{Name: "greedy", Run: func(ctx context.Context, _ *engine.Task) (*verdict.Result, error) {
		for ctx.Err() == nil && len(taken) < 1<<10 {
			taken = append(taken, make([]byte, 1<<20))
			time.Sleep(100 * time.Microsecond)
		}
		return &verdict.Result{Reason: "timeout"}, nil
	}}
	res, err := Verify(context.Background(), prepare.New(cfront.Options{}, nil, file), Options{Engine: greedy, Memory: limit.HeapUsed() + 32<<20})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.Unknown || res.Reason != "memory" {
		t.Errorf("got %v(%s) with %d MiB", res.Verdict, res.Reason, len(taken))
	}
}
