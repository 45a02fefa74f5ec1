package pointsto

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// expr is the node of e's value.
func (a *analysis) expr(e *ir.Expr, pos ir.Pos) int32 {
	switch e.Op {
	case ir.OpConst:
		return a.constant(e, pos)
	case ir.OpVar:
		return a.variable(e.Var)
	}
	if n, ok := a.exprs[e]; ok {
		return n
	}
	n := a.compound(e, pos)
	a.exprs[e] = n
	return n
}

// constant is the node of a constant address. (Null is one, which programs dereference that take
// memory for granted.)
func (a *analysis) constant(e *ir.Expr, pos ir.Pos) int32 {
	if e.Type.Kind != ir.Pointer {
		return nothing
	}
	if n, ok := a.exprs[e]; ok {
		return n
	}
	n := a.newNode()
	a.exprs[e] = n
	i := a.origin(n, originAddress, pos, "("+e.Val.String()+")", true)
	a.origins[i].val, _ = e.Val.Int64()
	return n
}

func (a *analysis) compound(e *ir.Expr, pos ir.Pos) int32 {
	switch e.Op {
	case ir.OpAddr:
		n := a.addrOf[e.Obj]
		if n == 0 {
			n = a.newNode()
			a.addrOf[e.Obj] = n
			a.add(n, target{Obj: a.object(e.Obj)})
		}
		return n
	case ir.OpLoad:
		addr := a.expr(e.Args[0], pos)
		if e.Region != nil {
			return a.newNode()
		}
		a.access(e.Args[0], addr, e.Type)
		n := a.newNode()
		if e.Type.Kind != ir.Pointer {
			a.addLoad(addr, memory{other: n, ty: e.Type})
			return n
		}
		// What was stored may be an integer.
		stored := a.newNode()
		i := a.origin(n, originLoad, pos, "memory", false)
		a.origins[i].addr, a.origins[i].ty = addr, e.Type
		a.addCast(stored, castFlow{n, i})
		a.addLoad(addr, memory{other: stored, ty: e.Type})
		return n
	case ir.OpPtrAdd:
		base, by := a.expr(e.Args[0], pos), a.expr(e.Args[1], pos)
		x := a.affine(e.Args[1])
		if e.Args[0].IsConst() && e.Args[0].Val.IsZero() && by != nothing && x.stride == 1 {
			return a.converted(by, pos) // (char *)0 + n is n
		}
		return a.derived(base, x)
	case ir.OpAdd:
		if e.Type.Bits < a.p.PtrBits {
			return a.computed(e, pos)
		}
		l, r := a.expr(e.Args[0], pos), a.expr(e.Args[1], pos)
		return a.either(a.derived(l, a.affine(e.Args[1])), a.derived(r, a.affine(e.Args[0])))
	case ir.OpSub:
		if e.Type.Bits < a.p.PtrBits || e.Args[0].IsConst() {
			return a.computed(e, pos)
		}
		l := a.expr(e.Args[0], pos)
		a.expr(e.Args[1], pos)
		x := a.affine(e.Args[1])
		return a.derived(l, offset{-x.off, x.stride})
	case ir.OpIte:
		a.expr(e.Args[0], pos)
		return a.either(a.expr(e.Args[1], pos), a.expr(e.Args[2], pos))
	case ir.OpCast:
		n := a.expr(e.Args[0], pos)
		if e.Type.Bits < a.p.PtrBits && e.Args[0].Type.Bits >= a.p.PtrBits {
			return a.computed(e, pos)
		}
		if e.Type.Kind != ir.Pointer || e.Args[0].Type.Kind == ir.Pointer {
			return n
		}
		if e.Args[0].Op == ir.OpConst {
			return a.constant(&ir.Expr{Op: ir.OpConst, Type: e.Type, Val: e.Type.Wrap(e.Args[0].Val)}, pos)
		}
		return a.converted(n, pos)
	case ir.OpAnd, ir.OpOr: // bits that alignment leaves free
		return a.either(a.derived(a.expr(e.Args[0], pos), offset{0, 1}), a.derived(a.expr(e.Args[1], pos), offset{0, 1}))
	case ir.OpNeg, ir.OpCompl, ir.OpMul, ir.OpDiv, ir.OpRem, ir.OpShl, ir.OpShr, ir.OpXor, ir.OpFOfInt, ir.OpFToInt:
		return a.computed(e, pos)
	}
	if e.Op == ir.OpStart || e.Op == ir.OpExtent {
		n := a.derived(a.expr(e.Args[0], pos), offset{0, 1})
		if a.expr(e.Args[1], pos); e.Op == ir.OpStart {
			return n
		}
		return nothing
	}
	for _, arg := range e.Args {
		a.expr(arg, pos)
	}
	return nothing
}

