package check

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/functions"
	"craig/internal/program/c/trap"
	"craig/internal/program/ir"
	"craig/internal/work"
)

// memtrack is the property of what nothing leads to any more.
const memtrack = "valid-memtrack"

// openers are functions that give open files, which are to be closed.
var openers = []string{"fopen", "fdopen", "freopen", "tmpfile", "popen", "opendir", "open_memstream", "fmemopen"}

// givers are the functions of the project, and the pointers to functions, that give a block or an open file, by their names, with the function of the library that does: malloc and
// its kin; pointers that lead to these, as far as assignments and initial values anywhere in the project say; and functions that count and return what these give.
func (c *checker) givers(counts func(*cfront.Function) bool) map[string]string {
	giver := map[string]string{}
	for _, name := range slices.Concat(allocators, openers) {
		giver[name] = name
	}
	for changed := true; changed; {
		changed = false
		add := func(name, by string) {
			if by != "" && giver[name] == "" {
				giver[name], changed = by, true
			}
		}
		c.each(func(_ *Unit, f *cfront.Function) {
			for _, x := range f.Flows {
				add(x.To, giver[x.From])
			}
			if len(f.Gives) > 0 && counts(f) && !slices.ContainsFunc(f.Gives, func(by string) bool { return giver[by] == "" }) {
				add(f.Name, giver[f.Gives[0]])
			}
		})
	}
	return giver
}

// leaks looks for executions to ways out of functions on which the text shows that nothing leads any more to a block, or an open file.
func (c *checker) leaks(ctx context.Context) error {
	if !slices.Contains(c.opts.Properties, bounds) && !slices.Contains(c.opts.Properties, memtrack) {
		return nil
	}
	type one struct {
		unit *Unit
		of   *cfront.Function
		functions.Lost
		by string
	}
	var list []one
	giver := c.givers(func(*cfront.Function) bool { return true })
	c.each(func(u *Unit, f *cfront.Function) {
		if f.Name == "main" || !c.regards(u, f) { // what main leaves the system has
			return
		}
		for _, x := range f.Lost {
			if by := giver[x.By]; by != "" && !slices.ContainsFunc(list, func(y one) bool { return y.Lost == x }) { // in a header
				list = append(list, one{u, f, x, by})
			}
		}
	})
	c.begin("leaks", len(list))
	found := make([]*Function, len(list))
	err := work.Each(ctx, c.opts.Jobs, len(list), func(i int) {
		x := list[i]
		found[i] = c.erring(ctx, x.unit, x.of, Leaks, trapped(x.Leave), func(g *Finding) {
			g.Property, g.Message = memtrack, fmt.Sprintf("what %s has given in line %d is lost: nothing leads to it any more", nameOf(x.By), x.Given.Line)
			if slices.Contains(openers, x.by) {
				g.Message = fmt.Sprintf("what %s has opened in line %d is left open: nothing leads to it any more", nameOf(x.By), x.Given.Line)
			}
			g.Class, g.Specify, g.Where, g.Cause = Bug, "", "", ""
			if g.Because = x.Pointer + " is neither freed, returned, stored nor passed on here"; x.Otherwise {
				g.Because += ", as it is on other ways"
			}
			g.isTrapped("an execution comes here with " + x.Pointer + " not null")
		}, trap.Trap{At: x.Leave, Pointer: x.Pointer})
		c.done(x.of.Name, 0)
	})
	c.add(found)
	return err
}

// trapped tells whether an execution has come to a trap at a place.
func trapped(at ir.Pos) func(*Finding) bool {
	return func(g *Finding) bool {
		return g.Property == "unreach-call" && g.Line == at.Line && g.Column == at.Col && g.File == filepath.Clean(at.File)
	}
}

// isTrapped has a finding be what the text says of a trap: no compiler is asked, since the program has no error there.
func (g *Finding) isTrapped(said string) {
	g.Confirmation, g.Said = "interpreted", said
	g.Silence, g.Fingerprint = silence(g.Property), g.fingerprint()
}

// spread adds to a set of functions the pointers that lead to them.
func (c *checker) spread(set map[string]bool) {
	for n := -1; n != len(set); {
		n = len(set)
		c.each(func(_ *Unit, f *cfront.Function) {
			for _, x := range f.Flows {
				if set[x.From] {
					set[x.To] = true
				}
			}
		})
	}
}

// nameOf is how people name a function, or a member that leads to one.
func nameOf(called string) string { return called[strings.LastIndex(called, ".")+1:] }
