package check

import (
	"context"
	"os"
	"slices"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/resultfile"
)

// A function of another unit is taken to return anything and to do nothing else at first. Where a finding or a proof may come of that, the
// function is looked at once more, together with the units that have the bodies: most of what such a guess gives goes away then, and a proof
// that remains covers what those functions write, free and jump to.

// mostLinked bounds with how many other units a function is looked at.
const mostLinked = 6

// bodies are the functions that units have.
type bodies struct {
	here map[*Unit]map[string]*cfront.Function // by name, whoever may call them
	// others has those that other units may call which are compiled with the same options, by these, and by name; alike those of units that
	// are compiled for the same machine, by options without what is for the preprocessor. One that several units have is nil: which of them is
	// meant is for the linker to say.
	others, alike map[string]map[string]*body
	any           map[string]bool // by name, those of all units that other units may call
	sameOptions   bool            // units with other options have none
}

type body struct {
	unit     *Unit
	function *cfront.Function
}

// findBodies finds the functions of units, which lists has in the same order.
func findBodies(units []*Unit, lists [][]cfront.Function) bodies {
	b := bodies{here: map[*Unit]map[string]*cfront.Function{}, others: map[string]map[string]*body{}, alike: map[string]map[string]*body{}, any: map[string]bool{}}
	add := func(to map[string]map[string]*body, options string, q *body) {
		if to[options] == nil {
			to[options] = map[string]*body{}
		}
		if p, twice := to[options][q.function.Name]; twice {
			if p.unit != nil && p.unit.File == q.unit.File && p.function.Key == q.function.Key {
				return // it is the same with both options
			}
			q = &body{function: q.function}
		}
		to[options][q.function.Name] = q
	}
	for i, u := range units {
		here := map[string]*cfront.Function{}
		b.here[u] = here
		for k := range lists[i] {
			f := &lists[i][k]
			here[f.Name] = f
			if f.Static || f.Inline || strings.HasPrefix(f.Name, "__craig") {
				continue
			}
			b.any[f.Name] = true
			add(b.others, u.options(), &body{u, f})
			add(b.alike, u.machine(), &body{u, f})
		}
	}
	return b
}

// options are the options of a unit as one text.
func (u *Unit) options() string { return strings.Join(u.Flags, "\x00") }

// find is the body that a function which u does not have has in another unit. It is nil if there is none, or several have one; ok is false
// if there is none.
func (b bodies) find(u *Unit, name string) (q *body, ok bool) {
	if q, ok = b.others[u.options()][name]; !ok && !b.sameOptions {
		q, ok = b.alike[u.machine()][name]
	}
	if ok && q.unit == nil {
		q = nil
	}
	return q, ok
}

// link finds the units that have bodies of functions which f, that is g in its unit, may come to and its unit does not have. What it
// comes to there counts too.
func (b bodies) link(f *Function, g *cfront.Function) {
	if _, other := b.find(f.Unit, f.Name); f.Static && other {
		return // the entry would be the other one
	}
	seen := map[string]bool{}
	for next := []*cfront.Function{g}; len(next) > 0; next = next[1:] {
		for _, name := range next[0].Reaches {
			q, _ := b.find(f.Unit, name)
			if q == nil || seen[name] || b.here[f.Unit][name] != nil || q.unit.File == f.Unit.File {
				continue
			}
			seen[name] = true
			i := slices.IndexFunc(f.linkedUnits, func(m *linkedUnit) bool { return m.unit.File == q.unit.File })
			switch {
			case i < 0 && len(f.linkedUnits) == mostLinked, i >= 0 && f.linkedUnits[i].unit != q.unit:
				continue
			case i < 0:
				i = len(f.linkedUnits)
				f.linkedUnits, f.others = append(f.linkedUnits, &linkedUnit{unit: q.unit}), append(f.others, q.unit.File)
			}
			f.linkedUnits[i].needs = append(f.linkedUnits[i].needs, q.function)
			f.transitiveKey = append(f.transitiveKey, name+" "+q.function.Key)
			if other := q.unit.options(); other != f.Unit.options() {
				f.transitiveKey = append(f.transitiveKey, other)
			}
			next = append(next, q.function)
		}
	}
	slices.Sort(f.transitiveKey)
}

