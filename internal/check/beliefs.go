package check

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/trap"
	"craig/internal/program/ir"
	"craig/internal/property"
	"craig/internal/work"
)

// doubt is an access of a function by a pointer that the program itself takes to be null at times.
type doubt struct {
	unit    *Unit
	of      *cfront.Function
	access  ir.Pos
	moved   ir.Pos // an access by a function of the library, which may be in front of it
	pointer string // that is tested; "" of what a call returns
	class   Class
	because string
	cause   string // of a bug
	always  bool   // of a read: it is read whenever its statement is executed
	sure    bool   // likewise: no later round of a loop may be the first to read it
}

// How often the results of a function are tested before it is believed to fail: leastTested times, and of so many uses that one of mostTested is not.
const (
	leastTested = 4
	mostTested  = 5
)

// at says that a finding is at the access, as far as lines and what the execution begins with tell: not that another pointer in that line is null.
func (d doubt) at(g *Finding) bool {
	if d.moved.Line > 0 && d.moved != d.access {
		first := d
		if first.access = d.moved; first.at(g) {
			return true
		}
	}
	if g.Line != d.access.Line || g.File != filepath.Clean(d.access.File) {
		return false
	}
	if d.pointer == "" {
		return g.Column == d.access.Col || callAt(g, d.access.Col)
	}
	return !slices.ContainsFunc(g.Inputs, func(in string) bool {
		value, ok := strings.CutPrefix(in, d.pointer+" = ")
		return ok && value != "NULL"
	})
}

// callAt tells whether a finding is at the name of a function whose call is at a column, which is that of its parenthesis.
func callAt(g *Finding, col int) bool {
	line := lineOf(g.File, g.Line)
	if g.Column < 1 || g.Column >= col || col > len(line) {
		return false
	}
	return strings.Trim(line[g.Column-1:col-1], "_abcdefghijklmnopqrstuvwxyz") == ""
}

// contradicts has a finding be what a doubt says: nothing is to be guaranteed by callers then, and no guess at them is its cause. That memory is short is one cause of all.
func (g *Finding) contradicts(d doubt) {
	g.Class, g.Because, g.Specify, g.Where, g.Cause = d.class, d.because, "", "", ""
	if d.class == Bug {
		g.Cause = d.cause
	}
}

