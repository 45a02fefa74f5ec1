package pass

import "craig/internal/program/ir"

// build makes the slice of an inlined program from the marks; with calls, of the functions that matter.
//
// If a location u is not relevant, no relevant location can be reached from u without going
// through ipdom(u): otherwise u would be a branch that one depends on. So the first relevant
// location on the path up the postdominator tree stands for u.
func (s *slicer) build() (*ir.Program, *lift) {
	p := s.p
	stands := make([]ir.Loc, s.n+1) // by Loc; 0: no goal can be reached
	for _, v := range s.order {
		switch {
		case v == s.n:
		case s.relLoc[v]:
			stands[v] = ir.Loc(v)
		default:
			stands[v] = stands[s.pdom.Idom[v]]
		}
	}

	q := p.Clone()
	funcs := []*ir.Func{q.Main}
	if s.calls != nil {
		funcs = s.only(q)
	}
	keep := func(f *ir.Func, l ir.Loc) bool {
		return l == f.Entry || l == f.Exit || s.reach[l] && s.leadsTo[l] && s.relLoc[l]
	}
	for id := range q.Edges {
		e := q.Edges[id]
		if e == nil {
			continue
		}
		if !s.reach[e.From] || !s.leadsTo[e.To] || !s.relLoc[e.From] {
			q.Edges[id] = nil
			continue
		}
		if !s.relEdge[id] {
			e.Stmt = &ir.Skip{}
		} else if s.calls.callee(e) != nil {
			e.Stmt = s.call(e.Stmt.(*ir.Call))
		}
		e.To = stands[e.To]
	}
	back := &lift{program: p}
	for _, f := range funcs {
		locs := f.Locs
		if entry := f.Entry; !s.relLoc[entry] && stands[entry] != 0 {
			e := *p.Edges[p.Locs[entry].Out[0]]
			e.Stmt, e.To, e.Branch, e.Aux = &ir.Skip{}, stands[entry], 0, true
			q.Edges[e.ID] = &e
		}
		for _, l := range locs {
			info := p.Locs[l]
			if info.Loop || l == f.Entry {
				at := stands[l]
				if l == f.Entry && at != 0 {
					at = l
				}
				if s.reach[l] {
					back.cuts = append(back.cuts, cut{loc: l, at: at})
				}
				if at != 0 && at != f.Entry && at != l && q.Locs[at] != nil && s.reach[l] {
					mark := q.Locs[at]
					if !mark.Loop {
						mark.Loop, mark.LoopPos = true, info.LoopPos
					}
				}
			}
		}
		f.Locs = nil
		for _, l := range locs {
			if keep(f, l) {
				f.Locs = append(f.Locs, l)
			} else {
				q.Locs[l] = nil
			}
		}
	}
	tables(q)
	dropVars(q)
	return q, back
}

// tables makes Out and In agree with the edges that are left; Out keeps its order.
func tables(p *ir.Program) {
	for _, info := range p.Locs {
		if info == nil {
			continue
		}
		out := info.Out[:0]
		for _, id := range info.Out {
			if e := p.Edges[id]; e != nil && e.From == info.ID {
				out = append(out, id)
			}
		}
		info.Out = out
		info.In = info.In[:0]
	}
	for id, e := range p.Edges {
		if e != nil {
			to := p.Locs[e.To]
			to.In = append(to.In, ir.EdgeID(id))
		}
	}
}

// dropVars removes the globals, regions and locals that no edge mentions.
func dropVars(p *ir.Program) {
	used := map[*ir.Var]bool{}
	for _, e := range p.Edges {
		if e != nil {
			ir.EachRead(e.Stmt, func(v *ir.Var) { used[v] = true })
			if v := ir.Written(e.Stmt); v != nil {
				used[v] = true
			}
		}
	}
	keep := func(vs []*ir.Var) []*ir.Var {
		var kept []*ir.Var
		for _, v := range vs {
			if used[v] {
				kept = append(kept, v)
			}
		}
		return kept
	}
	p.Globals = keep(p.Globals)
	for _, f := range p.Funcs {
		f.Locals = keep(f.Locals)
	}
}
