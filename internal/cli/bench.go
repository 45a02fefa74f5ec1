package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/bench"
	"craig/internal/redact"
	"craig/internal/svcomp"
)

// benchOptions are the options of craig bench.
type benchOptions struct {
	columns []string
	allowed
	jobs     int
	csv      string
	markdown string
	html     string
	plot     string
	store    string
	findings string
	table    string
	compare  string
	progress string
	workers  Workers
	growth   int
}

func (a *app) benchCommand() *cobra.Command {
	o := &benchOptions{}
	var tables []string
	for _, p := range bench.Papers {
		tables = append(tables, p.Name)
	}
	tables = append(tables, lazy6)
	c := &cobra.Command{
		Use:   "bench DIR|FILE.yml|FAMILY ...",
		Short: "run many tasks, each in a process of its own, and compare the verdicts",
		Long: `Bench runs the verification tasks of SV-COMP task definitions, or of all definitions in
folders, each in a process of its own, and compares the verdicts with the expected ones.

A task whose published verdict is not the one by docs/semantics.md can be listed, with the verdict
and the reason, in a file of findings: set, task, verdict, at, reason, with tabs between. With
--findings that verdict is neither right nor wrong and has a section of its own; the opposite one
is wrong. It speaks of the default meaning of programs: a column with --globals and the like is
judged by the published verdict.

Every --column is a set of options of craig verify that all tasks are run with, written
'name: options'. Options that begin with @NAME are those of another verifier, see craig help tool: tasks
alternate between the columns, and the ratios of their times stand below the tables with their spread. With --table NAME the programs of a paper's table are run, and its numbers stand
beside ours; DIR is then the folder that has tasks/ and tables/, or CRAIG_BENCH names it. The table
lazy6 is a figure: craig test with and without learning, one run after the other.

With --compare NAME the column NAME is set beside the best of the others, task by task: what of their
union it solves, and whether it takes more than twice the best one's time and 0.2 s. With --store the
columns can come from several runs.

With --growth N programs of craig's own are run instead, of families that grow in one respect, doubled N
times; those named, or all: ` + strings.Join(bench.FamilyNames(), ", ") + `. The table shows how long each phase
took, and with which power of the size it grew at last; such times mean something on an idle machine.
Exit status: 0 if no verdict was wrong, else 1; 64 usage, 65 bad input, 74 a file that cannot be
read or written, 130 interrupted.`,
		Example: "  craig bench --timeout 20s --jobs 2 --csv out.csv tasks/locks\n" +
			"  craig bench --column 'wp: --engine tracer --interpolants wp' \\\n" +
			"      --column 'core: --engine tracer --interpolants core' tasks/locks\n" +
			"  craig bench --store all --column 'all:' --column 'ufo: --engine ufo' \\\n" +
			"      --compare all tasks\n" +
			"  craig bench --growth 4 functions loops",
		RunE: func(c *cobra.Command, args []string) error {
			wall(c.Flags(), &o.timeout, o.cpuTimeout)
			return a.bench(o, args)
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringArrayVar(&o.columns, "column", nil, "run all tasks with `'NAME: OPTIONS'` of craig verify; may be repeated")
	f.Var(&o.timeout, "timeout", "limit each task to `DURATION`, such as 60s")
	f.Var(&o.cpuTimeout, "cpu-timeout", "limit each task to `DURATION` of processor time, with the processes that it starts, such as 60s, in columns of craig; without --timeout twenty times that may pass")
	f.Var(&o.memory, "memory", "limit each task to `SIZE`, such as 4GiB")
	f.IntVar(&o.jobs, "jobs", 0, "run `N` tasks at a time; default: half the processors")
	f.StringVar(&o.csv, "csv", "", "write a line for each task to `FILE`; - is standard output")
	f.StringVar(&o.markdown, "markdown", "", "write the tables in Markdown to `FILE`; - is standard output")
	f.StringVar(&o.html, "html", "", "write a page with charts, points and all tasks to `FILE`; - is standard output")
	f.StringVar(&o.plot, "plot", "", "draw the curves of the table lazy6 as pictures in the folder `DIR`")
	f.StringVar(&o.store, "store", "", "keep outcomes in `FILE`, and do not run again what is there: the same files, options, limits and craig; craig results reads it")
	f.StringVar(&o.findings, "findings", "", "take the verdicts in `FILE` for the right ones, such as docs/findings.tsv")
	f.StringVar(&o.table, "table", "", "a paper's table: `"+strings.Join(tables, "|")+"`")
	f.IntVar(&o.growth, "growth", 0, "run craig's own programs, which are doubled `N` times")
	f.StringVar(&o.compare, "compare", "", "set the column `NAME` beside the best of the others")
	f.StringVar(&o.progress, "progress", "auto", "how long work shows itself: `auto|plain|none`")
	o.workers = a.workers(f)
	return c
}

func (a *app) bench(o *benchOptions, args []string) error {
	if o.table == lazy6 {
		return a.curves(o, args)
	}
	programs, err := os.MkdirTemp("", "craig")
	if err != nil {
		return err
	}
	defer os.RemoveAll(programs)
	tasks, columns, paper, folder, err := o.work(args, programs)
	if err != nil {
		return err
	}
	if o.compare != "" && (len(columns) < 2 || !slices.ContainsFunc(columns, func(c bench.Column) bool { return c.Name == o.compare })) {
		return usagef("--compare %s: there is no --column of that name with others beside it", o.compare)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	pool := &bench.Pool{Program: []string{self, "verify"}, Jobs: o.jobs, Time: time.Duration(o.timeout), CPU: time.Duration(o.cpuTimeout), Memory: int64(o.memory)}
	if pool.Jobs <= 0 && !o.workers.Elsewhere() {
		pool.Jobs = max(1, runtime.NumCPU()/2) // each worker certifies and collects garbage in parallel
	}
	if err := distinct(append(args, o.findings), named{"csv", o.csv}, named{"markdown", o.markdown}, named{"html", o.html}, named{"store", o.store}); err != nil {
		return err
	}
	outs, err := openOutputs(a.out, o.csv, o.markdown, o.html)
	if err != nil {
		return err
	}
	defer outs.discard()
	csv, markdown, html := outs[0], outs[1], outs[2]
	run := a.aRun()
	if pool.Tools, err = a.askTools(columns, o.workers.Elsewhere()); err != nil {
		return err
	}
	run.Version = strings.Join(append([]string{run.Version}, slices.Sorted(maps.Values(pool.Tools))...), "; ")
	if o.findings != "" {
		if pool.Findings, err = bench.ReadFindings(o.findings); err != nil {
			return definitionError(err)
		}
	}
	if o.store != "" {
		if pool.Store, err = a.openStore(o.store); err != nil {
			return err
		}
		defer pool.Store.Close()
		if err := pool.Store.Begin(run); err != nil {
			return runError(err)
		}
	}
	show, err := a.benchProgress(o.progress)
	if err != nil {
		return err
	}
	pool.Done = show.outcome

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	crew, atOnce, err := o.workers.Gather(ctx, pool.Jobs, a.err)
	if err != nil {
		return err
	}
	defer crew.Close()
	pool.Runner, pool.Jobs = crew, atOnce
	outcomes, err := pool.Run(ctx, tasks, columns)
	show.clear()
	if u := (*bench.UsageError)(nil); errors.As(err, &u) {
		return usagef("%v", u)
	}
	if err != nil && ctx.Err() == nil {
		return runError(err)
	}
	if err == nil {
		run.Ended = time.Now()
		if pool.Store != nil {
			if err := pool.Store.End(run.Ended); err != nil {
				return runError(err)
			}
		}
	}

	report := bench.Summary(outcomes)
	if len(columns) > 1 {
		report = append(report, bench.Ratios(outcomes))
	}
	if o.growth > 0 {
		report = append(report, bench.Growth(outcomes))
	}
	if paper != nil {
		t, err := paper.Table(folder, columns, outcomes)
		if err != nil {
			return err
		}
		report = append(report, t)
	}
	if o.compare != "" {
		ts, err := bench.Compare(outcomes, o.compare)
		if err != nil { // interrupted too early
			return usagef("--compare: %v", err)
		}
		report = append(report, ts...)
	}
	page := &bench.ReportPage{Title: "craig bench: " + strings.Join(sets(outcomes), ", "), Craig: versionText(), Runs: []bench.Run{run}, Outcomes: outcomes}
	err = errors.Join( // what cannot be written does not keep the rest from people
		csv.write(func(w io.Writer) error { return bench.WriteCSV(w, outcomes) }),
		markdown.write(func(w io.Writer) error {
			for _, t := range report {
				t.Markdown(w)
			}
			return nil
		}),
		html.write(page.Write),
	)
	if !csv.stdout && !markdown.stdout && !html.stdout {
		for _, t := range report {
			t.Text(a.out)
		}
	}
	if err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(a.err, "craig: interrupted after %d of %d\n", len(outcomes), len(tasks)*len(columns))
		a.status = exitInterrupted
	case bench.Wrongs(outcomes) > 0:
		a.status = exitFalse
	}
	return nil
}

// work is what to run: the tasks, the columns, and the paper's table with the benchmarks' folder
// if one was asked for. The programs that we have written for the table go to the folder programs.
func (o *benchOptions) work(args []string, programs string) (tasks []bench.Task, columns []bench.Column, paper *bench.Paper, folder string, err error) {
	for _, text := range o.columns {
		column, err := bench.ParseColumn(text)
		if err != nil {
			return nil, nil, nil, "", usagef("--column %q: %v", text, err)
		}
		if slices.ContainsFunc(columns, func(c bench.Column) bool { return c.Name == column.Name }) {
			return nil, nil, nil, "", usagef("--column: there are two columns %q", column.Name)
		}
		columns = append(columns, column)
	}
	if o.growth != 0 {
		switch {
		case o.growth < 0:
			return nil, nil, nil, "", usagef("--growth %d: how often sizes are doubled is a positive number", o.growth)
		case o.table != "" || len(columns) > 1:
			return nil, nil, nil, "", usagef("--growth runs programs of its own, in one column")
		case o.store != "" || o.workers.Elsewhere():
			return nil, nil, nil, "", usagef("--growth measures times on this machine, now; leave out --store, and workers elsewhere")
		case len(columns) == 0:
			columns = []bench.Column{{Name: "craig"}}
		}
		for _, name := range args {
			if names := bench.FamilyNames(); !slices.Contains(names, name) {
				return nil, nil, nil, "", usagef("--growth: there is no family %s; there are %s", name, strings.Join(names, ", "))
			}
		}
		tasks, err = bench.Growing(args, o.growth, programs)
		return tasks, columns, nil, "", err
	}
	if o.table == "" {
		if len(args) == 0 {
			return nil, nil, nil, "", usagef("no task given; try craig bench DIR")
		}
		if len(columns) == 0 {
			columns = []bench.Column{{Name: "craig"}}
		}
		tasks, err = bench.Tasks(args...)
		return tasks, columns, nil, "", definitionError(err)
	}
	if paper, err = bench.FindPaper(o.table); err != nil {
		return nil, nil, nil, "", usagef("--table %s: %v", o.table, err)
	}
	switch folder = os.Getenv("CRAIG_BENCH"); {
	case len(args) > 1:
		return nil, nil, nil, "", usagef("--table wants one folder, with tasks/ and tables/ in it")
	case len(args) == 1:
		folder = args[0]
	case folder == "":
		return nil, nil, nil, "", usagef("--table wants the folder with tasks/ and tables/ in it, or CRAIG_BENCH")
	}
	if len(columns) == 0 {
		columns = paper.Columns
	}
	if paper, err = paper.WithPrograms(programs); err != nil {
		return nil, nil, nil, "", err
	}
	tasks, err = paper.Tasks(folder)
	return tasks, columns, paper, folder, definitionError(err)
}

// definitionError makes the errors of task definitions those of bad input.
func definitionError(err error) error {
	if f := (*svcomp.FormatError)(nil); errors.As(err, &f) {
		return &formatError{file: f.File, err: f.Err}
	}
	return err
}

// benchProgress shows a run, and wrong verdicts and crashes at once.
type benchProgress struct {
	statusLine
	judged map[bench.Judgement]int
}

func (a *app) benchProgress(mode string) (*benchProgress, error) {
	line, err := a.newStatusLine(mode)
	return &benchProgress{line, map[bench.Judgement]int{}}, err
}

func (p *benchProgress) outcome(done, total int, o bench.Outcome) {
	p.judged[o.Judgement]++
	if p.quiet {
		return
	}
	if o.Judgement == bench.Wrong || o.Judgement == bench.Crashed {
		p.clear()
		fmt.Fprintf(p.a.err, "%s: %s/%s, %s: %s\n", o.Judgement, o.Task.Set, o.Task.Name, o.Column, o.Verdict)
	}
	p.show(func() string {
		return fmt.Sprintf("%d/%d  %.0f s  %d right  %d wrong  %d unknown  %d crashed  %s/%s",
			done, total, time.Since(p.a.began).Seconds(), p.judged[bench.Right], p.judged[bench.Wrong],
			p.judged[bench.Unknown], p.judged[bench.Crashed], o.Task.Set, o.Task.Name)
	})
}

// runError makes what ends a run one of reading and writing: its store or its queue cannot be used.
func runError(err error) error {
	if s := (*bench.StoreError)(nil); errors.As(err, &s) {
		return &os.PathError{Op: "use", Path: s.File, Err: errors.New(s.What())}
	}
	return RunnerError(err)
}

// aRun describes this run for a store.
func (a *app) aRun() bench.Run {
	host, err := os.Hostname()
	if err != nil {
		host = "a machine without a name"
	}
	return bench.Run{Began: a.began, Command: redact.CommandLine(append([]string{a.name()}, os.Args[1:]...)), Version: versionText(),
		Machine: fmt.Sprintf("%s, %d processors, %s/%s", host, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)}
}
