package lazy_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// certified runs the engine on a file and has its answer checked.
func certified(ctx context.Context, t *testing.T, opts cfront.Options, file string) (*ir.Program, *verdict.Result) {
	t.Helper()
	p := enginetest.Calls(t, opts, file)
	res := run(ctx, t, p)
	if err := enginetest.Certify(p, res); err != nil {
		t.Errorf("%s: %v", file, err)
	}
	return p, res
}

// TestPaper: every fragment of [McMillan 2010], Fig. 1, and its twin.
func TestPaper(t *testing.T) {
	files, _ := filepath.Glob("../../../testdata/papers/lazy-*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		if _, res := certified(context.Background(), t, cfront.Options{}, file); res.Verdict != enginetest.Wanted(t, file) {
			t.Errorf("%s: %v(%s), want %s", file, res.Verdict, res.Reason, enginetest.Wanted(t, file))
		}
	}
}

// TestPapers: the programs of the other papers. A wrong verdict is an error, giving up is not:
// some of their loops need what this paper does not have.
func TestPapers(t *testing.T) {
	files, _ := filepath.Glob("../../../testdata/papers/*.c")
	for i, file := range files {
		if i%3 != 0 && !testenv.Long() {
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_, res := certified(ctx, t, cfront.Options{}, file)
		if res.Verdict != verdict.Unknown && res.Verdict != enginetest.Wanted(t, file) {
			t.Errorf("%s: %v, want %s", file, res.Verdict, enginetest.Wanted(t, file))
		}
		cancel()
	}
}
