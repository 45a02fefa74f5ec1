package ufo

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
)

// BenchmarkExplore runs the programs of the paper, without the front end and the certifier; for
// instance -bench 'Explore/BP/kundu\.cil$' -cpuprofile F.
func BenchmarkExplore(b *testing.B) {
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		b.Skip("CRAIG_BENCH is not set")
	}
	files, err := filepath.Glob(filepath.Join(bench, "tasks", "ufo-*", "*.cil*.c"))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range configs {
		b.Run(c.name, func(b *testing.B) {
			for _, file := range files {
				b.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(b *testing.B) {
					p := enginetest.Reduced(b, asTasks, file)
					b.ResetTimer()
					for range b.N {
						ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
						u := newExploration(c.cfg, enginetest.Task(p, nil))
						start := time.Now()
						res := u.main(ctx)
						u.time = time.Since(start)
						cancel()
						b.Log(res.Verdict, res.Reason, res.Detail, u.stats())
					}
				})
			}
		})
	}
}
