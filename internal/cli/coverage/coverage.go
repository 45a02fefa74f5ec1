// Package coverage is what craig test --coverage adds to the command line: which criterion, where its report goes, and what gcov says of the tests.
package coverage

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"craig/internal/cover"
	"craig/internal/criterion"
	"craig/internal/evidence/gcov"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/report"
)

// Flags are the options.
type Flags struct {
	Criterion  string
	JSON, HTML string // files of the report
}

// MostBranches bounds the paths that are asked for.
const MostBranches = 20

// Add adds the options to a command's.
func (o *Flags) Add(f *pflag.FlagSet) {
	f.StringVar(&o.Criterion, "coverage", "", "what tests should cover, instead of --goals, with a report for reviewers: `mcdc|branch|condition|path:K`; path:8 is every path of a function through at most 8 branches")
	f.StringVar(&o.JSON, "json", "", "write the report of --coverage to `FILE`, for programs; - is standard output")
	f.StringVar(&o.HTML, "html", "", "write the report of --coverage to `FILE` as a page; - is standard output")
}

// Goals are the goals of the criterion. ok is false if none was asked for. An error says what is wrong with the options.
func (o *Flags) Goals(goals bool) (kind cover.GoalKind, branches int, ok bool, err error) {
	switch {
	case o.Criterion == "" && (o.JSON != "" || o.HTML != ""):
		return 0, 0, false, fmt.Errorf("--json and --html write the report of --coverage; add --coverage mcdc, or another criterion")
	case o.Criterion == "":
		return 0, 0, false, nil
	case goals:
		return 0, 0, false, fmt.Errorf("--coverage %s and --goals each say what tests should reach; leave one of them out", o.Criterion)
	}
	switch name, bound, bounded := strings.Cut(o.Criterion, ":"); {
	case o.Criterion == "mcdc":
		return cover.Pairs, 0, true, nil
	case o.Criterion == "branch":
		return cover.Decisions, 0, true, nil
	case o.Criterion == "condition":
		return cover.Conditions, 0, true, nil
	case name == "path":
		n, err := strconv.Atoi(bound)
		if !bounded || err != nil || n < 1 || n > MostBranches {
			return 0, 0, false, fmt.Errorf("--coverage %s: say through how many branches paths go at most, from 1 to %d, such as path:8", o.Criterion, MostBranches)
		}
		return cover.Paths, n, true, nil
	}
	return 0, 0, false, fmt.Errorf("--coverage: unknown criterion %q: want one of branch, condition, mcdc, path:K", o.Criterion)
}

// Text writes what a suite covers: the report, if it was asked for, and otherwise what is not covered.
func (o *Flags) Text(w io.Writer, s *cover.Suite, kind cover.GoalKind, stats bool) {
	if o.Criterion == "" {
		report.SuiteText(w, s, stats)
		return
	}
	criterion.Of(s, kind).WriteText(w, stats)
}

// confirmTime bounds the work of gcc, gcov and the tests.
const confirmTime = 2 * time.Minute

// Confirm writes gcov's opinion of a suite.
func Confirm(w io.Writer, opts cfront.Options, kind cover.GoalKind, s *cover.Suite) {
	var traces []*verdict.Trace
	for _, t := range s.Tests {
		traces = append(traces, t.Trace)
	}
	ctx, cancel := context.WithTimeout(context.Background(), confirmTime)
	defer cancel()
	cov, err := gcov.Measure(ctx, replay.Program{IR: s.Program, Options: opts, Sources: s.Sources}, traces)
	if err != nil {
		fmt.Fprintf(w, "gcov: no opinion: %v\n", err)
		return
	}
	report.ConfirmationText(w, report.Confirm(s, kind, cov), cov.Note)
}
