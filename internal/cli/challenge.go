package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"craig/internal/cover"
	"craig/internal/evidence/difftest"
)

// testShare is the part of a challenge's time in which craig test looks for inputs to begin with.
const testShare = 4

// challengeTrue runs the program of a TRUE on many inputs.
func challengeTrue(ctx context.Context, s *stored, timeout time.Duration) (*difftest.Outcome, error) {
	if len(s.doc.Options.Except) > 0 {
		return &difftest.Outcome{Answer: difftest.Undecided, Reason: "the verdict leaves out errors of some lines, which a compiled program does not"}, nil
	}
	if s.doc.Options.Foreign() {
		return &difftest.Outcome{Answer: difftest.Undecided, Reason: "this machine does not run programs for " + s.doc.Options.Target}, nil
	}
	if timeout == 0 {
		timeout = 10 * time.Second
	}
	prog := difftest.Program{IR: s.prog, Options: s.doc.Options, Sources: s.sources}
	if p, err := s.forms.Interprocedural(ctx); err == nil {
		prog.IR = p
	}
	began := time.Now()
	var seeds [][]difftest.Value
	if !s.doc.Options.Math && len(s.doc.Options.Interrupts.Handlers) == 0 {
		seeds = tests(ctx, s, timeout/testShare)
	}
	return difftest.Run(ctx, prog, seeds, difftest.Limits{Time: timeout - min(time.Since(began), timeout/testShare)})
}

// tests are the inputs of tests that reach branches of the program, as many as are found in time.
func tests(ctx context.Context, s *stored, d time.Duration) [][]difftest.Value {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	suite, err := cover.Cover(ctx, s.forms, cover.Options{})
	if err != nil {
		return nil
	}
	var list [][]difftest.Value
	for _, t := range suite.Tests {
		var values []difftest.Value
		for _, in := range t.Inputs {
			values = append(values, difftest.Value{Source: in.Source, Name: in.Name, Pos: in.Pos, Value: in.Value})
		}
		list = append(list, values)
	}
	return list
}

// maxShown bounds how many inputs and lines are printed.
const maxShown = 40

func (a *app) printChallenge(out *difftest.Outcome, harness string) error {
	a.status = map[difftest.Answer]int{difftest.NotRefuted: exitConfirmed, difftest.Refuted: exitRejected, difftest.Undecided: exitUndecided}[out.Answer]
	if n := out.Counts; n.Runs > 0 {
		text := fmt.Sprintf("%d runs: %d ended, %d came to a limit, %d to an assumption that does not hold, %d to undefined behaviour", n.Runs, n.Ended, n.Limited, n.Assumed, n.Undefined)
		if out.AllBlocks > 0 {
			text += fmt.Sprintf("; %d of %d blocks seen", n.Blocks, out.AllBlocks)
		}
		fmt.Fprintln(a.out, text)
	}
	if out.Outside != "" {
		fmt.Fprintf(a.out, "outside of the verdict, for example, %s\n", out.Outside)
	}
	switch core := out.Core; {
	case core.Difference != "" && core.Pos.Line > 0:
		fmt.Fprintf(a.out, "what craig takes C to mean differs at line %d: %s\n", core.Pos.Line, core.Difference)
	case core.Difference != "":
		fmt.Fprintf(a.out, "what craig takes C to mean differs: %s\n", core.Difference)
	case core.Why != "":
		fmt.Fprintf(a.out, "its core was not compared: %s\n", core.Why)
	case core.Runs > 0:
		fmt.Fprintf(a.out, "its core does the same in %d runs, at %d points\n", core.Runs, core.Points)
	}
	a.printRun(out)
	switch out.Answer {
	case difftest.NotRefuted:
		fmt.Fprintln(a.out, "not refuted: no run of the compiled program comes to the error, which proves nothing")
	case difftest.Undecided:
		fmt.Fprintf(a.out, "undecided: %s\n", out.Reason)
	case difftest.Refuted:
		fmt.Fprintln(a.out, out.Reading)
		fmt.Fprintf(a.out, "rejected: %s\n", out.Reason)
		if harness != "" {
			return a.writeOutput(harness, out.Harness)
		}
	}
	if harness != "" && out.Answer != difftest.Refuted {
		fmt.Fprintln(a.err, "craig: no harness is written: no execution reaches the error")
	}
	return nil
}

// printRun prints the inputs and the lines of a run that came to the error.
func (a *app) printRun(out *difftest.Outcome) {
	for i, v := range out.Inputs {
		if i == maxShown {
			fmt.Fprintf(a.out, "and %d more inputs\n", len(out.Inputs)-i)
			break
		}
		fmt.Fprintf(a.out, "%s: %s is %s\n", v.Pos, v.Name, v.Text)
	}
	var lines []string
	for _, l := range out.Lines {
		lines = append(lines, fmt.Sprint(l.Line))
	}
	lines = slices.Compact(lines)
	if len(lines) > maxShown {
		lines = append([]string{"..."}, lines[len(lines)-maxShown:]...)
	}
	if len(lines) > 0 {
		fmt.Fprintf(a.out, "lines, by first visit: %s\n", strings.Join(lines, " "))
	}
}
