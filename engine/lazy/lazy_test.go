package lazy_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/engine"
	"craig/engine/lazy"
	"craig/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/alias"
	"craig/program/cfront"
	"craig/program/ir"
)

// load reads a C file without inlining its calls.
func load(t testing.TB, opts cfront.Options, file string) *ir.Program {
	t.Helper()
	ctx := context.Background()
	p, err := cfront.Read(ctx, opts, file)
	if err == nil {
		err = alias.ResolveCalls(ctx, p, alias.Options{})
	}
	if err == nil {
		err = alias.Regions(ctx, p, alias.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t testing.TB, ctx context.Context, p *ir.Program) *verdict.Result {
	t.Helper()
	res, err := lazy.New(lazy.Config{}).Run(ctx, &engine.Task{
		Program: p, Goals: p.ErrorLocs(),
		NewSolver:       func(st *term.Store) smt.Solver { return smt.New(st) },
		NewInterpolator: func(st *term.Store) smt.Interpolator { return smt.NewInterpolator(st) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
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
		_, res := certified(t, ctx, cfront.Options{ILP32: true}, file)
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
	if _, res := certified(t, context.Background(), cfront.Options{Properties: []string{"unreach-call"}}, file); res.Verdict != verdict.True {
		t.Errorf("%v: %s", res.Verdict, res.Reason)
	}
}
