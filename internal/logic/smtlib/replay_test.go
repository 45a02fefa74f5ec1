package smtlib_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/logic/smtlib"
	"craig/logic/smt"
	"craig/logic/term"
)

// TestReplay runs the sessions under testdata/sessions, which went wrong once, and those of the
// file CRAIG_REPLAY (one script, or Markdown with scripts as TestDifferential writes it): every
// answer has evidence and agrees with z3.
func TestReplay(t *testing.T) {
	files, err := filepath.Glob("testdata/sessions/*.smt2")
	if err != nil {
		t.Fatal(err)
	}
	if name := os.Getenv("CRAIG_REPLAY"); name != "" {
		files = append(files, name)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		scripts := []string{string(text)}
		if strings.Contains(string(text), "```\n") {
			scripts = nil
			for i, part := range strings.Split(string(text), "```\n") {
				if i%2 == 1 {
					scripts = append(scripts, part)
				}
			}
		}
		for _, script := range scripts {
			t.Run(filepath.Base(file), func(t *testing.T) { replay(t, script) })
		}
	}
}

func replay(t *testing.T, script string) {
	st := term.NewStore()
	x, err := smtlib.NewExternal(st, "z3")
	if err != nil {
		t.Skip(err)
	}
	defer x.Close()
	x.StatusOnly = true
	r := smtlib.NewReader(st, strings.NewReader(script))
	ours := smt.New(st)
	levels := [][]term.Term{nil}
	for {
		c, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		top := len(levels) - 1
		switch c.Name {
		case "push":
			ours.Push()
			levels = append(levels, nil)
		case "pop":
			ours.Pop()
			levels = levels[:top]
		case "assert":
			ours.Assert(c.Terms[0])
			levels[top] = append(levels[top], c.Terms[0])
		case "check-sat", "check-sat-assuming":
			q := smtlib.Query{Assumptions: c.Terms}
			for _, l := range levels {
				q.Asserts = append(q.Asserts, l...)
			}
			start := time.Now()
			ans := ask(t, ours, smtlib.Query{Assumptions: c.Terms})
			theirs := ask(t, x, q)
			if time.Since(start) > limit/2 {
				t.Logf("line %d: %v", c.Line, time.Since(start))
			}
			switch {
			case strings.HasPrefix(ans.Reason, "panic") || strings.HasPrefix(ans.Reason, "incomplete"):
				t.Fatalf("line %d: %s", c.Line, ans.Reason)
			case ans.Status == smt.Unknown || theirs.Status == smt.Unknown:
				t.Logf("line %d: ours %v (%s), theirs %v (%s)", c.Line, ans.Status, ans.Reason, theirs.Status, theirs.Reason)
			case ans.Status != theirs.Status:
				t.Fatalf("line %d: ours %v, theirs %v", c.Line, ans.Status, theirs.Status)
			}
			if err := evidence(t, x, q, ans); err != nil {
				t.Fatalf("line %d: %v", c.Line, err)
			}
		}
	}
}
