package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// maxTogether bounds the objects that order tells apart.
const maxTogether = 8

// order is e, which compares two pointers, or their numbers, or subtracts them, and whose operands have been
// rewritten to x and y. It is known what the result is if they are of one object; else it is open. Those that can
// only be of different objects are the matter of dependsOnLayout.
func (w *lowering) order(e, x, y *ir.Expr) *ir.Expr {
	d := w.decided(e)
	if ir.ComparesPointers(e) {
		d = w.compared(e).Decided
	}
	if e.Op == ir.OpGe || e.Op == ir.OpGt { // the other side of a branch is the negation in form, too
		return ir.Not(w.ordered(ir.Not(e), x, y, d))
	}
	return w.ordered(e, x, y, d)
}

// ordered is order where d says when the result is known.
func (w *lowering) ordered(e, x, y *ir.Expr, d *ir.Decided) *ir.Expr {
	rebuilt := ir.Rebuild(e, []*ir.Expr{x, y})
	if d == nil {
		return rebuilt
	}
	one := w.together(d, x, y)
	if one.IsTrue() {
		return rebuilt
	}
	open := w.ofLayout(e)
	if e.Op == ir.OpPtrDiff || e.Op == ir.OpSub {
		return ir.Ite(one, rebuilt, open)
	}
	return ir.Or(ir.And(one, rebuilt), ir.And(ir.Not(one), open))
}

// together is the condition d of x and y.
func (w *lowering) together(d *ir.Decided, x, y *ir.Expr) *ir.Expr {
	x, y = ir.Cast(w.p.PtrType(), x), ir.Cast(w.p.PtrType(), y)
	in := func(o int32, x *ir.Expr) *ir.Expr {
		return ir.And(ir.Compare(ir.OpLe, w.address(o, 0), x), ir.Compare(ir.OpLe, x, w.address(o, w.objs[o].Size)))
	}
	one, first, second := ir.False(), ir.False(), ir.False()
	for _, o := range d.In {
		one = ir.Or(one, ir.And(in(o, x), in(o, y)))
	}
	for _, o := range d.Outside {
		first, second = ir.Or(first, in(o, x)), ir.Or(second, in(o, y))
	}
	switch {
	case d.Near > 0:
		near := ir.ConstInt(w.word(true), d.Near)
		return ir.Or(one, ir.And(ir.Compare(ir.OpLt, x, ir.PtrAdd(y, near)), ir.Compare(ir.OpLt, y, ir.PtrAdd(x, near))))
	case d.Unless:
		return ir.Or(one, ir.Not(ir.And(first, second)))
	case len(d.Outside) > 0:
		return ir.Or(one, ir.And(ir.Not(first), ir.Not(second)))
	}
	return one
}

// decided says when e, an order or a distance, is that of the numbers of its operands: where they are of one object. It
// holds of all that are, but for large blocks that are made in loops, which addresses do not tell from two blocks.
// nil is always: if they cannot be of different ones, or only of those of unknown origin.
func (a *facts) decided(e *ir.Expr) *ir.Decided {
	ps, qs := a.objectsOf(e.Args[0]), a.objectsOf(e.Args[1])
	differ := false
	var common, all []int32
	for o := range ps {
		for u := range qs {
			differ = differ || o != u || a.objs[o].Kind == ir.HeapObject && !a.objs[o].Single && !a.objs[o].Once
		}
		if qs[o] {
			common = append(common, o)
		}
		all = append(all, o)
	}
	for u := range qs {
		if !ps[u] {
			all = append(all, u)
		}
	}
	if !differ || len(common) == 0 || ir.IsOffset(e) {
		return nil
	}
	slices.Sort(all)
	d, blocks, unknown := &ir.Decided{}, []int32(nil), false
	for _, o := range all {
		switch obj := &a.objs[o]; {
		case obj.Kind == ir.UnknownObject || obj.Kind == ir.LibraryObject || len(obj.members) > 0:
			unknown = true
		case obj.Single && obj.Size >= 0:
			d.Outside = append(d.Outside, o)
			if slices.Contains(common, o) {
				d.In = append(d.In, o)
			}
		case slices.Contains(common, o):
			blocks = append(blocks, o)
		}
	}
	switch {
	case unknown && len(d.Outside) < 2:
		return nil
	case unknown:
		d.Unless = true
	case len(all) > maxTogether || len(blocks) > 1 || len(blocks) == 1 && (!a.objs[blocks[0]].Once || len(d.Outside) == 0):
		d.Near, d.Outside = a.gap, nil
	case len(blocks) == 0:
		d.Outside = nil
	}
	return d
}

// maxApart bounds the gaps that are made larger than blocks for order.
const maxApart = 1 << 12

// spread makes the gaps between blocks that loops make, if pointers into them are compared, larger than the
// blocks, so that a distance tells whether two pointers are in one block.
func (a *facts) spread() {
	if !a.ordered() {
		return
	}
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		if s, ok := e.Stmt.(*ir.Alloc); ok && s.Result != nil && !a.objs[a.object(s.Site)].Once {
			if size, ok := s.Size.Val.Int64(); ok && s.Size.IsConst() && size <= maxApart {
				a.gap = max(a.gap, (size/heapAlign+1)*heapAlign)
			}
		}
	}
}

// ordered says that the program compares pointers into blocks that loops make, or their numbers, or subtracts them.
func (a *facts) ordered() (found bool) {
	for _, e := range a.p.Edges {
		if e == nil {
			continue
		}
		ir.Exprs(e.Stmt, func(root *ir.Expr) {
			ir.Walk(root, func(x *ir.Expr) bool {
				switch x.Op {
				case ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe, ir.OpPtrDiff, ir.OpSub:
					if x.Args[0].Type.Kind == ir.Pointer || a.isNumber(x.Args[0]) && a.isNumber(x.Args[1]) {
						for _, o := range a.addressees(x.Args[0]) {
							found = found || a.objs[o].Kind == ir.HeapObject && !a.objs[o].Once
						}
					}
				}
				return !found
			})
		})
	}
	return found
}

// objectsOf are the objects of the program into which e may point.
func (a *facts) objectsOf(e *ir.Expr) map[int32]bool {
	objs := map[int32]bool{}
	for _, o := range a.addressees(e) {
		objs[a.objs[o].Rep] = true
	}
	return objs
}
