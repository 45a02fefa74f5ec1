package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/check"
	"craig/internal/cli/besides"
	"craig/internal/cli/gccargs"
	"craig/internal/evidence/counterexample"
	"craig/internal/program/c/cfront"
	"craig/internal/property"
	"craig/internal/review"
	"craig/internal/svcomp"
	"craig/internal/work"
)

// checkProperties are what craig check looks for if nothing else is asked for.
var checkProperties = []string{"unreach-call", "null", "bounds", "div-by-zero", "no-overflow", "no-data-race"}

// checkOptions are the options of craig check.
type checkOptions struct {
	config     string
	database   string
	properties []string
	entries    []string
	excludes   []string
	options    []string
	compile    compileOptions
	allowed
	jobs    int
	rounds  int
	confirm string
	cache   string
	retry   bool
	store   string
	compared
	infer     bool
	guesses   bool
	functions bool
	byFile    bool
	full      bool
	progress  string
	workers   Workers
	reportFiles
}

// compared says what of a report is compared with an earlier one, and what fails.
type compared struct{ since, baseline, accept, gate string }

// reportFiles are the names of files that craig check writes.
type reportFiles struct{ json, sarif, junit, html, contracts, patch, summary string }

func (a *app) checkCommand() *cobra.Command { return a.checkCommandWith(&checkOptions{}) }

