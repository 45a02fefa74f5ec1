package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/evidence/difftest"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestPrintChallenge: what is printed of a refutation, and of an answer that stays open.
func TestPrintChallenge(t *testing.T) {
	refuted := &difftest.Outcome{
		Answer: difftest.Refuted, Reason: "the compiled program reaches the error", Reading: "craig's interpreter ends",
		Counts: difftest.Counts{Runs: 9, Ended: 5, Errors: 4, Blocks: 2}, AllBlocks: 3,
		Inputs:  []difftest.Value{{Name: "input", Pos: ir.Pos{File: "a.c", Line: 2, Col: 3}, Value: num.I(7), Text: "7"}},
		Lines:   []ir.Pos{{File: "a.c", Line: 2}, {File: "a.c", Line: 2}, {File: "a.c", Line: 5}},
		Harness: []byte("int input() { return 7; }\n"),
	}
	open := &difftest.Outcome{Reason: "there is no C compiler"}
	same := &difftest.Outcome{Answer: difftest.NotRefuted, Core: difftest.CoreRuns{Runs: 3, Points: 70}}
	apart := &difftest.Outcome{Answer: difftest.NotRefuted, Core: difftest.CoreRuns{Why: "cannot be printed: asm"}}
	differs := &difftest.Outcome{Reason: "what craig takes", Inputs: refuted.Inputs, Core: difftest.CoreRuns{Difference: "other values", Pos: ir.Pos{Line: 4}}}
	for _, c := range []struct {
		out    *difftest.Outcome
		status int
		want   []string
		file   bool
	}{
		{refuted, exitRejected, []string{"9 runs: 5 ended", "2 of 3 blocks", "a.c:2:3: input is 7\n", "lines, by first visit: 2 5\n", "craig's interpreter ends\nrejected: the compiled program reaches the error\n"}, true},
		{same, exitConfirmed, []string{"its core does the same in 3 runs, at 70 points\n"}, false},
		{apart, exitConfirmed, []string{"its core was not compared: cannot be printed: asm\n"}, false},
		{differs, exitUndecided, []string{"what craig takes C to mean differs at line 4: other values\n", "a.c:2:3: input is 7\n", "undecided: what"}, false},
		{open, exitUndecided, []string{"undecided: there is no C compiler\n"}, false},
	} {
		var out, errs bytes.Buffer
		a := &app{out: &out, err: &errs}
		file := filepath.Join(t.TempDir(), "harness.c")
		if err := a.printChallenge(c.out, file); err != nil {
			t.Fatal(err)
		}
		if a.status != c.status {
			t.Errorf("exit status %d, want %d", a.status, c.status)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("no %q in\n%s", want, out.String())
			}
		}
		if text, err := os.ReadFile(file); (err == nil) != c.file || c.file && !bytes.Equal(text, c.out.Harness) {
			t.Errorf("%v %s", err, text)
		}
		if c.file == strings.Contains(errs.String(), "no harness is written") {
			t.Error(errs.String())
		}
	}
}
