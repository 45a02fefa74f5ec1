package alias

import "craig/internal/program/ir"

// A watch is about one of the objects that are not placed: any of those that the program makes, since
// which one it is, an unknown address says, $watched, that is chosen at the entry and never changes. What
// is shown of the watched object is so shown of all of them; and if something is wrong with one of
// them, there is an execution that watches it.
type watch struct {
	a    *facts
	base *ir.Var // the address; of no object, if none is made there
	size *ir.Var // 0 before the object is made
	life *ir.Var // see life
	kind *ir.Var // which Automatic site has made it, by number of the object; 0: malloc and its kin have
}

func (a *facts) newWatch() *watch {
	return &watch{
		a:    a,
		base: a.p.NewGlobal(ir.WatchedName, "", a.p.PtrType(), ir.Pos{}),
		size: a.p.NewGlobal("$watched.size", "", a.word(false), ir.Pos{}),
		life: a.p.NewGlobal("$watched.life", "", lifeType, ir.Pos{}),
		kind: a.p.NewGlobal("$watched.kind", "", ir.Int(32, true), ir.Pos{}),
	}
}

// watchable says that o stands for blocks of the heap of which one may be watched.
func (w *owners) watchable(o int32) bool {
	x := &w.objs[o]
	return x.Kind == ir.HeapObject && !w.placed(o) && len(x.members) == 0 && x.Rep == o
}

func (w *watch) is(s lifeState) *ir.Expr {
	return ir.Compare(ir.OpEq, ir.VarExpr(w.life), life(s))
}

// near says that the object is made, and that addr is in it or near it.
func (w *watch) near(addr *ir.Expr) *ir.Expr {
	base, room := ir.VarExpr(w.base), w.a.room()
	at := func(k int64) *ir.Expr { return ir.ConstInt(w.a.word(true), k) }
	return ir.And(ir.Not(w.is(unborn)), ir.And(ir.Compare(ir.OpLt, base, ir.PtrAdd(addr, at(room))),
		ir.Compare(ir.OpLe, addr, ir.PtrAdd(ir.PtrAdd(base, ir.VarExpr(w.size)), at(room)))))
}

// inside says that the pointer at the root of addr may point to an object, and that the access of
// width bytes at addr is inside it if that is the watched one.
func (w *watch) inside(addr *ir.Expr, width int64) *ir.Expr {
	base, root := ir.VarExpr(w.base), ir.Root(addr)
	end := ir.PtrAdd(addr, ir.ConstInt(w.a.word(true), width))
	c := ir.And(w.is(alive), ir.And(ir.Compare(ir.OpLe, base, addr), ir.Compare(ir.OpLe, end, ir.PtrAdd(base, ir.VarExpr(w.size)))))
	return ir.And(ir.Compare(ir.OpGe, root, w.a.firstAddress()), ir.Or(ir.Not(w.near(root)), c))
}

// freeable says that addr may be the start of a block that lives, and is so if the watched object is
// there.
func (w *watch) freeable(addr *ir.Expr) *ir.Expr {
	c := ir.And(ir.Compare(ir.OpEq, addr, ir.VarExpr(w.base)), w.is(alive))
	c = ir.And(c, ir.Compare(ir.OpEq, ir.VarExpr(w.kind), ir.ConstInt(w.kind.Type, 0)))
	return ir.And(ir.Compare(ir.OpGe, addr, w.a.firstAddress()), ir.Or(ir.Not(w.near(addr)), c))
}

// begun notes that s has made an object at addr.
func (w *watch) begun(s *ir.Alloc, addr *ir.Expr) []ir.Stmt {
	kind := int64(0)
	if s.Site.Automatic {
		kind = int64(s.Site.ID)
	}
	mine := ir.Compare(ir.OpEq, addr, ir.VarExpr(w.base))
	set := func(v *ir.Var, x *ir.Expr) ir.Stmt {
		return &ir.Assign{Var: v, Expr: ir.Ite(mine, x, ir.VarExpr(v))}
	}
	return []ir.Stmt{
		set(w.size, ir.Cast(w.size.Type, s.Size)),
		set(w.kind, ir.ConstInt(w.kind.Type, kind)),
		set(w.life, life(alive)),
	}
}

// ended notes that the life of an object ends if c holds.
func (w *watch) ended(c *ir.Expr) ir.Stmt {
	return &ir.Assign{Var: w.life, Expr: ir.Ite(ir.And(w.is(alive), c), life(over), ir.VarExpr(w.life))}
}

func (w *watch) atEntry() []ir.Stmt {
	return []ir.Stmt{
		&ir.Havoc{Var: w.base, Source: ir.FromGhost, Name: "watched"},
		&ir.Assign{Var: w.size, Expr: ir.ConstInt(w.size.Type, 0)},
		&ir.Assign{Var: w.life, Expr: life(unborn)},
		&ir.Assign{Var: w.kind, Expr: ir.ConstInt(w.kind.Type, 0)},
	}
}