// checkCommandWith is the command that sets some options.
func (a *app) checkCommandWith(o *checkOptions) *cobra.Command {
	c := &cobra.Command{
		Use:   "check [DIR|FILE.c ...]",
		Short: "look at every function of a project, and report what is found",
		Long: `Check looks at every function of a project by itself: each that is not static, static ones that no
other function of the file names, main, and what has a contract. Which files there are, and how they
are compiled, is in compile_commands.json, which is looked for in DIR (or here), in its folder build, and in the folders
above, up to the root of the repository; make CC="craig cc" writes one. Without one, all C files of DIR are read, with its folders of headers as -I.
Options of C compilers, such as -I, -isystem, -D, -U, -include and -m32, are for every file, after those of the database.

A finding is an execution from a function to an error that goes wrong whatever callers guarantee: what callers have to guarantee is
found and proved, as craig infer does, and is a contract instead of a finding (--contracts, --write-contracts). With --infer=false every error that some
caller can bring about is shown, with what would specify it away. A comment silences a finding:

    return table[i]; // craig: allow bounds callers pass i < 16

Every function has its own processes and limits. Findings do not depend on each other: after the first
one, the function is looked at again without it.

Exit status: 0 everything is proved, 1 there are
findings that nobody has accepted, 2 there are none, but something is open or was skipped, 64 usage,
65 bad input, 74 a file that cannot be read or written, 130 interrupted.`,
		Example: "  craig check\n  craig check --property null,bounds --timeout 5s src\n  craig check --entry 'parse_*' --sarif check.sarif parser.c",
		RunE:    func(c *cobra.Command, args []string) error { return a.check(c, o, args) },
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.config, "config", "", "read settings from `FILE`; default: craig.toml in DIR, or here, or in a folder above that, up to the root of the repository")
	f.StringVarP(&o.database, "database", "p", "", "read the compilation database `FILE`, or the one in that folder")
	f.StringSliceVar(&o.properties, "property", nil, "what to check: `NAMES`, as for craig verify; default: "+strings.Join(checkProperties, ", "))
	f.StringSliceVar(&o.entries, "entry", nil, "only functions whose names match one of these `PATTERNS`, such as parse_*; static ones too")
	f.StringSliceVar(&o.excludes, "exclude", nil, "no functions, files or folders whose names match one of these `PATTERNS`")
	f.StringArrayVar(&o.options, "with", nil, "look at every function with these `OPTIONS` of craig verify, such as '--null never'")
	o.compile.flags(f)
	o.timeout = positiveDuration(10 * time.Second)
	f.Var(&o.timeout, "timeout", "for one function and one finding: end after `DURATION`")
	f.Var(&o.cpuTimeout, "cpu-timeout", "likewise, after `DURATION` of processor time: what others do on the machine then does not matter; without --timeout twenty times that may pass")
	o.memory = 3 << 29 // two of them have 3 GiB
	f.Var(&o.memory, "memory", "each process may have `SIZE`")
	f.IntVar(&o.jobs, "jobs", 0, "look at `N` functions at a time; default: one for each processor")
	f.IntVar(&o.rounds, "findings", 4, "look for at most `N` findings from one function")
	f.StringVar(&o.confirm, "confirm", "harmless", "have a C compiler confirm findings by running them: not those of functions that may touch files or the system, none, or all: `harmless|never|all`")
	f.StringVar(&o.cache, "cache", "", "keep what comes of functions in the folder `DIR` for the next run, or none; default: where the system has caches")
	f.StringVar(&o.since, "since", "", "only functions that are not what they were at `REVISION` of git, or that depend on something that is not")
	f.StringVar(&o.store, "store", "", "add what comes of each function, with its result, to the runs in `FILE`; craig results and craig serve read it")
	f.BoolVar(&o.retry, "retry", false, "try again what could not be decided before, though nothing has changed")
	f.StringVar(&o.baseline, "baseline", "", "findings in `FILE` are accepted, wherever their lines are now")
	f.StringVar(&o.accept, "write-baseline", "", "write all findings to `FILE`, as accepted from now on")
	f.StringVar(&o.json, "json", "", "write the report to `FILE`; - is standard output")
	f.StringVar(&o.sarif, "sarif", "", "write the findings as SARIF 2.1.0 to `FILE`; - is standard output")
	f.StringVar(&o.junit, "junit", "", "write the functions as test cases, as JUnit XML, to `FILE`; - is standard output")
	f.StringVar(&o.html, "html", "", "write a page with the findings, their executions and all functions to `FILE`; - is standard output")
	f.StringVar(&o.summary, "summary", "", "write what a review needs to `FILE` as Markdown, with --since how each function behaves beside what it was; - is standard output")
	f.StringVar(&o.gate, "gate", "all", "what fails a build: findings and what is open, or findings only (then what is open is exit status 0): `all|findings`")
	f.BoolVar(&o.infer, "infer", true, "find what callers have to guarantee, and show what goes wrong whatever they do; --infer=false shows all that goes wrong for some caller")
	f.StringVar(&o.contracts, "contracts", "", "write the contracts that are inferred as a header to `FILE.h`; - is standard output")
	f.StringVar(&o.patch, "write-contracts", "", "write the necessary ones as a patch of the sources to `FILE.patch`, which git apply takes; - is standard output")
	f.BoolVar(&o.guesses, "guesses", false, "also show findings that no contract excludes, and that are not known to be mistakes")
	f.BoolVar(&o.functions, "functions", false, "print the verdict of every function")
	f.BoolVar(&o.byFile, "by-file", false, "print findings in the order of files and lines, not by likelihood")
	f.BoolVar(&o.full, "full", false, "print accepted findings too, and everything that was skipped")
	f.StringVar(&o.progress, "progress", "auto", "how long work shows itself: `auto|plain|none`")
	o.workers = a.workers(f)
	return c
}

