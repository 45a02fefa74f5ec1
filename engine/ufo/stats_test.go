package ufo

import (
	"context"
	"path/filepath"
	"testing"
)

// TestCounters: a run tells the counters of Table 2, and that the example of the paper takes two iterations.
func TestCounters(t *testing.T) {
	res, err := New(Config{Post: True}).Run(context.Background(), task(load(t, filepath.Join(papers, "ufo-1.c"), false), nil))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, s := range res.Stats {
		got[s.Name] = s.Value
	}
	if got["ITER"] != 2 || got["ITIME"] <= 0 || got["PTIME"] <= 0 || got["TIME"] < got["ITIME"]+got["PTIME"] {
		t.Errorf("got %v", got)
	}
}
