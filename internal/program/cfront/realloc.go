package cfront

import (
	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// A program that may call realloc has a region of its own with the sizes of the blocks that malloc
// and its kin have given, by address: $sizes. It is a region from the beginning, which package alias
// leaves alone: no pointer leads there.

// blockSizes is $sizes; nil if the program does not need it. The scanner finds that out.
func (r *reader) blockSizes() *ir.Var {
	if !r.needSizes {
		return nil
	}
	if r.sizes == nil {
		word := r.types.size.ir()
		r.sizes = r.prog.NewGlobal("$sizes", "", ir.Type{Kind: ir.Memory, Bits: word.Bits}, ir.Pos{})
	}
	return r.sizes
}

// usesSizes tells whether calls of f need the sizes of blocks.
func usesSizes(f *function) bool {
	if row := library.Lookup(f.cname); row != nil && (f.def == nil || f.unit.models) {
		switch row.Name {
		case "realloc", "reallocarray", "malloc_usable_size":
			return true
		}
	}
	return false
}

// sized remembers the size of a new block.
func (f *fn) sized(block *ir.Var, size *ir.Expr, pos ir.Pos) {
	if sizes := f.r.blockSizes(); sizes != nil {
		f.emit(&ir.Store{Region: sizes, Addr: ir.VarExpr(block), Val: size}, pos)
	}
}

// reallocation is realloc, or reallocarray with the number of elements at count. The new block is
// always another one than the old. What realloc(p, 0) returns, C leaves open.
func reallocation(count int) handler {
	return func(f *fn, c *callSite) value {
		types, pos := f.r.types, c.pos
		if len(c.args) != 2+count {
			return f.unknownCall(c)
		}
		elem := f.argumentType(c.args[0])
		params := []*ctype{types.voidPtr, types.size, types.size}
		vs := f.passed(c, params[:len(c.args)]...)
		old := f.temp(f.r.prog.PtrType(), pos)
		f.emit(&ir.Assign{Var: old, Expr: vs[0].e}, pos)
		size := vs[1].e
		if count > 0 {
			size = f.product(size, vs[2].e)
		}
		size = f.settled(size, pos)
		lives := f.r.lifetimes() != ""
		if lives {
			f.follow(ir.Known(ir.VarExpr(old)), pos)
			f.require(ir.Freeable(ir.VarExpr(old)), "valid-free", "", pos)
		}
		block := f.blockVar(c)
		c.into = block
		end := f.node(pos)
		null := ir.ConstInt(block.Type, 0)
		if none := f.fold(ir.Compare(ir.OpEq, size, ir.ConstInt(size.Type, 0))); !none.IsFalse() {
			free, nothing, some := f.node(pos), f.node(pos), f.node(pos)
			f.branch(ir.And(none, ir.Compare(ir.OpNe, ir.VarExpr(old), null)), free, some, pos)
			f.cur = free
			m := f.open(f.f.cname, pos, func(m *ir.Expr) *ir.Expr { return ir.Compare(ir.OpGe, m, ir.ConstInt(m.Type, 0)) })
			f.branch(ir.Compare(ir.OpEq, m, ir.ConstInt(m.Type, 0)), nothing, some, pos)
			f.cur = nothing
			f.emit(&ir.Assign{Var: block, Expr: null}, pos)
			f.emit(&ir.Free{Addr: ir.VarExpr(old)}, pos)
			f.jump(end, pos)
			f.cur = some
		}
		f.allocate(c, size, false)
		both := ir.And(ir.Compare(ir.OpNe, ir.VarExpr(block), null), ir.Compare(ir.OpNe, ir.VarExpr(old), null))
		keep := f.node(pos)
		f.branch(both, keep, end, pos)
		f.cur = keep
		f.keepContents(block, old, f.cast(types.size.ir(), size), elem, pos)
		f.emit(&ir.Free{Addr: ir.VarExpr(old)}, pos)
		f.jump(end, pos)
		f.cur = end
		return value{t: types.voidPtr, e: ir.VarExpr(block)}
	}
}

// settled is the value of e, in a variable if e is not constant.
func (f *fn) settled(e *ir.Expr, pos ir.Pos) *ir.Expr {
	if e.IsConst() {
		return e
	}
	t := f.temp(e.Type, pos)
	f.emit(&ir.Assign{Var: t, Expr: e}, pos)
	return ir.VarExpr(t)
}

// settledPlace is settled for an address that is accessed: that of a variable, or of a certain part of it, stays what it is, which
// needs no check.
func (f *fn) settledPlace(addr *ir.Expr, pos ir.Pos) *ir.Expr {
	for x := addr; ; x = x.Args[0] {
		switch {
		case x.Op == ir.OpAddr:
			return addr
		case x.Op != ir.OpPtrAdd || !x.Args[1].IsConst():
			return f.settled(addr, pos)
		}
	}
}

// keepContents copies what the old block has as far as it fits into the new one, of that size: element
// by element, as the type of the pointer to the block says.
func (f *fn) keepContents(block, old *ir.Var, size *ir.Expr, elem *ctype, pos ir.Pos) {
	types := f.r.types
	if elem == nil || elem.size <= 0 {
		elem = types.uchar
	}
	oldSize := f.settled(ir.LoadFrom(f.r.blockSizes(), size.Type, ir.VarExpr(old)), pos)
	t := types.ptrdiff.ir()
	n := f.settled(f.cast(t, ir.Ite(ir.Compare(ir.OpLt, oldSize, size), oldSize, size)), pos)
	v := f.temp(t, pos)
	i, step := ir.VarExpr(v), ir.ConstInt(t, elem.size)
	f.emit(&ir.Assign{Var: v, Expr: ir.ConstInt(t, 0)}, pos)
	head, again, end := f.node(pos), f.node(pos), f.node(pos)
	head.loopPos = pos
	f.jump(head, pos)
	f.cur = head
	f.branch(ir.Compare(ir.OpLe, i, f.fold(ir.Binary(ir.OpSub, n, step))), again, end, pos)
	f.cur = again
	at := func(p *ir.Var) place { return place{t: elem, addr: ir.PtrAdd(ir.VarExpr(p), i), direct: true} }
	f.copyAggregate(at(block), at(old), pos)
	f.emit(&ir.Assign{Var: v, Expr: ir.Binary(ir.OpAdd, i, step)}, pos)
	f.jump(head, pos)
	f.cur = end
	if elem.size > 1 {
		all, rest, done := f.node(pos), f.node(pos), f.node(pos)
		f.branch(ir.Compare(ir.OpEq, i, n), all, rest, pos)
		f.cur = rest
		f.guess(pos)
		f.jump(done, pos)
		f.cur = all
		f.jump(done, pos)
		f.cur = done
	}
}

// guess makes what follows an approximation of what C says.
func (f *fn) guess(pos ir.Pos) {
	b := f.havoc(f.r.types.boolT.ir(), ir.FromApproximation, "", pos)
	f.emit(&ir.Assume{Cond: ir.Not(ir.ToBool(b))}, pos)
}

// usableSize is malloc_usable_size: at least the size that was asked for, or 0 for null.
func (f *fn) usableSize(c *callSite) value {
	types, pos := f.r.types, c.pos
	if len(c.args) != 1 {
		return f.unknownCall(c)
	}
	p := f.settled(f.passed(c, types.voidPtr)[0].e, pos)
	word := types.size.ir()
	n := f.havoc(word, ir.FromApproximation, c.g.cname, pos)
	asked := ir.LoadFrom(f.r.blockSizes(), word, p)
	f.emit(&ir.Assume{Cond: ir.Compare(ir.OpGe, n, asked)}, pos)
	null := ir.Compare(ir.OpEq, p, ir.Const(p.Type, num.I(0)))
	return value{t: types.size, e: ir.Ite(null, ir.ConstInt(word, 0), n)}
}
