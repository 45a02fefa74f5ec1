package qe_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"craig/internal/logic/qe"
	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/term"
)

var statusLine = regexp.MustCompile(`\(set-info :status (sat|unsat)\)`)

// TestQuantifiedFiles reads the benchmark files with quantifiers, eliminates them, and compares
// z3's answer about what is left with the status of the file.
func TestQuantifiedFiles(t *testing.T) {
	dir := os.Getenv("CRAIG_BENCH")
	if dir == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "smt", "L[IR]A", "*.smt2"))
	tally := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		status := statusLine.FindSubmatch(text)
		if status == nil {
			continue
		}
		tally[solveFile(t, file, string(status[1]))]++
	}
	t.Log(tally)
}

func solveFile(t *testing.T, file, status string) string {
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	st := term.NewStore()
	solver, err := smtlib.NewExternal(st, "z3")
	if err != nil {
		t.Skip(err)
	}
	defer solver.Close()
	solver.StatusOnly = true
	r := smtlib.NewReader(st, in)
	r.Quantify = func(vars []term.Term, f term.Term) (term.Term, bool) { return qe.Exists(ctx, st, vars, f) }
	for {
		c, err := r.Next()
		if err == io.EOF {
			return "nothing asked"
		}
		if err != nil {
			return "not read"
		}
		switch c.Name {
		case "assert":
			solver.Assert(c.Terms[0])
		case "check-sat":
			ans := solver.Check(ctx)
			if ans.Status != smt.Unknown && ans.Status.String() != status {
				t.Errorf("%s: %v, want %s", file, ans.Status, status)
			}
			return ans.Status.String()
		}
	}
}
