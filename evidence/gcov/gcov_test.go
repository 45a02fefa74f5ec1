package gcov_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"craig/evidence/gcov"
	"craig/evidence/replay"
	"craig/evidence/verdict"
	"craig/logic/num"
	"craig/program/cfront"
	"craig/program/interp"
	"craig/program/ir"
)

// TestMeasure: counts add up over tests, and are there even if a program aborts or does not end.
func TestMeasure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ends.c")
	src := `extern int input(void);
void abort(void);
int main(void) {
	int x = input();
	if (x == 1)
		abort();
	if (x == 2)
		for (;;)
			x = 2;
	return 0;
}
`
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Read(context.Background(), cfront.Options{Properties: []string{"unreach-call"}}, file)
	if err != nil {
		t.Fatal(err)
	}
	trace := func(x int64) *verdict.Trace {
		out := interp.Run(context.Background(), p, interp.Inputs{
			Scalar: func(*ir.Edge, int) num.Int { return num.I(x) },
		}, interp.Options{MaxSteps: 100})
		return &verdict.Trace{Path: out.Path, Input: out.Input, Error: p.Main.Entry}
	}
	for _, c := range []struct {
		tests  []*verdict.Trace
		taken5 int // outcomes of line 5
		line6  bool
		line9  bool
	}{
		{[]*verdict.Trace{trace(0)}, 1, false, false},
		{[]*verdict.Trace{trace(1)}, 1, true, false},
		{[]*verdict.Trace{trace(2)}, 1, false, true},
		{[]*verdict.Trace{trace(1), trace(2)}, 2, true, true},
	} {
		cov, err := gcov.Measure(context.Background(), replay.Program{IR: p, Files: []string{file}}, c.tests)
		if errors.Is(err, gcov.ErrNoTools) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := map[int]gcov.Line{}
		for pos, l := range cov.Lines {
			lines[pos.Line] = l
		}
		if l := lines[5]; l.Branches != 2 || l.Taken != c.taken5 || lines[6].Reached != c.line6 || lines[9].Reached != c.line9 {
			t.Errorf("%d tests: %v", len(c.tests), lines)
		}
	}
}
