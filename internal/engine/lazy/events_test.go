package lazy_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/engine/lazy"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestEvents: the steps on the fragments of [McMillan 2010], Fig. 1, are those of testdata.
func TestEvents(t *testing.T) {
	for _, name := range []string{"simple", "diamond", "loop1", "call1", "rec1"} {
		t.Run(name, func(t *testing.T) {
			var got strings.Builder
			p := enginetest.Calls(t, cfront.Options{}, filepath.Join(enginetest.Papers, "lazy-"+name+".c"))
			res := enginetest.Verify(t, lazy.New(lazy.Config{}), p, time.Minute, enginetest.Log(p, &got))
			if res.Verdict != verdict.True {
				t.Errorf("%v", res.Verdict)
			}
			enginetest.Golden(t, filepath.Join("testdata", name+".golden"), got.String())
		})
	}
}
