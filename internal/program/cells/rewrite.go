package cells

import (
	"slices"

	"craig/internal/program/ir"
)

// rewrite puts cells in place of regions.
func (m *maker) rewrite() {
	for _, l := range m.order {
		m.read(l)
	}
	for id, old := range m.old.Edges {
		if old == nil || m.p.Edges[id] == nil {
			continue
		}
		m.edge(m.p.Edges[id], old.Stmt)
	}
	for _, goal := range m.old.ErrorLocs() {
		m.counts(goal)
	}
	for _, l := range m.order {
		if m.heads[l] && l != m.p.Main.Entry {
			m.forget(l)
		}
	}
}

// forget has nothing known of temporaries at a head, so that invariants do not speak of them.
func (m *maker) forget(head ir.Loc) {
	if len(m.temps) == 0 {
		return
	}
	info := m.p.Locs[head]
	w := &walk{m, m.p.NewLoc(m.p.Main, info.Pos), info.Pos}
	for _, id := range append([]ir.EdgeID(nil), info.In...) {
		m.p.Redirect(id, w.at)
	}
	for _, t := range m.temps {
		w.do(&ir.Havoc{Var: t, Source: ir.FromGhost})
	}
	w.join(head)
}

// walk builds a chain of edges.
type walk struct {
	m   *maker
	at  ir.Loc
	pos ir.Pos
}

func (w *walk) loc() ir.Loc { return w.m.p.NewLoc(w.m.p.Main, w.pos) }

// do goes on by a statement.
func (w *walk) do(s ir.Stmt) {
	to := w.loc()
	w.m.p.NewEdge(w.at, to, s, w.pos)
	w.at = to
}

// when goes on by a statement if c holds, and by nothing otherwise.
func (w *walk) when(c *ir.Expr, s ir.Stmt) {
	switch {
	case c.IsFalse():
	case c.IsTrue():
		w.do(s)
	default:
		then, join := w.loc(), w.loc()
		w.m.p.NewBranch(w.at, c, then, join, w.pos)
		w.m.p.NewEdge(then, join, s, w.pos)
		w.at = join
	}
}

// join leads to a location that is there.
func (w *walk) join(to ir.Loc) { w.m.p.NewEdge(w.at, to, &ir.Skip{}, w.pos) }

// read has the reads that are wanted at l and not known there happen in front of its edges.
func (m *maker) read(l ir.Loc) {
	var list []*read
	for _, r := range m.at(l) {
		if !m.in[l][r.id] {
			list = append(list, r)
		}
	}
	if len(list) == 0 {
		return
	}
	info := m.p.Locs[l]
	out := info.Out
	info.Out = nil
	w := &walk{m, l, info.Pos}
	for _, r := range list {
		w.get(r)
	}
	m.p.Locs[w.at].Out = out
	for _, id := range out {
		m.p.Edges[id].From = w.at
	}
}

// get reads: a cell if it is one of them, an unknown value otherwise.
func (w *walk) get(r *read) {
	m := w.m
	cells := m.byRegion[r.load.Region]
	at := m.indexOf(r.load.Region, r.load.Args[0])
	if r.at != nil {
		w.do(&ir.Assign{Var: r.at, Expr: at})
	}
	end := w.loc()
	for _, c := range cells {
		hit := ir.Compare(ir.OpEq, at, ir.VarExpr(c.Index))
		then, miss := w.loc(), w.loc()
		m.p.NewBranch(w.at, hit, then, miss, w.pos)
		m.p.NewEdge(then, end, &ir.Assign{Var: r.temp, Expr: ir.VarExpr(c.Value)}, w.pos)
		w.at = miss
	}
	m.p.NewEdge(w.at, end, &ir.Havoc{Var: r.temp, Source: ir.FromGhost}, w.pos)
	w.at = end
}

func (m *maker) indexOf(region *ir.Var, addr *ir.Expr) *ir.Expr {
	return m.byRegion[region][0].layout.indexOf(m.old.Mode(), m.known(addr))
}

// known is e with what its reads gave.
func (m *maker) known(e *ir.Expr) *ir.Expr {
	if e.Op == ir.OpLoad {
		return ir.VarExpr(m.readOf(e, nil).temp)
	}
	var args []*ir.Expr
	changed := false
	for _, a := range e.Args {
		b := m.known(a)
		changed = changed || a != b
		args = append(args, b)
	}
	if !changed {
		return e
	}
	return ir.Rebuild(e, args)
}

