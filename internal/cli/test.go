package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/cli/coverage"
	"craig/internal/cover"
	"craig/internal/criterion"
	"craig/internal/evidence/replay"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/report"
	"craig/internal/run"
)

// testOptions are the options of craig test.
type testOptions struct {
	c          cOptions
	goals      string
	coverage   coverage.Flags
	noLearning bool
	allowed
	solver   string
	suite    string
	harness  string
	csv      string
	plot     string
	lcov     string
	gcov     bool
	stats    bool
	progress string
}

func (a *app) testCommand() *cobra.Command {
	o := &testOptions{}
	c := &cobra.Command{
		Use:   "test FILE.c ...",
		Short: "make tests that reach every branch, or proofs that nothing can",
		Long: `Test makes tests for the C program in the files: for every goal the inputs of an execution that
reaches it, which the interpreter has run, or a proof that there is none, which the certifier has
checked. It follows the calls of functions without a body, such as __VERIFIER_nondet_int, whose
results are the inputs.

A suite of Test-Comp has places for what __VERIFIER_nondet_ functions return; a harness defines every
function without a body, sets external data and has what pointers of unknown origin point to. A test that needs more than its form can say is not
written, and the last lines say so. What an earlier run left in the folder is removed.

Exit status: 0 every goal is covered or unreachable, 2 some are open, 64 usage, 65 bad input,
70 a bug in craig, 74 a file that cannot be read or written, 130 interrupted.`,
		Example: "  craig test examples/lock.c\n  craig test --goals blocks --timeout 60s --suite test-suite main.c",
		RunE:    func(c *cobra.Command, args []string) error { return a.test(c, o, args) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.goals, "goals", "branches", "what tests should reach: `branches|blocks|lines|errors`")
	o.coverage.Add(f)
	f.StringVar(&o.suite, "suite", "", "write the tests to the folder `DIR`, as a Test-Comp suite")
	f.StringVar(&o.harness, "harness", "", "write the tests to the folder `DIR`, as C files to link with the program")
	o.c.flags(f)
	f.Var(&o.timeout, "timeout", "end with what there is after `DURATION`, such as 60s")
	f.Var(&o.cpuTimeout, "cpu-timeout", "end with what there is after `DURATION` of processor time, of this process and those that it starts, such as 60s; without --timeout twenty times that may pass")
	f.Var(&o.memory, "memory", "end beyond `SIZE`, such as 4GiB")
	f.StringVar(&o.solver, "solver", "native", "who answers queries (interpolation stays native): `native|checked|unchecked|z3|cvc5|PATH`")
	f.StringVar(&o.csv, "csv", "", "write how many goals were reached after how many backtracks to `FILE`")
	f.StringVar(&o.plot, "plot", "", "draw that as a picture, `FILE.svg`")
	f.StringVar(&o.lcov, "lcov", "", "write the lines, functions and outcomes of conditions that the tests reach to `FILE`, for genhtml and editors; - is standard output")
	f.BoolVar(&o.noLearning, "no-learning", false, "enumerate the paths instead, for comparison: without proofs")
	f.BoolVar(&o.gcov, "gcov", false, "compile the program, run the tests, and compare with what gcov counts")
	f.BoolVar(&o.stats, "stats", false, "print counters")
	f.StringVar(&o.progress, "progress", "auto", "how long work shows itself: `auto|plain|none`")
	return c
}

func (a *app) test(c *cobra.Command, o *testOptions, args []string) error {
	copts, files, unsupported, err := o.c.resolve(c, args)
	if err != nil {
		return err
	}
	if len(copts.Interrupts.Handlers) > 0 {
		return usagef("a test cannot say when an interrupt comes; leave --isr out")
	}
	if m := cfront.MachineOf(copts.Target); m.Int16 {
		return usagef("tests are written for machines whose int has 32 bits, not for %s", copts.Target)
	}
	if o.gcov && copts.Foreign() {
		return usagef("--gcov runs the program, and this machine does not run programs for %s", copts.Target)
	}
	if unsupported != "" {
		copts.Properties = nil // of the task; tests are for the goals
	}
	opts := cover.Options{Progress: new(run.Progress), NoLearning: o.noLearning}
	if opts.Goals, err = choose("goals", o.goals, map[string]cover.GoalKind{
		"branches": cover.Branches, "blocks": cover.Blocks, "lines": cover.Lines, "errors": cover.Errors,
	}); err != nil {
		return err
	}
	if kind, n, ok, err := o.coverage.Goals(c.Flags().Changed("goals")); err != nil {
		return usagef("%v", err)
	} else if ok {
		opts.Goals, opts.Branches = kind, n
	}
	if opts.NewSolver, err = chooseSolver(o.solver); err != nil {
		return err
	}
	line, err := a.newProgressLine(o.progress, opts.Progress)
	if err != nil {
		return err
	}
	var reached, goals atomic.Int64
	opts.Found = func(r, n int) { reached.Store(int64(r)); goals.Store(int64(n)) }
	line.more = func() string {
		if goals.Load() == 0 {
			return ""
		}
		return fmt.Sprintf("  %d of %d goals", reached.Load(), goals.Load())
	}
	for _, file := range files {
		if err := readable(file); err != nil {
			return err
		}
	}
	if err := distinct(files, named{"csv", o.csv}, named{"plot", o.plot}, named{"lcov", o.lcov}, named{"json", o.coverage.JSON}, named{"html", o.coverage.HTML}); err != nil {
		return err
	}
	folders := report.SuiteFolders{Suite: o.suite, Harness: o.harness, Advice: "; --harness DIR has one"}
	if err := folders.Prepare(); err != nil {
		if other := (*report.ForeignSuite)(nil); errors.As(err, &other) {
			return usagef("--suite %s: the folder has a test suite of %s; name another one", other.Dir, other.Producer)
		}
		return err
	}
	outs, err := openOutputs(a.out, o.csv, o.plot, o.lcov, o.coverage.JSON, o.coverage.HTML)
	if err != nil {
		return err
	}
	defer outs.discard()
	csv, plot, lcov, json, html := outs[0], outs[1], outs[2], outs[3], outs[4]

	type answer struct {
		suite *cover.Suite
		err   error
	}
	wall(c.Flags(), &o.timeout, o.cpuTimeout)
	done := supervise(a.limits(o.timeout, o.cpuTimeout, o.memory), line.tick, func(ctx context.Context) answer {
		s, err := cover.Cover(ctx, prepare.New(copts, nil, files...), opts)
		return answer{s, err}
	})
	line.clear()
	switch {
	case done.broken(a):
		return nil
	case !done.ended:
		fmt.Fprintf(a.out, "Open because of time: the work did not end (%s)\n", opts.Progress.Phase())
		a.status = exitUnknown
		return nil
	case done.value.err != nil:
		if many := (*cover.TooManyPaths)(nil); errors.As(done.value.err, &many) {
			return usagef("--coverage %s: %v", o.coverage.Criterion, many)
		}
		return done.value.err
	}
	s := done.value.suite
	about := report.SuiteRun{Source: s.Sources[0], Entry: o.c.entry, Bits: 64, Version: strings.TrimSpace(versionText()), Goals: opts.Goals, Created: time.Now()}
	if copts.ILP32 {
		about.Bits = 32
	}
	unwritten, err := folders.Write(s, replay.Program{IR: s.Program, Options: copts, Sources: s.Sources}, about)
	err = errors.Join(err, // what cannot be written does not keep the rest from people
		csv.write(func(w io.Writer) error { return report.WriteSeries(w, s) }),
		plot.write(func(w io.Writer) error {
			return report.WritePlot(w, filepath.Base(files[0]), len(s.Goals), report.Curve{Points: s.Series})
		}),
		lcov.write(func(w io.Writer) error { return report.WriteLCOV(w, s) }),
		json.write(func(w io.Writer) error { return criterion.Of(s, opts.Goals).WriteJSON(w) }),
		html.write(func(w io.Writer) error {
			return criterion.Of(s, opts.Goals).WriteHTML(w, filepath.Base(files[0]), about.Version)
		}),
	)
	text := a.out
	if lcov.stdout || json.stdout || html.stdout {
		text = a.err
	}
	o.coverage.Text(text, s, opts.Goals, o.stats)
	for _, line := range unwritten {
		fmt.Fprintln(text, line)
	}
	if err != nil {
		return err
	}
	if o.gcov {
		coverage.Confirm(a.out, copts, opts.Goals, s)
	}
	switch {
	case done.cause == limit.ErrInterrupted:
		a.status = exitInterrupted
	case s.Bug != nil:
		a.bug(fmt.Sprintf("the engine %s claims that goals are unreachable, and the certifier says: %v", s.Bug.Engine, s.Bug.Err), nil)
		a.status = exitBug
	case s.Count(cover.Open) > 0 || s.Reason != "":
		a.status = exitUnknown
	}
	return nil
}
