package dagger

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
)

// TestEvents: the steps on Fig. 1 of the paper, without and with the boxed code, are those of testdata:
// widening loses x ≤ y, one refinement by an interpolant brings it back.
func TestEvents(t *testing.T) {
	for _, name := range []string{"dagger-1", "dagger-1-boxed"} {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			p := load(t, filepath.Join(enginetest.Papers, name+".c"))
			res := enginetest.Verify(t, New(Config{Domain: Polyhedra}), p, time.Minute, enginetest.Log(p, &got))
			if res.Verdict != verdict.True {
				t.Errorf("%v", res.Verdict)
			}
			enginetest.Golden(t, filepath.Join("testdata", name+".golden"), got.String())
		})
	}
}
