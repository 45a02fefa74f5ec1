package cfront

import (
	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// largestBlock is the size of the largest block that malloc gives, of which no address space holds
// two: PTRDIFF_MAX with 16 or 32 bits, and what x86-64 leaves to a program with 64. For more the C library
// gives NULL.
func (r *reader) largestBlock() num.Int {
	if r.types.ptrBits < 64 {
		return r.types.ptrdiff.ir().Max()
	}
	return num.Pow2(47)
}

// allocation is malloc and its kin: the size is the product of one or two arguments, which is not
// taken modulo the width of size_t (calloc fails then).
func allocation(size, count int, zero bool) handler {
	return func(f *fn, c *callSite) value {
		types := f.r.types
		if len(c.args) <= max(size, count) {
			return f.unknownCall(c)
		}
		var params []*ctype
		for range c.args {
			params = append(params, types.size)
		}
		vs := f.passed(c, params...)
		n := vs[size].e
		if count >= 0 {
			n = f.product(n, vs[count].e)
		}
		return f.allocate(c, n, zero)
	}
}

// product is the mathematical product of two numbers of type size_t: of that type if it is sure to
// fit, else of one that is twice as wide.
func (f *fn) product(a, b *ir.Expr) *ir.Expr {
	_, aMax := f.r.mode.Bounds(a)
	_, bMax := f.r.mode.Bounds(b)
	if !a.Type.Fits(aMax.Mul(bMax)) {
		wide := f.r.types.uint128.ir()
		if a.Type.Bits <= 32 {
			wide = f.r.types.ullong.ir()
		}
		a, b = f.cast(wide, a), f.cast(wide, b)
	}
	return f.fold(ir.Binary(ir.OpMul, a, b))
}

func (f *fn) builtinAlloca(c *callSite) value {
	if len(c.args) != 1 {
		return f.unknownCall(c)
	}
	size := f.passed(c, f.r.types.size)[0].e
	f.onStack(size, c.pos)
	c.stack = true
	return f.heapBlock(c, size, false)
}

// onStack lets executions go on only if there can be a block of that size, with a note: what happens
// when the stack overflows is not defined.
func (f *fn) onStack(size *ir.Expr, pos ir.Pos) {
	if fits := f.blockFits(size); !fits.IsTrue() {
		f.r.note(ir.Assumption, pos, "executions with arrays of negative length, or whose stack overflows, are outside the answer")
		f.emit(&ir.Assume{Cond: fits}, pos)
	}
}

// blockFits is the condition that a block of that size can be.
func (f *fn) blockFits(size *ir.Expr) *ir.Expr {
	lo, hi := f.r.mode.Bounds(size)
	fits := ir.True()
	if lo.Sign() < 0 || f.r.mode.Math { // then a conversion to size_t keeps negative numbers
		fits = ir.Compare(ir.OpGe, size, ir.ConstInt(size.Type, 0))
	}
	if limit := f.r.largestBlock(); limit.Less(hi) || f.r.mode.Math {
		fits = ir.And(fits, ir.Compare(ir.OpLe, size, ir.Const(size.Type, limit)))
	}
	return f.fold(fits)
}

// allocate is a call that gives a new block of that size, or NULL if there can be none or if
// malloc may fail.
func (f *fn) allocate(c *callSite, size *ir.Expr, zero bool) value {
	r := f.r
	fits := f.blockFits(size)
	if r.opts.MallocMayFail && !fits.IsFalse() {
		works := f.havoc(r.types.boolT.ir(), ir.FromCall, c.g.cname, c.pos)
		fits = ir.And(fits, ir.ToBool(works))
	}
	t := f.blockVar(c)
	v := value{t: r.types.voidPtr, e: ir.VarExpr(t)}
	if fits.IsTrue() {
		return f.heapBlock(c, size, zero)
	}
	yes, no, end := f.node(c.pos), f.node(c.pos), f.node(c.pos)
	f.branch(fits, yes, no, c.pos)
	f.cur = yes
	if !fits.IsFalse() {
		c.into = t
		f.heapBlock(c, size, zero)
	}
	f.jump(end, c.pos)
	f.cur = no
	f.emit(&ir.Assign{Var: t, Expr: ir.ConstInt(t.Type, 0)}, c.pos)
	if library.Plain(c.g.cname) != "posix_memalign" { // which returns the number of the error
		f.setErrnoTo(12, c.pos) // ENOMEM
	}
	f.jump(end, c.pos)
	f.cur = end
	return v
}

// blockVar is the variable that gets the address of a new block.
func (f *fn) blockVar(c *callSite) *ir.Var {
	if t := c.into; t != nil && t.Type == f.r.prog.PtrType() {
		return t
	}
	return f.temp(f.r.prog.PtrType(), c.pos)
}

// heapBlock is a new block of the heap, of a size for which there can be one.
func (f *fn) heapBlock(c *callSite, size *ir.Expr, zero bool) value {
	r := f.r
	size = f.cast(r.types.size.ir(), size)
	site := r.prog.NewObject(ir.HeapObject, f.ir.Name+"::"+c.g.cname, -1, max(r.types.atMost(16), c.align), c.pos)
	if n, ok := size.Val.Int64(); ok && size.IsConst() && n >= 0 {
		site.Size = n
	}
	if c.stack {
		site.Automatic = true
		f.onStackSites = append(f.onStackSites, site)
		if f.f != nil && f.f.recursive && r.lifetimes() != "" {
			f.unsound(c.pos, "the life of a block of alloca in a recursive function is not followed")
		}
	}
	t := f.blockVar(c)
	f.emit(&ir.Alloc{Result: t, Size: size, Site: site, Zero: zero}, c.pos)
	f.sized(t, size, c.pos)
	if f.sites == nil {
		f.sites = map[*ir.Var]*ir.Object{}
	}
	f.sites[t] = site
	return value{t: r.types.voidPtr, e: ir.VarExpr(t)}
}

// shapeBlock notes that the program takes a block for elements of type t, if it has not done so before; site may
// be nil.
func (f *fn) shapeBlock(site *ir.Object, t *ctype) {
	if site == nil || site.Shape != nil || t == nil || t.kind == kVoid || t.kind == kFunc {
		return
	}
	f.r.types.complete(t)
	if cells, ok := f.r.types.flat(t); ok && t.size > 0 {
		for _, c := range cells {
			if c.bits == nil {
				site.Shape = append(site.Shape, ir.Cell{Offset: c.off, Type: c.t.mem(), Name: c.name})
			}
		}
		site.ShapeSize = t.size
	}
}

// alignedAllocation is aligned_alloc and memalign.
func (f *fn) alignedAllocation(c *callSite) value {
	if len(c.args) != 2 {
		return f.unknownCall(c)
	}
	size := f.r.types.size
	vs := f.passed(c, size, size)
	if !f.setAlign(c, vs[0].e) {
		f.unsound(c.pos, "%s with an alignment that is not a constant power of 2 is not supported", c.g.cname)
	}
	return f.allocate(c, vs[1].e, false)
}

// setAlign says how the block of a call is aligned: false if that is not a constant power of 2.
func (f *fn) setAlign(c *callSite, align *ir.Expr) bool {
	n, ok := align.Val.Int64()
	if !align.IsConst() || !ok || n <= 0 || n&(n-1) != 0 || n > 1<<30 {
		return false
	}
	c.align = n
	return true
}

// pageAllocation is valloc.
func (f *fn) pageAllocation(c *callSite) value {
	c.align = 4096
	return allocation(0, -1, false)(f, c)
}

// posixAllocation is posix_memalign, which stores the address of the block, and returns 0 or the number
// of an error.
func (f *fn) posixAllocation(c *callSite) value {
	types := f.r.types
	if len(c.args) != 3 {
		return f.unknownCall(c)
	}
	vs := f.passed(c, types.voidPtr, types.size, types.size)
	to := f.settled(vs[0].e, c.pos)
	size := f.settled(vs[2].e, c.pos)
	switch n, _ := vs[1].e.Val.Int64(); {
	case !vs[1].e.IsConst():
		f.unsound(c.pos, "%s with an alignment that is not constant is not supported", c.g.cname)
	case !f.setAlign(c, vs[1].e) || n < types.voidPtr.size:
		return f.number(types.intT, num.I(22)) // EINVAL
	}
	c.into = nil
	block := f.settled(f.allocate(c, size, false).e, c.pos)
	result := f.temp(types.intT.ir(), c.pos)
	some, none, end := f.node(c.pos), f.node(c.pos), f.node(c.pos)
	f.branch(f.fold(ir.ToBool(block)), some, none, c.pos)
	f.cur = some
	f.store(place{t: types.voidPtr, addr: to}, value{t: types.voidPtr, e: block}, c.pos)
	f.emit(&ir.Assign{Var: result, Expr: ir.ConstInt(result.Type, 0)}, c.pos)
	f.jump(end, c.pos)
	f.cur = none
	f.emit(&ir.Assign{Var: result, Expr: ir.ConstInt(result.Type, 12)}, c.pos) // ENOMEM
	f.jump(end, c.pos)
	f.cur = end
	return value{t: types.intT, e: ir.VarExpr(result)}
}
