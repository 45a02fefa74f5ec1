package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"craig/internal/cover"
	"craig/internal/evidence/verdict"
	"craig/internal/limit"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/report"
)

// lazy6 names Fig. 6 of the paper lazy annotation among the tables: goals reached against
// backtracks, with and without learning. The programs are drivers; every block is a goal.
const lazy6 = "lazy6"

var lazy6Programs = []string{"kbfiltr", "diskperf", "floppy", "cdaudio"}

// lazy6Time limits each run, if there is no --timeout.
const lazy6Time = time.Minute

// curves runs the programs of Fig. 6 with and without learning, prints how many backtracks it
// took to reach what was reached and to complete, and the curves in Markdown.
func (a *app) curves(o *benchOptions, args []string) error {
	folder := os.Getenv("CRAIG_BENCH")
	if len(args) == 1 {
		folder = args[0]
	}
	if len(args) > 1 || folder == "" {
		return usagef("--table %s wants the folder with tasks/ in it, or CRAIG_BENCH", lazy6)
	}
	most := time.Duration(o.timeout)
	if most == 0 {
		most = lazy6Time
	}
	if o.plot != "" {
		if err := os.MkdirAll(o.plot, 0o777); err != nil {
			return err
		}
	}
	markdown, err := openOutput(o.markdown, a.out)
	if err != nil {
		return err
	}
	defer markdown.discard()
	var text strings.Builder
	fmt.Fprintf(a.out, "%-10s %-10s %8s %8s %12s %12s %8s\n", "program", "", "goals", "reached", "saturation", "completion", "T")
	for _, name := range lazy6Programs {
		file := filepath.Join(folder, "tasks", "tracer-drivers", name+".c")
		if err := readable(file); err != nil {
			return err
		}
		var curves []report.Curve
		goals := 0
		for _, without := range []bool{false, true} {
			kind := map[bool]string{false: "learn", true: "no learn"}[without]
			opts := cover.Options{Goals: cover.Blocks, NoLearning: without}
			start := time.Now()
			done := supervise(limits{timeout: most}, func() {}, func(ctx context.Context) *cover.Suite {
				s, err := cover.Cover(ctx, prepare.New(cfront.Options{ILP32: true}, nil, file), opts)
				if err != nil {
					return &cover.Suite{Detail: err.Error(), Reason: verdict.Bug}
				}
				return s
			})
			s := done.value
			if done.panicked != nil || s == nil || len(s.Series) == 0 {
				fmt.Fprintf(a.out, "%-10s %-10s no result\n", name, kind)
				continue
			}
			last := s.Series[len(s.Series)-1]
			completion := "-"
			if s.Reason == "" || without && s.Reason == "approximation" {
				completion = fmt.Sprint(last.Backtracks)
			}
			fmt.Fprintf(a.out, "%-10s %-10s %8d %8d %12d %12s %7.1fs\n", name, kind,
				len(s.Goals), last.Reached, saturation(s.Series), completion, time.Since(start).Seconds())
			goals, curves = len(s.Goals), append(curves, report.Curve{Name: kind, Points: s.Series})
			fmt.Fprintf(&text, "## %s, %s\n\n", name, kind)
			if err := report.WriteSeries(&text, s); err != nil {
				return err
			}
			fmt.Fprintln(&text)
			if done.cause == limit.ErrInterrupted {
				a.status = exitInterrupted
				return nil
			}
		}
		if o.plot != "" {
			if err := draw(filepath.Join(o.plot, name+".svg"), name, goals, curves); err != nil {
				return err
			}
		}
	}
	return markdown.write(func(w io.Writer) error {
		_, err := io.WriteString(w, text.String())
		return err
	})
}

// draw writes the curves of a program as a picture.
func draw(file, title string, goals int, curves []report.Curve) error {
	w, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := report.WritePlot(w, title, goals, curves...); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

// saturation is how many backtracks it took to reach all that was reached.
func saturation(series []cover.Point) int {
	last := series[len(series)-1].Reached
	for _, p := range series {
		if p.Reached == last {
			return p.Backtracks
		}
	}
	return 0
}
