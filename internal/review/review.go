// Package review says what a change does to the functions of a project, for those who review it.
//
//	review.go    Of: the report of craig check as it is now, what craig check finds at the revision, and how each function behaves beside what it was
//	markdown.go  that, as Markdown
//	markdown/    texts of others in Markdown
//	comments/    which comments a pull request gets
//
// Nothing is decided here: craig check and craig equiv are asked, each in processes of its own.
package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"craig/internal/check"
	"craig/internal/equiv"
	"craig/internal/work"
)

// Change is what there is to say of a change.
type Change struct {
	Since      string // the revision; "" if nothing is compared
	Properties []string
	Functions  []Function       // that are not what they were
	Removed    []check.Entry    // that are not there any more
	Unchanged  int              // functions that were not looked at
	New        []*check.Finding // not found at the revision
	Same       []*check.Finding // found there too
	Gone       []*check.Finding // found there, and not any more
	Before     string           // why it is not known what was found at the revision; "" if it is
	Skipped    []check.Skipped
	Remarks    []check.Remark
}

// Function is one that is not what it was.
type Function struct {
	*check.Function
	Pair *equiv.Pair // beside what it was; nil if that was not asked
	Why  string      // it was not, or gave no answer
}

// Commands makes the command lines of jobs; it knows the names of options.
type Commands interface {
	// Before looks at functions as a run of craig check with some options does, by a compilation database and a file of settings, and writes its report as JSON.
	Before(opts check.Options, database, settings string, names []string) []string
	// Beside compares a function with what it was, and writes an equiv.Document; with says whether options of craig verify are given that the user has.
	Beside(f *check.Function, opts check.Options, with bool) []string
}

// Of compares a report with the revision that its options have, if they have one and ctx has not ended. That takes about as long as the report took, and for each
// function the time of one more.
func Of(ctx context.Context, commands Commands, r *check.Report, opts check.Options) *Change {
	c := &Change{Properties: r.Properties, Removed: r.Removed, Unchanged: r.Unchanged, Skipped: r.Skipped, Remarks: r.Remarks}
	for _, f := range r.Functions {
		c.Functions = append(c.Functions, Function{Function: f})
	}
	var now []*check.Finding
	for _, g := range r.Findings {
		if g.Accepted == "" {
			now = append(now, g)
		}
	}
	if opts.Since == nil || ctx.Err() != nil {
		c.New = now
		return c
	}
	c.Since = opts.Since.Name
	if opts.Here != nil { // the revision is in a folder of this machine
		opts.Runner = opts.Here
	}
	before, err := before(ctx, commands, r, opts)
	if err != nil {
		c.Before = err.Error()
	}
	c.compare(now, r.Findings, before)
	total := len(c.Functions)
	work.Each(ctx, opts.Jobs, total, func(i int) { c.Functions[i].beside(ctx, commands, opts) })
	return c
}

// beside asks what a function does beside what it was.
func (f *Function) beside(ctx context.Context, commands Commands, opts check.Options) {
	switch {
	case f.Added:
		f.Why = "it is new"
		return
	case f.Name == "main":
		f.Why = "main is not compared"
		return
	}
	ask := func(with bool) (work.Answer, error) {
		return opts.Runner.Run(ctx, work.Job{Args: commands.Beside(f.Function, opts, with), Time: 3*opts.Time + time.Minute})
	}
	a, err := ask(true)
	if a.Status == 64 { // it does not know all options of craig verify
		a, err = ask(false)
	}
	var d equiv.Document
	switch {
	case err != nil:
		f.Why = err.Error()
	case a.Failed != nil:
		f.Why = a.Failed.Error()
	case a.Killed != "":
		f.Why = "it took too much " + a.Killed
	case json.Unmarshal(a.Out, &d) != nil || len(d.Pairs) != 1:
		f.Why, _, _ = strings.Cut(a.Err, "\n")
	default:
		f.Pair = &d.Pairs[0]
	}
}

// before are the findings of craig check for the functions of a report at the revision, with the options of the report. Files that they need besides,
// such as generated headers, are those that are there now.
func before(ctx context.Context, lines Commands, r *check.Report, opts check.Options) ([]*check.Finding, error) {
	var names []string
	for _, f := range r.Functions {
		if !f.Added && !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	for _, e := range r.Removed {
		if !slices.Contains(names, e.Name) {
			names = append(names, e.Name)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	folder, err := os.MkdirTemp("", "craig")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	var commands []check.Command
	there := map[string]bool{} // files
	for _, u := range r.Units {
		old := opts.Since.Unit(u)
		if _, err := os.Stat(opts.Since.Path(old.File)); err != nil || filepath.IsAbs(old.File) {
			continue
		}
		there[old.File] = true
		commands = append(commands, check.Command{Directory: opts.Since.Here(), File: old.File, Arguments: slices.Concat([]string{"cc", "-c"}, old.Flags, []string{old.File})})
	}
	if len(commands) == 0 {
		return nil, nil
	}
	database, settings := filepath.Join(folder, check.DatabaseName), filepath.Join(folder, check.ConfigName)
	text, err := json.Marshal(commands)
	if err == nil {
		err = errors.Join(os.WriteFile(database, text, 0o666), os.WriteFile(settings, nil, 0o666))
	}
	if err != nil {
		return nil, err
	}
	args := lines.Before(opts, database, settings, names)
	a, err := opts.Runner.Run(ctx, work.Job{Args: args, Dir: opts.Since.Here()})
	switch {
	case err != nil:
		return nil, err
	case a.Failed != nil:
		return nil, a.Failed
	case a.Killed != "":
		return nil, fmt.Errorf("it took too much %s", a.Killed)
	}
	var d struct {
		Findings []*check.Finding
		Skipped  []check.Skipped
	}
	if err := json.Unmarshal(a.Out, &d); err != nil {
		first, _, _ := strings.Cut(a.Err, "\n")
		return nil, errors.New(first)
	}
	for _, s := range d.Skipped {
		if there[s.What] {
			err = fmt.Errorf("%s: %s", s.What, s.Why)
		}
	}
	return slices.DeleteFunc(d.Findings, func(g *check.Finding) bool { return g.Accepted != "" }), err
}

// compare sorts findings by whether they were found before: those of one fingerprint one by one, then those of one property, file and function whose lines
// were edited. all has those too that are accepted now: what is one of them is not gone.
func (c *Change) compare(now, all, before []*check.Finding) {
	left := slices.Clone(before)
	take := func(g *check.Finding, same func(old *check.Finding) bool) bool {
		i := slices.IndexFunc(left, same)
		if i >= 0 {
			left = slices.Delete(left, i, i+1)
		}
		return i >= 0
	}
	var unmatched []*check.Finding
	for _, g := range now {
		if take(g, func(old *check.Finding) bool { return old.Fingerprint == g.Fingerprint }) {
			c.Same = append(c.Same, g)
		} else {
			unmatched = append(unmatched, g)
		}
	}
	for _, g := range all {
		if g.Accepted != "" {
			take(g, func(old *check.Finding) bool { return old.Fingerprint == g.Fingerprint })
		}
	}
	for _, g := range unmatched {
		if take(g, func(old *check.Finding) bool {
			return old.Property == g.Property && old.File == g.File && old.In == g.In && g.In != ""
		}) {
			c.Same = append(c.Same, g)
		} else {
			c.New = append(c.New, g)
		}
	}
	c.Gone = left
}
