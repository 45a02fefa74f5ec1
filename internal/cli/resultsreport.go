package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"craig/internal/bench"
)

// reportOptions are the options of craig results report.
type reportOptions struct {
	html, svg, clock string
}

func (a *app) resultsReportCommand() *cobra.Command {
	o := &reportOptions{}
	c := &cobra.Command{
		Use:   "report STORE [RUN ...]",
		Short: "runs as one HTML page with charts, points and all tasks, or as pictures",
		Long: `Report writes the page FILE, which needs no other file and no network: wrong answers at the top, points by the schema of
SV-COMP, times of columns beside each other, quantile and scatter plots, and a table of all tasks that can be searched and
ordered. With several runs, the columns of all of them stand side by side; the first one is what others are compared with.
With --svg the charts are files of the folder DIR: solved.svg, points.svg, scatter.svg, which is scatter-1.svg and so on for
more than two columns.
Exit status: 0; 64 usage, 65 not a store, 74 a file that cannot be read or written.`,
		Example: "  craig results report store --html report.html\n  craig results report store 3 last --html report.html --svg pictures",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.withStore(args[0], func(s bench.Store) error { return a.reportRuns(s, o, args[1:]) })
		},
	}
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.html, "html", "", "write the page to `FILE`; - is standard output")
	f.StringVar(&o.svg, "svg", "", "write the charts to the folder `DIR`, which is made if it is not there")
	f.StringVar(&o.clock, "time", "cpu", "the time that is shown: of processors or on the wall: `cpu|wall`")
	return c
}

func (a *app) reportRuns(s bench.Store, o *reportOptions, names []string) error {
	if o.html == "" && o.svg == "" {
		return usagef("report writes files: --html FILE, --svg DIR")
	}
	clock, err := choose("time", o.clock, map[string]bench.Clock{"cpu": bench.CPU, "wall": bench.Wall})
	if err != nil {
		return err
	}
	if len(names) == 0 {
		names = []string{"last"}
	}
	p := &bench.ReportPage{Title: "craig bench", Craig: versionText(), Clock: clock}
	for _, name := range names {
		r, err := pickRun(s, name)
		if err != nil {
			return err
		}
		outcomes, err := s.Outcomes(r.ID)
		if err != nil {
			return err
		}
		for i := range outcomes {
			if len(names) > 1 {
				outcomes[i].Column = fmt.Sprintf("%d %s", r.ID, outcomes[i].Column)
			}
		}
		p.Runs, p.Outcomes = append(p.Runs, r), append(p.Outcomes, outcomes...)
	}
	p.Title = fmt.Sprintf("craig bench: %s", strings.Join(sets(p.Outcomes), ", "))
	if o.svg != "" {
		if err := writePictures(o.svg, bench.Pictures(p.Outcomes, clock)); err != nil {
			return err
		}
	}
	return a.writePage(o.html, p)
}

// sets are the names of the sets of outcomes, not more than a title has room for.
func sets(outcomes []bench.Outcome) (names []string) {
	seen := map[string]bool{}
	for _, o := range outcomes {
		if !seen[o.Task.Set] {
			seen[o.Task.Set] = true
			names = append(names, o.Task.Set)
		}
	}
	if more := len(names) - 4; more > 1 {
		names = append(names[:4], fmt.Sprintf("%d more sets", more))
	}
	return names
}

// writePage writes a report to a file, if it has a name.
func (a *app) writePage(name string, p *bench.ReportPage) error {
	out, err := openOutput(name, a.out)
	if err != nil {
		return err
	}
	defer out.discard()
	return out.write(p.Write)
}

// writePictures writes charts as files of a folder.
func writePictures(dir string, pictures []bench.Picture) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, p := range pictures {
		out, err := openOutput(filepath.Join(dir, p.File+".svg"), io.Discard)
		if err != nil {
			return err
		}
		err = out.write(p.Chart.WriteFile)
		out.discard()
		if err != nil {
			return err
		}
	}
	return nil
}
