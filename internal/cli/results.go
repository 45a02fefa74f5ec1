package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"craig/internal/bench"
)

// resultsOptions are the options of craig results show and compare.
type resultsOptions struct {
	csv, markdown, json, benchexec string
}

func (a *app) resultsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "results",
		Short: "list, compare and export the runs that a store of craig bench has",
		Long: `Results reads the stores that craig bench --store and craig check --store write. A store is a file of lines of JSON: what
these commands do not tell, jq does. RUN is a run's number, as list prints it, or last, which is the default.
Exit status: 0, and for compare 1 if an answer has become wrong; 64 usage, 65 not a store, 74 a file that cannot be read
or written.`,
		Example: "  craig results list store\n  craig results show store --csv out.csv\n  craig results report store --html report.html\n  craig results compare store 3 last",
		RunE: func(c *cobra.Command, args []string) error {
			return usagef("results of what? Try craig results list STORE")
		},
	}
	list := &cobra.Command{
		Use: "list STORE", Short: "the runs: number, when, verdicts, processor time, command", Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.withStore(args[0], func(s bench.Store) error {
				t, err := bench.StoredRuns(s)
				if err != nil {
					return err
				}
				t.Text(a.out)
				return nil
			})
		},
	}
	o := &resultsOptions{}
	show := &cobra.Command{
		Use: "show STORE [RUN]", Short: "what came of a run: tables, or files for other programs", Args: cobra.RangeArgs(1, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.withStore(args[0], func(s bench.Store) error { return a.showRun(s, o, args[1:]) })
		},
	}
	show.Flags().SortFlags = false
	show.Flags().StringVar(&o.csv, "csv", "", "write a line for each task to `FILE`; - is standard output")
	show.Flags().StringVar(&o.markdown, "markdown", "", "write the tables in Markdown to `FILE`; - is standard output")
	show.Flags().StringVar(&o.json, "json", "", "write all outcomes as JSON to `FILE`; - is standard output")
	show.Flags().StringVar(&o.benchexec, "benchexec", "", "write the result of BenchExec that its table-generator reads to `FILE`; of several columns one file each, with the name of the column")
	compare := &cobra.Command{
		Use: "compare STORE RUN [RUN]", Short: "what another run has changed: new answers, lost ones, faster, slower", Args: cobra.RangeArgs(2, 3),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.withStore(args[0], func(s bench.Store) error { return a.compareRuns(s, args[1:]) })
		},
	}
	c.AddCommand(list, show, compare, a.resultsPhasesCommand(), a.resultsReportCommand())
	return c
}

// withStore reads a store that exists.
func (a *app) withStore(name string, do func(bench.Store) error) error {
	s, err := a.readStore(name)
	if err != nil {
		return err
	}
	defer s.Close()
	return do(s)
}

// openStore opens a store, or makes one.
func (a *app) openStore(name string) (bench.Store, error) {
	if a.program.OpenStore != nil {
		return storeFrom(a.program.OpenStore(name))
	}
	return storeFrom(bench.OpenStore(name))
}

// readStore opens a store that exists, to read it.
func (a *app) readStore(name string) (bench.Store, error) {
	if a.program.ReadStore != nil {
		return storeFrom(a.program.ReadStore(name))
	}
	return storeFrom(bench.ReadStore(name))
}

// storeFrom makes files that are no stores bad input.
func storeFrom(s bench.Store, err error) (bench.Store, error) {
	if bad := (*bench.StoreError)(nil); errors.As(err, &bad) {
		return nil, &formatError{file: bad.File, err: errors.New(bad.What())}
	}
	return s, err
}

// pickRun is the run that an argument names.
func pickRun(s bench.Store, name string) (bench.Run, error) {
	runs, err := s.Runs()
	if err != nil {
		return bench.Run{}, err
	}
	if len(runs) == 0 {
		return bench.Run{}, usagef("the store has no run")
	}
	if name == "last" {
		return runs[len(runs)-1], nil
	}
	n, err := strconv.ParseInt(name, 10, 64)
	for _, r := range runs {
		if err == nil && r.ID == n {
			return r, nil
		}
	}
	return bench.Run{}, usagef("the store has no run %s; it has %d to %d, and last", name, runs[0].ID, runs[len(runs)-1].ID)
}

func (a *app) showRun(s bench.Store, o *resultsOptions, args []string) error {
	r, err := pickRun(s, append(args, "last")[0])
	if err != nil {
		return err
	}
	outcomes, err := s.Outcomes(r.ID)
	if err != nil {
		return err
	}
	tables := bench.Summary(outcomes)
	plain := true
	type export struct {
		name  string
		write func(io.Writer) error
	}
	exports := []export{
		{o.csv, func(w io.Writer) error { return bench.WriteCSV(w, outcomes) }},
		{o.markdown, func(w io.Writer) error {
			for _, t := range tables {
				t.Markdown(w)
			}
			return nil
		}},
		{o.json, func(w io.Writer) error { return bench.WriteJSON(w, outcomes) }},
	}
	columns := bench.Columns(outcomes)
	if len(columns) == 0 {
		columns = []string{""}
	}
	if o.benchexec == "-" && len(columns) > 1 {
		return usagef("--benchexec writes a file for each of the %d columns; name a file, such as --benchexec run.xml", len(columns))
	}
	for _, column := range columns {
		exports = append(exports, export{columnFile(o.benchexec, column, columns), func(w io.Writer) error { return bench.WriteBenchExec(w, r, outcomes, column) }})
	}
	for _, f := range exports {
		if f.name == "" {
			continue
		}
		out, err := openOutput(f.name, a.out)
		if err != nil {
			return err
		}
		plain = plain && !out.stdout
		err = out.write(f.write)
		out.discard()
		if err != nil {
			return err
		}
	}
	if plain {
		fmt.Fprintf(a.out, "run %d of %s: %s\n%s, on %s\n\n", r.ID, r.Began.Format(time.DateTime), r.Command, r.Version, r.Machine)
		for _, t := range tables {
			t.Text(a.out)
		}
	}
	return nil
}

// columnFile is the name of the file for one of several columns: run.xml, or run.2-NAME.xml. What has no place in names of files is a hyphen.
func columnFile(name, column string, columns []string) string {
	if name == "" || name == "-" || len(columns) == 1 {
		return name
	}
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
			return r
		}
		return '-'
	}, column)
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s.%d-%s%s", strings.TrimSuffix(name, ext), slices.Index(columns, column)+1, safe, ext)
}

func (a *app) compareRuns(s bench.Store, args []string) error {
	var both [2][]bench.Outcome
	for i, name := range append(args, "last")[:2] {
		r, err := pickRun(s, name)
		if err != nil {
			return err
		}
		if both[i], err = s.Outcomes(r.ID); err != nil {
			return err
		}
	}
	tables, wrong := bench.Changes(both[0], both[1])
	for _, t := range tables {
		t.Text(a.out)
	}
	if wrong > 0 {
		a.status = exitFalse
	}
	return nil
}
