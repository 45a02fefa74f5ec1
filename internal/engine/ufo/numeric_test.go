package ufo

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/abstract/arg"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
)

// TestNumeric: the graph is complete and well-labelled after every expansion also where a numeric
// domain adds to the labels; and what a domain can say needs no refinement. shares is open for the
// posts by predicates (TestPrograms).
func TestNumeric(t *testing.T) {
	for _, c := range []struct {
		name       string
		post       Post
		expansions int // 0: more than one
	}{
		{"capped", Interval, 1},
		{"capped", Octagon, 1},
		{"capped", Polyhedra, 0},
		{"behind", Octagon, 1},
		{"behind", Polyhedra, 1},
		{"shares", Polyhedra, 1},
		{"ends", Interval, 0},
		{"fill", Octagon, 0},
		{"copy", Polyhedra, 0},
	} {
		p := enginetest.Sliced(t, asTasks, filepath.Join("testdata", c.name+".c"))
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		u := newExploration(Config{Post: c.post}, enginetest.Task(p, nil))
		u.expanded = func() {
			if err := arg.WellLabelled(ctx, u.arg(), enginetest.NewSolver); err != nil {
				t.Fatalf("%s: %d after %d expansions: %v", c.name, c.post, u.round, err)
			}
		}
		res := u.main(ctx)
		cancel()
		if res.Verdict != verdict.True || c.expansions > 0 && u.round != c.expansions || c.expansions == 0 && u.round == 1 {
			t.Errorf("%s: %d: %v %s after %d expansions", c.name, c.post, res.Verdict, res.Detail, u.round)
		}
		if err := arg.Check(context.Background(), u.arg(), enginetest.NewSolver); err != nil {
			t.Errorf("%s: %d: %v", c.name, c.post, err)
		}
	}
}
