package lazy_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/engine/lazy"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

func run(ctx context.Context, t testing.TB, p *ir.Program) *verdict.Result {
	t.Helper()
	return enginetest.Run(ctx, t, lazy.New(lazy.Config{}), enginetest.Task(p, nil))
}

// TestRecursive: the recursive programs of the benchmark. A wrong verdict is an error; what the
// engine does not decide in a second is logged.
func TestRecursive(t *testing.T) {
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	files, _ := filepath.Glob(filepath.Join(bench, "tasks/recursive/*.c"))
	for _, file := range files {
		yml, err := os.ReadFile(strings.TrimSuffix(file, ".c") + ".yml")
		if err != nil {
			t.Fatal(err)
		}
		want := verdict.False
		if strings.Contains(string(yml), "expected_verdict: true") {
			want = verdict.True
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_, res := certified(ctx, t, cfront.Options{ILP32: true}, file)
		cancel()
		switch res.Verdict {
		case want:
		case verdict.Unknown:
			t.Logf("%s: %s", filepath.Base(file), res.Reason)
		default:
			t.Errorf("%s: %v, want %v", filepath.Base(file), res.Verdict, want)
		}
	}
}

// TestLongPaths: a path through 2^24 calls is given up before the stack is full, which would be the
// end of the process.
func TestLongPaths(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(256 << 20))
	src := "extern void reach_error(void);\nstatic int f0(int x) { return x; }\n"
	for i := range 24 {
		src += fmt.Sprintf("static int f%d(int x) { return f%d(x) + f%d(x); }\n", i+1, i, i)
	}
	src += "int main(void) { if (f24(0) != 0) reach_error(); }\n"
	file := filepath.Join(t.TempDir(), "calls.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	res := run(t.Context(), t, enginetest.Calls(t, cfront.Options{}, file))
	if res.Verdict != verdict.Unknown || res.Reason != "size" {
		t.Errorf("%v (%s), want UNKNOWN(size)", res.Verdict, res.Reason)
	}
}

// TestCallInEndlessLoop: τ bounds loops whose last statement is a call.
func TestCallInEndlessLoop(t *testing.T) {
	file := filepath.Join(t.TempDir(), "loop.c")
	src := `extern void reach_error(void);
void check(int holds) { if (!holds) reach_error(); }
int main(void) { int x = 0; while (1) check(x == 0); }
`
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, res := certified(context.Background(), t, cfront.Options{Properties: []string{"unreach-call"}}, file); res.Verdict != verdict.True {
		t.Errorf("%v: %s", res.Verdict, res.Reason)
	}
}
