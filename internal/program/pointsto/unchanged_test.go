package pointsto_test

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/pointsto"
)

// TestUnchanged: the analysis, and taking memory apart, change nothing of the program.
func TestUnchanged(t *testing.T) {
	files, err := filepath.Glob("../../../examples/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Read(t.Context(), cfront.Options{Properties: []string{"valid-deref"}}, file)
		if err != nil {
			continue // what it has is not supported
		}
		before := p.String()
		a, err := pointsto.Analyse(t.Context(), p, pointsto.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Split(); p.String() != before {
			t.Errorf("%s is changed:\n%s", file, text)
		}
	}
}
