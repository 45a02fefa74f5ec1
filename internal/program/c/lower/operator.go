package lower

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/exact"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

func (b *builder) unary(x *core.Unary, goals []core.Goal) *ir.Expr {
	pos := b.start(x)
	switch x.Op {
	case core.Not:
		return b.ofBool(ir.Not(b.truth(x.X)), x.Typ, pos)
	case core.Neg:
		e := b.expr(x.X)
		if e.Type.IsFloat() {
			return ir.FloatOp(ir.OpFNeg, e.Type, e)
		}
		return b.fits(ir.Neg(e), goals, pos)
	case core.BitNot:
		return b.fold(ir.Compl(b.expr(x.X)))
	}
	refuse(pos, "type complex")
	panic("unreachable")
}

// operators are those of ir for those of C, on integers and pointers.
var operators = map[core.BinaryOp]ir.Op{
	core.Add: ir.OpAdd, core.Sub: ir.OpSub, core.Mul: ir.OpMul, core.Div: ir.OpDiv, core.Rem: ir.OpRem, core.Shl: ir.OpShl, core.Shr: ir.OpShr,
	core.And: ir.OpAnd, core.Or: ir.OpOr, core.Xor: ir.OpXor,
	core.Eq: ir.OpEq, core.Ne: ir.OpNe, core.Lt: ir.OpLt, core.Le: ir.OpLe, core.Gt: ir.OpGt, core.Ge: ir.OpGe,
}

// floatOperators are those on floats.
var floatOperators = map[core.BinaryOp]ir.Op{core.Add: ir.OpFAdd, core.Sub: ir.OpFSub, core.Mul: ir.OpFMul, core.Div: ir.OpFDiv}

func (b *builder) binary(x *core.Binary, goals []core.Goal) *ir.Expr {
	pos := b.start(x)
	p, q := b.expr(x.X), b.expr(x.Y)
	op := operators[x.Op]
	switch {
	case x.Op.IsComparison() && p.Type.IsFloat():
		return b.ofBool(ir.CompareFloats(op, p, q), x.Typ, pos)
	case x.Op.IsComparison():
		return b.ofBool(b.fold(ir.Compare(op, p, q)), x.Typ, pos)
	case p.Type.IsFloat():
		return b.rounded(floatOperators[x.Op], p.Type, []*ir.Expr{p, q}, goals, pos)
	case x.Op == core.Shl || x.Op == core.Shr:
		return b.shift(op, p, q, goals, pos)
	}
	if x.Op == core.Div || x.Op == core.Rem {
		b.require(b.fold(ir.ToBool(q)), core.Nonzero, goals, leftOut{"div-by-zero", "division by zero"}, pos)
	}
	switch x.Op {
	case core.And, core.Or, core.Xor:
		return b.fold(ir.Binary(op, p, q))
	case core.Rem: // the least number % -1 is undefined since the quotient is
		e := b.fold(ir.Binary(op, p, q))
		if !e.IsConst() && p.Type.IsSigned() {
			b.fits(ir.Binary(ir.OpDiv, p, q), goals, pos)
		}
		return e
	}
	return b.fits(ir.Binary(op, p, q), goals, pos)
}

// fits is an operation whose result fits its type: executions in which that of a signed one does not are left out, unless it wraps. It
// wraps in initializers of objects of static storage duration, which gcc computes.
func (b *builder) fits(op *ir.Expr, goals []core.Goal, pos ir.Pos) *ir.Expr {
	e := b.fold(op)
	if b.p.mode.Math {
		return e
	}
	switch op.Op {
	case ir.OpNeg, ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv, ir.OpShl:
	default:
		return e
	}
	if c := exact.Wrapped(op); b.static && !e.IsConst() && c != nil {
		return c
	}
	switch {
	case !e.Type.IsSigned() && core.Demands(goals, core.Fits):
		c := ir.InRange(op)
		if e.IsConst() {
			exact := ir.Mode{Math: true}.Fold(op)
			c = ir.Truth(!exact.IsConst() || e.Type.Fits(exact.Val))
		}
		b.require(c, core.Fits, goals, leftOut{}, pos, ir.ResultFault(op))
	case e.Type.IsSigned() && b.p.mode.Signed != ir.SignedWrap && !e.IsConst():
		if lo, hi := b.p.mode.Bounds(e); !e.Type.Fits(lo) || !e.Type.Fits(hi) {
			b.require(b.fold(ir.InRange(e)), core.Fits, goals, leftOut{"no-overflow", "signed overflow"}, pos, ir.ResultFault(op))
		}
	}
	return e
}

// shift: the result has the type of the left operand. A left shift of a signed number wraps, as GCC defines it, unless a goal demands
// that it fits.
func (b *builder) shift(op ir.Op, p, q *ir.Expr, goals []core.Goal, pos ir.Pos) *ir.Expr {
	t, count := p.Type, b.cast(p.Type, q)
	if b.p.mode.Math {
		return b.fold(ir.Binary(op, p, count))
	}
	if far := exact.FarShift(op, p, q); b.static && far != nil {
		return b.fold(far)
	}
	ok := ir.Compare(ir.OpLt, q, ir.ConstInt(q.Type, int64(t.Bits)))
	if q.Type.IsSigned() {
		ok = ir.And(ir.Compare(ir.OpGe, q, ir.ConstInt(q.Type, 0)), ok)
	}
	b.require(b.fold(ok), core.Distance, goals, leftOut{"no-overflow", "shifts by a negative number or by the width of the type"}, pos, ir.ValueFault(ir.FaultShift, q, int64(t.Bits)))
	switch {
	case op == ir.OpShr || !t.IsSigned():
		return b.fold(ir.Binary(op, p, count))
	case core.Demands(goals, core.Fits) && !b.static:
		b.require(b.fold(ir.Compare(ir.OpGe, p, ir.ConstInt(t, 0))), core.NotNegative, goals, leftOut{}, pos, ir.ValueFault(ir.FaultShifted, p, 0))
		return b.fits(ir.Binary(op, p, count), goals, pos)
	}
	u := ir.Int(t.Bits, false)
	return b.cast(t, b.fold(ir.Binary(op, b.cast(u, p), b.cast(u, count))))
}

// distance is how many elements one pointer is behind another.
func (b *builder) distance(x *core.PtrDiff) *ir.Expr {
	p, q, pos := b.expr(x.X), b.expr(x.Y), b.start(x)
	d := b.p.offset()
	size := ir.ConstInt(d, 1)
	if t := x.X.Type(); t.Kind == types.Pointer {
		size = b.cast(d, b.sizeOf(t.Elem, pos))
	}
	if size.IsConst() && size.Val.IsZero() {
		refuse(pos, "distance of pointers to elements without a size")
	}
	bytes := ir.PtrDiff(d, p, q)
	if p.IsConst() && q.IsConst() {
		bytes = ir.Const(d, b.p.mode.Convert(d, p.Val.Sub(q.Val)))
	}
	return b.fold(ir.Binary(ir.OpDiv, bytes, size))
}
