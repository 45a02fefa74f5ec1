package alias

import "craig/internal/program/ir"

// owner is the placed object o.
func (w *owners) owner(o int32) ir.Owner {
	owner := ir.Owner{Obj: w.objs[o].Object, Base: w.base(o), Life: w.lives[o]}
	if ext, ok := w.extent[o]; ok {
		owner.Size = ir.VarExpr(ext.size)
	} else {
		owner.Size = ir.ConstInt(w.word(false), owner.Obj.Size)
	}
	return owner
}

// owner is the watched object.
func (w *watch) owner() ir.Owner {
	return ir.Owner{Base: ir.VarExpr(w.base), Size: ir.VarExpr(w.size), Life: w.life, Kind: w.kind}
}

// explainLeft notes what a check of the blocks that are left at the end is about, if it fails along e.
func (w *owners) explainLeft(e *ir.Edge, left []ir.Owner) {
	if w.p.Locs[e.To].Goal.Kind == ir.Violation {
		w.check(e.To, &ir.MemCheck{Owners: left})
	}
}

// explainNull notes that what fails along e is a pointer that is null, if it is.
func (w *owners) explainNull(e *ir.Edge) {
	s, ok := e.Stmt.(*ir.Assume)
	if !ok || w.p.Locs[e.To].Goal.Kind != ir.Violation || w.p.Checks[e.To] != nil {
		return
	}
	if c := s.Cond; c.Op == ir.OpEq && c.Args[0].Type.Kind == ir.Pointer && c.Args[1].IsConst() && c.Args[1].Val.IsZero() {
		w.check(e.To, &ir.MemCheck{Addr: c.Args[0], Width: -1})
	}
}

// explainValue notes that what fails along e is the read of width bytes at the address x, which was rewritten to
// addr, that have no value.
func (w *owners) explainValue(e *ir.Edge, x, addr *ir.Expr, width int64) {
	if w.p.Locs[e.To].Goal.Kind != ir.Violation || w.p.Checks[e.To] != nil {
		return
	}
	c := &ir.MemCheck{Addr: addr, Width: width, Value: true}
	for _, o := range w.suspects(x).placed {
		c.Owners = append(c.Owners, w.owner(o))
	}
	w.check(e.To, c)
}

func (w *owners) check(l ir.Loc, c *ir.MemCheck) {
	if w.p.Checks == nil {
		w.p.Checks = map[ir.Loc]*ir.MemCheck{}
	}
	w.p.Checks[l] = c
}

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
		c.Owners = append(c.Owners, w.owner(o))
	}
	if len(s.watched) > 0 && w.watch != nil { // nobody watches where the pointer may lead anywhere
		c.Owners = append(c.Owners, w.watch.owner())
	}
	w.check(e.To, c)
}

// claim notes for package checkcoverage what the check or Free of the edge is about: the address x, which was rewritten to
// addr; if that is nil, the blocks of left.
func (w *owners) claim(e *ir.Edge, x, addr *ir.Expr, left []ir.Owner) {
	if w.p.Plain == nil || int(e.ID) >= len(w.p.Plain.Program.Edges) {
		return
	}
	c := ir.Claim{Addr: addr, Owners: left}
	if addr != nil {
		for _, t := range w.at(ir.Root(x)) {
			if t.Obj != unknownAddress {
				c.Targets = append(c.Targets, w.objs[t.Obj].Object)
			}
		}
		s := w.suspects(x)
		if !s.known && w.watch == nil { // the condition is false: see inside
			s = suspects{}
		}
		for _, o := range s.placed {
			c.Owners = append(c.Owners, w.owner(o))
		}
		if len(s.watched) > 0 && w.watch != nil {
			c.Owners = append(c.Owners, w.watch.owner())
		}
	}
	w.p.Plain.Claims[e.ID] = c
}
