// Package floats makes conditions about floats: their classes, and the ranges of what functions of math.h give.
package floats

import (
	"craig/internal/program/ir"
	"craig/logic/float"
)

// Float is a float that is asked about.
type Float struct {
	X      *ir.Expr
	Format float.Format
}

// Of is x, asked about.
func Of(x *ir.Expr) Float { return Float{x, x.Type.Format()} }

// Constant is the float of its type with a bit pattern.
func (f Float) Constant(bits uint64) *ir.Expr { return ir.FloatConst(f.X.Type, bits) }

// Magnitude is its absolute value.
func (f Float) Magnitude() *ir.Expr { return ir.FloatOp(ir.OpFAbs, f.X.Type, f.X) }

// Equals is the condition that it equals a number; +0 and -0 are equal.
func (f Float) Equals(bits uint64) *ir.Expr {
	return ir.FloatOp(ir.OpFEq, ir.Bool, f.X, f.Constant(bits))
}

// Finite is the condition that it is a number, and not infinite.
func (f Float) Finite() *ir.Expr { return f.Less(f.Format.Inf()) }

// Less is the condition that its magnitude is less than a number.
func (f Float) Less(bits uint64) *ir.Expr {
	return ir.FloatOp(ir.OpFLt, ir.Bool, f.Magnitude(), f.Constant(bits))
}

// Signed is the condition that its sign bit is set, which that of a NaN that was computed may be or not.
func (f Float) Signed() *ir.Expr {
	word := ir.Int(f.X.Type.Bits, false)
	return ir.Compare(ir.OpGe, ir.Cast(word, f.X), ir.Const(word, float.Bits(f.Format.SignBit())))
}

// Classify is one of five values, by its class.
func (f Float) Classify(nan, infinite, normal, subnormal, zero *ir.Expr) *ir.Expr {
	e := ir.Ite(f.Less(f.Format.Inf()), normal, ir.Ite(ir.IsNaN(f.X), nan, infinite))
	return ir.Ite(f.Equals(0), zero, ir.Ite(f.Less(f.Format.MinNormal()), subnormal, e))
}
