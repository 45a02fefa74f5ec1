package alias

import "craig/internal/program/ir"

// explain notes what a check is about that fails along e: an access of width bytes, or a call of free, for the
// address x, which was rewritten to addr.
func (w *owners) explain(e *ir.Edge, x, addr *ir.Expr, width int64) {
	goal := w.p.Locs[e.To]
	if goal.Goal.Kind != ir.Violation || w.p.Checks[e.To] != nil {
		return
	}
	c := &ir.MemCheck{Addr: addr, Width: width}
	s := w.suspects(x)
	for _, o := range s.placed {
		owner := ir.Owner{Obj: w.objs[o].ir, Base: w.base(o), Life: w.lives[o]}
		if ext, ok := w.extent[o]; ok {
			owner.Size = ir.VarExpr(ext.size)
		} else {
			owner.Size = ir.ConstInt(w.word(false), owner.Obj.Size)
		}
		c.Owners = append(c.Owners, owner)
	}
	if len(s.watched) > 0 {
		c.Owners = append(c.Owners, ir.Owner{Base: ir.VarExpr(w.watch.base), Size: ir.VarExpr(w.watch.size), Life: w.watch.life})
	}
	if w.p.Checks == nil {
		w.p.Checks = map[ir.Loc]*ir.MemCheck{}
	}
	w.p.Checks[e.To] = c
}
