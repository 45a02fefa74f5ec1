package lazy_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/cfront"
	"craig/program/ir"
)

func newSolver(st *term.Store) smt.Solver { return smt.New(st) }

// certified runs the engine on a file and has its answer checked.
func certified(t *testing.T, ctx context.Context, opts cfront.Options, file string) (*ir.Program, *verdict.Result) {
	t.Helper()
	p := load(t, opts, file)
	res := run(t, ctx, p)
	switch res.Verdict {
	case verdict.True:
		if err := certify.Summaries(ctx, p, res.Summaries, newSolver, 1); err != nil && ctx.Err() == nil {
			t.Errorf("%s: %v", file, err)
		}
	case verdict.False:
		if _, err := certify.Unsafe(ctx, p, res.Trace); err != nil && ctx.Err() == nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	return p, res
}

// wanted is the verdict that a file says it has.
func wanted(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	v, ok := strings.CutPrefix(strings.SplitN(string(text), "\n", 2)[0], "// verdict: ")
	if !ok {
		t.Fatalf("%s does not say its verdict", file)
	}
	return v
}

// TestPaper: every fragment of [McMillan 2010], Fig. 1, and its twin.
func TestPaper(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/papers/lazy-*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		if _, res := certified(t, context.Background(), cfront.Options{}, file); res.Verdict.String() != wanted(t, file) {
			t.Errorf("%s: %v(%s), want %s", file, res.Verdict, res.Reason, wanted(t, file))
		}
	}
}

// TestPapers: the programs of the other papers. A wrong verdict is an error, giving up is not:
// some of their loops need what this paper does not have.
func TestPapers(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/papers/*.c")
	for _, file := range files {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_, res := certified(t, ctx, cfront.Options{}, file)
		if res.Verdict != verdict.Unknown && res.Verdict.String() != wanted(t, file) {
			t.Errorf("%s: %v, want %s", file, res.Verdict, wanted(t, file))
		}
		cancel()
	}
}
