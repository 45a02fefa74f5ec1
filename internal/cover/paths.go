package cover

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/calls"
	"craig/internal/program/ir"
)

// MostPaths bounds the goals of Paths.
const MostPaths = 4096

// TooManyPaths is the error of Cover where functions have more than MostPaths paths through so many branches.
type TooManyPaths struct{ Branches int }

func (e *TooManyPaths) Error() string {
	return fmt.Sprintf("there are more than %d paths through at most %d branches: ask for fewer branches", MostPaths, e.Branches)
}

// paths makes a goal of each path of each function from its entry through c.opts.Branches branches, or to an end before that. The function
// gets a tree of copies of its parts between branches, from whose leaves it goes on as it was.
func (c *coverage) paths(p *ir.Program) {
	for _, f := range calls.Of(p).Funcs {
		out := p.Locs[f.Entry].Out
		if len(out) == 0 || p.Edges[out[0]].Pos.InModel() {
			continue
		}
		u := &unrolling{c: c, p: p, f: f}
		begin := p.NewLoc(f, p.Locs[f.Entry].Pos) // takes the place of the entry, which the tree begins at
		for _, id := range slices.Clone(p.Locs[f.Entry].In) {
			p.Redirect(id, begin)
		}
		was := p.Locs[f.Entry]
		p.Locs[begin].Loop, p.Locs[begin].LoopPos = was.Loop, was.LoopPos
		was.Loop, was.LoopPos = false, ir.Pos{}
		for _, id := range slices.Clone(out) {
			u.copyOf(p.Edges[id], begin, p.Edges[id].To)
			p.RemoveEdge(id)
		}
		p.NewEdge(f.Entry, u.segment(begin, nil), &ir.Skip{}, was.Pos).Aux = true
		if c.err != nil {
			return
		}
	}
}

// unrolling makes the tree of a function.
type unrolling struct {
	c *coverage
	p *ir.Program
	f *ir.Func
}

func (u *unrolling) copyOf(e *ir.Edge, from, to ir.Loc) *ir.Edge {
	n := u.p.NewEdge(from, to, e.Stmt, e.Pos)
	n.Branch, n.Case, n.Aux = e.Branch, e.Case, e.Aux
	return n
}

// segment copies what begins at a location, up to the next branches and ends on each way, and goes on behind those with the outcomes of
// branches on the path that leads here. It returns the copy of the location.
func (u *unrolling) segment(start ir.Loc, path []*ir.Edge) ir.Loc {
	copies := map[ir.Loc]ir.Loc{}
	ends := map[ir.Loc]ir.Loc{} // goals in front of ends
	var work []ir.Loc
	to := func(l ir.Loc) ir.Loc {
		info := u.p.Locs[l]
		if info.Goal.IsLimit() {
			return l
		}
		if l == u.f.Exit || len(info.Out) == 0 {
			if _, ok := ends[l]; !ok {
				ends[l] = u.goal(l, path, true)
			}
			return ends[l]
		}
		if n, ok := copies[l]; ok {
			return n
		}
		n := u.p.NewLoc(u.f, info.Pos)
		u.p.Locs[n].Loop, u.p.Locs[n].LoopPos = info.Loop, info.LoopPos
		copies[l] = n
		work = append(work, l)
		return n
	}
	first := to(start)
	for len(work) > 0 && u.c.err == nil {
		l := work[0]
		work = work[1:]
		for _, id := range slices.Clone(u.p.Locs[l].Out) {
			e := u.p.Edges[id]
			if e.Branch == 0 || e.Pos.InModel() {
				u.copyOf(e, copies[l], to(e.To))
				continue
			}
			longer := append(slices.Clone(path), e)
			if len(longer) == u.c.opts.Branches || u.p.Locs[e.To].Goal.IsLimit() {
				u.copyOf(e, copies[l], u.goal(e.To, longer, false))
			} else {
				u.copyOf(e, copies[l], u.segment(e.To, longer))
			}
		}
	}
	return first
}

// goal is a location in front of another one, to which a path comes at its end.
func (u *unrolling) goal(before ir.Loc, path []*ir.Edge, end bool) ir.Loc {
	if len(u.c.suite.Goals) >= MostPaths {
		u.c.err = &TooManyPaths{u.c.opts.Branches}
		return before
	}
	pos := u.p.Locs[u.f.Entry].Pos
	var steps []string
	for _, e := range path {
		steps = append(steps, fmt.Sprintf("%d:%d %v", e.Pos.Line, e.Pos.Col, e.Branch == 1))
		pos = e.Pos
	}
	if end {
		steps = append(steps, "end")
	}
	n := u.p.NewLoc(u.f, pos)
	u.p.NewEdge(n, before, &ir.Skip{}, pos).Aux = true
	u.c.goal[n] = len(u.c.suite.Goals)
	u.c.suite.Goals = append(u.c.suite.Goals, Goal{Pos: pos, Func: u.f.Name, What: "path " + strings.Join(steps, ", "), locs: []ir.Loc{n}})
	return n
}
