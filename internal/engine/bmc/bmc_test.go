package bmc_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/bmc"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// TestPapers: the programs of the papers and their twins. Errors are found and followed by the
// interpreter; what has no error is proved if it has no loop, and is Unknown at the bound otherwise.
func TestPapers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(enginetest.Papers, "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			p := enginetest.Reduced(t, cfront.Options{}, file)
			res := enginetest.Verify(t, bmc.New(bmc.Config{Unwind: 25}), p, time.Minute, nil)
			switch want := enginetest.Wanted(t, file); {
			case res.Verdict == verdict.True && want == verdict.True:
			case res.Verdict == verdict.Unknown && (want == verdict.True || strings.HasPrefix(filepath.Base(file), "dagger")):
				if res.Reason != verdict.Bound {
					t.Errorf("%v: %s", res.Reason, res.Detail)
				}
			case res.Verdict == verdict.False && (want == verdict.False || res.Trace.Goal.IsLimit()):
			default:
				t.Errorf("%v, want %v", res.Verdict, want)
			}
		})
	}
}

func read(t *testing.T, text string) *ir.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	text = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n" + text
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return enginetest.Inlined(t, cfront.Options{}, file)
}

const counts = `int main(void) {
	int n = 0;
	while (__VERIFIER_nondet_int()) n++;
	if (n == 5) reach_error();
	return 0;
}
`

// TestShortest: the error after five iterations is found at a bound of five, not at four, and with no
// more than five retreating edges.
func TestShortest(t *testing.T) {
	p := read(t, counts)
	deepest := 0
	res := enginetest.Verify(t, bmc.New(bmc.Config{Unwind: 5}), p, time.Minute, func(e engine.Event) {
		if e.Kind == engine.Unwind {
			deepest = e.Node
		}
	})
	if res.Verdict != verdict.False || deepest != 5 {
		t.Errorf("%v at depth %d", res.Verdict, deepest)
	}
	rounds := 0
	for _, id := range res.Trace.Path {
		if p.Locs[p.Edges[id].To].Loop {
			rounds++
		}
	}
	if rounds != 6 { // it comes to the head once more than it goes around
		t.Errorf("the execution comes to the loop %d times", rounds)
	}
	if res = enginetest.Verify(t, bmc.New(bmc.Config{Unwind: 4}), p, time.Minute, nil); res.Verdict != verdict.Unknown || res.Reason != verdict.Bound {
		t.Errorf("with a bound of four: %v %s", res.Verdict, res.Reason)
	}
	p = read(t, `int main(void) {
	while (__VERIFIER_nondet_int()) {
		int x = __VERIFIER_nondet_int();
		if (x > 3 && x < 3) reach_error();
	}
	return 0;
}
`)
	if res = enginetest.Verify(t, bmc.New(bmc.Config{Queries: 3}), p, time.Minute, nil); res.Verdict != verdict.Unknown || enginetest.Count(res, "queries") != 3 {
		t.Errorf("with three queries: %v after %d", res.Verdict, enginetest.Count(res, "queries"))
	}
}

// TestProofs: only a program without loops is proved by unwinding it; that all executions of a loop are
// short gives no invariant.
func TestProofs(t *testing.T) {
	straight := read(t, `int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3 && x < 3) reach_error(); return 0; }`)
	if res := enginetest.Verify(t, bmc.New(bmc.Config{}), straight, time.Minute, nil); res.Verdict != verdict.True {
		t.Errorf("without a loop: %v %s", res.Verdict, res.Detail)
	}
	short := read(t, `int main(void) { for (int i = 0; i < 3; i++) if (i == 3) reach_error(); return 0; }`)
	if res := enginetest.Verify(t, bmc.New(bmc.Config{}), short, time.Minute, nil); res.Verdict != verdict.Unknown || res.Reason != verdict.Bound {
		t.Errorf("with a short loop: %v %s", res.Verdict, res.Detail)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if res := enginetest.Run(ctx, t, bmc.New(bmc.Config{}), enginetest.Task(straight, nil)); res.Verdict != verdict.Unknown {
		t.Errorf("with no time: %v", res.Verdict)
	}
}
