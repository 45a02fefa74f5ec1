package alias

import "craig/internal/program/ir"

// insertBefore puts statements in front of everything that leaves l. What has led to l still
// does, and a loop's head stays its head.
func insertBefore(p *ir.Program, l ir.Loc, pos ir.Pos, stmts []ir.Stmt) {
	info := p.Locs[l]
	out := info.Out
	info.Out = nil
	last := chain(p, l, pos, stmts)
	for _, id := range out {
		p.Edges[id].From = last
	}
	p.Locs[last].Out = out
}

// insertOn puts statements on the way from e's source to e.
func insertOn(p *ir.Program, e *ir.Edge, stmts []ir.Stmt) {
	from := p.Locs[e.From]
	at := 0
	for from.Out[at] != e.ID {
		at++
	}
	last := chain(p, e.From, e.Pos, stmts)
	first := from.Out[len(from.Out)-1]
	from.Out = from.Out[:len(from.Out)-1]
	from.Out[at] = first
	e.From = last
	p.Locs[last].Out = append(p.Locs[last].Out, e.ID)
}

// insertAfter puts statements between e and its target.
func insertAfter(p *ir.Program, e *ir.Edge, stmts []ir.Stmt) {
	for i := len(stmts) - 1; i >= 0; i-- {
		mid := newLoc(p, e.From, e.Pos)
		to := e.To
		p.Redirect(e.ID, mid)
		p.NewEdge(mid, to, stmts[i], e.Pos).Aux = true
	}
}

// chain adds a path of the statements from l and returns its end.
func chain(p *ir.Program, l ir.Loc, pos ir.Pos, stmts []ir.Stmt) ir.Loc {
	for _, s := range stmts {
		next := newLoc(p, l, pos)
		p.NewEdge(l, next, s, pos).Aux = true
		l = next
	}
	return l
}

// newLoc is a location of the same function and the same calls as near.
func newLoc(p *ir.Program, near ir.Loc, pos ir.Pos) ir.Loc {
	info := p.Locs[near]
	l := p.NewLoc(info.Func, pos)
	p.Locs[l].Instance = info.Instance
	return l
}

// insertEntry puts statements in front of f's first.
func insertEntry(p *ir.Program, f *ir.Func, stmts []ir.Stmt) {
	if len(stmts) > 0 {
		insertBefore(p, f.Entry, f.Pos, stmts)
	}
}
