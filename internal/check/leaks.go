package check

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/c/trap"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
	"craig/internal/work"
)

// memtrack is the property of what nothing leads to any more.
const memtrack = "valid-memtrack"

// openers are functions that give open files, which are to be closed.
var openers = []string{"fopen", "fdopen", "freopen", "tmpfile", "popen", "opendir", "open_memstream", "fmemopen"}

// givers are the functions of the project, and the pointers to functions, that give a block or an open file, by their names, with the function of the library that does: malloc and
// its kin; pointers that lead to these, as far as assignments and initial values anywhere in the project say; and functions that count and return what these give, or else what a
// pointer gives of which nothing is known, as in return hook ? hook(n) : malloc(n).
func (c *checker) givers(counts func(*cfront.Function) bool) map[string]string {
	giver, pointers := map[string]string{}, map[string]bool{}
	c.each(func(_ *Unit, f *cfront.Function) {
		for _, x := range f.Flows {
			pointers[x.To] = true
		}
	})
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
			known := slices.IndexFunc(f.Gives, func(by string) bool { return giver[by] != "" })
			if known >= 0 && counts(f) && !slices.ContainsFunc(f.Gives, func(by string) bool { return giver[by] == "" && !pointers[by] }) {
				add(f.Name, giver[f.Gives[known]])
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
	var list []snare
	seen := map[ir.Pos]bool{} // calls: one way out on which it is lost is enough
	giver := c.givers(func(*cfront.Function) bool { return true })
	c.each(func(u *Unit, f *cfront.Function) {
		if f.Name == "main" || !c.regards(u, f) { // what main leaves the system has
			return
		}
		for _, x := range f.Lost {
			if giver[x.By] == "" || seen[x.Given] || endsTest.MatchString(wordAt(x.Leave)) {
				continue
			}
			seen[x.Given] = true
			message := fmt.Sprintf("what %s has given in line %d is lost: nothing leads to it any more", nameOf(x.By), x.Given.Line)
			if slices.Contains(openers, giver[x.By]) {
				message = fmt.Sprintf("what %s has opened in line %d is left open: nothing leads to it any more", nameOf(x.By), x.Given.Line)
			}
			because := x.Pointer + " is neither freed, returned, stored nor passed on here"
			if x.Otherwise {
				because += ", as it is on other ways"
			}
			list = append(list, snare{unit: u, of: f, Trap: trap.Trap{At: x.Leave, Pointer: x.Pointer}, property: memtrack, message: message, because: because,
				said: "an execution comes here with " + x.Pointer + " not null", plain: x.Sure && x.Otherwise})
		}
	})
	return c.catch(ctx, "leaks", list)
}

// endsTest matches macros that end a test where something is not as it should be: what is left then is of no interest.
var endsTest = pattern.New(`(?i)assert|expect|check|fail|test|require`)

// wordAt is the identifier at a place of the text: "return", or a macro.
func wordAt(at ir.Pos) string {
	line := lineOf(at.File, at.Line)
	if at.Col < 1 || at.Col > len(line) {
		return ""
	}
	line = line[at.Col-1:]
	if i := strings.IndexFunc(line, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }); i >= 0 {
		line = line[:i]
	}
	return line
}

// snare is a place in a function of which the text says that executions that come to the trap there go wrong, and how.
type snare struct {
	unit *Unit
	of   *cfront.Function
	trap.Trap
	property, message, because, said, cause string
	class                                   Class // "": a bug
	plain                                   bool  // where nothing is decided, the text says enough
	alone                                   bool  // an execution counts only if it rests on no guess at what functions without a body do, or at callbacks
}

// comesHere is what is said of the execution to a trap that all come to.
const comesHere = "an execution comes here"

// catch looks for executions to traps.
func (c *checker) catch(ctx context.Context, phase string, list []snare) error {
	c.begin(phase, len(list))
	found := make([]*Function, len(list))
	err := work.Each(ctx, c.opts.Jobs, len(list), func(i int) {
		x := list[i]
		at := func(g *Finding) bool {
			return g.Property == "unreach-call" && g.Line == x.At.Line && g.Column == x.At.Col && g.File == filepath.Clean(x.At.File) && !(x.alone && g.others)
		}
		is := func(g *Finding) {
			g.Property, g.Message = x.property, x.message
			g.isBug(x.because)
			g.Class, g.Cause = cmp.Or(x.class, g.Class), x.cause
			g.Confirmation, g.Said = "interpreted", x.said // no compiler is asked: it does not see the trap
			g.Silence, g.Fingerprint = silence(g.Property), g.fingerprint()
		}
		open := false
		if found[i], open = c.erring(ctx, x.unit, x.of, Traps, at, is, x.Trap); open && x.plain && !x.of.Opaque {
			found[i] = c.shown(x, is)
		}
		c.done(x.of.Name, 0)
	})
	c.add(found)
	return err
}

// shown is a function with a finding that the text shows, though no engine has found an execution to it, or has shown that there is none.
func (c *checker) shown(x snare, is func(*Finding)) *Function {
	f := functionOf(x.unit, x.of)
	g := newFinding(f, &resultfile.Document{Property: "unreach-call"}, resultfile.Place{File: x.At.File, Line: x.At.Line, Column: x.At.Col})
	is(g)
	g.In, g.Confirmation, g.Said = x.of.Name, "undecided", textAlone
	if g.Accepted, _ = allowance(g.File, g.Line, g.Property); g.Accepted != "" {
		return nil
	}
	g.Fingerprint = g.fingerprint()
	f.findings = []*Finding{g}
	return f
}

// textAlone is what is said of a finding that no execution shows.
const textAlone = "no engine has decided whether an execution comes here: the text alone shows it"

// isBug has a finding be a bug: nothing is to be guaranteed by callers then, and no guess at them is its cause.
func (g *Finding) isBug(because string) {
	g.Class, g.Because, g.Specify, g.Where, g.Cause = Bug, because, "", "", ""
}

// spread has a step made for each flow in the project until none changes anything.
func (c *checker) spread(step func(to, from string) bool) {
	for changed := true; changed; {
		changed = false
		c.each(func(_ *Unit, f *cfront.Function) {
			for _, x := range f.Flows {
				changed = step(x.To, x.From) || changed
			}
		})
	}
}

// nameOf is how people name a function, or a member that leads to one.
func nameOf(called string) string { return called[strings.LastIndex(called, ".")+1:] }
