package lower

import (
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// largestBlock is the size of the largest block that malloc gives: PTRDIFF_MAX with 16 or 32 bits, and what x86-64 leaves to a
// program with 64.
func (p *program) largestBlock() num.Int {
	if p.out.PtrBits < 64 {
		return p.offset().Max()
	}
	return num.Pow2(47)
}

// product is the mathematical product of two sizes: of their type if it is sure to fit, and otherwise of one twice as wide.
func (b *builder) product(x, y *ir.Expr) *ir.Expr {
	_, xMost := b.p.mode.Bounds(x)
	_, yMost := b.p.mode.Bounds(y)
	if !x.Type.Fits(xMost.Mul(yMost)) {
		wide := ir.Int(2*x.Type.Bits, false)
		x, y = b.cast(wide, x), b.cast(wide, y)
	}
	return b.fold(ir.Binary(ir.OpMul, x, y))
}

// blockFits is the condition that a block of that size can be.
func (b *builder) blockFits(size *ir.Expr) *ir.Expr {
	_, hi := b.p.mode.Bounds(size)
	if limit := b.p.largestBlock(); limit.Less(hi) {
		return b.fold(ir.Compare(ir.OpLe, size, ir.Const(size.Type, limit)))
	}
	return ir.True()
}

// allocate gives to the address of a new block, or null if there can be none or if malloc may fail.
func (b *builder) allocate(to *ir.Var, name string, size *ir.Expr, zero bool, pos ir.Pos) {
	fits := b.blockFits(size)
	if b.p.conf.MallocMayFail && !fits.IsFalse() {
		fits = ir.And(fits, ir.ToBool(b.havoc(ir.Int(1, false), ir.FromCall, name, pos)))
	}
	make := func() {
		n := b.cast(b.p.size(), size)
		site := b.p.out.NewObject(ir.HeapObject, b.ir.Name+"::"+name, -1, b.p.heapAlign(), pos)
		if k, ok := n.Val.Int64(); ok && n.IsConst() && k >= 0 {
			site.Size = k
		}
		b.emit(&ir.Alloc{Result: to, Size: n, Site: site, Zero: zero}, pos).Aux = false
		b.sites[to] = site
		b.sized(to, n, pos)
	}
	if fits.IsTrue() {
		make()
		return
	}
	b.either(fits, pos, make, func() {
		b.emit(&ir.Assign{Var: to, Expr: ir.ConstInt(to.Type, 0)}, pos)
		b.setErrnoTo(errMemory, pos)
	})
}

// shape notes, for people, that the program takes a block for elements of type t.
func (p *program) shape(site *ir.Object, t *types.Type) {
	if site == nil || site.Shape != nil || !t.IsComplete() || t.IsVariable() || t.SizeOf() <= 0 {
		return
	}
	f := p.flatten(t)
	if !f.ok {
		return
	}
	for _, c := range f.cells {
		if ty, ok := p.scalarType(c.typ); ok && c.bits == nil {
			site.Shape = append(site.Shape, ir.Cell{Offset: c.off, Type: memoryType(ty), Name: c.name})
		}
	}
	site.ShapeSize = t.SizeOf()
}

// heapAlign is how blocks of malloc are aligned.
func (p *program) heapAlign() int64 {
	if p.tt.Machine.BiggestAlign > 0 {
		return min(16, p.tt.Machine.BiggestAlign)
	}
	return 16
}
