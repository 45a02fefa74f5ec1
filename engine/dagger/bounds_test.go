package dagger

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/evidence/verdict"
	"craig/program/cfront"
)

// TestBounds: array bounds, from how the front end writes them down.
func TestBounds(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "bounds-*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := verdict.False
			if strings.HasPrefix(string(text), "// verdict: TRUE") {
				want = verdict.True
			}
			p := loadWith(t, cfront.Options{Properties: []string{"bounds"}}, file)
			if res := verify(t, Config{}, p, 2*time.Minute, nil); res.Verdict != want {
				t.Errorf("%v: %s", res.Verdict, res.Detail)
			}
		})
	}
}
