package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/layout"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// A program that calls realloc or malloc_usable_size has a region of its own with the sizes of the blocks that malloc and its kin have given, by address. It is a
// region from the beginning, which package alias leaves alone: no pointer leads there.

// sizeRegion is that region; nil if the program does not need it. The scan finds that out.
func (p *program) sizeRegion() *ir.Var {
	return p.region(&p.regions.sizes, "$sizes", p.uses.resizes)
}

// sized remembers the size of a new block.
func (b *builder) sized(block *ir.Var, size *ir.Expr, pos ir.Pos) {
	if sizes := b.p.sizeRegion(); sizes != nil {
		b.emit(&ir.Store{Region: sizes, Addr: ir.VarExpr(block), Val: size}, pos)
	}
}

// resize is realloc, or reallocarray with a number of elements. The new block is always another one than the old. What realloc(p, 0) returns, C
// leaves open.
func (b *builder) resize(c *knownCall) {
	b.count(c, len(c.row.Params))
	if c.Args[0].Type().Kind != types.Pointer || c.Fun.Type().Elem.Sig.Result.Kind != types.Pointer {
		refuse(c.pos, otherArguments)
	}
	pos := c.pos
	elem := core.Pointee(c.Args[0])
	old := b.copied(b.expr(c.Args[0]), pos)
	size := b.copied(b.blockSize(c), pos)
	b.freeable(old, pos)
	block := b.temp(b.p.out.PtrType(), pos)
	null := ir.ConstInt(block.Type, 0)
	give := func() {
		b.allocate(block, c.row.Name, size, false, pos)
		if old.IsConst() && old.Val.IsZero() {
			return
		}
		both := ir.And(ir.Compare(ir.OpNe, ir.VarExpr(block), null), b.fold(ir.ToBool(old)))
		b.either(both, pos, func() {
			b.keep(ir.VarExpr(block), old, b.cast(b.p.size(), size), elem, pos)
			b.emit(&ir.Free{Addr: old}, pos)
		}, func() {})
	}
	none := b.fold(ir.Compare(ir.OpEq, size, ir.ConstInt(size.Type, 0)))
	b.either(ir.And(none, b.fold(ir.ToBool(old))), pos, func() {
		m := b.havoc(ir.Int(32, true), ir.FromUnspecified, c.row.Name, pos)
		b.emit(&ir.Assume{Cond: ir.Compare(ir.OpGe, m, ir.ConstInt(m.Type, 0))}, pos)
		b.either(ir.Not(ir.ToBool(m)), pos, func() {
			b.emit(&ir.Assign{Var: block, Expr: null}, pos)
			b.emit(&ir.Free{Addr: old}, pos)
		}, give)
	}, give)
	if c.Dst != nil {
		b.store(b.place(c.Dst), ir.VarExpr(block), pos).Aux = false
	}
}

// keep copies what the old block has as far as it fits into the new one, of that size: element by element, as the type of the pointer to the
// block says, or byte by byte. Executions in which something is left of the last element are approximations.
func (b *builder) keep(block, old, size *ir.Expr, elem *types.Type, pos ir.Pos) {
	if elem == nil {
		elem = b.p.tt.Basic(types.UChar)
	}
	oldSize := b.copied(ir.LoadFrom(b.p.sizeRegion(), size.Type, old), pos)
	t := b.p.offset()
	n := b.copied(b.cast(t, ir.Ite(ir.Compare(ir.OpLt, oldSize, size), oldSize, size)), pos)
	i := b.steps(n, ir.ConstInt(t, elem.SizeOf()), pos, func(i *ir.Expr) {
		to, from := ir.PtrAdd(block, i), ir.PtrAdd(old, i)
		if layout.IsAggregate(elem) {
			b.copyAt(elem, to, from, false, pos)
		} else {
			b.moves(to, from, elem.SizeOf(), pos, func() { b.store(place{t: elem.Main(), addr: to}, b.load(place{t: elem.Main(), addr: from}, pos), pos) })
		}
	})
	b.guessesIf(ir.Compare(ir.OpNe, i, n), pos)
}
