package pass

import (
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Simplify makes an inlined program smaller without changing which executions there are:
//
//   - A variable with one assignment v := e is replaced by e, if wherever v may still be read, e
//     has not changed since. (e is a constant or a variable; for temporaries, and if v is read
//     once, anything small.)
//   - Constants are folded; assumptions that always hold become Skips; edges that cannot be taken
//     go, and with them what becomes unreachable.
//   - Variables that nothing reads go, with whatever writes them; so do assignments whose value
//     nothing reads and that are overwritten before the next loop head.
//   - Skips go where their ends can be one location; the two edges of a branch that lead to the
//     same place become one Skip.
//
// Loop heads stay. The Lift adds the equations of replaced variables to the invariants at those
// where these are still read. The variables keep stay, although nothing may read them.
func Simplify(p *ir.Program, keep ...*ir.Var) (*ir.Program, Lift) {
	q := p.Clone()
	s := &simplifier{q: q, facts: map[ir.Loc][]fact{}, keep: keep}
	s.fold()
	s.unreachable()
	for s.substitute() {
		s.fold()
		s.unreachable()
	}
	s.unread()
	s.overwritten()
	s.skips()
	s.unreachable()
	dropVars(q)

	back := &lift{program: p}
	for _, l := range p.Main.Locs {
		if l == p.Main.Entry || p.Locs[l].Loop && q.Locs[l] != nil {
			back.cuts = append(back.cuts, cut{loc: l, at: l, facts: s.facts[l]})
		}
	}
	return q, back
}

type simplifier struct {
	q     *ir.Program
	facts map[ir.Loc][]fact
	keep  []*ir.Var
}

// fold folds the expressions of all edges and removes those that cannot be taken.
func (s *simplifier) fold() {
	mode := s.q.Mode()
	for id, e := range s.q.Edges {
		if e == nil {
			continue
		}
		e.Stmt = ir.MapExprs(e.Stmt, mode.Fold)
		if a, ok := e.Stmt.(*ir.Assume); ok && a.Cond.IsConst() {
			if a.Cond.IsFalse() {
				s.q.RemoveEdge(ir.EdgeID(id))
				continue
			}
			e.Stmt = &ir.Skip{}
		}
	}
	for _, l := range s.q.Main.Locs {
		out := s.q.Locs[l].Out
		if len(out) == 1 {
			s.lone(s.q.Edges[out[0]])
		}
	}
}

// lone takes the mark of a branch from an edge that is a Skip without a sibling.
func (s *simplifier) lone(e *ir.Edge) {
	if _, ok := e.Stmt.(*ir.Skip); ok {
		e.Branch = 0
	}
}

// unreachable removes the locations that the entry does not lead to.
func (s *simplifier) unreachable() {
	q := s.q
	n, succ := graph.OfFunc(q, q.Main)
	reach := graph.Reachable(n, succ, int(q.Main.Entry))
	removed := false
	for _, l := range q.Main.Locs {
		if reach[l] {
			continue
		}
		for _, id := range q.Locs[l].Out {
			q.Edges[id] = nil
			removed = true
		}
		if l != q.Main.Exit {
			q.Locs[l] = nil
			removed = true
		}
	}
	if !removed {
		return
	}
	q.Main.Locs = slices.DeleteFunc(q.Main.Locs, func(l ir.Loc) bool { return q.Locs[l] == nil })
	tables(q)
}

// maxSubst bounds the size of an expression that replaces a temporary, and maxResult that of the
// expressions into which it goes.
const (
	maxSubst  = 12
	maxResult = 100
)

// substitute replaces variables by what they were assigned; false if there was nothing to do.
func (s *simplifier) substitute() bool {
	q := s.q
	uses := newDefUse(q, q.Main)
	changed := false
	q.Main.AllVars(func(v *ir.Var) { changed = s.substituteVar(uses, v) || changed })
	for _, v := range q.Globals {
		if v.Type.IsScalar() {
			changed = s.substituteVar(uses, v) || changed
		}
	}
	return changed
}

func (s *simplifier) substituteVar(uses *defUse, v *ir.Var) bool {
	q := s.q
	writes := uses.writes[v]
	if len(writes) != 1 || len(uses.reads[v]) == 0 || v == q.Main.Result || slices.Contains(s.keep, v) {
		return false
	}
	def := q.Edges[writes[0]]
	a, ok := def.Stmt.(*ir.Assign)
	if !ok {
		return false
	}
	reads := uses.current(v)
	if len(reads) == 0 || !s.worth(v, a.Expr, len(reads)) {
		return false
	}
	// v has e's value wherever it may be read: v is not read before the assignment, and where
	// something that e mentions changes, v is not read any more.
	uses.solve(v)
	if uses.live(q.Main.Entry) {
		return false
	}
	same := true
	ir.EachVar(a.Expr, func(w *ir.Var) {
		if w == v {
			same = false
		}
		same = same && !uses.written(w)
	})
	if !same {
		return false
	}
	subst := func(e *ir.Expr) *ir.Expr {
		return ir.Subst(e, func(w *ir.Var) *ir.Expr {
			if w == v {
				return a.Expr
			}
			return nil
		})
	}
	if a.Expr.Op != ir.OpConst && a.Expr.Op != ir.OpVar {
		for _, id := range reads {
			large := false
			ir.Exprs(q.Edges[id].Stmt, func(e *ir.Expr) {
				large = large || ir.Size(subst(e), maxResult) == maxResult
			})
			if large {
				return false
			}
		}
	}
	for _, l := range uses.heads {
		if uses.live(l) {
			s.facts[l] = append(s.facts[l], fact{v, a.Expr})
		}
	}
	for _, id := range reads {
		e := q.Edges[id]
		e.Stmt = ir.MapExprs(e.Stmt, subst)
		ir.EachVar(a.Expr, func(w *ir.Var) { uses.reads[w] = append(uses.reads[w], id) })
	}
	def.Stmt = &ir.Skip{}
	uses.reads[v], uses.writes[v] = nil, nil
	return true
}

// worth says whether e may replace v, which is read that many times.
func (s *simplifier) worth(v *ir.Var, e *ir.Expr, reads int) bool {
	switch {
	case e.Op == ir.OpConst || e.Op == ir.OpVar:
		return e.Type.IsScalar()
	case v.CName != "":
		return false
	case reads == 1:
		return ir.Size(e, maxResult) < maxResult
	}
	return ir.Size(e, maxSubst) < maxSubst
}

// skips removes Skips by making their ends one location.
func (s *simplifier) skips() {
	q := s.q
	for changed := true; changed; {
		changed = false
		for _, l := range q.Main.Locs {
			info := q.Locs[l]
			if info == nil {
				continue
			}
			s.sameTarget(info)
			if len(info.Out) != 1 {
				continue
			}
			e := q.Edges[info.Out[0]]
			if _, ok := e.Stmt.(*ir.Skip); !ok || e.To == l {
				continue
			}
			s.lone(e)
			switch to := q.Locs[e.To]; {
			case l != q.Main.Entry && !info.Loop:
				// What led to l leads to its successor.
				q.RemoveEdge(e.ID)
				for _, id := range info.In {
					q.Edges[id].To = to.ID
				}
				to.In = append(to.In, info.In...)
				q.Locs[l] = nil
				changed = true
			case len(to.In) == 1 && !to.Loop && !to.IsGoal() && to.ID != q.Main.Exit:
				// What led away from the successor leads away from l.
				q.RemoveEdge(e.ID)
				info.Out = append(info.Out, to.Out...)
				for _, id := range to.Out {
					q.Edges[id].From = l
				}
				q.Locs[to.ID] = nil
				changed = true
			}
		}
		q.Main.Locs = slices.DeleteFunc(q.Main.Locs, func(l ir.Loc) bool { return q.Locs[l] == nil })
	}
}

// sameTarget makes one Skip of the two edges of a branch that lead to the same location.
func (s *simplifier) sameTarget(info *ir.LocInfo) {
	q := s.q
	if len(info.Out) != 2 {
		return
	}
	a, b := q.Edges[info.Out[0]], q.Edges[info.Out[1]]
	if a.Branch != 1 || b.Branch != 2 || a.To != b.To {
		return
	}
	q.RemoveEdge(b.ID)
	a.Stmt, a.Branch = &ir.Skip{}, 0
}
