// Package automaton leaves of automata that are built statement by statement what is needed: no locations that nothing reaches, no skips between
// statements, and no gaps in the numbers of locations and edges.
package automaton

import (
	"cmp"

	"craig/internal/program/ir"
)

// Finish ends the automaton of a function that is built. What cannot be reached goes, and so do the skips that are no statements, which are
// auxiliary; conditions in two parts are branches of their own; what remains of cycles gets its loop heads. labelled says where labels are, for the positions of loops.
func Finish(p *ir.Program, f *ir.Func, labelled map[ir.Loc]ir.Pos) {
	reached := search(p, f)
	p.RemoveLocs(f, func(l ir.Loc) bool { return !reached[l] && l != f.Exit })
	for again := true; again; {
		contract(p, f, labelled)
		again = thread(p, f, labelled)
	}
	heads(p, f, labelled)
}

// heads marks the loop heads of what is left of a function.
func heads(p *ir.Program, f *ir.Func, labelled map[ir.Loc]ir.Pos) {
	for _, l := range f.Locs {
		p.Loc(l).Loop = false
	}
	search(p, f)
	for _, l := range f.Locs {
		info := p.Loc(l)
		if info.Loop {
			info.LoopPos = cmp.Or(info.LoopPos, labelled[l], info.Pos)
		} else {
			info.LoopPos = ir.Pos{}
		}
	}
}

// contract merges each location whose only edge is an auxiliary skip into the target of that.
func contract(p *ir.Program, f *ir.Func, labelled map[ir.Loc]ir.Pos) {
	gone := map[ir.Loc]bool{}
	skip := func(l ir.Loc) *ir.Edge {
		info := p.Loc(l)
		if len(info.Out) != 1 || info.IsGoal() || l == f.Exit {
			return nil
		}
		e := p.Edge(info.Out[0])
		if _, ok := e.Stmt.(*ir.Skip); !ok || !e.Aux || e.To == l {
			return nil
		}
		return e
	}
	merge := func(from, to *ir.LocInfo) {
		to.Why, to.LoopPos = cmp.Or(to.Why, from.Why), cmp.Or(to.LoopPos, from.LoopPos)
		labelled[to.ID] = cmp.Or(labelled[to.ID], labelled[from.ID])
	}
	for _, l := range f.Locs {
		e := skip(l)
		if e == nil || l == f.Entry {
			continue
		}
		for _, in := range append([]ir.EdgeID(nil), p.Loc(l).In...) {
			p.Redirect(in, e.To)
		}
		merge(p.Loc(l), p.Loc(e.To))
		p.RemoveEdge(e.ID)
		gone[l] = true
	}
	for e := skip(f.Entry); e != nil; e = skip(f.Entry) { // the entry has no edges into it
		to := p.Loc(e.To)
		if len(to.In) != 1 || to.ID == f.Exit || to.IsGoal() || len(to.Out) == 0 {
			break
		}
		entry := p.Loc(f.Entry)
		p.RemoveEdge(e.ID)
		entry.Out, to.Out = to.Out, nil
		for _, id := range entry.Out {
			p.Edge(id).From = f.Entry
		}
		gone[to.ID] = true
	}
	p.RemoveLocs(f, func(l ir.Loc) bool { return gone[l] })
}

// search finds what can be reached from the entry, and marks the targets of retreating edges of the depth-first search as
// loop heads: every cycle has one.
func search(p *ir.Program, f *ir.Func) map[ir.Loc]bool {
	type frame struct {
		l    ir.Loc
		next int
	}
	seen, open := map[ir.Loc]bool{f.Entry: true}, map[ir.Loc]bool{f.Entry: true}
	stack := []frame{{l: f.Entry}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		out := p.Loc(top.l).Out
		if top.next == len(out) {
			open[top.l] = false
			stack = stack[:len(stack)-1]
			continue
		}
		to := p.Edge(out[top.next]).To
		top.next++
		switch {
		case !seen[to]:
			seen[to], open[to] = true, true
			stack = append(stack, frame{l: to})
		case open[to]:
			p.Loc(to).Loop = true
		}
	}
	return seen
}

// Renumber closes the gaps in the numbers of locations and edges.
func Renumber(p *ir.Program) {
	loc := make([]ir.Loc, len(p.Locs))
	locs := p.Locs[:1:1]
	for _, f := range p.Funcs {
		for i, l := range f.Locs {
			info := p.Locs[l]
			loc[l] = ir.Loc(len(locs))
			info.ID, info.Origin = loc[l], loc[l]
			f.Locs[i] = loc[l]
			locs = append(locs, info)
		}
	}
	id := make([]ir.EdgeID, len(p.Edges))
	edges := p.Edges[:1:1]
	for _, info := range locs[1:] {
		for _, out := range info.Out {
			e := p.Edges[out]
			id[out] = ir.EdgeID(len(edges))
			e.ID, e.Origin = id[out], id[out]
			e.From, e.To = loc[e.From], loc[e.To]
			edges = append(edges, e)
		}
	}
	for _, info := range locs[1:] {
		for _, list := range [][]ir.EdgeID{info.Out, info.In} {
			for i := range list {
				list[i] = id[list[i]]
			}
		}
	}
	for _, f := range p.Funcs {
		f.Entry, f.Exit = loc[f.Entry], loc[f.Exit]
	}
	p.Locs, p.Edges = locs, edges
}
