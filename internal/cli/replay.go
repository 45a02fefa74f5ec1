package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/check"
	"craig/internal/evidence/difftest"
	"craig/internal/evidence/gcov"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/run"
)

func (a *app) replayCommand() *cobra.Command {
	var timeout positiveDuration
	var harness string
	c := &cobra.Command{
		Use:   "replay RESULT.json",
		Short: "compile and run: a counterexample, or many inputs against a proof",
		Long: `Replay reads a result file of craig verify --json and has the compiled program's opinion.

FALSE: it runs the execution in the interpreter; then, if there is a C compiler ($CC, cc, gcc or
clang), it compiles a copy of the program in which unknown values come from the result, with the
address and the undefined-behaviour sanitizer where available, runs it with limits in a folder of
its own, and watches it reach the error.

TRUE: it compiles the program, with the sanitizers, and runs it on many inputs: those of tests that
reach branches, boundary values, constants of the program, random ones. A run that reaches the error,
without undefined behaviour and within the assumptions of the verdict, refutes it, and is
printed. That there is none proves nothing.

The program is really run: with whatever it does to files, processes and the network. Exit status:
0 confirmed or not refuted, 1 rejected, 2 undecided.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("one result file is wanted: craig replay RESULT.json")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := distinct(args, named{"harness", harness}); err != nil {
				return err
			}
			return a.replay(args[0], harness, time.Duration(timeout))
		},
	}
	c.Flags().Var(&timeout, "timeout", "end the compiled program, or the search, after `DURATION` (default 10s)")
	c.Flags().StringVar(&harness, "harness", "", "write the C functions that give the inputs to `FILE.c`; - is standard output. A counterexample is not run then")
	return c
}

// stored is what a result file speaks of: the document, its program and its evidence.
type stored struct {
	doc     *resultfile.Document
	forms   *prepare.Program
	sources []cfront.Source
	prog    *ir.Program
	res     *verdict.Result
	too     *stored // that executions end, if the result says so beside its own answer
}

// readStored reads a result file, and the C files that it names. There is no program and no evidence
// if the verdict is UNKNOWN.
func readStored(ctx context.Context, name string) (*stored, error) {
	return readListing(ctx, name, false)
}

// readListing is readStored, with a list of what the program lacks if that is wanted.
func readListing(ctx context.Context, name string, missing bool) (*stored, error) {
	f := os.Stdin
	if name != "-" {
		err := readable(name)
		if err == nil {
			f, err = os.Open(name)
		}
		if err != nil {
			return nil, err
		}
		defer f.Close()
	}
	doc, err := resultfile.Read(f)
	if err != nil {
		return nil, &formatError{file: name, err: err}
	}
	too, err := doc.Too()
	if err != nil {
		return nil, &formatError{file: name, err: err}
	}
	s, err := readDocument(ctx, name, doc, missing)
	if err == nil && too != nil {
		s.too, err = readDocument(ctx, name, too, missing)
	}
	return s, err
}

// readDocument reads the C files that a document names, which is in the file name.
func readDocument(ctx context.Context, name string, doc *resultfile.Document, missing bool) (*stored, error) {
	s := &stored{doc: doc}
	s.doc.Options.Missing = s.doc.Options.Missing || missing
	p := prepare.New(s.doc.Options, nil, s.doc.Names()...)
	s.forms = p
	var err error
	if s.sources, err = p.Sources(); err != nil {
		return nil, err
	}
	if changed := s.doc.Changed(s.sources); len(changed) > 0 {
		return nil, &formatError{file: name, err: fmt.Errorf("%s has changed since; run craig verify again", changed[0])}
	}
	if s.doc.Verdict == verdict.Unknown.String() {
		return s, nil
	}
	of := verdict.True
	if s.doc.Verdict == verdict.False.String() {
		of = verdict.False
	}
	if s.prog, err = run.Load(ctx, p, of, run.Form{Calls: s.doc.Calls, Grows: s.doc.Grows, Results: s.doc.Results}); err != nil {
		return nil, err
	}
	if s.res, err = s.doc.Result(s.prog); err != nil {
		return nil, &formatError{file: name, err: err}
	}
	return s, nil
}

func (a *app) replay(name, harness string, timeout time.Duration) error {
	type answer struct {
		out       replay.Outcome
		parting   string            // where an execution that is rejected leaves the counterexample
		challenge *difftest.Outcome // of TRUE
		err       error
	}
	var wrong error // what the interpreter says
	done := supervise(limits{}, func() {}, func(ctx context.Context) answer {
		s, err := readListing(ctx, name, harness != "")
		if err != nil {
			return answer{err: err}
		}
		switch s.doc.Verdict {
		case verdict.False.String():
		case verdict.True.String():
			out, err := challengeTrue(ctx, s, timeout)
			return answer{challenge: out, err: err}
		default:
			return answer{err: &formatError{file: name, err: fmt.Errorf("the verdict is %s: there is nothing to run", s.doc.Line())}}
		}
		if s.res.Trace.Forever != nil && harness != "" {
			return answer{err: &formatError{file: name, err: errors.New("a harness of an execution without an end; craig replay without --harness runs some rounds of it")}}
		}
		if _, wrong = run.Certify(ctx, s.prog, s.res, nil, 0); wrong != nil {
			return answer{}
		}
		prog := replay.Program{IR: s.prog, Options: s.doc.Options, Sources: s.sources}
		if harness != "" {
			return answer{err: a.writeHarness(harness, prog, s.res.Trace)}
		}
		trace := s.res.Trace
		if trace.Forever != nil {
			trace = run.Rounds(ctx, s.prog, trace)
		}
		out, err := replay.Run(ctx, prog, trace, replay.Limits{Time: timeout})
		a := answer{out: out, err: err}
		if out.Answer == replay.Rejected {
			a.parting = parting(ctx, prog, s.res.Trace)
		}
		return a
	})
	switch {
	case done.broken(a):
	case done.cause != nil:
		fmt.Fprintf(a.out, "undecided: %v\n", done.cause)
		a.status = exitInterrupted
	case done.value.err != nil:
		return done.value.err
	case done.value.challenge != nil:
		return a.printChallenge(done.value.challenge, harness)
	case wrong != nil:
		fmt.Fprintf(a.out, "rejected: %v\n", wrong)
		a.status = exitRejected
	case harness == "":
		a.printReplay(done.value.out, done.value.parting)
	}
	return nil
}

// parting says where the compiled program leaves a counterexample, if gcov can tell.
func parting(ctx context.Context, prog replay.Program, t *verdict.Trace) string {
	cov, err := gcov.Measure(ctx, prog, []*verdict.Trace{t})
	if err != nil {
		return ""
	}
	last, next, ok := cov.Parting(prog.IR, t)
	switch {
	case !ok:
		return ""
	case last.Line == 0:
		return fmt.Sprintf("it does not come to line %d", next.Line)
	}
	return fmt.Sprintf("it follows the counterexample as far as line %d, and does not come to line %d", last.Line, next.Line)
}

func (a *app) printReplay(out replay.Outcome, parting string) {
	fmt.Fprintln(a.out, "the interpreter reaches the error")
	for _, p := range out.Problems {
		fmt.Fprintln(a.out, p)
	}
	if parting != "" {
		fmt.Fprintf(a.out, "compiled, %s\n", parting)
	}
	switch {
	case out.Compiler == "":
		fmt.Fprintf(a.out, "confirmed: %s, %s\n", check.InterpreterAlone, out.Reason)
	default:
		fmt.Fprintf(a.out, "%s: %s\n", out.Answer, out.Reason)
		a.status = map[replay.Answer]int{replay.Confirmed: exitConfirmed, replay.Rejected: exitRejected, replay.Undecided: exitUndecided}[out.Answer]
	}
}

// writeHarness writes the harness of a trace to a file; what it cannot give is said on standard
// error.
func (a *app) writeHarness(file string, prog replay.Program, t *verdict.Trace) error {
	text, problems := replay.Harness(prog, t)
	for _, p := range problems {
		fmt.Fprintln(a.err, p)
	}
	return a.writeOutput(file, text)
}

// writeOutput writes text to a file; - is standard output.
func (a *app) writeOutput(file string, text []byte) error {
	out, err := openOutput(file, a.out)
	if err != nil {
		return err
	}
	defer out.discard()
	return out.write(func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// harnessOf writes the harness of a result of craig verify.
func (a *app) harnessOf(file string, res *run.Result, opts cfront.Options) error {
	if res.Verdict != verdict.False {
		fmt.Fprintf(a.err, "craig: no harness is written: the verdict is not FALSE\n")
		return nil
	}
	return a.writeHarness(file, replay.Program{IR: res.Program, Options: opts, Sources: res.Sources}, res.Trace)
}
