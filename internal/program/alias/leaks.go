package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// leaks decides OpTracked and OpTraceable, for the end of main or for a place where the program exits.
//
// A block is tracked if a pointer leads to it from a variable, directly or through cells of other blocks
// that live. Chains are followed for some steps, with a condition for each cell (chains.go). A block that
// lives is lost for sure if none of these leads to it, and nothing is left out that might.
type leaks struct {
	*owners
	parts []*part
	marks *ir.Var // a region with the marks of blocks that may be watched; nil: no chain leads through them
}

// findLeaks has to come after the parts are made, and before edges are changed.
func (w *owners) findLeaks(parts []*part) {
	if !slices.ContainsFunc(w.checks, func(e *ir.Expr) bool { return e.Op == ir.OpTracked }) {
		return
	}
	w.leaks = &leaks{owners: w, parts: parts}
	for i := range w.objs {
		o := int32(i)
		if w.isBlock(o) && w.watchable(o) && w.leaks.leadsOn(o) {
			w.leaks.marks = w.p.NewGlobal("$blocks", "", ir.Mem(32), ir.Pos{})
			break
		}
	}
}

// leadsOn says that a pointer to a block may be stored in o.
func (l *leaks) leadsOn(o int32) bool {
	for _, k := range l.objs[l.objs[o].rep].contents {
		for _, t := range l.pts(k.node) {
			if t.obj != anyInteger && (l.isBlock(t.obj) || len(l.objs[t.obj].members) > 0) {
				return true
			}
		}
	}
	return false
}

// mark is the value of marks at the address of a watchable block o that lives; elsewhere it is 0.
func (l *leaks) mark(o int32) *ir.Expr { return ir.ConstInt(ir.Int(32, false), int64(o)) }

// begun marks the block that is made at addr.
func (l *leaks) begun(o int32, addr *ir.Expr) []ir.Stmt {
	if l == nil || l.marks == nil || !l.isBlock(o) || !l.watchable(o) {
		return nil
	}
	return []ir.Stmt{&ir.Store{Region: l.marks, Addr: addr, Val: l.mark(o)}}
}

// ended takes the mark of the block at addr away, one of objs.
func (l *leaks) ended(objs []int32, addr *ir.Expr) []ir.Stmt {
	if l == nil || l.marks == nil || !slices.ContainsFunc(objs, l.isBlock) {
		return nil
	}
	return []ir.Stmt{&ir.Store{Region: l.marks, Addr: addr, Val: ir.ConstInt(ir.Int(32, false), 0)}}
}

// atEntry says that no block is marked.
func (l *leaks) atEntry() []ir.Stmt {
	if l == nil || l.marks == nil {
		return nil
	}
	return []ir.Stmt{&ir.Assign{Var: l.marks, Expr: ir.ConstInt(l.marks.Type, 0)}}
}

// tracked says that all blocks that live are tracked for sure, lost that one is lost for sure, and lists the
// blocks. If frames is set, local variables are still there.
func (l *leaks) tracked(frames bool) (tracked, lost *ir.Expr, blocks []ir.Owner) {
	tracked, lost = ir.True(), ir.False()
	c := l.follow(frames)
	sure := len(l.clobbers) == 0 && !(frames && len(l.p.Funcs) > 1)
	block := func(alive, held, open *ir.Expr, o ir.Owner) {
		o.Held = held
		blocks = append(blocks, o)
		tracked = ir.And(tracked, ir.Or(ir.Not(alive), held))
		if sure {
			lost = ir.Or(lost, ir.And(alive, ir.And(ir.Not(held), ir.Not(open))))
		}
	}
	watched, open := false, ir.False()
	for i := range l.objs {
		o := int32(i)
		switch {
		case !l.isBlock(o):
		case l.placed(o):
			block(ir.Compare(ir.OpEq, ir.VarExpr(l.lives[o]), life(alive)), orFalse(c.held[o]), orFalse(c.open[o]), l.owner(o))
		case l.watchable(o):
			watched, open = true, ir.Or(open, orFalse(c.open[o]))
		default:
			return ir.False(), ir.False(), nil
		}
	}
	if watched {
		kind := ir.Compare(ir.OpEq, ir.VarExpr(l.watch.kind), ir.ConstInt(l.watch.kind.Type, 0))
		block(ir.And(kind, l.watch.is(alive)), orFalse(c.watched), open, l.watch.owner())
	}
	return tracked, lost, blocks
}

func orFalse(e *ir.Expr) *ir.Expr {
	if e == nil {
		return ir.False()
	}
	return e
}
