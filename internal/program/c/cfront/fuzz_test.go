package cfront_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/program/c/cfront"
	"craig/internal/program/ir/ircheck"
	"craig/internal/testenv"
)

// FuzzRead reads anything as C: what comes back is a program that passes ircheck.Check, or an error
// with its position; never a panic.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "testdata", "*", "*.c"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	run, _ := filepath.Glob("testdata/run/*.c") // digraphs, attributes, builtins
	for i, name := range append(files, run...) {
		if i%4 != 0 && !testenv.Long() {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := filepath.Join(t.TempDir(), "f.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		p, err := cfront.Read(ctx, cfront.Options{Properties: []string{"unreach-call", "no-overflow"}}, file)
		if err != nil {
			var bad *cfront.Error
			var unsupported *cfront.Unsupported
			if !errors.As(err, &bad) && !errors.As(err, &unsupported) && ctx.Err() == nil {
				t.Errorf("an error of type %T: %v", err, err)
			}
			return
		}
		if err := ircheck.Check(p); err != nil {
			t.Errorf("ircheck.Check: %v", err)
		}
	})
}
