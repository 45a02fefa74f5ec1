package ufo

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/engine"
	"craig/internal/engine/enginetest"
)

// TestCounters: a run tells the counters of Table 2, and that the example of the paper takes two iterations.
func TestCounters(t *testing.T) {
	p := enginetest.Sliced(t, asTasks, filepath.Join(enginetest.Papers, "ufo-1.c"))
	res := enginetest.Run(context.Background(), t, New(Config{Post: True}), enginetest.Task(p, nil))
	got := map[string]float64{}
	for _, s := range res.Stats {
		got[s.Name] = s.Value
	}
	if got["ITER"] != 2 || got["ITIME"] <= 0 || got["PTIME"] <= 0 || got["TIME"] < got["ITIME"]+got["PTIME"] {
		t.Errorf("got %v", got)
	}
}

// TestDeterministic: two runs do the same.
func TestDeterministic(t *testing.T) {
	for _, file := range []string{"../../../examples/ring.c", "testdata/turns.c", filepath.Join(enginetest.Papers, "minimax-3d.c")} {
		p := enginetest.Reduced(t, asTasks, file)
		for _, c := range configs {
			events := func() string {
				var all strings.Builder
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				n := 0
				enginetest.Run(ctx, t, New(c.cfg), enginetest.Task(p, func(e engine.Event) {
					if n++; n > 500 {
						cancel()
						return
					}
					fmt.Fprintln(&all, e)
				}))
				return all.String()
			}
			first := events()
			for range 3 {
				if again := events(); again != first {
					t.Fatalf("%s by %s takes two courses", file, c.name)
				}
			}
		}
	}
}
