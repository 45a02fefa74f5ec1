package explicit_test

import (
	"context"
	"os"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/engine/explicit"
	"craig/internal/engine/explicit/eca"
)

// BenchmarkSearch visits the states of a random program, or of the file that ECA names.
func BenchmarkSearch(b *testing.B) {
	text := eca.Program(eca.Options{Seed: 13, Variables: 9, Values: 5, Inputs: 6, Rules: 400, Errors: 20, Wide: 1, Guards: 2})
	if name := os.Getenv("ECA"); name != "" {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		text = string(data)
	}
	p := enginetest.Load(b, text)
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
