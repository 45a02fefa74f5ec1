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
	rebuilt := ir.Rebuild(e, []*ir.Expr{x, y})
	if e.Op == ir.OpPtrDiff && e.Args[1].Op == ir.OpStart && ir.Equal(e.Args[0], e.Args[1].Args[0]) {
		return rebuilt // an offset in the object of p
	}
	one, ok := w.together(e.Args[0], e.Args[1], x, y)
	if !ok || one.IsTrue() {
		return rebuilt
	}
	open := w.ofLayout(e)
	if e.Op == ir.OpPtrDiff || e.Op == ir.OpSub {
		return ir.Ite(one, rebuilt, open)
	}
	return ir.Or(ir.And(one, rebuilt), ir.And(ir.Not(one), open))
}

// together is a condition under which x and y, the addresses that p and q are, point into one object. It
// holds of all that do, but for large blocks that are made in loops, which addresses do not tell from two blocks.
// It is false, in its second result, if they cannot point into different ones, or if of these only craig's layout
// tells where they end.
func (w *lowering) together(p, q, x, y *ir.Expr) (*ir.Expr, bool) {
	x, y = ir.Cast(w.p.PtrType(), x), ir.Cast(w.p.PtrType(), y)
	ps, qs := w.objectsOf(p), w.objectsOf(q)
	differ := false
	var common, all []int32
	for o := range ps {
		for u := range qs {
			differ = differ || o != u || w.objs[o].Kind == ir.HeapObject && !w.objs[o].Single && !w.objs[o].Once
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
	if !differ || len(common) == 0 {
		return nil, false
	}
	slices.Sort(common)
	slices.Sort(all)
	in := func(o int32, x *ir.Expr) *ir.Expr {
		return ir.And(ir.Compare(ir.OpLe, w.address(o, 0), x), ir.Compare(ir.OpLe, x, w.address(o, w.objs[o].Size)))
	}
	one, elsewhere, blocks := ir.False(), ir.True(), []int32(nil)
	for _, o := range all {
		switch obj := &w.objs[o]; {
		case obj.Kind == ir.UnknownObject || obj.Kind == ir.LibraryObject || len(obj.members) > 0:
			return nil, false
		case obj.Single && obj.Size >= 0:
			elsewhere = ir.And(elsewhere, ir.And(ir.Not(in(o, x)), ir.Not(in(o, y))))
			if slices.Contains(common, o) {
				one = ir.Or(one, ir.And(in(o, x), in(o, y)))
			}
		case slices.Contains(common, o):
			blocks = append(blocks, o)
		}
	}
	switch {
	case len(all) > maxTogether || len(blocks) > 1 || len(blocks) == 1 && !w.objs[blocks[0]].Once:
		gap := ir.ConstInt(w.word(true), w.gap)
		return ir.Or(one, ir.And(ir.Compare(ir.OpLt, x, ir.PtrAdd(y, gap)), ir.Compare(ir.OpLt, y, ir.PtrAdd(x, gap)))), true
	case len(blocks) == 1:
		return ir.Or(one, elsewhere), true
	}
	return one, true
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
