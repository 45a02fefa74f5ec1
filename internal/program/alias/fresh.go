package alias

import "craig/internal/program/ir"

// separate assumes of the pointers of unknown origin that the first edges make that each points to the object of its own origin, or
// to none at all: into no room of another one. The conditions of accesses say so of a pointer that has
// one origin; where a pointer may have several, as after two have been exchanged in memory, they allow
// the rooms of all of them, and two pointers could share one. Between where pointers point, where accesses may be, and what is
// outside of all rooms there is some space, so that no pointer to the end of a room leads into the next one by an offset.
func (w *lowering) separate(edges int) {
	if w.opts.Unknown != Fresh {
		return
	}
	var first, last int32 // the unknown objects with the lowest and the highest address
	for i := int32(1); i < int32(len(w.objs)); i++ {
		if o := w.objs[i].Object; o.Kind != ir.UnknownObject || o.Align == 0 {
			continue
		}
		if first == 0 || w.objs[i].Addr.Cmp(w.objs[first].Addr) < 0 {
			first = i
		}
		if last == 0 || w.objs[i].Addr.Cmp(w.objs[last].Addr) > 0 {
			last = i
		}
	}
	for _, e := range w.p.Edges[:edges] {
		if e == nil {
			continue
		}
		s, ok := e.Stmt.(*ir.Havoc)
		o := w.t.Fresh[e.ID]
		if !ok || !w.mixed[o] {
			continue
		}
		p := ir.VarExpr(s.Var)
		from := func(o int32) *ir.Expr { return w.address(o, -w.space.Unknown) }
		to := func(o int32) *ir.Expr { return w.address(o, w.space.Unknown) }
		near := w.space.Unknown - w.space.Unknown/8
		own := ir.And(ir.Compare(ir.OpLe, w.address(o, -near), p), ir.Compare(ir.OpLt, p, w.address(o, near)))
		none := ir.Or(ir.Compare(ir.OpLt, p, from(first)), ir.Compare(ir.OpGe, p, to(last)))
		insertAfter(w.p, e, []ir.Stmt{&ir.Assume{Cond: ir.Or(own, none)}})
	}
}