// assumed are the functions of the project that a proof takes to return anything and to do nothing else.
func (b bodies) assumed(doc *resultfile.Document) (names []string) {
	if doc.Verdict != "TRUE" {
		return nil
	}
	for _, n := range doc.Notes {
		if name, _, ok := strings.Cut(n.Text, withoutBody); ok && bodiless(n) && b.any[name] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// linked looks once more at what a round has found, if that rests on what a function gives or does that has its body in another unit: together
// with that unit. What comes of it counts if it is an execution, or a proof that guesses nothing more.
func (c *checker) linked(ctx context.Context, f *Function, except []cfront.Exception, before, r remembered) remembered {
	if r.Document != nil && r.Document.Verdict == "TRUE" && f.Rounds == 0 && !f.Cached && assumesMore(r.Document, &resultfile.Document{}) && len(f.with) > 0 {
		f.with, f.flags, f.results = nil, nil, nil // something has changed: it may assume more than it did
		r = c.engines(ctx, f, except, nil)
	}
	doc := r.Document
	if doc == nil || doc.Verdict == "UNKNOWN" && !strings.Contains(doc.Detail, threadWithoutBody) || len(f.with) > 0 || len(f.others) == 0 || !mayRest(doc) {
		return r
	}
	if f.Cached && before.Linked != "" {
		r.Linked = before.Linked
		return r
	}
	if f.with, f.flags = c.joint(ctx, f); len(f.with) == 0 {
		return r
	}
	more := c.engines(ctx, f, except, nil)
	switch doc := more.Document; {
	case doc == nil && more.None.Why == notStarted: // which says nothing of the function
	case doc == nil:
		r.Linked = more.None.Why
	case disagrees(doc):
		r.Linked = "other types"
	case doc.Verdict == "FALSE" || doc.Verdict == "TRUE" && !assumesMore(doc, r.Document):
		f.results = nil // of what is left they leave something else out
		return more
	case doc.Verdict == "TRUE":
		r.Linked = "initial values"
	default:
		r.Linked = doc.Reason
	}
	f.with, f.flags = nil, nil
	return r
}

// disagrees says that a result is about files that declare something with different types: what a program of them does is open.
func disagrees(doc *resultfile.Document) bool {
	return slices.ContainsFunc(doc.Notes, func(n resultfile.Note) bool { return strings.HasSuffix(n.Text, cfront.OtherTypes) })
}

// threadWithoutBody is what a detail has where a thread is made of such a function.
const threadWithoutBody = "thread of a function that has no body"

// withoutBody is what a note says of such a function, behind its name.
const withoutBody = " has no body: "

// mayRest says whether an answer may rest on what is taken of functions without a body. In most files there are such functions to which an execution does not come.
func mayRest(doc *resultfile.Document) bool {
	if doc.Trace == nil || len(doc.Trace.Steps) == 0 {
		return slices.ContainsFunc(doc.Notes, bodiless)
	}
	return restsOn(doc, resultfile.Place{}) != ""
}

// restsOn is a function without a body that has given a value in an execution, or that is named in lines to which the execution comes; "" if there is none.
// Calls that change nothing are no steps: what stands between two steps in a function counts, and what stands between its beginning, if that is known, and
// the first one, but for what a jump may have passed over.
func restsOn(doc *resultfile.Document, begin resultfile.Place) string {
	var names []string
	for _, n := range doc.Notes {
		if name, _, ok := strings.Cut(n.Text, withoutBody); ok && bodiless(n) {
			names = append(names, name)
		}
	}
	if len(names) == 0 || doc.Trace == nil {
		return ""
	}
	for _, in := range doc.Trace.Inputs {
		if slices.Contains(names, in.Name) {
			return in.Name
		}
	}
	files := map[string][]string{}
	named := func(file string, from, to int) string { // in lines of a function, and behind them to the end of a statement
		if files[file] == nil {
			text, _ := os.ReadFile(file)
			files[file] = strings.Split(string(text), "\n")
		}
		lines := files[file]
		jumped, landed := to-1, to-1 // what is between these may have been passed over
		for i := max(from-1, 0); i < min(to-1, len(lines)); i++ {
			if strings.HasPrefix(lines[i], "}") {
				return "" // another function
			}
			if jumps.MatchString(lines[i]) {
				jumped, landed = min(jumped, i), i
			}
		}
		for i := max(from-1, 0); i < min(to-1+mostOfStatement, len(lines)); i++ {
			if jumped < i && i <= landed && i < to-1 {
				continue
			}
			for _, w := range nameIn.FindAllString(lines[i], -1) {
				if slices.Contains(names, w) {
					return w
				}
			}
			if i >= to-1 && strings.Contains(lines[i], ";") {
				break
			}
		}
		return ""
	}
	var last []resultfile.Place // where the execution was, by the depth of calls
	if begin.Line > 0 {
		last = append(last, begin)
	}
	come := func(at resultfile.Place, depth int) string {
		from := at.Line
		if depth < len(last) {
			if p := last[depth]; p.File == at.File && p.Line < at.Line && named(p.File, p.Line, at.Line) != "" {
				from = p.Line
			}
			last = last[:depth]
		}
		for len(last) < depth {
			last = append(last, resultfile.Place{})
		}
		last = append(last, at)
		return named(at.File, from, at.Line)
	}
	for _, s := range doc.Trace.Steps {
		if s.Thread != 0 {
			last = nil
		}
		if name := come(s.Place, s.Depth); name != "" {
			return name
		}
	}
	if at := doc.Trace.At; at != nil {
		return come(*at, max(len(last)-1, 0))
	}
	return ""
}

// mostOfStatement bounds the lines of a statement that are looked at.
const mostOfStatement = 8

// jumps matches lines from which, or to which, an execution may jump.
var jumps = pattern.New(`\b(goto|return|break|continue|case|default|else)\b|^\s*[A-Za-z_]\w*\s*:`)

var nameIn = pattern.New(`[A-Za-z_][A-Za-z_0-9]*`)

// bodiless says whether a note is about a function that has no body.
func bodiless(n resultfile.Note) bool {
	return n.Kind == "assumption" && strings.Contains(n.Text, withoutBody)
}

// assumesMore says whether a result takes variables to have their initial values still of which another one does not say so.
func assumesMore(doc, than *resultfile.Document) bool {
	return slices.ContainsFunc(doc.Notes, func(n resultfile.Note) bool {
		return n.Aspect == ir.AboutInitial && !slices.ContainsFunc(than.Notes, func(m resultfile.Note) bool { return m.Text == n.Text })
	})
}

// With are the files besides that of its unit which a function is looked at with now.
func (f *Function) With() []string { return f.with }

// Flags are the options of craig verify with which it is looked at now: those of its unit, and of the files that it is looked at with.
func (f *Function) Flags() []string {
	if f.flags != nil {
		return f.flags
	}
	return f.Unit.Flags
}

// within is what is kept of a function as far as it is about files of a list, besides that of its unit.
func (m *memory) within(others []string) *memory {
	if m == nil {
		return nil
	}
	for i, r := range m.Rounds {
		if slices.ContainsFunc(r.With, func(file string) bool { return !slices.Contains(others, file) }) {
			return &memory{m.Key, m.Rounds[:i]}
		}
	}
	return m
}