func (a *app) check(c *cobra.Command, o *checkOptions, args []string) error {
	config, err := o.settings(c, args)
	if err != nil {
		return err
	}
	wall(c.Flags(), &o.timeout, o.cpuTimeout)
	if len(o.properties) == 0 {
		o.properties = checkProperties
	}
	opts := check.Options{Properties: o.properties, Time: time.Duration(o.timeout), CPU: time.Duration(o.cpuTimeout), Memory: int64(o.memory), Jobs: o.jobs, Rounds: o.rounds,
		Entries: o.entries, Excludes: o.excludes, Together: true, Infer: o.infer, Guesses: o.guesses}
	if props, err := svcomp.ReadProperties(o.properties); err != nil || props.Unsupported != "" {
		return usagef("--property %s: craig check takes names of properties that craig decides: %s", strings.Join(o.properties, ","), strings.Join(property.Names(), ", "))
	}
	if o.timeout <= 0 {
		return usagef("--timeout: one function has to have a limit, such as 10s")
	}
	if !o.infer && (o.contracts+o.patch != "" || o.guesses) {
		return usagef("--contracts, --write-contracts and --guesses are about what --infer finds")
	}
	if o.rounds < 1 || o.jobs < 0 {
		return usagef("--findings and --jobs are numbers from 1")
	}
	opts.Commands = o
	if opts.Confirm, err = choose("confirm", o.confirm, map[string]check.Confirm{"harmless": check.ConfirmHarmless, "never": check.ConfirmNever, "all": check.ConfirmAll}); err != nil {
		return err
	}
	findingsOnly, err := choose("gate", o.gate, map[string]bool{"all": false, "findings": true})
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	opts.Runner = work.Local{Program: []string{self}}
	opts.Retry, opts.Asked = o.retry, slices.Concat(o.properties, o.options)
	if opts.Cache, err = o.openCache(self); err != nil {
		return err
	}
	if opts.Jobs == 0 && !o.workers.Elsewhere() {
		opts.Jobs = runtime.NumCPU()
	}
	if err := a.withOptions(o.options, config.Compile.Flags); err != nil {
		return err
	}
	project, err := o.project(a, args)
	if err != nil {
		return err
	}
	units := project.Units
	for _, u := range units {
		u.Flags = append(slices.Clip(u.Flags), config.Compile.Flags...)
	}
	outputs := []named{{"json", o.json}, {"sarif", o.sarif}, {"junit", o.junit}, {"html", o.html}, {"contracts", o.contracts}, {"write-contracts", o.patch}, {"write-baseline", o.accept}, {"store", o.store}, {"summary", o.summary}}
	if err := distinct(slices.Concat(args, []string{o.config, o.database}), outputs...); err != nil {
		return err
	}
	var store *checkStore
	if o.store != "" {
		if store, err = a.openCheckStore(o.store); err != nil {
			return err
		}
		defer store.Close()
		opts.Told = store.told
	}
	outs, err := openOutputs(a.out, o.json, o.sarif, o.junit, o.html, o.accept, o.contracts, o.summary, o.patch)
	if err != nil {
		return err
	}
	defer outs.discard()
	asJSON, sarif, junit, html, accept, contracts, summary, patch := outs[0], outs[1], outs[2], outs[3], outs[4], outs[5], outs[6], outs[7]
	if o.baseline != "" {
		if _, err := new(check.Report).Accept(o.baseline); err != nil { // before long work
			return checkError(err)
		}
	}
	show, err := a.checkProgress(o.progress)
	if err != nil {
		return err
	}
	opts.Progress, opts.Ended = show.tell, show.found

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if o.workers.Given() {
		crew, atOnce, err := o.workers.Gather(ctx, opts.Jobs, a.err)
		if err != nil {
			return err
		}
		defer crew.Close()
		opts.Runner, opts.Here, opts.Jobs = crew, opts.Runner, atOnce
	}
	if o.since != "" {
		dir := "."
		if len(args) > 0 {
			if dir = args[0]; !isFolder(dir) {
				dir = filepath.Dir(dir)
			}
		}
		if opts.Since, err = check.Checkout(ctx, dir, o.since); err != nil {
			return usagef("--since %s: %v", o.since, err)
		}
		defer opts.Since.Remove()
	}
	r, err := check.Run(ctx, units, opts)
	show.clear()
	if err != nil && ctx.Err() == nil {
		return RunnerError(err)
	}
	r.Skipped, r.Remarks = append(project.Skipped, r.Skipped...), append(project.Remarks, r.Remarks...)
	if opts.Cache != nil && opts.Cache.Damaged.Load() > 0 {
		o.say(a, "%d files of the cache are not what was written, and were not used: %s", opts.Cache.Damaged.Load(), opts.Cache.Dir)
	}
	if o.baseline != "" {
		gone, err := r.Accept(o.baseline)
		if err != nil {
			return checkError(err)
		}
		if gone > 0 {
			o.say(a, "%d findings of %s are not there any more", gone, o.baseline)
		}
	}
	kept := store.keep(r, ctx.Err() == nil)
	if kept != nil {
		kept = runError(kept)
	}
	err = errors.Join( // what cannot be written does not keep the rest from people
		accept.write(r.WriteBaseline),
		kept,
		asJSON.write(func(w io.Writer) error { return r.Write(w, versionText()) }),
		sarif.write(func(w io.Writer) error { return r.WriteSARIF(w, versionText(), o.contracts != "") }),
		junit.write(r.WriteJUnit),
		contracts.write(r.WriteContracts),
		patch.write(r.WritePatch),
		summary.write(func(w io.Writer) error { return review.Of(ctx, besides.Commands{}, r, opts).Write(w) }),
		html.write(func(w io.Writer) error {
			return r.WriteHTML(w, "craig check"+strings.TrimSuffix(" "+strings.Join(args, " "), " "), versionText())
		}),
	)
	if !contracts.stdout && !patch.stdout && !asJSON.stdout && !sarif.stdout && !junit.stdout && !html.stdout && !summary.stdout {
		if err := r.Text(a.out, check.TextOptions{Functions: o.functions, Full: o.full, FullBy: "--full", ContractsBy: "craig check --contracts FILE.h", GuessesBy: "--guesses", ByFile: o.byFile, Colour: colours(a.out)}); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(a.err, "craig: interrupted; the report has what was done")
		a.status = exitInterrupted
	case r.Open() > 0 && o.accept == "":
		a.status = exitFalse
	case !r.Complete() && findingsOnly:
	case !r.Complete():
		a.status = exitUnknown
	}
	return nil
}

