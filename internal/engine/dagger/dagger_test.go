package dagger

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// load reads a program as the engine gets it.
func load(t testing.TB, file string) *ir.Program {
	t.Helper()
	return enginetest.Reduced(t, cfront.Options{}, file)
}

var configs = map[string]Config{
	"auto":    {},
	"DAGGER":  {Domain: Polyhedra},
	"TREE+W":  {Domain: Polyhedra, Explore: Tree, Widen: Join, NoCache: true},
	"TREE+WI": {Domain: Polyhedra, Explore: Tree, NoCache: true},
	"DAG+W":   {Domain: Polyhedra, Widen: Join, NoCache: true},
	"DAG+WI":  {Domain: Polyhedra, NoCache: true},
	"parma":   {Domain: Polyhedra, Parma: true},
	"primed":  {Domain: Polyhedra, Strengthen: true},
	"octagon": {Domain: Octagon},
	"box":     {Domain: Interval},
}

// TestPapers: every program of the papers in every configuration. A verdict is the right one;
// those of auto, DAGGER and primed have one.
func TestPapers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(enginetest.Papers, "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for i, file := range files {
		base := filepath.Base(file)
		want, recursive := enginetest.Wanted(t, file), time.Hour
		if strings.Contains(base, "-rec") { // an error, or where recursion was cut off
			recursive = 99 * time.Millisecond
		}
		p := load(t, file)
		for name, cfg := range configs {
			t.Run(name+"/"+base, func(t *testing.T) {
				testenv.Sample(t, i, 3)
				limit := 100 * time.Millisecond
				if name == "auto" || name == "DAGGER" || name == "primed" {
					limit = 2 * time.Minute // they take a second
				}
				res := enginetest.Verify(t, New(cfg), p, min(limit, recursive), nil)
				if res.Verdict == want || recursive < limit && enginetest.Undecided(res) {
					return
				}
				if res.Verdict != verdict.Unknown || limit > time.Second {
					t.Errorf("%v: %s", res.Verdict, res.Detail)
				}
			})
		}
	}
}

// TestFigure1: x ≤ y ≤ 100x needs a widening for y ≤ 100x and an interpolant for x ≤ y (ours
// leaves one more: x ≤ y + 1); with the boxed code also z = 10w, which widening finds.
func TestFigure1(t *testing.T) {
	for _, tt := range []struct {
		file string
		want []string
	}{
		{"dagger-1.c", []string{"main::y <= 100*main::x", "main::x <= main::y + 1"}},
		{"dagger-1-boxed.c", []string{"main::y <= 100*main::x", "main::x <= main::y + 1", "main::z == 10*main::w"}},
	} {
		t.Run(tt.file, func(t *testing.T) {
			p := load(t, filepath.Join(enginetest.Papers, tt.file))
			widenings := 0
			res := enginetest.Verify(t, New(Config{Domain: Polyhedra}), p, time.Minute, func(e engine.Event) {
				if e.Kind == engine.Widen {
					widenings++
				}
			})
			if res.Verdict != verdict.True || enginetest.Count(res, "refinements") != 1 || widenings == 0 {
				t.Fatalf("%v after %d refinements and %d widenings", res.Verdict, enginetest.Count(res, "refinements"), widenings)
			}
			for l, inv := range res.Proof.(verdict.Invariants) {
				if l == p.Main.Entry {
					continue
				}
				for _, w := range tt.want {
					if !strings.Contains(inv.String(), w) {
						t.Errorf("%s is not in %v", w, inv)
					}
				}
			}
		})
	}
	// Without interpolants the widening is refined again and again.
	p := load(t, filepath.Join(enginetest.Papers, "dagger-1.c"))
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	res := enginetest.Run(ctx, t, New(Config{Domain: Polyhedra, Widen: Join, NoCache: true}), enginetest.Task(p, func(e engine.Event) {
		if e.Kind == engine.Refine {
			if n++; n == 8 {
				cancel()
			}
		}
	}))
	cancel()
	if res.Verdict != verdict.Unknown {
		t.Errorf("%v after %d refinements by the join", res.Verdict, n)
	}
}
