package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"craig/internal/cli/hint"
	"craig/internal/cli/manual"
	"craig/internal/engine"
	"craig/internal/engine/registry"
	"craig/internal/evidence/counterexample"
	"craig/internal/evidence/verdict"
	"craig/internal/evidence/witness"
	"craig/internal/limit"
	"craig/internal/property"
	"craig/internal/report"
	"craig/internal/resultfile"
	"craig/internal/run"
	"craig/internal/solvers"
	"craig/logic/smt"
	"craig/logic/term"
)

// defaultTimeout is how long craig verify takes at most, if nothing else is asked for.
const defaultTimeout = positiveDuration(60 * time.Second)

// verifyOptions are the options of craig verify.
type verifyOptions struct {
	search  Search
	c       cOptions
	engine  string
	modular bool
	acsl    string
	allowed
	solver        string
	dump          string
	check         bool
	interpolation string
	json          string
	earlier       string
	harness       string
	witness       string
	witnessFormat string
	sarif, html   string
	drawing       string
	stats         bool
	full          bool
	quiet         bool
	sealed        bool
	progress      string
	trace         []string
	traceFormat   string
}

func (a *app) verifyCommand() *cobra.Command {
	o := &verifyOptions{}
	c := &cobra.Command{
		Use:   "verify FILE.c ...",
		Short: "decide whether the program can reach an error: verdict, evidence, statistics",
		Long: `Verify decides whether the C program in the files can reach an error location.

The last line of the output is TRUE, FALSE(property) or UNKNOWN(reason). TRUE comes with the
loop invariants of a proof, FALSE with an execution; both have been checked by the certifier. docs/unknown.md
says of each reason of UNKNOWN what it means and what to do.
Exit status: 0 TRUE, 1 FALSE, 2 UNKNOWN, 64 usage, 65 bad input, 70 a bug in craig, 74 a file
that cannot be read or written, 130 interrupted.`,
		Example: "  craig verify examples/lock.c\n  craig verify -m32 --timeout 60s --property no-overflow main.c util.c",
		RunE:    func(c *cobra.Command, args []string) error { return a.verify(c, o, args) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.engine, "engine", "", "the algorithm: `"+strings.Join(engineNames(), "|")+"`; default: a cheap front, then the engines")
	f.BoolVar(&o.modular, "modular", false, "prove functions one by one, by contracts or summaries that are found, and inline no calls")
	o.c.flags(f)
	o.timeout = defaultTimeout
	f.Var(&o.timeout, "timeout", "end with UNKNOWN(timeout) after `DURATION`, such as 15m; none is no limit")
	f.Var(&o.cpuTimeout, "cpu-timeout", "end with UNKNOWN(timeout) after `DURATION` of processor time, of this process and those that it starts, such as 60s; without --timeout twenty times that may pass")
	f.Var(&o.memory, "memory", "end with UNKNOWN(memory) beyond `SIZE`, such as 4GiB")
	f.StringVar(&o.solver, "solver", "native", "who answers queries (interpolation stays native): `native|checked|unchecked|z3|cvc5|PATH`")
	f.String("termination", "decided", "with --property termination: it is enough that executions end, or each loop and recursion that they come to has to have a rank, a variant that is given or found; TRUE of other properties says with required that executions end, too: `decided|required`")
	f.StringVar(&o.json, "json", "", "write the result with everything that belongs to it to `FILE`; - is standard output")
	f.StringVar(&o.earlier, "earlier", "", "begin with the evidence in the result `FILE`, which may be of an older version of the program: if the certifier accepts it, it is the answer; - is standard input")
	o.search = a.search(f)
	f.StringVar(&o.witness, "witness", "", "write an SV-COMP witness to `FILE.yml`; - is standard output")
	f.StringVar(&o.witnessFormat, "witness-format", "2.0", "of the witness; 2.1 has contracts of functions as well: `2.0|2.1`")
	f.StringVar(&o.harness, "harness", "", "of FALSE: write the C functions that give the inputs to `FILE.c`; - is standard output")
	f.StringVar(&o.acsl, "acsl", "", "with --modular, of TRUE: write the contracts that the proof consists of to `FILE`, as comments for the source; - is standard output")
	f.StringVar(&o.sarif, "sarif", "", "write the verdict as SARIF 2.1.0 to `FILE`; - is standard output")
	f.StringVar(&o.html, "html", "", "write a page to `FILE`: the verdict, the source, the execution to step through, the search; - is standard output")
	f.StringVar(&o.drawing, "search-graph", "", "draw the search of the engine: each node with its label in C, and why nothing comes after it; to `FILE.svg`, or FILE.dot for Graphviz; - is standard output")
	f.BoolVar(&o.stats, "stats", false, "print the counters of the engine, the time of each phase, and remarks on how the program was read")
	f.BoolVar(&o.full, "full", false, "print every line and value of an execution, not only what matters to the error, and formulas of any length")
	f.BoolVar(&o.sealed, "sealed", false, "read nothing but standard input: no file or header of the disk, only the headers that craig has itself; the program is -")
	f.BoolVar(&o.quiet, "quiet", false, "print the last line only")
	f.StringVar(&o.progress, "progress", "auto", "how long work shows itself: `auto|plain|none`")

	research := pflag.NewFlagSet("research", pflag.ContinueOnError)
	research.SortFlags = false
	research.StringSliceVar(&o.trace, "trace", nil, "print the engine's events of these `KINDS` (expand, cover, label, ...; all)")
	research.StringVar(&o.traceFormat, "trace-format", "text", "how --trace prints them: as text, or as lines of JSON, see docs/serve.md: `text|json`")
	research.StringVar(&o.dump, "dump-queries", "", "write every solver query to the folder `DIR`, as SMT-LIB")
	research.BoolVar(&o.check, "check-interpolants", false, "check every interpolant by its definition")
	research.StringVar(&o.interpolation, "interpolation", solvers.Interpolations()[0], "how interpolants are made: `"+strings.Join(solvers.Interpolations(), "|")+"`")
	for _, choice := range registry.Engines() {
		for _, flag := range choice.Options {
			kind := "N"
			if flag.Values != nil {
				kind = strings.Join(flag.Values, "|")
			}
			research.String(flag.Name, flag.Default, fmt.Sprintf("%s: %s: `%s`", choice.Name, flag.Doc, kind))
		}
	}
	f.AddFlagSet(research)
	c.SetUsageFunc(manual.Usage(research))
	return c
}

func engineNames() []string {
	var names []string
	for _, c := range registry.Engines() {
		names = append(names, c.Name)
	}
	return names
}

// chooseEngine makes the engine of --engine, and rejects options of other engines.
func chooseEngine(name string, f *pflag.FlagSet) (*engine.Engine, error) {
	var chosen *registry.Spec
	for _, c := range registry.Engines() {
		if c.Name == name {
			chosen = &c
			continue
		}
		for _, flag := range c.Options {
			if f.Changed(flag.Name) {
				return nil, usagef("--%s is an option of the engine %s; add --engine %s", flag.Name, c.Name, c.Name)
			}
		}
	}
	if name == "" {
		return nil, nil
	}
	if chosen == nil {
		return nil, usagef("--engine %s: the engines are %s", name, strings.Join(engineNames(), ", "))
	}
	e, err := chosen.New(func(option string) string { return f.Lookup(option).Value.String() })
	if err != nil {
		return nil, usagef("--%v", err)
	}
	return e, nil
}

// chooseSolver finds the solver of --solver; nil is the default, of which the certifier checks what it can.
func chooseSolver(name string) (func(*term.Store) smt.Solver, error) {
	if name == "native" {
		return nil, nil
	}
	s, err := solvers.SolverByName(name)
	if err != nil {
		return nil, usagef("--solver %s: %v; it is native, checked, unchecked, z3, cvc5, or the command of an SMT-LIB solver", name, err)
	}
	return s, nil
}

func (a *app) verify(c *cobra.Command, o *verifyOptions, args []string) error {
	wall(c.Flags(), &o.timeout, o.cpuTimeout)
	switch dead, err := o.wantsDead(c); {
	case err != nil:
		return err
	case dead:
		return a.dead(c, o, args)
	}
	copts, files, unsupported, err := o.c.resolve(c, args)
	if err != nil {
		return err
	}
	if slices.Contains(copts.Properties, counterexample.NonTermination) {
		for _, wrong := range []string{"engine", "modular", "earlier", "acsl"} {
			if c.Flags().Changed(wrong) {
				return usagef("--%s does not go with --property %s; leave it out", wrong, counterexample.NonTermination)
			}
		}
	}
	how, err := c.Flags().GetString("termination")
	if err != nil {
		return err
	}
	required := how == "required"
	if !required && how != "decided" {
		return usagef("--termination %s: it is decided or required", how)
	}
	copts.Missing = o.harness != "" || o.html != "" // a harness defines it
	opts := run.Options{Progress: new(run.Progress), Memory: int64(o.memory), RanksRequired: required}
	advice := hint.Text
	if opts.Engine, err = chooseEngine(o.engine, c.Flags()); err != nil {
		return err
	}
	if opts.Modular = o.modular; o.modular && opts.Engine != nil && !opts.Engine.Modular {
		return usagef("--modular: the engine %s wants programs with calls inlined; leave --engine out", o.engine)
	}
	if o.acsl != "" && !o.modular && (opts.Engine == nil || !opts.Engine.Modular) {
		return usagef("--acsl writes contracts, of which proofs consist with --modular")
	}
	if opts.NewSolver, err = chooseSolver(o.solver); err != nil {
		return err
	}
	if opts.Event, err = a.eventPrinter(o.trace, o.traceFormat); err != nil {
		return err
	}
	var search *report.Recorder
	if o.html != "" {
		search = &report.Recorder{}
		opts.Event = both(opts.Event, search.Event)
	}
	var drawing *report.Drawing
	if o.drawing != "" {
		if !slices.Contains([]string{".svg", ".dot", ".gv"}, filepath.Ext(o.drawing)) && o.drawing != "-" {
			return usagef("--search-graph %s: the name says what is drawn: FILE.svg, or FILE.dot for Graphviz", o.drawing)
		}
		drawing = &report.Drawing{}
		opts.Event, opts.Detail = both(opts.Event, drawing.Event), true
	}
	line, err := a.newProgressLine(o.progress, opts.Progress)
	if err != nil {
		return err
	}
	line.limit = time.Duration(o.timeout)
	if err := witnessFormat("witness-format", o.witnessFormat); err != nil {
		return err
	}
	if c.Flags().Changed("witness-format") && o.witness == "" {
		return usagef("--witness-format is of a witness; add --witness FILE.yml")
	}
	if opts.Earlier, err = readEarlier(o.earlier, slices.Contains(files, "-")); err != nil {
		return err
	}
	if err := o.search.Check(); err != nil {
		return err
	}
	if o.sealed && !slices.Equal(files, []string{"-"}) {
		return usagef("--sealed reads standard input only: craig verify --sealed -")
	}
	if err := distinct(files, named{"json", o.json}, named{"witness", o.witness}, named{"harness", o.harness}, named{"acsl", o.acsl}, named{"sarif", o.sarif},
		named{"html", o.html}, named{"search-graph", o.drawing}); err != nil {
		return err
	}
	in, err := readInputs(files)
	if err != nil {
		return err
	}
	in.seal = o.sealed
	if o.check {
		opts.CheckInterpolants = true
	}
	if opts.NewInterpolator, err = solvers.InterpolatorByName(o.interpolation); err != nil {
		return usagef("--interpolation: %v", err)
	}
	if o.dump != "" {
		if err := os.MkdirAll(o.dump, 0o777); err != nil {
			return err
		}
		opts.DumpQueries = o.dump
	}
	later, err := openOutputs(a.out, o.witness, o.harness, o.acsl, o.sarif, o.html, o.drawing) // whether they can be is seen before the work
	if err != nil {
		return err
	}
	later.discard()
	out, err := openOutput(o.json, a.out)
	if err != nil {
		return err
	}
	defer out.discard()

	prog := in.program(copts)
	var res *run.Result
	if unsupported == "" && o.search.Asked() {
		q := Question{Options: c.Flags(), Args: args, Files: files, Engine: o.engine, Earlier: o.earlier, Timeout: time.Duration(o.timeout), Memory: int64(o.memory), Errs: a.err, Quiet: o.quiet}
		found, unknown, err := o.search.Look(q)
		switch {
		case err != nil:
			return err
		case found != nil: // of which nothing is believed
			opts.Earlier = evidenceOf(found)
		case unknown != nil:
			res = &run.Result{Result: verdict.Result{Reason: verdict.Reason(unknown.Reason), Detail: unknown.Detail}}
		}
	}
	if res != nil {
		// no lane has an answer
	} else if unsupported != "" {
		res = &run.Result{Result: verdict.Result{Reason: "unsupported property",
			Detail: "craig does not decide the property " + unsupported + "; it decides " + strings.Join(property.Names(), ", ") + "."}}
	} else {
		type answer struct {
			res *run.Result
			err error
		}
		lim := a.limits(o.timeout, o.cpuTimeout, o.memory)
		done := supervise(lim, line.tick, func(ctx context.Context) answer {
			res, err := run.Verify(ctx, prog, opts)
			return answer{res, err}
		})
		line.clear()
		switch {
		case done.panicked != nil:
			a.bug(fmt.Sprintf("%v (after event %d)", done.panicked, opts.Progress.Events.Load()), done.stack)
			a.status = exitBug
			fmt.Fprintln(a.out, "UNKNOWN(bug)")
			return nil
		case !done.ended:
			res = run.Unfinished(done.cause, opts.Progress.Phase())
		case done.value.err != nil:
			return done.value.err
		default:
			res = done.value.res
		}
		if res != nil && res.Reason == verdict.Timeout && !c.Flags().Changed("timeout") && o.cpuTimeout == 0 {
			res.Detail = strings.TrimRight(res.Detail, "\n") + fmt.Sprintf("\nThe time limit was %s, as nothing else was asked for.", &o.timeout)
		}
		if done.cause == limit.ErrProcessor {
			advice = hint.ProcessorText
		}
		if done.cause == limit.ErrInterrupted {
			a.status = exitInterrupted
		}
	}
	if res.Sources == nil && !slices.ContainsFunc(in.names, isPipe) { // an UNKNOWN from before the files were read
		if res.Sources, err = in.program(copts).Sources(); err != nil {
			return err
		}
	}
	if a.status == 0 {
		a.status = statusOf(res)
	}
	for _, lost := range res.Lost {
		a.bug(lost, lost.Stack)
	}

	text := a.out
	if out.stdout || o.harness == "-" || o.acsl == "-" || o.witness == "-" || o.sarif == "-" || o.html == "-" || o.drawing == "-" {
		text = a.err
	}
	if res.Ends && !slices.Contains(copts.Properties, counterexample.NonTermination) { // --termination required, and they may not
		copts.Properties = []string{counterexample.NonTermination}
	}
	about := resultfile.About{Options: copts, Engine: o.engine, Version: versionText(), Option: hint.Option}
	err = out.write(func(w io.Writer) error { return resultfile.Write(w, res, about) })
	if err == nil {
		err = a.pages(o, res, about, search)
	}
	if err == nil && drawing != nil {
		err = a.draw(o.drawing, drawing, res)
	}
	if err == nil && o.witness != "" {
		err = a.witnessOf(o.witness, o.witnessFormat, res, copts)
	}
	if err == nil && o.acsl != "" {
		err = a.contractsOf(o.acsl, res)
	}
	if err == nil && o.harness != "" {
		err = a.harnessOf(o.harness, res, copts)
	}
	report.Text(text, res, report.TextOptions{Quiet: o.quiet, Stats: o.stats, Full: o.full, Sealed: o.sealed, FullBy: "--full", Colour: colours(text), Hint: advice, Caller: hint.Caller(in.names), Drop: hint.Drop})
	return err // the verdict is told even if a file cannot be written
}

// contractsOf writes the contracts of a proof to a file.
func (a *app) contractsOf(name string, res *run.Result) error {
	if res.Verdict != verdict.True || !res.Calls {
		return nil
	}
	out, err := openOutput(name, a.out)
	if err != nil {
		return err
	}
	defer out.discard()
	return out.write(func(w io.Writer) error {
		_, err := witness.WriteContracts(w, res.Program, res.Proof, res.Sources)
		return err
	})
}

// readEarlier reads the evidence of a result file; nil if there is none.
func readEarlier(name string, taken bool) (*run.Evidence, error) {
	r := io.Reader(os.Stdin)
	switch {
	case name == "":
		return nil, nil
	case name == "-" && taken:
		return nil, usagef("standard input can be read once; - is there twice")
	case name != "-":
		if err := readable(name); err != nil {
			return nil, err
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	doc, err := resultfile.Read(r)
	if err != nil {
		return nil, &formatError{file: name, err: err}
	}
	return evidenceOf(doc), nil
}

// evidenceOf is the evidence of a result file.
func evidenceOf(doc *resultfile.Document) *run.Evidence {
	return &run.Evidence{Calls: doc.Calls, Engine: doc.By, Of: doc.Result, Moved: doc.Moved}
}

// statusOf is the exit status that belongs to a result.
func statusOf(r *run.Result) int {
	switch {
	case r.Bug != nil:
		return exitBug
	case r.Verdict == verdict.True:
		return exitTrue
	case r.Verdict == verdict.False:
		return exitFalse
	}
	return exitUnknown
}

// eventPrinter prints events of the given kinds on standard error; nil if there are none.
func (a *app) eventPrinter(kinds []string, format string) (func(engine.Event), error) {
	asJSON, err := choose("trace-format", format, map[string]bool{"text": false, "json": true})
	if err != nil || len(kinds) == 0 {
		return nil, err
	}
	all := map[string]engine.Kind{}
	for k := engine.Expand; k <= engine.Unwind; k++ {
		all[k.String()] = k
	}
	want := map[engine.Kind]bool{}
	for _, name := range kinds {
		if name == "all" {
			for _, k := range all {
				want[k] = true
			}
			continue
		}
		k, err := choose("trace", name, all)
		if err != nil {
			return nil, err
		}
		want[k] = true
	}
	if asJSON {
		lines := &report.Recorder{Lines: a.err}
		return func(e engine.Event) {
			if want[e.Kind] {
				lines.Event(e)
			}
		}, nil
	}
	n := 0
	return func(e engine.Event) {
		n++
		if !want[e.Kind] {
			return
		}
		s := fmt.Sprintf("%6d %-10s node %d at %d", n, e.Kind, e.Node, e.Loc)
		if e.Other != 0 {
			s += fmt.Sprintf(" and node %d", e.Other)
		}
		if e.Term.Valid() {
			s += ": " + e.Term.String()
		}
		fmt.Fprintln(a.err, s)
	}, nil
}

// both tells two, of which the first may be nil.
func both(one, two func(engine.Event)) func(engine.Event) {
	if one == nil {
		return two
	}
	return func(e engine.Event) { one(e); two(e) }
}
