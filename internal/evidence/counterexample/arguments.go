package counterexample

import (
	"context"
	"slices"
	"strings"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// The arguments of a program, and the strings of its environment, are strings of which no two have a character in common, but an engine does not know
// that of all of them: it chooses their addresses as it likes. Where an execution has strings that cannot be, it is tried with each string in a place
// of its own, then also with no more arguments than come before null.

// given is what an execution gives to main.
type given struct {
	count int                // where in the path the execution chooses how many arguments there are; -1: main does not ask
	size  num.Int            // of an element of a list
	lists []stringList       // argv, if main has it, and then the environment, if it is used
	cells map[string]num.Int // what the execution has read before the program wrote it, by address

	// Cells may be variables: the edges where they get their values, with their addresses, and the addresses of the objects they are parts of, which cannot be moved.
	variables map[*ir.Edge]string
	fixed     map[string]bool
}

// A stringList is an array of strings of which one behind the last is null: its elements lie from start to before end.
type stringList struct{ start, end num.Int }

func (l stringList) has(addr num.Int) bool { return !addr.Less(l.start) && addr.Less(l.end) }

// A givenString is a string that an execution reads.
type givenString struct {
	element, at num.Int // the address of the pointer to it, and its own
	index       int64   // in its list
	ofArgv      bool
}

// argumentRoom is how far the strings are moved apart.
const argumentRoom = 4096

// environments are the names of the variable that has the environment.
var environments = []string{"environ", "__environ", "_environ"}

// givenOf finds what t gives to main; ok is false if p does not begin in a main with unknown lists of strings.
func givenOf(p *ir.Program, t *verdict.Trace) (g given, ok bool) {
	if p.Environment != nil || p.Main.Name != "main" && !startsMain(p) {
		return given{}, false
	}
	g = given{count: -1, size: num.I(int64(p.PtrBits / 8)), cells: map[string]num.Int{}, variables: map[*ir.Edge]string{}, fixed: map[string]bool{}}
	g.read(p, t)
	for i, id := range t.Path {
		h, havoc := p.Edges[id].Stmt.(*ir.Havoc)
		if !havoc || h.Source != ir.FromParameter {
			continue
		}
		parameter := strings.HasPrefix(h.Var.Name, p.Main.Name+"::")
		switch kind := h.Var.Type.Kind; {
		case kind == ir.Integer && parameter && g.count < 0:
			g.count = i
		case kind != ir.Pointer || !parameter && !slices.Contains(environments, h.Var.Name):
		case parameter && g.count >= 0 && len(g.lists) == 0:
			start := t.Input[i]
			g.lists = append(g.lists, stringList{start, start.Add(t.Input[g.count].Mul(g.size))})
		case !slices.ContainsFunc(g.lists, func(l stringList) bool { return l.start.Cmp(t.Input[i]) == 0 }):
			l := stringList{t.Input[i], t.Input[i]}
			for !g.cells[l.end.String()].IsZero() {
				l.end = l.end.Add(g.size)
			}
			g.lists = append(g.lists, l)
		}
	}
	return g, len(g.lists) > 0
}

// startsMain says that p begins with constructors, and goes on with main.
func startsMain(p *ir.Program) bool {
	return p.Main.Name == "$start" && (slices.ContainsFunc(p.Instances, func(i *ir.Instance) bool { return i.Func == "main" && len(i.Calls) == 1 }) ||
		slices.ContainsFunc(p.Funcs, func(f *ir.Func) bool { return f.Name == "main" }))
}

// read finds the cells.
func (g *given) read(p *ir.Program, t *verdict.Trace) {
	for i, id := range t.Path {
		e := p.Edges[id]
		h, ok := e.Stmt.(*ir.Havoc)
		if ok && h.Source == ir.FromParameter && h.Var.Home != nil && h.Var.Home.Kind == ir.UnknownObject && h.Var.Type.Kind != ir.Memory {
			at := h.Var.Home.Addr.Add(num.I(h.Var.Offset)).String()
			g.cells[at], g.variables[e], g.fixed[h.Var.Home.Addr.String()] = t.Input[i], at, true
		}
	}
	for _, read := range t.Memory {
		for where, v := range read {
			g.cells[where] = v
		}
	}
}

// index is which element of which list lies at addr; ok is false if none does.
func (g given) index(addr num.Int) (list int, i int64, ok bool) {
	for k, l := range g.lists {
		if !l.has(addr) {
			continue
		}
		n, rest := addr.Sub(l.start).DivMod(g.size)
		i, ok = n.Int64()
		return k, i, ok && rest.IsZero()
	}
	return 0, 0, false
}

// strings are the strings of which the execution reads where they begin, in the order of the elements.
func (g given) strings() (all []givenString) {
	for where, v := range g.cells {
		addr, ok := num.ParseInt(where)
		if !ok {
			continue
		}
		if k, i, ok := g.index(addr); ok {
			all = append(all, givenString{element: addr, at: v, index: i, ofArgv: k == 0 && g.count >= 0})
		}
	}
	slices.SortFunc(all, func(a, b givenString) int { return a.element.Cmp(b.element) })
	return all
}

// impossible says that one of the strings is null or lies in a list, that two have a character in common, or that the lists have an element in common.
func (g given) impossible() bool {
	places := g.strings()
	for i, l := range g.lists {
		for _, m := range g.lists[:i] {
			if !m.end.Less(l.start) && !l.end.Less(m.start) {
				return true
			}
		}
	}
	slices.SortFunc(places, func(a, b givenString) int { return a.at.Cmp(b.at) })
	for i, s := range places {
		if s.at.IsZero() || slices.ContainsFunc(g.lists, func(l stringList) bool { return !s.at.Less(l.start) && !l.end.Add(g.size).Less(s.at) }) {
			return true
		}
		if i+1 == len(places) {
			break
		}
		// the string has to end before the next one: at a character that was not read, or is 0
		c, next := s.at, places[i+1].at
		for ; c.Less(next); c = c.Add(num.I(1)) {
			if x, ok := g.cells[c.String()]; !ok || x.IsZero() {
				break
			}
		}
		if !c.Less(next) {
			return true
		}
	}
	return false
}

// apartArguments is t, an execution of p to an error, if the strings that main is given and that it reads can be what they are; else one like it in
// which that is so, or a *NotReplayed if none is found.
func apartArguments(ctx context.Context, p *ir.Program, t *verdict.Trace) (*verdict.Trace, error) {
	g, ok := givenOf(p, t)
	if !ok || !g.impossible() {
		return t, nil
	}
	no := &NotReplayed{At: t.Error, prog: p, Reason: "two strings that the program is given are one, or one is null or lies in a list of them"}
	if t.Long() {
		return nil, no
	}
	for _, in := range []interp.Inputs{g.apart(t, true), g.fewer(p, t)} {
		other, _, err := follow(ctx, p, in, certify.FollowedSteps)
		if err != nil {
			continue
		}
		if other, err = unsafe(ctx, p, other); err != nil || other.Long() {
			continue
		}
		if h, ok := givenOf(p, other); ok && !h.impossible() {
			return other, nil
		}
	}
	return nil, no
}

// fewer are the inputs of t with each string in a place of its own, and only as many arguments as come before the first one that is null.
func (g given) fewer(p *ir.Program, t *verdict.Trace) interp.Inputs {
	in := g.apart(t, false)
	if g.count < 0 {
		return in
	}
	count, n := p.Edges[t.Path[g.count]], t.Input[g.count]
	for _, s := range g.strings() {
		if i := num.I(s.index); s.ofArgv && s.at.IsZero() && i.Less(n) {
			n = i
		}
	}
	scalar := in.Scalar
	in.Scalar = func(e *ir.Edge, k int) num.Int {
		if e == count && k == 0 {
			return n
		}
		return scalar(e, k)
	}
	return in
}

// apart are the inputs of t with each string, and what is in it, moved to a place of its own behind all others, but for those whose characters are variables.
// With all, those that are null are strings without characters.
func (g given) apart(t *verdict.Trace, all bool) interp.Inputs {
	in := Inputs(t)
	was := g.strings()
	top := num.I(0)
	for _, l := range g.lists {
		if top.Less(l.end) {
			top = l.end
		}
	}
	for _, s := range was {
		if top.Less(s.at) {
			top = s.at
		}
	}
	place := map[string]num.Int{}
	for k, s := range was {
		switch {
		case g.fixed[s.at.String()]:
			place[s.element.String()] = s.at
		case all || !s.at.IsZero():
			place[s.element.String()] = top.Add(num.I(int64(k+1) * argumentRoom))
		}
	}
	cell, scalar := in.Cell, in.Scalar
	in.Scalar = func(e *ir.Edge, k int) num.Int {
		if to, ok := place[g.variables[e]]; ok && k == 0 {
			return to
		}
		return scalar(e, k)
	}
	in.Cell = func(e *ir.Edge, n int, addr num.Int, t ir.Type) num.Int {
		if _, _, ok := g.index(addr); ok {
			return place[addr.String()]
		}
		k, _ := addr.Sub(top).DivMod(num.I(argumentRoom))
		if k, ok := k.Int64(); ok && k >= 1 && k <= int64(len(was)) {
			s := was[k-1]
			if s.at.IsZero() {
				return num.I(0)
			}
			addr = addr.Sub(place[s.element.String()]).Add(s.at)
		}
		return cell(e, n, addr, t)
	}
	return in
}
