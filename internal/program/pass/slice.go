package pass

import (
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Slice leaves of an inlined program what can influence whether an execution reaches a goal.
//
// A variable or region is relevant if a relevant edge reads it; all edges that write it are
// relevant then. A branch is relevant if a goal or a relevant edge depends on it by control: if
// there is such a place on the way from one of its edges to where its edges meet again (its
// immediate postdominator). An Assume that is no branch is relevant, unless it is Aux: such an
// assumption makes nothing relevant, and stays if all that it needs is relevant anyway. Everything
// else is dropped, with the locations from which no goal can be reached.
//
// What is dropped may block or go round for ever, so that the slice has more executions: TRUE
// carries over, FALSE has to be replayed. The exception are loops that can be left only towards
// goals: there "for ever" is the other way out, and leaving them depends on what is in them.
//
// Locations of the slice are the sources of relevant edges, the goals, the entry and the exit.
// They and the edges keep their numbers; an edge leads to the first location of the slice that
// every execution comes to from where it led before. That location stands for the ones on the
// way: it is marked as Loop if one of these is, so that it gets an invariant, which holds
// for all of them since nothing that it can mention changes in between.
//
// The variables keep are relevant whoever reads them: a proof is to speak of them.
func Slice(p *ir.Program, goals []ir.Loc, keep ...*ir.Var) (*ir.Program, Lift) {
	s := newSlicer(p, goals, nil)
	for _, v := range keep {
		s.variable(v)
	}
	s.close()
	q, back := s.build()
	return q, back
}

type slicer struct {
	p     *ir.Program
	calls *callSlicer // nil: there are none
	locs  []ir.Loc
	goals []ir.Loc
	goal  []bool // by Loc
	n     int    // vertices are locations; n is the common end
	useful
	pdom    *graph.Tree
	order   []int  // the vertices with a postdominator, in the order of Depth
	branch  []int  // locations whose way on is not determined, in order
	escapes []bool // loop heads from which every end is a goal

	defs    map[*ir.Var][]ir.EdgeID
	assumes []ir.EdgeID // those that are no branches
	aux     []ir.EdgeID // likewise, those that are Aux

	relVar    map[*ir.Var]bool
	relEdge   []bool
	relLoc    []bool
	relBranch []bool
	edges     []ir.EdgeID // marked and not yet followed
}

// useful says which locations are reachable from the entry and lead to a goal.
type useful struct {
	reach   []bool
	leadsTo []bool
}

// newSlicer prepares the slicing of p.Main, or, with calls, of all that it may call.
func newSlicer(p *ir.Program, goals []ir.Loc, calls *callSlicer) *slicer {
	n := len(p.Locs)
	s := &slicer{
		p: p, calls: calls, locs: p.Main.Locs, goals: goals, n: n, goal: make([]bool, n),
		defs:   map[*ir.Var][]ir.EdgeID{},
		relVar: map[*ir.Var]bool{}, relEdge: make([]bool, len(p.Edges)),
		relLoc: make([]bool, n), relBranch: make([]bool, n), escapes: make([]bool, n),
	}
	entries := []int{int(p.Main.Entry)}
	if calls != nil {
		s.locs, entries = calls.locs, nil
		for _, l := range s.locs { // all of them: the certifier looks at all
			entries = append(entries, int(l))
		}
	}
	_, succ := graph.OfLocs(p, s.locs)
	s.reach = graph.Reachable(n, succ, entries...)
	var roots []int
	for _, g := range goals {
		if s.reach[g] {
			s.goal[g] = true
			roots = append(roots, int(g))
		}
	}
	pred := graph.Reverse(n, succ)
	s.leadsTo = graph.Reachable(n, pred, roots...)
	if calls != nil { // whatever a function does, its caller may go on to a goal
		s.leadsTo = s.reach
	}

	// Where executions end without a goal, and what leads there.
	ends := append([]int(nil), roots...)
	var others []int
	for _, l := range s.locs {
		if len(p.Locs[l].Out) == 0 && s.reach[l] && !s.goal[l] {
			others = append(others, int(l))
		}
	}
	leaves := graph.Reachable(n, pred, others...)
	for _, l := range s.locs {
		if s.reach[l] && !leaves[l] && p.Locs[l].Loop { // going round for ever is an end as well
			s.escapes[l] = s.leadsTo[l]
			others = append(others, int(l))
		}
	}
	ends = append(ends, others...)
	s.pdom = graph.PostDominators(n, succ, ends)
	s.order = byDepth(s.pdom)

	if calls != nil {
		for _, l := range others {
			s.relLoc[l] = true
		}
	}
	for _, l := range s.locs {
		if !s.reach[l] || !s.leadsTo[l] {
			continue
		}
		out := p.Locs[l].Out
		if len(out) > 1 || s.escapes[l] {
			s.branch = append(s.branch, int(l))
		}
		for _, id := range out {
			e := p.Edges[id]
			if v := ir.Written(e.Stmt); v != nil {
				s.defs[v] = append(s.defs[v], id)
			}
			if _, ok := e.Stmt.(*ir.Assume); ok && len(out) == 1 {
				if e.Aux {
					s.aux = append(s.aux, id)
				} else {
					s.assumes = append(s.assumes, id)
				}
			}
		}
	}
	return s
}

// byDepth lists the vertices of a tree, the root first, by their depth.
func byDepth(t *graph.Tree) []int {
	var count []int
	for v, d := range t.Depth {
		if t.Idom[v] >= 0 {
			for d >= len(count) {
				count = append(count, 0)
			}
			count[d]++
		}
	}
	start := make([]int, len(count))
	for d := 1; d < len(count); d++ {
		start[d] = start[d-1] + count[d-1]
	}
	order := make([]int, 0)
	if len(count) > 0 {
		order = make([]int, start[len(count)-1]+count[len(count)-1])
	}
	for v, d := range t.Depth {
		if t.Idom[v] >= 0 {
			order[start[d]] = v
			start[d]++
		}
	}
	return order
}

// close marks what is relevant.
func (s *slicer) close() {
	for _, g := range s.goals {
		if s.goal[g] {
			s.relLoc[g] = true
			s.keep(g)
		}
	}
	for _, id := range s.assumes {
		s.edge(id)
	}
	for changed := true; changed; {
		for len(s.edges) > 0 {
			id := s.edges[len(s.edges)-1]
			s.edges = s.edges[:len(s.edges)-1]
			s.reads(s.p.Edges[id].Stmt)
		}
		changed = s.control()
	}
	s.auxiliary()
}

func (s *slicer) variable(v *ir.Var) {
	if s.relVar[v] {
		return
	}
	s.relVar[v] = true
	for _, id := range s.defs[v] {
		s.edge(id)
		s.returned(id)
	}
	s.passed(v)
}

func (s *slicer) edge(id ir.EdgeID) {
	e := s.p.Edges[id]
	if s.relEdge[id] || !s.leadsTo[e.To] {
		return
	}
	s.relEdge[id] = true
	s.relLoc[e.From] = true
	s.edges = append(s.edges, id)
	s.keep(e.From)
	if v := ir.Written(e.Stmt); v != nil && s.calls.callee(e) == nil {
		s.variable(v)
	}
	if len(s.p.Locs[e.From].Out) > 1 {
		s.makeBranch(int(e.From))
	}
}

// makeBranch makes a branch relevant.
func (s *slicer) makeBranch(l int) {
	if s.relBranch[l] {
		return
	}
	s.relBranch[l] = true
	s.relLoc[l] = true
	for _, id := range s.p.Locs[l].Out {
		if _, ok := s.p.Edges[id].Stmt.(*ir.Assume); ok {
			s.edge(id)
		}
	}
}

// control makes the branches relevant that a relevant location depends on; false if there are no
// new ones.
//
// A location depends on branch b if it is on the path in the postdominator tree from a successor
// of b up to the immediate postdominator of b, without that [Ferrante, Ottenstein, Warren 1987].
// Whether there is a relevant one is told by the nearest relevant ancestor of the successor.
func (s *slicer) control() bool {
	nearest := make([]int, s.n+1) // the depth of the nearest relevant vertex at or above; -1: none
	for _, v := range s.order {
		switch {
		case v < s.n && s.relLoc[v]:
			nearest[v] = s.pdom.Depth[v]
		case s.pdom.Idom[v] == v:
			nearest[v] = -1
		default:
			nearest[v] = nearest[s.pdom.Idom[v]]
		}
	}
	changed := false
	for _, b := range s.branch {
		if s.relBranch[b] {
			continue
		}
		meet := s.pdom.Idom[b]
		for _, id := range s.p.Locs[b].Out {
			to := s.p.Edges[id].To
			if s.pdom.Idom[to] >= 0 && nearest[to] > s.pdom.Depth[meet] {
				s.makeBranch(b)
				changed = true
				break
			}
		}
	}
	return changed
}

// auxiliary keeps the Aux assumptions that need nothing new: neither a variable nor a branch.
func (s *slicer) auxiliary() {
	// A location is free if it depends on a branch that is not relevant. top is the least depth
	// of the vertices that such a branch reaches going up from a vertex.
	top := make([]int, s.n+1)
	for _, v := range s.order {
		top[v] = s.pdom.Depth[v] + 1
	}
	for _, b := range s.branch {
		if s.relBranch[b] {
			continue
		}
		for _, id := range s.p.Locs[b].Out {
			if to := s.p.Edges[id].To; s.pdom.Idom[to] >= 0 {
				top[to] = min(top[to], s.pdom.Depth[s.pdom.Idom[b]]+1)
			}
		}
	}
	for i := len(s.order) - 1; i > 0; i-- {
		v := s.order[i]
		if up := s.pdom.Idom[v]; top[v] < s.pdom.Depth[v] {
			top[up] = min(top[up], top[v])
		}
	}
	for _, id := range s.aux {
		e := s.p.Edges[id]
		if !s.leadsTo[e.To] || top[e.From] <= s.pdom.Depth[e.From] {
			continue
		}
		known := true
		ir.EachRead(e.Stmt, func(v *ir.Var) { known = known && s.relVar[v] })
		if known {
			s.relEdge[id] = true
			s.relLoc[e.From] = true
		}
	}
}
