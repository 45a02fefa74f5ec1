package check

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/library"
	"craig/internal/work"
)

// readTime is how long reading one file may take.
const readTime = 2 * time.Minute

// units finds the functions of all units.
func (c *checker) units(ctx context.Context) error {
	units := c.report.Units
	lists := make([][]cfront.Function, len(units))
	before := make([][]cfront.Function, len(units))
	c.begin("read", len(units))
	err := work.Each(ctx, c.opts.Jobs, len(units), func(i int) {
		lists[i] = c.list(ctx, units[i])
		if c.opts.Since != nil {
			before[i] = c.before(ctx, units[i])
		}
		c.done(units[i].File, 0)
	})
	if err != nil {
		return err
	}
	type identity struct{ file, name, key string }
	seen := map[identity]bool{}
	c.bodies = findBodies(units, lists)
	c.bodies.sameOptions = c.opts.Here != nil // what jobs elsewhere read is known for the options of units
	for i, list := range lists {
		keys := keysOf(before[i])
		c.removed(before[i], list)
		for k, f := range list {
			id := identity{filepath.Clean(f.Pos.File), f.Name, f.Key}
			if seen[id] || !c.chosen(f, list) {
				continue
			}
			seen[id] = true
			if keys[f.Name] == f.Key {
				c.report.Unchanged++
				continue
			}
			g := &Function{Unit: units[i], Name: f.Name, File: id.file, Line: f.Pos.Line, End: f.End, Static: f.Static, Key: f.Key, harmless: Harmless(f), contract: f.Contract}
			g.Added = c.opts.Since != nil && keys[f.Name] == ""
			if c.bodies.link(g, &list[k]); c.opts.Here != nil && !relative(append(g.others, units[i].File)) {
				g.linkedUnits, g.others, g.transitiveKey = nil, nil, nil // their names are others there
			}
			c.report.Functions = append(c.report.Functions, g)
		}
	}
	return nil
}

// removed notes functions that would have been looked at and are not there any more.
func (c *checker) removed(before, now []cfront.Function) {
	for _, f := range before {
		e := Entry{f.Name, filepath.Clean(f.Pos.File), f.Pos.Line}
		if c.chosen(f, before) && !slices.ContainsFunc(now, func(g cfront.Function) bool { return g.Name == f.Name }) && !slices.Contains(c.report.Removed, e) {
			c.report.Removed = append(c.report.Removed, e)
		}
	}
}

// keysOf are the keys of functions by their names.
func keysOf(list []cfront.Function) map[string]string {
	keys := map[string]string{}
	for _, f := range list {
		keys[f.Name] = f.Key
	}
	return keys
}

// before are the functions that a unit had at the revision.
func (c *checker) before(ctx context.Context, u *Unit) []cfront.Function {
	if filepath.IsAbs(u.File) {
		return nil
	}
	j := work.Job{Args: c.opts.Commands.List(c.opts.Since.Unit(u), readTime), Dir: c.opts.Since.Here(), Time: readTime, Memory: c.opts.Memory}
	l, why := c.read(ctx, u, j)
	if why != "" { // it could not be read then, or was not there
		return nil
	}
	return l.Functions
}

// listing is what is kept of a unit: its functions, and the files that were read for them, see cfront.Files.Inputs.
type listing struct {
	Inputs    map[string]string
	Functions []cfront.Function
}

// list has the functions of a unit. If all files are as they were that were read for it or looked for, they are known.
func (c *checker) list(ctx context.Context, u *Unit) []cfront.Function {
	args := c.opts.Commands.List(u, readTime)
	l, place := c.known(args)
	if l != nil {
		c.apart(ctx, u, *l)
		return l.Functions
	}
	asked := c.ask(ctx, u, args)
	c.apart(ctx, u, asked)
	c.keepList(u, place, asked)
	return asked.Functions
}

// known is what a job that lists functions gives, if that is kept and nothing has changed; else nil. place is where it is kept, "" if nowhere.
func (c *checker) known(args []string) (l *listing, place string) {
	here, err := os.Getwd()
	if c.opts.Cache == nil || err != nil {
		return nil, ""
	}
	place = c.opts.Cache.unit(here, args)
	if l = find[listing](c.opts.Cache, place); l != nil && !c.same(l.Inputs) {
		l = nil
	}
	return l, place
}

