package ufo

import (
	"context"
	"path/filepath"
	"testing"

	"craig/engine/enginetest"
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
