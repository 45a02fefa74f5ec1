package alias

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// owners decides by addresses whether a pointer is in the object that it was derived from: it
// replaces OpInObject and OpKnown.
//
// If the analysis leaves one object to a pointer, it was derived from that, wherever it has been
// moved. If it leaves several, the pointer was derived from the one that it is in or near, as long as
// pointers into these shared objects are not moved away from them: then OpInObject of width 0, which
// follows every move, is false, and the front end stops there. Objects have gaps between them, so
// that what is near one is not near another.
type owners struct {
	*analysis
	extent map[int32]extent // of heap objects that have no fixed address, but are made at most once
	made   []int32          // the keys of extent
	shared map[int32]bool   // objects that a checked pointer may point to besides others
	opaque map[int32]bool   // objects whose addresses integer arithmetic may move
}

// extent are variables with the address and the size of an object; 0 before it is made.
type extent struct{ base, size *ir.Var }

// findOwners has to come before edges are changed.
func (a *analysis) findOwners(cyclic []bool) *owners {
	w := &owners{analysis: a, extent: map[int32]extent{}, shared: map[int32]bool{}, opaque: map[int32]bool{}}
	if len(a.inObject) == 0 {
		return w
	}
	sites := map[*ir.Object]int{}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Alloc); ok && s.Result != nil {
			sites[s.Site]++
			obj := a.object(s.Site)
			if sites[s.Site] == 1 && !a.objs[obj].single && !cyclic[e.ID] {
				w.made = append(w.made, obj)
			}
		}
	}
	w.made = slices.DeleteFunc(w.made, func(o int32) bool { return sites[a.objs[o].ir] != 1 })
	for _, o := range w.made {
		name := a.objs[o].ir.Name
		w.extent[o] = extent{
			base: a.p.NewGlobal("$base."+name, "", a.p.PtrType(), ir.Pos{}),
			size: a.p.NewGlobal("$size."+name, "", a.word(false), ir.Pos{}),
		}
	}
	for _, x := range a.arithmetic {
		for _, t := range a.pts(x.node) {
			w.opaque[t.obj] = true
		}
	}
	for _, e := range a.inObject {
		if e.Args[1].Val.IsZero() {
			continue
		}
		if objs, ok := w.objects(e.Args[0]); ok && len(objs) > 1 {
			for _, o := range objs {
				w.shared[o] = true
			}
		}
	}
	return w
}

// objects are those that the pointer at the root of addr may have been derived from; ok if all of
// them have known places.
func (w *owners) objects(addr *ir.Expr) (objs []int32, ok bool) {
	ok = true
	for _, t := range w.pts(w.expr(ir.Root(addr), ir.Pos{})) {
		if slices.Contains(objs, t.obj) {
			continue
		}
		objs = append(objs, t.obj)
		ok = ok && w.placed(t.obj)
	}
	return objs, ok && len(objs) > 0
}

// placed says that it is known where object o is and how large.
func (w *owners) placed(o int32) bool {
	x := &w.objs[o]
	if o == anyInteger || len(x.members) > 0 || x.rep != o {
		return false
	}
	switch x.ir.Kind {
	case ir.GlobalObject, ir.LocalObject, ir.StringObject:
		return x.single && x.ir.Size >= 0
	case ir.HeapObject:
		_, ok := w.extent[o]
		return ok || x.single && x.ir.Size >= 0
	}
	return false
}

// known decides OpKnown.
func (w *owners) known(addr *ir.Expr) bool {
	objs, ok := w.objects(addr)
	if len(objs) > 1 {
		for _, o := range objs {
			ok = ok && !w.opaque[o]
		}
	}
	return ok
}

// inside is what the OpInObject e says, for addr, its rewritten address.
func (w *owners) inside(e, addr *ir.Expr) *ir.Expr {
	width, _ := e.Args[1].Val.Int64()
	objs, ok := w.objects(e.Args[0])
	if width == 0 {
		// A move matters only if the pointer may get to where another object may be meant.
		if !slices.ContainsFunc(objs, func(o int32) bool { return w.shared[o] }) {
			return ir.True()
		}
	}
	if !ok {
		return ir.False()
	}
	any := ir.False()
	for _, o := range objs {
		c := w.near(o, addr)
		if width > 0 {
			c = w.within(o, addr, width)
		}
		if len(objs) > 1 {
			c = ir.And(w.near(o, ir.Root(addr)), c)
		}
		any = ir.Or(any, c)
	}
	return any
}

// near is the condition that addr is in object o, or not further from it than half of the gap.
func (w *owners) near(o int32, addr *ir.Expr) *ir.Expr {
	room := int64(guardGap / 2)
	if w.objs[o].ir.Kind == ir.HeapObject {
		room = heapAlign / 2
	}
	return w.between(o, addr, 1-room, room)
}

// within is the condition that width bytes at addr are in object o.
func (w *owners) within(o int32, addr *ir.Expr, width int64) *ir.Expr {
	if obj := w.objs[o].ir; obj.Size >= 0 && obj.Size < width {
		return ir.False()
	}
	return w.between(o, addr, 0, -width)
}

// between is the condition that addr is at least from bytes after the beginning of object o and
// at most to bytes after its end; both may be negative.
func (w *owners) between(o int32, addr *ir.Expr, from, to int64) *ir.Expr {
	ptr := w.p.PtrType()
	at := func(k int64) *ir.Expr { return ir.ConstInt(w.word(true), k) }
	if x, ok := w.extent[o]; ok {
		base := ir.VarExpr(x.base)
		return ir.And(ir.Compare(ir.OpLe, ir.PtrAdd(base, at(from)), addr),
			ir.Compare(ir.OpLe, ir.PtrAdd(addr, at(-to)), ir.PtrAdd(base, ir.VarExpr(x.size))))
	}
	obj := w.objs[o].ir
	base := ir.AddrOf(ptr, obj)
	if addr.Op == ir.OpPtrAdd && addr.Args[0].Op == ir.OpAddr && addr.Args[0].Obj == obj {
		off := addr.Args[1] // without the object's address
		if t := off.Type; t.Fits(num.I(from)) && t.Fits(num.I(obj.Size+to)) {
			return ir.And(ir.Compare(ir.OpGe, off, ir.ConstInt(t, from)), ir.Compare(ir.OpLe, off, ir.ConstInt(t, obj.Size+to)))
		}
	}
	return ir.And(ir.Compare(ir.OpLe, ir.PtrAdd(base, at(from)), addr), ir.Compare(ir.OpLe, addr, ir.PtrAdd(base, at(obj.Size+to))))
}

// allocated notes where an object with an extent is made: in front of the statement that makes it.
func (w *owners) allocated(o int32, s *ir.Alloc, heap *ir.Var) []ir.Stmt {
	x, ok := w.extent[o]
	if !ok {
		return nil
	}
	return []ir.Stmt{
		&ir.Assign{Var: x.base, Expr: ir.VarExpr(heap)},
		&ir.Assign{Var: x.size, Expr: ir.Cast(x.size.Type, s.Size)},
	}
}

// atEntry makes the extents 0.
func (w *owners) atEntry() []ir.Stmt {
	var to []ir.Stmt
	for _, o := range w.made {
		x := w.extent[o]
		to = append(to, &ir.Assign{Var: x.base, Expr: ir.ConstInt(x.base.Type, 0)}, &ir.Assign{Var: x.size, Expr: ir.ConstInt(x.size.Type, 0)})
	}
	return to
}