// keepList keeps what there is of a unit.
func (c *checker) keepList(u *Unit, place string, l listing) {
	if place == "" || len(l.Inputs) == 0 {
		return
	}
	if err := c.opts.Cache.keep(place, l); err != nil {
		c.remark(u.File, "what it has could not be kept: "+err.Error())
	}
}

// same says whether files have the texts that they had.
func (c *checker) same(inputs map[string]string) bool {
	for name, want := range inputs {
		is, ok := c.texts.Load(name)
		if !ok {
			is = ""
			if text, err := readFile(name); err == nil {
				sum := sha256.Sum256(text)
				is = hex.EncodeToString(sum[:])
			}
			c.texts.Store(name, is)
		}
		if is != want {
			return false
		}
	}
	return len(inputs) > 0
}

// Functions are the functions of a unit, by opts' runner, out of its cache if nothing has changed. An error is for people to read.
func Functions(ctx context.Context, u *Unit, opts Options) ([]cfront.Function, error) {
	c := &checker{opts: opts, slots: make(chan struct{}, 1), report: &Report{}}
	list := c.list(ctx, u)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case len(list) == 0 && len(c.report.Skipped) > 0:
		return nil, errors.New(c.report.Skipped[0].Why)
	}
	return list, nil
}

// ask has craig list the functions of a unit.
func (c *checker) ask(ctx context.Context, u *Unit, args []string) listing {
	l, why := c.read(ctx, u, work.Job{Args: args, Time: readTime, Memory: c.opts.Memory})
	if why != "" && ctx.Err() == nil {
		c.skip(u.File, why)
	}
	return l
}

// firstLine is the first line of a message, and the next one if that is advice.
func firstLine(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	if second, _, _ := strings.Cut(rest, "\n"); strings.HasPrefix(second, "  ") {
		first += ";" + strings.TrimPrefix(second, " ")
	}
	return first
}

// chosen says whether a function is looked at by itself: if its name matches a pattern; or, if there are no patterns,
// unless it is static and some function of the unit names it, and has no contract. What is in headers of the system, or
// excluded, is not.
func (c *checker) chosen(f cfront.Function, list []cfront.Function) bool {
	file := filepath.Clean(f.Pos.File)
	if strings.HasPrefix(f.Pos.File, "<") || strings.HasPrefix(file, "/usr/") || strings.HasPrefix(f.Name, "__craig") {
		return false
	}
	if matches(c.opts.Excludes, f.Name) || matches(c.opts.Excludes, filepath.ToSlash(file)) {
		return false
	}
	if len(c.opts.Entries) > 0 {
		return matches(c.opts.Entries, f.Name)
	}
	return !f.Static || f.Contract || !slices.ContainsFunc(list, func(g cfront.Function) bool { return slices.Contains(g.Uses, f.Name) })
}

// matches tells whether a name matches one of some patterns, or lies in a folder that does. Patterns that are absolute are those of
// absolute names.
func matches(patterns []string, name string) bool {
	for _, p := range patterns {
		full := name
		if abs, err := filepath.Abs(name); err == nil && strings.HasPrefix(p, "/") {
			full = filepath.ToSlash(abs)
		}
		for part := full; part != "." && part != "/"; part = path.Dir(part) {
			if ok, _ := path.Match(p, part); ok {
				return true
			}
		}
		if ok, _ := path.Match(p, path.Base(name)); ok {
			return true
		}
	}
	return false
}

// quiet are the headers of the C library whose functions touch nothing but memory, and functions of others that do not
// either, or write to standard output only.
var (
	quietHeaders = []string{"string.h", "strings.h", "ctype.h", "wctype.h", "math.h", "assert.h", "inttypes.h", "errno.h", "gcc.h", "GCC", "stdarg.h"}
	quietNames   = []string{"malloc", "calloc", "realloc", "free", "abs", "labs", "llabs", "atoi", "atol", "atoll", "strtol", "strtoul", "strtoll", "strtoull",
		"strtod", "strtof", "qsort", "bsearch", "abort", "exit", "printf", "puts", "putchar", "sprintf", "snprintf", "vsprintf", "vsnprintf", "sscanf",
		"time", "clock", "rand", "srand", "div", "ldiv"}
)

// Harmless says that nothing that the function may come to touches files, processes or the network, as far as names
// tell: functions without a body that are not of the C library get their values from the counterexample.
func Harmless(f cfront.Function) bool {
	return !slices.ContainsFunc(f.Reaches, func(name string) bool {
		row := library.Lookup(name)
		return row != nil && !slices.Contains(quietHeaders, row.Header) && !slices.Contains(quietNames, name)
	})
}
