package tracer_test

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/engine/tracer"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// unproved are the programs of testdata/papers that a configuration unrolls without end, with
// the reason.
var unproved = map[string]string{
	// unbounded, Sec. 1: no single interpolant is inductive.
	"deepening/unbounded-1b.c":   "needs a disjunctive invariant",
	"deepening/minimax-2.c":      "needs a disjunctive invariant",
	"deepening/dagger-1.c":       "needs more than one interpolant",
	"deepening/dagger-1-boxed.c": "needs more than one interpolant",
	"deepening/lazy-loop1.c":     "needs more than one interpolant",
	// Subsets of the state's constraints hold fewer states than weakest preconditions.
	"core/dagger-1.c":                   "constraints of the state are too special",
	"core/dagger-1-boxed.c":             "constraints of the state are too special",
	"core/dagger-1-boxed-bug.c":         "constraints of the state are too special",
	"minimax core/dagger-1.c":           "constraints of the state are too special",
	"minimax core/dagger-1-boxed.c":     "constraints of the state are too special",
	"craig/dagger-1-boxed-bug.c":        "interpolants are too special",
	"minimax core/dagger-1-boxed-bug.c": "constraints of the state are too special",
}

// TestPapers runs the papers' figures, and their unsafe twins, in every configuration.
func TestPapers(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/papers/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	cfgs := map[string]tracer.Config{
		"selective": {}, "core": {Interpolants: tracer.Core}, "craig": {Interpolants: tracer.Craig},
		"minimax": {Loops: tracer.Minimax}, "minimax core": {Loops: tracer.Minimax, Interpolants: tracer.Core},
		"deepening": {Loops: tracer.Deepening},
	}
	i := -1
	for _, name := range slices.Sorted(maps.Keys(cfgs)) {
		cfg := cfgs[name]
		for _, file := range files {
			base := filepath.Base(file)
			i++
			t.Run(name+"/"+base, func(t *testing.T) {
				testenv.Sample(t, i, 4)
				l := load(t, cfront.Options{}, false, file)
				if strings.Contains(base, "-rec") { // an error, or where recursion was cut off
					want := enginetest.Wanted(t, file)
					if r := l.run(t, cfg, time.Second); r.Verdict == verdict.True || want == verdict.True && !enginetest.Undecided(r) {
						t.Errorf("%v", r.Verdict)
					}
					return
				}
				if reason := unproved[name+"/"+base]; reason != "" {
					if r := l.run(t, cfg, time.Second); r.Verdict != verdict.Unknown {
						t.Errorf("%v, but %s", r.Verdict, reason)
					}
					return
				}
				r := l.run(t, cfg, 10*time.Second)
				want := enginetest.Wanted(t, file)
				t.Log(r.Verdict, r.Reason, r.Detail, r.Stats)
				if r.Verdict != want {
					t.Errorf("%v, want %v", r.Verdict, want)
				}
			})
		}
	}
}
