package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// marks are a region with a mark at the start of each block of the heap that lives. Chains of pointers are followed
// by it (chains.go), and proofs about lists, and of why loops over them end, speak of it: "every next is null or the start of a block that
// lives". There are some only if pointers to blocks that are made in loops are stored in blocks. Where no
// property is about the lives of objects there is no Free, and all blocks live that have been made.
type marks struct{ region *ir.Var }

// findMarks has to come before edges are changed.
func (w *owners) findMarks() {
	if len(w.p.ErrorLocs()) == 0 && !w.opts.Blocks {
		return
	}
	for i := range w.objs {
		if o := int32(i); w.isBlock(o) && w.watchable(o) && w.mayPointToBlock(o) {
			w.marks = &marks{w.p.NewGlobal(ir.BlocksName, "", ir.Mem(32), ir.Pos{})}
			return
		}
	}
}

// mayPointToBlock says that a pointer to a block may be stored in o.
func (w *owners) mayPointToBlock(o int32) bool {
	for _, k := range w.objs[w.objs[o].Rep].Contents {
		for _, t := range *k.At {
			if t.Obj != unknownAddress && (w.isBlock(t.Obj) || len(w.objs[t.Obj].members) > 0) {
				return true
			}
		}
	}
	return false
}

// mark is the mark of a block o that lives, the number of its object; elsewhere there is 0.
func (w *owners) mark(o int32) *ir.Expr {
	return ir.ConstInt(ir.Int(32, false), int64(w.objs[o].ID))
}

func (m *marks) store(addr, mark *ir.Expr) []ir.Stmt {
	return []ir.Stmt{&ir.Store{Region: m.region, Addr: addr, Val: mark}}
}

// begun marks the block o that is made at addr.
func (m *marks) begun(w *owners, o int32, addr *ir.Expr) []ir.Stmt {
	if m == nil || !w.isBlock(o) || !w.placed(o) && !w.watchable(o) {
		return nil
	}
	return m.store(addr, w.mark(o))
}

// ended takes the mark of the block at addr away, one of objs.
func (m *marks) ended(w *owners, objs []int32, addr *ir.Expr) []ir.Stmt {
	if m == nil || !slices.ContainsFunc(objs, w.isBlock) {
		return nil
	}
	return m.store(addr, ir.ConstInt(ir.Int(32, false), 0))
}

// atEntry says that no block is marked.
func (m *marks) atEntry() []ir.Stmt {
	if m == nil {
		return nil
	}
	return []ir.Stmt{&ir.Assign{Var: m.region, Expr: ir.ConstInt(m.region.Type, 0)}}
}
