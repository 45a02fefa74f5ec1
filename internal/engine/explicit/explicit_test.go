package explicit_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/engine/explicit"
	"craig/internal/engine/explicit/eca"
	"craig/internal/program/c/cfront"
)

// BenchmarkSearch visits the states of a random program, or of the file that ECA names.
func BenchmarkSearch(b *testing.B) {
	file := os.Getenv("ECA")
	if file == "" {
		file = filepath.Join(b.TempDir(), "eca.c")
		text := eca.Program(eca.Options{Seed: 13, Variables: 9, Values: 5, Inputs: 6, Rules: 400, Errors: 20, Wide: 1, Guards: 2})
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	p := enginetest.Reduced(b, cfront.Options{}, file)
	for b.Loop() {
		s, why := explicit.NewSearch(explicit.Config{}, p)
		if s == nil {
			b.Fatal(why)
		}
		res := s.Run(context.Background(), nil)
		for _, st := range res.Stats {
			b.ReportMetric(st.Value, st.Name)
		}
	}
}
