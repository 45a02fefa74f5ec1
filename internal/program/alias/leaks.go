package alias

import (
	"slices"

	"craig/internal/program/ir"
)

// leaks decides OpTracked and OpTraceable, for the end of main or for a place where the program exits.
//
// A block is tracked for sure if a global variable points into it. It is lost for sure at the end of
// main if no global variable does, and if nothing that global variables lead to can have a pointer to it, by
// the points-to analysis. Otherwise it is not known: then a chain of pointers would have to be followed.
type leaks struct {
	*owners
	reached map[int32]bool    // objects that global variables may lead to
	inner   map[int32]bool    // objects to which pointers may be stored in what is reached
	roots   map[int32][]*root // by object: the global variables that may point to it
}

// root is a global variable that holds a pointer.
type root struct {
	v    *ir.Var // nil: the part's
	part *part
}

func (r *root) value() *ir.Expr {
	if r.v != nil {
		return ir.VarExpr(r.v)
	}
	return ir.VarExpr(r.part.vars[0])
}

// findLeaks has to come after the parts are made, and before edges are changed.
func (w *owners) findLeaks(parts []*part) {
	if !slices.ContainsFunc(w.checks, func(e *ir.Expr) bool { return e.Op == ir.OpTracked }) {
		return
	}
	l := &leaks{owners: w, reached: map[int32]bool{}, inner: map[int32]bool{}, roots: map[int32][]*root{}}
	w.leaks = l
	var work []int32
	reach := func(node int32) {
		for _, t := range w.pts(node) {
			if t.obj != anyInteger && !l.reached[t.obj] {
				l.reached[t.obj] = true
				work = append(work, t.obj)
			}
		}
	}
	hold := func(r *root, node int32) {
		for _, t := range w.pts(node) {
			if t.obj != anyInteger && !slices.Contains(l.roots[t.obj], r) {
				l.roots[t.obj] = append(l.roots[t.obj], r)
			}
		}
		reach(node)
	}
	for _, v := range w.p.Globals {
		if v.CName != "" && v.ID < len(w.varNode) && w.varNode[v.ID] != 0 && v.Type.IsNumber() {
			hold(&root{v: v}, w.varNode[v.ID])
		}
	}
	scalar := map[class]*part{} // global objects' cells that are variables
	for _, pt := range parts {
		if pt.kind == scalarPart && w.objs[pt.obj()].ir.Kind == ir.GlobalObject && pt.cell.Kind == ir.Pointer {
			scalar[pt.classes[0]] = pt
		}
	}
	for i := range w.objs {
		o := int32(i)
		if w.objs[o].ir.Kind != ir.GlobalObject {
			continue
		}
		for _, k := range w.objs[o].contents {
			if pt := scalar[k.class]; pt != nil {
				hold(&root{part: pt}, k.node)
			} else {
				l.keep(k.node)
				reach(k.node)
			}
		}
	}
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		if w.objs[o].ir.Kind == ir.GlobalObject {
			continue
		}
		for _, k := range w.objs[w.objs[o].rep].contents {
			l.keep(k.node)
			reach(k.node)
		}
	}
}

// keep notes what a cell of memory that is reached may point to.
func (l *leaks) keep(node int32) {
	for _, t := range l.pts(node) {
		l.inner[t.obj] = true
	}
}

// tracked says that all blocks that live are tracked for sure, lost that one is lost for sure, and lists the blocks. If
// frames is set, local variables are still there.
func (l *leaks) tracked(frames bool) (tracked, lost *ir.Expr, blocks []ir.Owner) {
	tracked, lost = ir.True(), ir.False()
	block := func(alive, held *ir.Expr, sure bool, o ir.Owner) {
		o.Held = held
		blocks = append(blocks, o)
		tracked = ir.And(tracked, ir.Or(ir.Not(alive), held))
		if sure {
			lost = ir.Or(lost, ir.And(alive, ir.Not(held)))
		}
	}
	sure := !frames && len(l.clobbers) == 0
	watched, inner := false, false
	held := ir.False()
	var seen []*root
	for i := range l.objs {
		o := int32(i)
		switch {
		case !l.isBlock(o):
		case l.placed(o):
			at := ir.False()
			for _, r := range l.roots[o] {
				at = ir.Or(at, l.near(o, l.pointer(r)))
			}
			block(ir.Compare(ir.OpEq, ir.VarExpr(l.lives[o]), life(alive)), at, sure && !l.inner[o], l.owner(o))
		case l.watchable(o):
			watched, inner = true, inner || l.inner[o]
			for _, r := range l.roots[o] {
				if !slices.Contains(seen, r) {
					seen = append(seen, r)
					held = ir.Or(held, l.watch.near(l.pointer(r)))
				}
			}
		default:
			return ir.False(), ir.False(), nil
		}
	}
	if watched {
		kind := ir.Compare(ir.OpEq, ir.VarExpr(l.watch.kind), ir.ConstInt(l.watch.kind.Type, 0))
		block(ir.And(kind, l.watch.is(alive)), held, sure && !inner, l.watch.owner())
	}
	return tracked, lost, blocks
}

// pointer is what a root holds, as a pointer.
func (l *leaks) pointer(r *root) *ir.Expr { return ir.Cast(l.p.PtrType(), r.value()) }
