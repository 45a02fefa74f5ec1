// Package exact makes expressions of ir that compute sums, differences and products without bounds.
package exact

import "craig/internal/program/ir"

// Machine makes them for a program. Fold simplifies an expression, and Copy keeps its value in a variable.
type Machine struct {
	Math       bool // integers have no bounds
	Fold, Copy func(*ir.Expr) *ir.Expr
}

func (m Machine) cast(t ir.Type, e *ir.Expr) *ir.Expr { return m.Fold(ir.Cast(t, e)) }

// Do computes x op y without bounds. wrapped is that result as a value of the integer type t, and overflows is true where the two differ.
func (m Machine) Do(op ir.Op, x, y *ir.Expr, t ir.Type) (wrapped, overflows *ir.Expr) {
	if !m.Math && (x.Type.Bits > 64 || y.Type.Bits > 64 || t.Bits > 64) {
		return m.byMagnitude(op, x, y, t)
	}
	wide := ir.Int(128, op != ir.OpMul || x.Type.IsSigned() || y.Type.IsSigned())
	exact := m.Copy(m.Fold(ir.Binary(op, m.cast(wide, x), m.cast(wide, y))))
	wrapped = m.cast(t, exact)
	return wrapped, m.Fold(ir.Compare(ir.OpNe, m.cast(wide, wrapped), exact))
}

// byMagnitude is Do where 128 bits may not hold the result: signs and magnitudes are computed by themselves.
func (m Machine) byMagnitude(op ir.Op, x, y *ir.Expr, t ir.Type) (wrapped, overflows *ir.Expr) {
	u := ir.Int(128, false)
	zero := ir.ConstInt(u, 0)
	do := func(op ir.Op, p, q *ir.Expr) *ir.Expr { return m.Copy(m.Fold(ir.Binary(op, p, q))) }
	is := func(op ir.Op, p, q *ir.Expr) *ir.Expr { return m.Fold(ir.Compare(op, p, q)) }
	parts := func(x *ir.Expr) (negative, magnitude *ir.Expr) {
		negative = ir.False()
		if x.Type.IsSigned() {
			negative = is(ir.OpLt, x, ir.ConstInt(x.Type, 0))
		}
		n := m.Copy(m.cast(u, x))
		return negative, m.Copy(m.Fold(ir.Ite(negative, do(ir.OpSub, zero, n), n)))
	}
	xNegative, xm := parts(x)
	yNegative, ym := parts(y)
	if op == ir.OpSub {
		yNegative = ir.Not(yNegative)
	}
	same := ir.Or(ir.And(xNegative, yNegative), ir.And(ir.Not(xNegative), ir.Not(yNegative)))
	var negative, n, carry *ir.Expr
	if op == ir.OpMul {
		n, negative = do(ir.OpMul, xm, ym), ir.Not(same)
		some := is(ir.OpNe, xm, zero)
		carry = ir.And(some, is(ir.OpNe, do(ir.OpDiv, n, ir.Ite(some, xm, ir.ConstInt(u, 1))), ym))
	} else {
		sum, less := do(ir.OpAdd, xm, ym), is(ir.OpLt, xm, ym)
		n = m.Copy(m.Fold(ir.Ite(same, sum, m.Fold(ir.Ite(less, do(ir.OpSub, ym, xm), do(ir.OpSub, xm, ym))))))
		negative = ir.Or(ir.And(xNegative, ir.Or(same, ir.Not(less))), ir.And(yNegative, ir.Or(same, less)))
		carry = ir.And(same, is(ir.OpLt, sum, xm))
	}
	limit := m.Fold(ir.Ite(negative, ir.Const(u, t.Min().Neg()), ir.Const(u, t.Max())))
	return m.cast(t, m.Copy(m.Fold(ir.Ite(negative, do(ir.OpSub, zero, n), n)))), ir.Or(carry, is(ir.OpGt, n, limit))
}

// Update is what an atomic operation makes of an old value, which wraps; the complement of it, if not is true. To pointers it adds bytes, by numbers of
// the type offset.
func (m Machine) Update(op ir.Op, old, x *ir.Expr, offset ir.Type, not bool) *ir.Expr {
	u := ir.Int(max(old.Type.Bits, 8), false)
	x = m.cast(u, x)
	if old.Type.Kind == ir.Pointer && (op == ir.OpAdd || op == ir.OpSub) {
		x = m.cast(offset, x)
		if op == ir.OpSub {
			x = m.Fold(ir.Neg(x))
		}
		return ir.PtrAdd(old, x)
	}
	updated := m.Fold(ir.Binary(op, m.cast(u, old), x))
	if not {
		updated = m.Fold(ir.Compl(updated))
	}
	return m.cast(old.Type, updated)
}
