package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/program/c/belief"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/trap"
	"craig/internal/program/ir"
	"craig/internal/property"
	"craig/internal/work"
)

// bounds is the property of accesses outside of objects, also of those that live no more.
const bounds = "bounds"

// releases are functions that free a block.
var releases = []string{"free", "realloc", "reallocarray"}

// blocks looks, in functions that free something themselves, for blocks that are used or freed after that, also where memory is short. Whatever contract callers keep, they do not
// see what the function has freed.
func (c *checker) blocks(ctx context.Context) error {
	if !slices.Contains(c.opts.Properties, bounds) {
		return nil
	}
	type one struct {
		unit *Unit
		of   *cfront.Function
	}
	var list []one
	c.each(func(u *Unit, f *cfront.Function) {
		frees := slices.ContainsFunc(f.Uses, func(name string) bool { return slices.Contains(releases, name) })
		if frees && !slices.ContainsFunc(f.Reaches, makesThread) && c.regards(u, f) {
			list = append(list, one{u, f})
		}
	})
	c.begin("blocks", len(list))
	found := make([]*Function, len(list))
	err := work.Each(ctx, c.opts.Jobs, len(list), func(i int) {
		x := list[i]
		found[i], _ = c.erring(ctx, x.unit, x.of, Blocks, func(g *Finding) bool { return g.freed != "" && !g.byLinks }, func(g *Finding) {
			g.isBug(becauseFreed + g.freed)
		})
		c.done(x.of.Name, 0)
	})
	c.add(found)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, f := range slices.Concat(c.report.Functions, c.beliefs) {
		for _, g := range f.findings {
			known[fmt.Sprintf("%s:%d", g.File, g.Line)] = known[fmt.Sprintf("%s:%d", g.File, g.Line)] || g.Class.mistake()
		}
	}
	return c.catch(ctx, "places", slices.DeleteFunc(c.usesOf(map[string]int{"free": 0}), func(x snare) bool { // what engines did not decide
		return known[fmt.Sprintf("%s:%d", filepath.Clean(x.At.File), x.At.Line)]
	}))
}

// releasers are free and the functions of the project that free what they are given, with the number of the argument; also those that give it to a pointer to a function instead that leads
// to nothing else, as far as the project says.
func (c *checker) releasers() map[string]int {
	functions := map[string]int{"free": 0}
	elsewhere := c.leadsTo()
	for changed := true; changed; {
		changed = false
		c.each(func(_ *Unit, f *cfront.Function) {
			_, known := functions[f.Name]
			if known || len(f.Frees) == 0 || len(f.Gives) > 0 { // what realloc has not moved is not freed
				return
			}
			if slices.ContainsFunc(elsewhere[f.FreesUnless], func(to string) bool { _, frees := functions[to]; return !frees }) {
				return
			}
			functions[f.Name], changed = f.Frees[len(f.Frees)-1], true
		})
	}
	return functions
}

// leadsTo are the functions that pointers to functions lead to, as far as the project says.
func (c *checker) leadsTo() map[string][]string {
	to, pointers := map[string][]string{}, map[string]bool{}
	c.each(func(_ *Unit, f *cfront.Function) {
		for _, x := range f.Flows {
			pointers[x.To] = true
		}
	})
	c.spread(func(pointer, from string) (changed bool) {
		names := to[from]
		if !pointers[from] && !strings.HasSuffix(from, ")") { // that is no parameter
			names = []string{from}
		}
		for _, name := range names {
			if !slices.Contains(to[pointer], name) {
				to[pointer], changed = append(to[pointer], name), true
			}
		}
		return changed
	})
	return to
}

// pointersThatFree are the pointers to functions that lead to free, or to functions of the project that free what they are given, as far as assignments and initial values anywhere
// in the project say, with the number of the argument that is freed.
func (c *checker) pointersThatFree() map[string]int {
	functions := c.releasers()
	by := maps.Clone(functions)
	c.spread(func(to, from string) bool {
		n, frees := by[from]
		if _, known := by[to]; known || !frees {
			return false
		}
		by[to] = n
		return true
	})
	maps.DeleteFunc(by, func(name string, _ int) bool { _, ok := functions[name]; return ok })
	return by
}

// pointed looks for executions to uses of what the function has freed through a pointer to a function, as the text shows: engines do not know then what is called.
func (c *checker) pointed(ctx context.Context) error {
	if !slices.Contains(c.opts.Properties, bounds) {
		return nil
	}
	by := c.pointersThatFree()
	for _, name := range belief.Closers {
		by[name] = 0
	}
	maps.Copy(by, c.releasers())
	delete(by, "free") // engines know it: see blocks
	return c.catch(ctx, "pointers", c.usesOf(by))
}

