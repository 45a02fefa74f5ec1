package tracer_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/engine/tracer"
	"craig/internal/program/c/cfront"
)

// BenchmarkTcas is the engine alone on tcas-1a, with unbounded integers as the papers have them.
func BenchmarkTcas(b *testing.B) { benchmark(b, "tracer-tcas/tcas-1a.c", true) }

// BenchmarkClnt is a program that needs restarts.
func BenchmarkClnt(b *testing.B) { benchmark(b, "tracer-ssh/ssh_clnt.1.c", false) }

func benchmark(b *testing.B, file string, inputs bool) {
	root := os.Getenv("CRAIG_BENCH")
	if root == "" {
		b.Skip("CRAIG_BENCH is not set")
	}
	l := load(b, cfront.Options{ILP32: true, Math: inputs}, inputs, filepath.Join(root, "tasks", file))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tracer.New(tracer.Config{}).Run(context.Background(), enginetest.Task(l.small, nil)); err != nil {
			b.Fatal(err)
		}
	}
}
