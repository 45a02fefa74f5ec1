package dagger

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/abstract/fold"
	"craig/engine"
	"craig/evidence/certify"
	"craig/evidence/verdict"
	"craig/logic/smt"
	"craig/logic/term"
	"craig/program/alias"
	"craig/program/cfront"
	"craig/program/ir"
	"craig/program/pass"
)

const papers = "../../testdata/papers"

// load reads a program as an engine gets it.
func load(t testing.TB, file string) *ir.Program { return loadWith(t, cfront.Options{}, file) }

func loadWith(t testing.TB, opts cfront.Options, file string) *ir.Program {
	t.Helper()
	ctx := context.Background()
	p, err := cfront.Read(ctx, opts, file)
	if err == nil {
		err = alias.ResolveCalls(ctx, p, alias.Options{})
	}
	if err == nil {
		p, err = pass.Inline(p, pass.InlineOptions{})
	}
	if err == nil {
		err = alias.Regions(ctx, p, alias.Options{})
	}
	for range 2 {
		if err == nil {
			p, _ = pass.Slice(p, p.ErrorLocs())
			p, _ = pass.Simplify(p)
			p, _, err = fold.Fold(ctx, p)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func newSolver(st *term.Store) smt.Solver { return smt.New(st) }

// verify runs a configuration and certifies its answer.
func verify(t *testing.T, cfg Config, p *ir.Program, timeout time.Duration, event func(engine.Event)) *verdict.Result {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	res, err := New(cfg).Run(ctx, &engine.Task{Program: p, Goals: p.ErrorLocs(), NewSolver: newSolver, Event: event})
	if err != nil {
		t.Fatal(err)
	}
	switch res.Verdict {
	case verdict.True:
		// Folding has left out what its own facts say.
		if err := certify.Safe(context.Background(), p, res.Invariants, newSolver, 1); err != nil {
			t.Error(err)
		}
	case verdict.False:
		if _, err := certify.Unsafe(context.Background(), p, res.Trace); err != nil {
			t.Error(err)
		}
	}
	return res
}

func refinements(res *verdict.Result) int {
	for _, s := range res.Stats {
		if s.Name == "refinements" {
			return int(s.Value)
		}
	}
	return -1
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
	files, err := filepath.Glob(filepath.Join(papers, "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		base := filepath.Base(file)
		if strings.Contains(base, "-rec") {
			continue // recursion is the business of engine lazy
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := verdict.False
		if strings.HasPrefix(string(text), "// verdict: TRUE") {
			want = verdict.True
		}
		p := load(t, file)
		for name, cfg := range configs {
			t.Run(name+"/"+base, func(t *testing.T) {
				limit := 100 * time.Millisecond
				if name == "auto" || name == "DAGGER" || name == "primed" {
					limit = 2 * time.Minute // they take a second
				}
				res := verify(t, cfg, p, limit, nil)
				if res.Verdict == want {
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
			p := load(t, filepath.Join(papers, tt.file))
			widenings := 0
			res := verify(t, Config{Domain: Polyhedra}, p, time.Minute, func(e engine.Event) {
				if e.Kind == engine.Widen {
					widenings++
				}
			})
			if res.Verdict != verdict.True || refinements(res) != 1 || widenings == 0 {
				t.Fatalf("%v after %d refinements and %d widenings", res.Verdict, refinements(res), widenings)
			}
			for l, inv := range res.Invariants {
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
	p := load(t, filepath.Join(papers, "dagger-1.c"))
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	res, err := New(Config{Domain: Polyhedra, Widen: Join, NoCache: true}).Run(ctx, &engine.Task{Program: p, Goals: p.ErrorLocs(), NewSolver: newSolver,
		Event: func(e engine.Event) {
			if e.Kind == engine.Refine {
				if n++; n == 8 {
					cancel()
				}
			}
		}})
	cancel()
	if err != nil || res.Verdict != verdict.Unknown {
		t.Errorf("%v after %d refinements by the join, %v", res.Verdict, n, err)
	}
}
