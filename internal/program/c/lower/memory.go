package lower

import (
	"craig/internal/program/c/layout"
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
	limit, fits := b.p.largestBlock(), ir.True()
	if limit.Less(hi) || b.p.mode.Math {
		fits = b.fold(ir.Compare(ir.OpLe, size, ir.Const(size.Type, limit)))
	}
	if b.p.mode.Math { // a conversion to size_t keeps negative numbers
		fits = ir.And(b.fold(ir.Compare(ir.OpGe, size, ir.ConstInt(size.Type, 0))), fits)
	}
	return fits
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
		zero = b.p.conf.Threading.Zeroed(b.p.out, zero, pos)
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
	f := p.layout.Flatten(t)
	if !f.OK {
		return
	}
	site.Shape, site.ShapeSize = p.layout.Named(f, 0, ""), t.SizeOf()
}

// heapAlign is how blocks of malloc are aligned.
func (p *program) heapAlign() int64 {
	if p.tt.Machine.BiggestAlign > 0 {
		return min(16, p.tt.Machine.BiggestAlign)
	}
	return 16
}

// pageSize is that of x86.
const pageSize = 4096

// alignedBlock is aligned_alloc and memalign, and pageBlock is valloc.
func (b *builder) alignedBlock(c *knownCall) {
	b.count(c, len(c.row.Params))
	align, ok := layout.PowerOfTwo(b.expr(c.Args[c.row.Param("align")]))
	if !ok {
		b.unsound(c.pos, "%s with an alignment that is not a constant power of 2 is not supported", c.v.Name)
	}
	b.blockAt(c, align)
}

func (b *builder) pageBlock(c *knownCall) {
	b.count(c, len(c.row.Params))
	b.blockAt(c, pageSize)
}

// blockAt gives the address of a new block with an alignment.
func (b *builder) blockAt(c *knownCall, align int64) {
	size := b.blockSize(c)
	if c.Fun.Type().Elem.Sig.Result.Kind != types.Pointer {
		refuse(c.pos, "call without a prototype")
	}
	b.give(c.Call, c.pos, func(to *ir.Var) { b.allocateAt(to, c.row.Name, size, align, c.pos) })
}

// allocateAt is allocate with an alignment.
func (b *builder) allocateAt(to *ir.Var, name string, size *ir.Expr, align int64, pos ir.Pos) {
	delete(b.sites, to)
	b.allocate(to, name, size, false, pos)
	if site := b.sites[to]; site != nil {
		site.Align = max(site.Align, align)
	}
}

// storesBlock is posix_memalign, which stores the address of the block, and returns 0 or the number of an error, but does not set errno.
func (b *builder) storesBlock(c *knownCall) {
	b.count(c, len(c.row.Params))
	to, size := b.settled(b.expr(c.Args[0]), c.pos), b.copied(b.blockSize(c), c.pos)
	align := b.expr(c.Args[c.row.Param("align")])
	n, power := layout.PowerOfTwo(align)
	if !align.IsConst() {
		b.unsound(c.pos, "%s with an alignment that is not constant is not supported", c.v.Name)
	}
	if to.Type != b.p.out.PtrType() {
		refuse(c.pos, otherArguments)
	}
	if !power || n < int64(b.p.out.PtrBits/8) {
		b.returns(c, ir.ConstInt(ir.Int(32, true), errInvalid))
		return
	}
	var errno *ir.Expr
	at, seen := b.errnoPlace(c.pos)
	if seen {
		errno = b.copied(b.load(at, c.pos), c.pos)
	}
	block, result := b.temp(b.p.out.PtrType(), c.pos), b.temp(ir.Int(32, true), c.pos)
	b.allocateAt(block, c.row.Name, size, n, c.pos)
	b.either(b.fold(ir.ToBool(ir.VarExpr(block))), c.pos, func() {
		b.store(b.object(b.p.tt.VoidPtr, to, c.pos), ir.VarExpr(block), c.pos)
		b.emit(&ir.Assign{Var: result, Expr: ir.ConstInt(result.Type, 0)}, c.pos)
	}, func() {
		b.emit(&ir.Assign{Var: result, Expr: ir.ConstInt(result.Type, errMemory)}, c.pos)
	})
	if seen {
		b.store(at, errno, c.pos)
	}
	b.returns(c, ir.VarExpr(result))
}

// usableSize is malloc_usable_size: at least the size that was asked for, or 0 for null.
func (b *builder) usableSize(c *knownCall) {
	b.count(c, 1)
	p := b.settled(b.expr(c.Args[0]), c.pos)
	if p.Type != b.p.out.PtrType() {
		refuse(c.pos, otherArguments)
	}
	b.freeable(p, c.pos)
	n := b.havoc(b.p.size(), ir.FromApproximation, c.v.Name, c.pos)
	asked := ir.LoadFrom(b.p.sizeRegion(), n.Type, p)
	b.emit(&ir.Assume{Cond: ir.Compare(ir.OpGe, n, asked)}, c.pos)
	none := b.fold(ir.Compare(ir.OpEq, p, ir.ConstInt(p.Type, 0)))
	b.returns(c, b.fold(ir.Ite(none, ir.ConstInt(n.Type, 0), n)))
}
