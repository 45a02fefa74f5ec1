package dagger

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestBounds: array bounds, from how the front end writes them down.
func TestBounds(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "bounds-*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if strings.HasPrefix(filepath.Base(file), "bounds-merge") { // it takes longer than all others
				testenv.NeedsLong(t)
			}
			want := enginetest.Wanted(t, file)
			p := enginetest.Reduced(t, cfront.Options{Properties: []string{"bounds"}}, file)
			if res := enginetest.Verify(t, New(Config{}), p, 2*time.Minute, nil); res.Verdict != want {
				t.Errorf("%v: %s", res.Verdict, res.Detail)
			}
		})
	}
}
