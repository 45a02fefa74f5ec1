package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"craig/internal/cli/hint"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/conditions"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/export"
	"craig/internal/limit"
	"craig/internal/program/ir"
	"craig/internal/report"
	"craig/internal/resultfile"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/term"
)

// Exit statuses of commands that check: confirmed, rejected, undecided.
const (
	exitConfirmed = 0
	exitRejected  = 1
	exitUndecided = 2
)

func (a *app) certifyCommand() *cobra.Command {
	var timeout, cpuTimeout positiveDuration
	var memory byteSize
	var solver string
	var quantifiers bool
	var to, again string
	c := &cobra.Command{
		Use:   "certify RESULT.json ...",
		Short: "check a result again, without the engines",
		Long: `Certify reads a result file of craig verify --json and the C files that it names, and checks
the proof or the counterexample again. What the answer is about stands before it: the options that
are not the defaults, and what is assumed; of several results it stands below the line of each. The last line says then how many
were confirmed, rejected, undecided, or had nothing to check. What the native solver calls impossible is refuted
once more, and the refutation checked without a search; where that does not succeed the solver is believed, and the answer says so.
With --solver checked it is undecided then, and --solver unchecked leaves the refutations out. Exit status: 0 confirmed, 1 one rejected,
2 one undecided, 64 usage, 65 a file that is no result, or a C file that has changed, 70 a bug in craig, 74 a file that
cannot be read, 130 interrupted.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 && again == "" {
				return usagef("a result file is wanted: craig certify RESULT.json")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			newSolver, err := chooseSolver(solver)
			if err == nil && quantifiers {
				if newSolver, err = solvers.WithQuantifiers(solver); err != nil {
					err = usagef("--quantifiers with --solver %s: %v; --solver z3 or cvc5 has them", solver, err)
				}
			}
			if err != nil {
				return err
			}
			wall(c.Flags(), &timeout, cpuTimeout)
			if again != "" {
				if len(args) > 0 || to != "" || solver != "native" {
					return usagef("--conditions looks at one folder of --export, and asks no solver")
				}
				return a.conditions(again, a.limits(timeout, cpuTimeout, memory))
			}
			if to != "" {
				if len(args) > 1 || solver != "native" {
					return usagef("--export writes the conditions of one result, without --solver")
				}
				return a.certify(args[0], nil, to, a.limits(timeout, cpuTimeout, memory))
			}
			if len(args) > 1 {
				return a.certifyAll(args, newSolver, a.limits(timeout, cpuTimeout, memory))
			}
			return a.certify(args[0], newSolver, "", a.limits(timeout, cpuTimeout, memory))
		},
	}
	c.Flags().StringVar(&solver, "solver", "native", "who checks the conditions of a proof: `native|checked|unchecked|z3|cvc5|PATH`")
	c.Flags().StringVar(&to, "export", "", "write a proof to the folder `DIR`, for z3 and cvc5: docs/certificate.md")
	c.Flags().StringVar(&again, "conditions", "", "make the conditions in the folder `DIR` of --export again, and compare")
	c.Flags().BoolVar(&quantifiers, "quantifiers", false, "give the solver facts about all elements with their quantifiers instead of instances")
	c.Flags().Var(&timeout, "timeout", "end undecided after `DURATION`, such as 60s")
	c.Flags().Var(&cpuTimeout, "cpu-timeout", "end undecided after `DURATION` of processor time, of this process and those that it starts, such as 60s; without --timeout twenty times that may pass")
	c.Flags().Var(&memory, "memory", "end undecided beyond `SIZE`, such as 4GiB")
	return c
}

// certifyAll checks several results, each within the limits; the status is that of the worst.
func (a *app) certifyAll(names []string, newSolver func(*term.Store) smt.Solver, lim limits) error {
	out := a.out
	defer func() { a.out = out }()
	counts := map[string]int{}
	worst := exitConfirmed
	for _, name := range names {
		var text bytes.Buffer
		a.out = &text
		a.status = exitConfirmed
		err := a.certify(name, newSolver, "", lim)
		var nothing *nothingToCheck
		kind := map[int]string{exitConfirmed: "confirmed", exitRejected: "rejected", exitUndecided: "undecided"}[a.status]
		switch {
		case errors.As(err, &nothing):
			kind = "nothing to check"
			fmt.Fprintf(&text, "%s: %s\n", kind, nothing.line)
		case err != nil:
			return err
		case a.status == exitInterrupted || a.status == exitBug:
			return nil
		}
		lines := strings.Split(strings.TrimSpace(text.String()), "\n")
		last := lines[len(lines)-1]
		fmt.Fprintf(out, "%s: %s\n", name, last)
		for _, line := range lines[:len(lines)-1] {
			fmt.Fprintf(out, "    %s\n", line)
		}
		counts[kind]++
		if a.status == exitRejected || a.status == exitUndecided && worst == exitConfirmed {
			worst = a.status
		}
	}
	a.status = worst
	fmt.Fprintf(out, "%d confirmed, %d rejected, %d undecided, %d with nothing to check\n",
		counts["confirmed"], counts["rejected"], counts["undecided"], counts["nothing to check"])
	return nil
}

// nothingToCheck is the error of a result that is no proof and no counterexample.
type nothingToCheck struct{ line string }

func (e *nothingToCheck) Error() string {
	return fmt.Sprintf("the verdict is %s: there is nothing to check", e.line)
}

// certify checks the result of a file; with to, it writes the conditions of a proof to that folder.
func (a *app) certify(name string, newSolver func(*term.Store) smt.Solver, to string, lim limits) error {
	var doc *resultfile.Document
	var prog *ir.Program
	var believed run.Believed
	ends := false // it says beside its answer that executions end
	done := supervise(lim, func() {}, func(ctx context.Context) error {
		s, err := readStored(ctx, name)
		if err != nil {
			return err
		}
		if doc = s.doc; s.res == nil {
			return &formatError{file: name, err: &nothingToCheck{doc.Line()}}
		}
		prog = s.prog
		if to != "" {
			switch {
			case s.res.Verdict != verdict.True:
				return usagef("--export %s: %s is no proof", to, doc.Line())
			case s.too != nil:
				return usagef("--export %s: the result has two proofs, the second one that executions end; ask for each by itself", to)
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			switch there, err := os.ReadDir(to); {
			case err != nil && !errors.Is(err, fs.ErrNotExist):
				return err
			case len(there) > 0:
				return usagef("--export %s: the folder is not empty", to)
			}
			return export.Write(ctx, to, s.prog, s.res, text)
		}
		if believed, err = run.Certify(ctx, s.prog, s.res, newSolver, 0); err != nil || s.too == nil {
			return err
		}
		ends = true
		more, err := run.Certify(ctx, s.too.prog, s.too.res, newSolver, 0)
		if believed.Solver.Answers == 0 {
			believed.Solver.Why = more.Solver.Why
		}
		believed.Solver.Answers += more.Solver.Answers
		return err
	})
	var rejected *certify.Rejection
	var strayed *counterexample.NotReplayed
	var doubt *ir.Doubt
	err := done.value
	switch {
	case done.broken(a):
	case done.cause != nil:
		fmt.Fprintf(a.out, "undecided: %v\n", done.cause)
		a.status = exitUndecided
		if done.cause == limit.ErrInterrupted {
			a.status = exitInterrupted
		}
	case err == nil:
		if s := settings(doc.Options); len(s) > 0 {
			fmt.Fprintf(a.out, "with: %s\n", strings.Join(s, ", "))
		}
		notes := prog.Notes
		assumed := doc.Assumptions()
		if too, err := doc.Too(); err == nil && too != nil {
			assumed = append(assumed, too.Assumptions()...)
		}
		for _, n := range assumed { // those that Verify found out besides
			if !slices.Contains(notes, n) {
				notes = append(slices.Clip(notes), n)
			}
		}
		report.Assumptions(a.out, notes, hint.Drop)
		if doc.Verdict == verdict.True.String() && len(prog.ErrorLocs()) == 0 && !slices.Contains(doc.Options.Properties, counterexample.NonTermination) {
			fmt.Fprintln(a.out, report.NothingToReach)
		}
		by := ""
		if believed.Solver.Answers > 0 {
			fmt.Fprintf(a.out, "unchecked: %s\n", report.Unchecked(believed.Solver))
			by = ", by the unchecked solver"
		}
		if ends {
			by += ", and each execution ends"
		}
		if believed.Unfollowed.Steps > 0 {
			fmt.Fprintf(a.out, "unfollowed: %s\n", report.Unfollowed(believed.Unfollowed))
			by += ", by the fast executor"
		}
		fmt.Fprintf(a.out, "confirmed: %s%s\n", doc.Line(), by)
		a.status = exitConfirmed
	case errors.As(err, &rejected) && rejected.Undecided, errors.As(err, &doubt), errors.Is(err, conditions.ErrOpen):
		fmt.Fprintf(a.out, "undecided: %v\n", err)
		a.status = exitUndecided
	case errors.As(err, &rejected), errors.As(err, &strayed):
		fmt.Fprintf(a.out, "rejected: %v\n", err)
		a.status = exitRejected
	default:
		return err
	}
	return nil
}