// settings reads the file of settings, if there is one: in the folder of the arguments, or here, or above that in the repository.
// What the command line says counts more; its options of compilers come after those of the file.
func (o *checkOptions) settings(c *cobra.Command, args []string) (*check.Config, error) {
	config, err := o.file(c, args)
	if err == nil {
		config.Compile.Flags = append(config.Compile.Flags, o.compile.words(c.Flags())...)
	}
	return config, err
}

// file is the file of settings, with its options set.
func (o *checkOptions) file(c *cobra.Command, args []string) (*check.Config, error) {
	file := o.config
	if file == "" {
		dir := "."
		if len(args) == 1 && isFolder(args[0]) {
			dir = args[0]
		}
		if file = check.FindConfig(dir); file == "" {
			return &check.Config{}, nil
		}
	}
	config, err := check.ReadConfig(file)
	if err != nil {
		return nil, checkError(err)
	}
	option := map[string]string{"properties": "property", "entries": "entry", "excludes": "exclude"}
	err = config.Set("check", func(setting, value string) error {
		name := setting
		if other, ok := option[name]; ok {
			name = other
		}
		if c.Flags().Changed(name) {
			return nil
		}
		if err := c.Flags().Set(name, value); err != nil {
			return &formatError{file, fmt.Errorf("check.%s: %v", setting, err)}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var assume []string
	err = config.Set("assume", func(name, value string) error {
		assume = append(assume, "--"+name+"="+value)
		return nil
	})
	if len(assume) > 0 {
		o.options = append([]string{strings.Join(assume, " ")}, o.options...)
	}
	return config, err
}

// withOptions says whether craig verify takes some options, and those of a compiler.
func (a *app) withOptions(options, compile []string) error {
	args, _ := gccargs.Rewrite(slices.Concat([]string{"verify"}, strings.Fields(strings.Join(options, " ")), compile))
	v := a.verifyCommand()
	if err := v.ParseFlags(args[1:]); err != nil {
		return usagef("options for craig verify: %v", err)
	}
	if v.Flags().NArg() > 0 {
		return usagef("options for craig verify: %s is none", v.Flags().Arg(0))
	}
	c := &cobra.Command{Use: "verify"}
	c.FParseErrWhitelist.UnknownFlags = true
	o := &cOptions{}
	o.flags(c.Flags())
	if err := c.ParseFlags(args[1:]); err != nil {
		return usagef("options for craig verify: %v", err)
	}
	o.entry = "any"
	_, _, _, err := o.resolve(c, []string{"any.c"})
	return err
}

// openCache is the cache; nil if there is none.
func (o *checkOptions) openCache(self string) (*check.Cache, error) {
	dir := o.cache
	switch dir {
	case "none":
		return nil, nil
	case "":
		caches, err := os.UserCacheDir()
		if err != nil || os.MkdirAll(filepath.Join(caches, "craig"), 0o777) != nil {
			return nil, nil // there is no place
		}
		dir = filepath.Join(caches, "craig", "check")
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	id, err := identity(self)
	if err != nil {
		return nil, err
	}
	return &check.Cache{Dir: dir, Version: id}, nil
}

// List implements check.Commands, and so do Again, Verify, Besides and Replay.
func (o *checkOptions) List(u *check.Unit, limit time.Duration) []string {
	args := []string{"show", "--what", "functions", "--format", "json", "--inputs", "--timeout", limit.String()}
	return append(append(args, u.Flags...), u.File)
}

// Again looks at functions of a unit.
func (o *checkOptions) Again(u *check.Unit) []string {
	args := []string{"again", "--timeout", (check.MoreWithEvidence * time.Duration(o.timeout)).String(), "--property", strings.Join(o.properties, ",")}
	if o.memory > 0 {
		args = append(args, "--memory", fmt.Sprintf("%dB", int64(o.memory)))
	}
	for _, words := range o.options {
		args = append(args, strings.Fields(words)...)
	}
	return append(append(args, u.Flags...), u.File)
}

// Besides has what the command line says count more.
func (o *checkOptions) Besides(what check.Besides, f *check.Function, except []cfront.Exception) []string {
	of, how := *o, map[check.Besides]string{check.Nulls: "--null always --malloc-may-fail", check.Blocks: "--malloc-may-fail", check.Values: "--null always", check.Traps: "--null always --malloc-may-fail"}
	of.properties, of.options = what.Properties(), append([]string{how[what]}, o.options...)
	return of.Verify(f, except, false, 1)
}

func (o *checkOptions) Verify(f *check.Function, except []cfront.Exception, evidence bool, share time.Duration) []string {
	limit, cpu := time.Duration(o.timeout)/share, time.Duration(o.cpuTimeout)/share
	if evidence {
		limit *= check.MoreWithEvidence
	}
	args := []string{"verify", "--json", "-", "--quiet", "--progress", "none", "--timeout", limit.String(), "--property", strings.Join(o.properties, ",")}
	if o.memory > 0 {
		args = append(args, "--memory", fmt.Sprintf("%dB", int64(o.memory)))
	}
	if cpu > 0 {
		if evidence {
			cpu *= check.MoreWithEvidence
		}
		args = append(args, "--cpu-timeout", cpu.String())
	}
	if f.Name != "main" {
		args = append(args, "--entry", f.Name)
	}
	if evidence && !slices.Contains(o.properties, counterexample.NonTermination) { // whose evidence verify does not begin with
		args = append(args, "--earlier", "-")
	}
	args = append(args, f.Traps("--trap")...)
	for _, e := range except {
		args = append(args, "--except", fmt.Sprintf("%s:%d:%s", e.File, e.Line, e.Property))
	}
	for _, words := range o.options {
		args = append(args, strings.Fields(words)...)
	}
	return append(append(append(args, f.Flags()...), f.Unit.File), f.With()...)
}

func (o *checkOptions) Replay(limit time.Duration) []string {
	return []string{"replay", "--timeout", limit.String(), "-"}
}

// Infer implements check.Commands.
func (o *checkOptions) Infer(f *check.Function, limit time.Duration) []string {
	args := []string{"infer", "--json", "-", "--doomed", "--confirm", "never", "--cpu-timeout", limit.String(), "--property", strings.Join(o.properties, ",")}
	for _, words := range o.options {
		args = append(args, strings.Fields(words)...)
	}
	return append(append(append(append(args, f.Flags()...), f.Name), f.Unit.File), f.With()...)
}

// project is the files to look at, and how they are compiled.
func (o *checkOptions) project(a *app, args []string) (*check.Database, error) {
	dir, files := ".", args
	if len(args) == 1 {
		if info, err := os.Stat(args[0]); err != nil {
			return nil, err
		} else if info.IsDir() {
			dir, files = args[0], nil
		}
	}
	for _, f := range files {
		if err := readable(f); err != nil {
			return nil, err
		}
	}
	database := o.database
	if isFolder(database) {
		database = filepath.Join(database, check.DatabaseName)
	}
	if database == "" {
		database = check.FindDatabase(dir)
	}
	project := &check.Database{}
	if database != "" {
		var err error
		if project, err = check.ReadDatabase(database); err != nil {
			return nil, checkError(err)
		}
		if len(files) == 0 {
			project.Below(dir, database)
		}
		o.say(a, "%d units by %s", len(project.Units), database)
	}
	switch {
	case len(files) > 0:
		project.Only(files)
		return project, nil
	case database == "":
		units, headers, err := check.Guess(dir, o.excludes)
		if err != nil {
			return nil, err
		}
		project.Units = units
		o.say(a, "no %s; %d files, with -I for %d folders with headers\n  craig check -p FILE names a database, and make CC=\"craig cc\" writes one", check.DatabaseName, len(units), len(headers))
	}
	if len(project.Units) == 0 {
		return nil, usagef("there is no C file to look at in %s", dir)
	}
	return project, nil
}

// checkError makes the errors of files that are not what they should be those of bad input.
func checkError(err error) error {
	if wrong := (*check.FormatError)(nil); errors.As(err, &wrong) {
		return &formatError{wrong.File, wrong.Err}
	}
	return err
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// say tells something about the work on standard error.
func (o *checkOptions) say(a *app, format string, args ...any) {
	if o.progress != "none" {
		fmt.Fprintf(a.err, "craig: "+format+"\n", args...)
	}
}

// checkProgress shows a run, and findings at once.
type checkProgress struct {
	statusLine
	begun time.Time // of the phase
	phase string
	told  map[string]bool // findings
}

// mostFound is how many findings are shown before the report.
const mostFound = 10

// found shows the first findings that a compiler confirms as soon as they are there: the report comes when all has been looked at.
func (p *checkProgress) found(f *check.Function, findings []*check.Finding) {
	for _, g := range findings {
		text := fmt.Sprintf("%s:%d:%d: %s: %s", g.File, g.Line, g.Column, g.Property, g.Message)
		if p.quiet || g.Confirmation != "confirmed" || g.Accepted != "" || p.told[text] || len(p.told) == mostFound {
			continue
		}
		p.clear()
		if p.told == nil {
			p.told = map[string]bool{}
		}
		p.told[text] = true
		fmt.Fprintf(p.a.err, "craig: found %s, from %s\n", text, f.Name)
	}
}

func (a *app) checkProgress(mode string) (*checkProgress, error) {
	line, err := a.newStatusLine(mode)
	line.live = line.live && os.Getenv("NO_COLOR") == ""
	return &checkProgress{statusLine: line}, err
}

// tell shows how far the run is.
func (p *checkProgress) tell(now check.Progress) {
	if p.quiet {
		return
	}
	if now.Phase != p.phase {
		p.phase, p.begun = now.Phase, time.Now()
	}
	text := fmt.Sprintf("%s %d/%d", now.Phase, now.Done, now.Total)
	if now.Phase == "check" {
		text += "  " + map[bool]string{true: "1 finding", false: fmt.Sprintf("%d findings", now.Findings)}[now.Findings == 1]
	}
	if spent := time.Since(p.begun); now.Done > 0 && now.Done < now.Total && spent > 2*time.Second {
		left := spent / time.Duration(now.Done) * time.Duration(now.Total-now.Done)
		text += fmt.Sprintf("  about %s left", left.Round(time.Second))
	}
	text += "  " + now.Now
	p.show(func() string { return text })
}
