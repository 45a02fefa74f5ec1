package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// leads is a region of which proofs that nothing leaks speak. Of each cell in which a pointer is stored it says whether that pointer led to the watched
// block then, and it lived: whether it is its address, or the address of a block with a member that led to it. Later stores in other cells do not change
// it. So it is only what proofs make of it: that what is claimed of each cell is still so. No check reads it.
type leads struct {
	region *ir.Var
	offs   []int64 // where blocks have members that may lead to blocks
}

// mostLinks bounds these.
const mostLinks = 4

// findLeads has to come after findMarks.
func (w *owners) findLeads() {
	leaks := func(e *ir.Expr) bool { return e.Op == ir.OpAllFreed || e.Op == ir.OpTracked }
	if w.marks == nil || w.watch == nil || !slices.ContainsFunc(w.checks, leaks) {
		return
	}
	x := &leads{}
	for i := range w.objs {
		o := int32(i)
		if !w.isBlock(o) || !w.watchable(o) {
			continue
		}
		for _, k := range w.objs[o].Contents {
			if k.Class.Width == w.ptrSize && k.Class.Stride == 0 && !slices.Contains(x.offs, k.Class.Off) && w.toBlocks(k.At) {
				x.offs = append(x.offs, k.Class.Off)
			}
		}
	}
	if len(x.offs) == 0 || len(x.offs) > mostLinks {
		return
	}
	slices.Sort(x.offs)
	x.region = w.p.NewGlobal(ir.LeadsName, "", ir.Mem(8), ir.Pos{})
	w.leads = x
}

// toBlocks says that a pointer to a block may be there.
func (w *owners) toBlocks(at *ir.Targets) bool {
	return slices.ContainsFunc(*at, func(t ir.Target) bool { return t.Obj != unknownAddress && w.isBlock(t.Obj) })
}

// stored notes that the pointer val is about to be stored at addr.
func (x *leads) stored(w *owners, addr, val *ir.Expr) []ir.Stmt {
	if x == nil {
		return nil
	}
	bit := ir.Int(8, false)
	c := ir.Compare(ir.OpEq, val, ir.VarExpr(w.watch.base))
	for _, off := range x.offs {
		next := ir.LoadFrom(x.region, bit, ir.PtrAdd(val, ir.ConstInt(w.word(true), off)))
		c = ir.Or(c, ir.Compare(ir.OpNe, next, ir.ConstInt(bit, 0)))
	}
	return []ir.Stmt{&ir.Store{Region: x.region, Addr: addr, Val: ir.OfBool(bit, ir.And(w.watch.is(alive), c))}}
}

// atEntry says that no cell leads to the block.
func (x *leads) atEntry() []ir.Stmt {
	if x == nil {
		return nil
	}
	return []ir.Stmt{&ir.Assign{Var: x.region, Expr: ir.ConstInt(x.region.Type, 0)}}
}