// usesOf are accesses by pointers that the text shows to have been freed by some functions, or ended, and calls of these with such a pointer.
func (c *checker) usesOf(by map[string]int) (list []snare) {
	seen, functions := map[ir.Pos]bool{}, map[string]bool{} // which may do something else by what is guessed of pointers to functions
	c.each(func(_ *Unit, f *cfront.Function) { functions[f.Name] = true })
	c.each(func(u *Unit, f *cfront.Function) {
		for _, x := range f.Freed {
			if n, ok := by[x.By]; ok && x.Access && n == x.Arg && c.regards(u, f) && !seen[x.Free] && !seen[x.Use] { // one is enough
				seen[x.Free], seen[x.Use] = true, true
				list = append(list, snare{unit: u, of: f, Trap: trap.Trap{At: x.Use, Pointer: x.Pointer, Call: x.Free}, property: bounds,
					message: fmt.Sprintf("what %s leads to is used, or freed again, after %s has freed it", x.Pointer, nameOf(x.By)),
					because: becauseFreed + fmt.Sprintf("%s:%d", filepath.Base(x.Free.File), x.Free.Line), said: "an execution comes here with the pointer that was freed", plain: x.Sure, alone: functions[x.By]})
			}
		}
	})
	return list
}

// links notes whether the text shows that a block has been freed before it is used: the pointer by which it was freed is read afterwards, with nothing between that may have changed it.
// Otherwise it is reached by another way, which may be there only since lists and trees of the surroundings are not linked as callers link them: n->prev of the first node is not null, or
// n->next->prev is not n.
func (c *checker) links(g *Finding) {
	if g.freed == "" {
		return
	}
	g.byLinks = true
	c.each(func(_ *Unit, f *cfront.Function) {
		file := filepath.Clean(f.Pos.File)
		for _, x := range f.Freed {
			inside := g.File == file && g.Line >= f.Pos.Line && g.Line <= f.End // else it may be in a function that is called
			if slices.Contains(g.ended, ir.Pos{File: filepath.Clean(x.Free.File), Line: x.Free.Line}) && (!inside || g.Line == x.Use.Line) {
				g.byLinks = false
			}
		}
	})
}

// uninit is the property of reads of what has no value.
const uninit = "uninit"

// unset looks for executions to reads of variables to which nothing has given a value, where the text shows that on no way to them anything has; and to elements of arrays that
// are not there, whatever the function is given.
func (c *checker) unset(ctx context.Context) error {
	if !slices.Contains(c.opts.Properties, bounds) {
		return nil
	}
	var reads []doubt
	var list []snare
	c.each(func(u *Unit, f *cfront.Function) {
		if !c.regards(u, f) {
			return
		}
		for _, x := range f.Unset {
			if x.Some && x.Always {
				list = append(list, snare{unit: u, of: f, Trap: trap.Trap{At: x.Read, Pointer: trap.Unset}, property: uninit, message: property.Of(uninit).Finding,
					because: "on a way that the text shows nothing has given " + x.Variable + " a value", said: unsetHere, alone: true})
			}
			if x.Some {
				continue
			}
			reads = append(reads, doubt{unit: u, of: f, access: x.Read, because: "nothing has given " + x.Variable + " a value", always: x.Always, sure: !x.Later})
		}
		for _, x := range f.Indices {
			if x.Outside {
				list = append(list, snare{unit: u, of: f, Trap: trap.Trap{At: x.At, Pointer: trap.Reached}, property: bounds, message: property.Of(bounds).Finding,
					because: cmp.Or(x.Short, ownIndex+f.Name+" is given"), said: comesHere, plain: true})
			}
		}
	})
	c.begin("values", len(reads))
	found := make([]*Function, len(reads))
	err := work.Each(ctx, c.opts.Jobs, len(reads), func(i int) {
		d := reads[i]
		at := func(g *Finding) bool {
			return g.Property == uninit && g.Line == d.access.Line && g.File == filepath.Clean(d.access.File)
		}
		found[i], _ = c.erring(ctx, d.unit, d.of, Values, at, func(g *Finding) { g.isBug(d.because) })
		c.done(d.of.Name, 0)
	})
	c.add(found)
	for i, d := range reads {
		if found[i] == nil && d.always { // the property may be unsupported in it, or take too long
			list = append(list, snare{unit: d.unit, of: d.of, Trap: trap.Trap{At: d.access, Pointer: trap.Unset}, property: uninit, message: property.Of(uninit).Finding, because: d.because, said: unsetHere, plain: d.sure})
		}
	}
	if err != nil {
		return err
	}
	return c.catch(ctx, "places", list)
}

// unsetHere is what is said of the execution to a read of a variable that has no value.
const unsetHere = "an execution comes here that has given it none"

// becauseFreed begins what is said of the use of a block that is no more.
const becauseFreed = "it was freed before, in "

// makesThread says that a function makes a thread: lives of objects are not followed there.
func makesThread(name string) bool { return name == "pthread_create" || name == "thrd_create" }