// edge rewrites the statement s of an edge.
func (m *maker) edge(e *ir.Edge, s ir.Stmt) {
	var after []func(w *walk)
	switch s := s.(type) {
	case *ir.Store:
		at, val := m.indexOf(s.Region, s.Addr), m.known(s.Val)
		if !val.IsConst() && val.Op != ir.OpVar || len(m.stored(s)) > 0 && val.Op == ir.OpVar && slices.Contains(m.temps, val.Var) {
			v := m.temp("stored", val.Type)
			e.Stmt = &ir.Assign{Var: v, Expr: val}
			val = ir.VarExpr(v)
		} else {
			e.Stmt = &ir.Skip{}
		}
		after = append(after, func(w *walk) {
			for _, c := range m.byRegion[s.Region] {
				w.when(ir.Compare(ir.OpEq, at, ir.VarExpr(c.Index)), &ir.Assign{Var: c.Value, Expr: val})
			}
			for _, r := range m.stored(s) {
				if r.at != nil {
					w.do(&ir.Assign{Var: r.at, Expr: at})
				}
				w.do(&ir.Assign{Var: r.temp, Expr: val})
			}
		})
	case *ir.Assign:
		if s.Var.Type.Kind != ir.Memory {
			e.Stmt = ir.MapExprs(s, m.known)
			break
		}
		e.Stmt = &ir.Skip{}
		after = append(after, func(w *walk) { m.contents(w, s.Var, s.Expr) })
	case *ir.Havoc:
		if s.Var.Type.Kind == ir.Memory {
			e.Stmt = &ir.Skip{}
			after = append(after, func(w *walk) { m.contents(w, s.Var, nil) })
		}
	default:
		e.Stmt = ir.MapExprs(s, m.known)
	}
	if v := ir.Written(s); v != nil && v.Type.Kind != ir.Memory {
		for _, l := range m.layouts {
			if l.Base == v {
				after = append(after, func(w *walk) { m.contents(w, l.Region, nil) })
			}
		}
	}
	if len(after) == 0 {
		return
	}
	to := e.To
	w := &walk{m, m.p.NewLoc(m.p.Main, e.Pos), e.Pos}
	m.p.Redirect(e.ID, w.at)
	for _, f := range after {
		f(w)
	}
	w.join(to)
}

// contents gives the cells of region the values of e, or unknown ones if it is nil.
func (m *maker) contents(w *walk, region *ir.Var, e *ir.Expr) {
	cells := m.byRegion[region]
	for j, c := range cells {
		switch {
		case e != nil && e.Op == ir.OpConst && c.Value.Type.Fits(e.Val):
			w.do(&ir.Assign{Var: c.Value, Expr: ir.Const(c.Value.Type, e.Val)})
			continue
		case e != nil && e.Op == ir.OpVar:
			if from := m.byRegion[e.Var]; len(from) > j && from[j].Index == c.Index && from[j].Value.Type == c.Value.Type && from[j].layout.same(c.layout) {
				w.do(&ir.Assign{Var: c.Value, Expr: ir.VarExpr(from[j].Value)})
				continue
			}
		}
		w.do(&ir.Havoc{Var: c.Value, Source: ir.FromGhost})
	}
}

func (l *Layout) same(k *Layout) bool {
	return l.Base == k.Base && l.Offset.Eq(k.Offset) && l.Stride.Eq(k.Stride) && l.Index == k.Index
}

// counts lets executions come to goal only if its reads have read cells.
func (m *maker) counts(goal ir.Loc) {
	var conds []*ir.Expr
	used := map[*ir.Var]int{} // by region
	for _, r := range m.feeds[goal] {
		cells := m.byRegion[r.load.Region]
		if used[r.load.Region]++; used[r.load.Region] > len(cells) {
			continue
		}
		hit := ir.False()
		for _, c := range cells {
			hit = ir.Or(hit, ir.Compare(ir.OpEq, ir.VarExpr(r.at), ir.VarExpr(c.Index)))
		}
		conds = append(conds, hit)
	}
	if len(conds) == 0 {
		return
	}
	info := m.p.Locs[goal]
	w := &walk{m, m.p.NewLoc(m.p.Main, info.Pos), info.Pos}
	for _, id := range append([]ir.EdgeID(nil), info.In...) {
		m.p.Redirect(id, w.at)
	}
	for _, c := range conds {
		w.do(&ir.Assume{Cond: c})
	}
	w.join(goal)
}

// enter says at the entry what is known of cells.
func (m *maker) enter() {
	info := m.p.Locs[m.p.Main.Entry]
	out := info.Out
	info.Out = nil
	w := &walk{m, m.p.Main.Entry, info.Pos}
	for _, pair := range m.pairs() {
		w.do(&ir.Assume{Cond: ir.Compare(ir.OpLt, ir.VarExpr(pair[0].Index), ir.VarExpr(pair[1].Index))})
	}
	m.p.Locs[w.at].Out = out
	for _, id := range out {
		m.p.Edges[id].From = w.at
	}
}

// pairs are neighbouring cells of one region: their indices ascend.
func (m *maker) pairs() (list [][2]Cell) {
	seen := map[*ir.Var]bool{}
	for _, l := range m.layouts {
		cells := m.byRegion[l.Region]
		for j := 1; j < len(cells); j++ {
			if !seen[cells[j].Index] {
				seen[cells[j].Index] = true
				list = append(list, [2]Cell{cells[j-1], cells[j]})
			}
		}
	}
	return list
}