// allocators are the functions that return null where memory is short.
var allocators = []string{"malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "strdup", "strndup"}

// doubts are those of all functions that are looked at, and of static functions that these may call, each once.
func (c *checker) doubts() (list []doubt) {
	tested, used := map[source]int{}, map[source]int{}
	giver := c.givers(func(f *cfront.Function) bool { return f.Fails })
	seen := map[ir.Pos]bool{}
	counted := map[ir.Pos]bool{}
	c.each(func(_ *Unit, f *cfront.Function) {
		if counted[f.Pos] { // in a header
			return
		}
		counted[f.Pos] = true
		for _, r := range f.Results {
			from, ok := sourceOf(f, r.Function, r.Param)
			if !ok {
				continue
			}
			if used[from]++; r.Tested {
				tested[from]++
			}
		}
	})
	c.each(func(u *Unit, f *cfront.Function) {
		if !c.regards(u, f) {
			return
		}
		add := func(at ir.Pos, pointer string, class Class, because string) {
			if !seen[at] {
				seen[at] = true
				list = append(list, doubt{unit: u, of: f, access: at, pointer: pointer, class: class, because: because})
			}
		}
		for _, d := range f.Doubted {
			if d.Edge {
				continue
			}
			because := fmt.Sprintf("line %d tests whether %s is null, which is used before", d.Test.Line, d.Pointer)
			if d.Null {
				because = fmt.Sprintf("the test in line %d has found that %s is null, which is used then", d.Test.Line, d.Pointer)
			}
			add(d.Access, d.Pointer, Contradiction, because)
		}
		for _, r := range f.Results {
			from, ok := sourceOf(f, r.Function, r.Param)
			switch n, all := tested[from], used[from]; {
			case r.Tested, !ok:
			case slices.Contains(allocators, giver[r.Function]):
				add(r.Access, "", Bug, nameOf(r.Function)+" returns null where there is no memory, which is not tested")
				if last := &list[len(list)-1]; last.access == r.Access {
					last.moved, last.cause = r.Moved, "`"+nameOf(r.Function)+"` may return null, which is not tested"
				}
			case n < leastTested || all*(mostTested-1) > n*mostTested:
			case from.parameter:
				add(r.Access, "", Contradiction, fmt.Sprintf("%d of %s of %s test whether the %s that they are given is null", n, count(all, "function"), from.file, from.name))
			default:
				add(r.Access, "", Contradiction, fmt.Sprintf("what %s returns is tested at %d of %s", nameOf(r.Function), n, count(all, "call")))
			}
		}
	})
	return list
}

// edges has findings be contradictions that access an element behind the last one, where a test in front lets the index, or the pointer, be as large as what it is compared with. Where
// the function is given the elements, the program says how many there are.
func (c *checker) edges() {
	each := func(at ir.Pos, is func(*Finding)) {
		for _, of := range c.report.Functions {
			for _, g := range of.findings {
				if g.Property == bounds && !g.Class.mistake() && !g.unsized && g.Line == at.Line && g.File == filepath.Clean(at.File) {
					is(g)
				}
			}
		}
	}
	c.each(func(_ *Unit, f *cfront.Function) {
		for _, d := range f.Doubted {
			if !d.Edge {
				continue
			}
			each(d.Access, func(g *Finding) {
				if g.atEnd && (!d.Fixed || g.declared) {
					g.Class, g.Because, g.Specify, g.Where, g.Cause = Contradiction, fmt.Sprintf("the test in line %d lets %s be one too large", d.Test.Line, d.Pointer), "", "", ""
				}
			})
		}
		for _, x := range f.Indices {
			each(x.At, func(g *Finding) {
				switch {
				case !g.ofArray, slices.ContainsFunc(g.Inputs, func(in string) bool { return strings.HasPrefix(in, x.Variable+" = -") }):
				case x.Variable != "":
					g.isBug(fmt.Sprintf("line %d lets %s be %d, which is outside", x.Limit.Line, x.Variable, x.Most))
				default:
					g.isBug(ownIndex + f.Name + " is given")
				}
			})
		}
	})
}

// ownIndex begins what is said of an index outside of an array.
const ownIndex = "the index depends on nothing that "

// each visits the functions of all units, in order.
func (c *checker) each(visit func(u *Unit, f *cfront.Function)) {
	for _, u := range c.report.Units {
		for _, f := range inOrder(c.bodies.here[u]) {
			visit(u, f)
		}
	}
}

// source is where pointers come from that a program tests, or takes for granted.
type source struct {
	name      string // of the function that returns them, or of the structure that parameters lead to
	parameter bool
	file      string // of functions with such parameters
}

// sourceOf is where a pointer of a function comes from. Parameters of static functions are none of them: their file knows who calls it.
func sourceOf(f *cfront.Function, called, param string) (source, bool) {
	if param != "" {
		return source{param, true, filepath.Clean(f.Pos.File)}, !f.Static
	}
	return source{name: called}, true
}

// inOrder are functions in the order of their places.
func inOrder(functions map[string]*cfront.Function) (list []*cfront.Function) {
	for _, f := range functions {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b *cfront.Function) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return list
}

// regards says that a function is one of those that are looked at, or static in a file that is looked at as a whole.
func (c *checker) regards(u *Unit, f *cfront.Function) bool {
	if slices.ContainsFunc(c.report.Functions, func(g *Function) bool { return g.Unit == u && g.Name == f.Name }) {
		return true
	}
	return f.Static && len(c.opts.Entries) == 0 && c.opts.Since == nil && filepath.Clean(f.Pos.File) == filepath.Clean(u.File) &&
		!matches(c.opts.Excludes, f.Name)
}

// contradictions has findings be contradictions where the program itself tests what it takes for granted, and looks for an execution that goes wrong
// there where there is no finding yet. Without one a doubt is nothing.
func (c *checker) contradictions(ctx context.Context) error {
	c.edges()
	if !slices.Contains(c.opts.Properties, null) {
		return nil
	}
	var open []doubt
	for _, d := range c.doubts() {
		if !c.become(ctx, func(g *Finding) bool { return g.Property == null && d.at(g) }, func(g *Finding) { g.contradicts(d) }) {
			open = append(open, d)
		}
	}
	c.begin("contradictions", len(open))
	found := make([]*Function, len(open))
	err := work.Each(ctx, c.opts.Jobs, len(open), func(i int) {
		d := open[i]
		found[i], _ = c.erring(ctx, d.unit, d.of, Nulls, d.at, func(g *Finding) { g.contradicts(d) })
		c.done(d.of.Name, 0)
	})
	c.add(found)
	if err != nil {
		return err
	}
	var list []snare
	for i, d := range open {
		if found[i] == nil && d.class == Bug { // another pointer may be null in that line
			list = append(list, snare{unit: d.unit, of: d.of, Trap: trap.Trap{At: d.access, Pointer: trap.Null}, property: null, message: property.Of(null).Finding,
				because: d.because, said: "an execution comes here with null", cause: d.cause, plain: true})
		}
	}
	return c.catch(ctx, "results", list)
}

// add adds functions with findings that were looked for besides; nil are none.
func (c *checker) add(found []*Function) {
	c.beliefs = append(c.beliefs, slices.DeleteFunc(found, func(f *Function) bool { return f == nil })...)
}

// null is the property of accesses by null pointers.
const null = "null"

// functionOf is a function of a unit that is looked at by itself.
func functionOf(u *Unit, of *cfront.Function) *Function {
	return &Function{Unit: u, Name: of.Name, File: filepath.Clean(of.Pos.File), Line: of.Pos.Line, End: of.End, Static: of.Static, Key: of.Key, harmless: Harmless(*of)}
}

// become has the findings at a place that are no mistakes yet be what is makes of them. known says that there are findings at the place.
func (c *checker) become(ctx context.Context, at func(*Finding) bool, is func(*Finding)) (known bool) {
	for _, f := range c.report.Functions {
		for _, g := range f.findings {
			if !at(g) {
				continue
			}
			if known = true; !g.Class.mistake() {
				is(g)
				c.confirmShown(ctx, f)
			}
		}
	}
	return known
}

// erring is a function of a unit with a finding that is wanted, as how has it, if there is an execution that goes wrong so, or comes to a trap; else nil. Open says that there may be
// one nevertheless.
func (c *checker) erring(ctx context.Context, u *Unit, of *cfront.Function, what Besides, wanted func(*Finding) bool, how func(*Finding), traps ...trap.Trap) (with *Function, open bool) {
	f := functionOf(u, of)
	f.traps = traps
	var except []cfront.Exception
	for range mostErring {
		doc := c.besides(ctx, what, f, c.opts.Commands.Besides(what, f, except), c.opts.CPU)
		if doc == nil || doc.Verdict != "FALSE" {
			return nil, ctx.Err() == nil && (doc == nil || doc.Verdict != "TRUE" || doc.Vacuous != "") // which says nothing
		}
		at := place(doc, f.at())
		g := newFinding(f, doc, at)
		c.managed(g)
		if c.links(g); wanted(g) {
			how(g)
			g.Accepted, _ = allowance(g.File, g.Line, g.Property)
			f.findings = []*Finding{g}
			c.confirmShown(ctx, f)
			return f, false
		}
		x := cfront.Exception{File: at.File, Line: at.Line, Property: doc.Property}
		if slices.Contains(except, x) {
			return nil, true
		}
		except = append(except, x)
	}
	return nil, true
}

// mostErring is how many errors in front of the one that is looked for are left out.
const mostErring = 4
