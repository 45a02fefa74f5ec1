package check

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"slices"

	"craig/internal/work"
)

// strict is a runner whose errors end the run: without it nothing can be said of what is left.
type strict struct {
	work.Runner
	fail context.CancelCauseFunc
}

func (s strict) Run(ctx context.Context, j work.Job) (work.Answer, error) {
	a, err := s.Runner.Run(ctx, j)
	if err != nil {
		s.fail(err)
	}
	return a, err
}

// read runs a job that lists the functions of a unit, as it is or, with a folder, as it was. If jobs run elsewhere, what is said of the unit
// as it is counts only if the same was read there that is here: a header whose name a macro makes is not known before. Names that
// are not relative are others there, and __FILE__ shows it: such a unit is read here.
func (c *checker) read(ctx context.Context, u *Unit, j work.Job) (l listing, why string) {
	if c.opts.Here == nil {
		return list(ctx, c.opts.Runner, j)
	}
	j.Files = c.headers.Of("", u.Flags, u.File)
	if !slices.ContainsFunc(j.Files, filepath.IsAbs) {
		was := j.Dir != ""
		if was {
			j.Files = c.headers.Of(j.Dir, j.Args, u.File)
		}
		l, why = list(ctx, c.opts.Runner, j)
		if why == "" && (was || c.same(l.Inputs)) || ctx.Err() != nil {
			return l, why
		}
	}
	return list(ctx, limited{c.opts.Here, c.slots}, j)
}

// limited is a runner that runs some jobs at a time.
type limited struct {
	work.Runner
	slots chan struct{}
}

func (l limited) Run(ctx context.Context, j work.Job) (work.Answer, error) {
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
		return l.Runner.Run(ctx, j)
	case <-ctx.Done():
		return work.Answer{}, context.Cause(ctx)
	}
}

// list has a runner list the functions of a unit; why, if not "", is why there is no list.
func list(ctx context.Context, r work.Runner, j work.Job) (l listing, why string) {
	a, err := r.Run(ctx, j)
	switch {
	case err != nil:
		return l, err.Error()
	case a.Killed != "":
		return l, "reading it takes too much " + a.Killed
	case a.Failed != nil:
		return l, a.Failed.Error()
	case a.Status != 0:
		return l, firstLine(a.Err)
	}
	out := json.NewDecoder(bytes.NewReader(a.Out))
	if err := out.Decode(&l.Functions); err != nil {
		return listing{}, err.Error()
	}
	if out.Decode(&l.Inputs) != nil {
		l.Inputs = nil
	}
	return l, ""
}

// apart notes, if jobs run elsewhere, what those about functions of a unit read: what was read for its list, and headers in folders that
// options name which only those jobs have. Functions that have other tokens there, since __FILE__ is another name, stay here.
func (c *checker) apart(ctx context.Context, u *Unit, l listing) {
	if c.opts.Here == nil {
		return
	}
	files := c.headers.Of("", c.opts.Commands.Again(u), u.File)
	for name, text := range l.Inputs {
		if text != "" {
			files = append(files, filepath.Clean(name))
		}
	}
	slices.Sort(files)
	n := needs{files: slices.Compact(files), stay: map[string]bool{}}
	if slices.ContainsFunc(n.files, filepath.IsAbs) {
		there, _ := list(ctx, c.opts.Runner, work.Job{Args: c.opts.Commands.List(u, readTime), Files: n.files, Time: readTime, Memory: c.opts.Memory})
		keys := keysOf(there.Functions)
		for _, f := range l.Functions {
			n.stay[f.Name] = keys[f.Name] != f.Key
		}
	}
	c.needs.Store(u, n)
}

// needs is what jobs about functions of a unit read, and which of the functions are looked at here.
type needs struct {
	files []string
	stay  map[string]bool
}

// relative says whether all names of files are relative.
func relative(files []string) bool { return !slices.ContainsFunc(files, filepath.IsAbs) }

// run runs a job about functions of a unit, wherever that may be.
func (c *checker) run(ctx context.Context, j work.Job, fs ...*Function) (work.Answer, error) {
	if c.stays(fs[0]) {
		return limited{c.opts.Here, c.slots}.Run(ctx, j)
	}
	if c.opts.Here != nil {
		j.Files = c.files(fs)
	}
	return c.opts.Runner.Run(ctx, j)
}

// files are what jobs about functions read.
func (c *checker) files(fs []*Function) (list []string) {
	named := map[string]bool{}
	for _, f := range fs {
		_, kept := f.old.evidence()
		for _, name := range slices.Concat(append(kept, f.with, []string{f.Unit.File})...) {
			named[name] = true
		}
	}
	for _, u := range c.report.Units {
		if n, ok := c.needs.Load(u); ok && named[u.File] {
			list = append(list, n.(needs).files...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// stays says that a function is looked at here, though others are not.
func (c *checker) stays(f *Function) bool {
	n, ok := c.needs.Load(f.Unit)
	return ok && n.(needs).stay[f.Name]
}
