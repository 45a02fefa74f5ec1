package exact

import (
	"craig/internal/program/ir"
	"craig/logic/float"
	"craig/logic/num"
)

// What gcc makes of constant operations of which C says nothing, in initializers of objects of static storage duration.

// Wrapped is the result of an operation on constants as a value of its type; nil if its operands are no constants.
func Wrapped(op *ir.Expr) *ir.Expr {
	if c := (ir.Mode{Math: true}).Fold(op); c.IsConst() {
		return ir.Const(op.Type, op.Type.Wrap(c.Val))
	}
	return nil
}

// FarShift is p shifted by all of its bits or more, which q says: 0, or the sign; nil if q is smaller, or no constant.
func FarShift(op ir.Op, p, q *ir.Expr) *ir.Expr {
	t := p.Type
	switch {
	case !q.IsConst() || q.Val.Less(num.I(int64(t.Bits))):
		return nil
	case op == ir.OpShl || !t.IsSigned():
		return ir.ConstInt(t, 0)
	}
	return ir.Binary(op, p, ir.ConstInt(t, int64(t.Bits)-1))
}

// Nearest is the value of integer type t that is nearest to a constant float without its fraction, and 0 of a NaN.
func Nearest(e *ir.Expr, t ir.Type) *ir.Expr {
	f, x := e.Type.Format(), e.Pattern()
	if f.IsNaN(x) {
		return ir.ConstInt(t, 0)
	}
	v := f.ToInt(float.ToZero, 1100, x)
	if least := t.Min(); v.Less(least) {
		v = least
	}
	if most := t.Max(); most.Less(v) {
		v = most
	}
	return ir.Const(t, v)
}
