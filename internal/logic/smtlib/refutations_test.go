package smtlib_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/logic/proof"
	"craig/internal/logic/proof/falsify"
	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/term"
)

// TestRefutations refutes the scripts of the benchmarks' folder smt/ that are unsatisfiable, each within
// a second, and has the refutations checked. CRAIG_SMT_LOGIC is a folder in it.
func TestRefutations(t *testing.T) {
	logic, bench := os.Getenv("CRAIG_SMT_LOGIC"), os.Getenv("CRAIG_BENCH")
	if logic == "" || bench == "" {
		t.Skip("CRAIG_SMT_LOGIC and CRAIG_BENCH are not set")
	}
	var files []string
	err := filepath.WalkDir(filepath.Join(bench, "smt", logic), func(path string, d os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".smt2") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	tally := map[string]int{}
	steps := map[proof.Rule]int{}
	for _, file := range files {
		st := term.NewStore()
		fs, err := assertions(st, file)
		if err != nil {
			tally["not read"]++
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		ans, r := smt.Refute(ctx, st, fs...)
		cancel()
		if ans.Status != smt.Unsat {
			tally[ans.Status.String()]++
			continue
		}
		err = falsify.Check(r)
		switch {
		case errors.Is(err, proof.ErrTooHard):
			tally["too hard to check"]++
			t.Logf("%s: %v", file, err)
		case err != nil:
			t.Errorf("%s: %v", file, err)
		default:
			tally["replayed"]++
			for rule, n := range r.(*proof.Refutation).Counts() {
				steps[rule] += n
			}
		}
	}
	t.Log(tally, steps)
}

// assertions are those before the first check of a script.
func assertions(st *term.Store, file string) ([]term.Term, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := smtlib.NewReader(st, f)
	var fs []term.Term
	for {
		c, err := r.Next()
		switch {
		case err == io.EOF:
			return fs, nil
		case err != nil:
			return nil, err
		case c.Name == "assert":
			fs = append(fs, c.Terms...)
		case c.Name == "check-sat":
			return fs, nil
		}
	}
}