// converted is the node of an integer, of which n is the node, as a pointer.
func (a *analysis) converted(n int32, pos ir.Pos) int32 {
	to := a.newNode()
	a.addCast(n, castFlow{to, a.origin(to, originInteger, pos, "integer", false)})
	return to
}

// computed is the node of an operation whose result is no address, but may become one again, as that of a ^ b does by another ^ b: of
// the objects that its operands may be addresses of. What is made of a number of unknown source is one, too, unless it is narrow.
func (a *analysis) computed(e *ir.Expr, pos ir.Pos) int32 {
	n, x := int32(nothing), anywhere
	if e.Type.Bits < a.p.PtrBits {
		x = ofAddress
	}
	for _, arg := range e.Args {
		n = a.either(n, a.derived(a.expr(arg, pos), x))
	}
	return n
}

// derived is a node with n's targets moved by x.
func (a *analysis) derived(n int32, x offset) int32 {
	if n == nothing || x == (offset{}) {
		return n
	}
	to := a.newNode()
	a.copy(n, to, x)
	return to
}

// either is a node with the targets of both.
func (a *analysis) either(m, n int32) int32 {
	if m == nothing || m == n {
		return n
	}
	if n == nothing {
		return m
	}
	to := a.newNode()
	a.copy(m, to, offset{})
	a.copy(n, to, offset{})
	return to
}

// affine is what an integer expression may add to an address: a constant and any multiple of a
// stride. Where an operation may wrap, the stride is one that divides the modulus as well.
func (a *analysis) affine(e *ir.Expr) offset {
	modular := func(x offset) offset {
		switch {
		case a.p.Math:
		case x.stride == 0:
			if !e.Type.Fits(num.I(x.off)) {
				return offset{0, 1}
			}
		case e.Type.Bits < 62:
			x.stride = ir.GCD(x.stride, 1<<e.Type.Bits)
		default:
			x.stride &= -x.stride
		}
		return x
	}
	wraps := func(x offset) offset {
		if e.Type.Signed && a.p.Signed != ir.SignedWrap {
			return x
		}
		return modular(x)
	}
	switch e.Op {
	case ir.OpConst:
		if v, ok := e.Val.Int64(); ok && v < farOffset && v > -farOffset {
			return offset{v, 0}
		}
	case ir.OpCast:
		x := a.affine(e.Args[0])
		if e.Type.Contains(e.Args[0].Type) {
			return x
		}
		return modular(x)
	case ir.OpNeg:
		x := a.affine(e.Args[0])
		return wraps(offset{-x.off, x.stride})
	case ir.OpAdd:
		return wraps(a.affine(e.Args[0]).compose(a.affine(e.Args[1])))
	case ir.OpSub:
		y := a.affine(e.Args[1])
		return wraps(a.affine(e.Args[0]).compose(offset{-y.off, y.stride}))
	case ir.OpMul, ir.OpShl:
		x, y := a.affine(e.Args[0]), a.affine(e.Args[1])
		if e.Op == ir.OpShl {
			if y.stride != 0 || y.off < 0 || y.off > 20 {
				break
			}
			y = offset{1 << y.off, 0}
		}
		if x.stride == 0 {
			x, y = y, x
		}
		const small = 1 << 20
		if y.stride != 0 || y.off > small || y.off < -small || x.off > small || x.off < -small || x.stride > small {
			break
		}
		return wraps(mkXform(x.off*y.off, x.stride*y.off))
	}
	return offset{0, 1}
}

func mkXform(off, stride int64) offset {
	if stride < 0 {
		stride = -stride
	}
	return offset{off, stride}
}
