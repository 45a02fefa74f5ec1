// Package storetest has tests of stores of package bench, whatever they are made of.
package storetest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"craig/internal/bench"
)

// Kind is how stores are opened.
type Kind struct {
	Open, Read func(name string) (bench.Store, error)
}

// Begun is a store in a file, with a run. It is closed with the test.
func (k Kind) Begun(t *testing.T, file string) bench.Store {
	t.Helper()
	s, err := k.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.Begin(bench.Run{Began: time.Now(), Command: "craig bench --queue nats://secret@host"}); err != nil {
		t.Fatal(err)
	}
	return s
}

// Outcome is one of a task, as it is in its run.
func Outcome(i int) bench.Outcome {
	return bench.Outcome{Task: bench.Task{Set: "set", Name: fmt.Sprint(i)}, Column: "a", Verdict: "TRUE", Judgement: bench.Right, CPU: time.Second, Stats: []bench.Stat{{Name: "n", Value: float64(i)}}}
}

// Add adds it, with a result.
func Add(s bench.Store, i int) error {
	kept := Outcome(i)
	kept.Task, kept.Column = bench.Task{}, ""
	return s.Add(Key(i), i, kept, Outcome(i), []byte("a result"))
}

// Key is the key that Add gives it.
func Key(i int) string { return fmt.Sprintf("%064d", i) }

// Corrupt overwrites a store at every step-th byte in turn, as damage does: what is wrong is said as a *bench.StoreError or an error with the
// file's name, or all that is read is right; the file is not made shorter. It is how many of how many damages were noticed.
func (k Kind) Corrupt(t *testing.T, step int, damage func(text []byte)) (named, all int) {
	t.Helper()
	const n = 80
	file := filepath.Join(t.TempDir(), "store")
	s := k.Begun(t, file)
	for i := range n {
		if err := Add(s, i); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "store")
	for at := 0; at+step <= len(whole); at += step {
		all++
		text := slices.Clone(whole)
		damage(text[at:])
		if err := os.WriteFile(damaged, text, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := k.Open(damaged)
		if err == nil {
			var list []bench.Outcome
			if list, err = s.Outcomes(1); err == nil && len(list) != n {
				t.Errorf("byte %d: %d outcomes of %d, and no error", at, len(list), n)
			}
			s.Close()
		}
		if err != nil {
			named++
			if bad := (*bench.StoreError)(nil); errors.As(err, &bad) && bad.What() == "" {
				t.Errorf("byte %d: %v", at, err)
			}
		}
		if now, _ := os.ReadFile(damaged); err != nil && len(now) < len(text) {
			t.Errorf("byte %d: the damaged store was made shorter", at)
		}
		for _, more := range []string{"", "-wal", "-shm"} { // what a database has besides
			if err := os.Remove(damaged + more); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
	return named, all
}
