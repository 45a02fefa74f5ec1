package cfront

import (
	"math"
	"math/big"
	"slices"

	"craig/internal/program/c/floats"
	"craig/internal/program/ir"
	"craig/logic/float"
	"craig/logic/num"
)

// Floats and doubles are numbers of IEEE 754, binary32 and binary64. Every operation rounds to nearest
// even and to the type of its operands: FLT_EVAL_METHOD is 0. Of long double and other types only
// constants are known.

// floatOps are the operations of C's operators.
var floatOps = map[ir.Op]ir.Op{ir.OpAdd: ir.OpFAdd, ir.OpSub: ir.OpFSub, ir.OpMul: ir.OpFMul, ir.OpDiv: ir.OpFDiv}

// floatConst is the number of an exact type nearest to d.
func (f *fn) floatConst(t *ctype, d float64) value {
	format := t.ir().Format()
	bits := format.Convert(float.Binary64, float.NearestEven, math.Float64bits(d))
	if format.IsNaN(bits) && math.Signbit(d) {
		bits = format.Neg(bits)
	}
	return value{t: t, e: ir.FloatConst(t.ir(), bits)}
}

// floatArith is a op b of two numbers of one floating-point type. Those of the types that are not exact
// are computed for constants, as GCC does when it compiles, and known only if they are exact.
func (f *fn) floatArith(op ir.Op, a, b value, pos ir.Pos) value {
	if a.t.exact && a.e != nil && b.e != nil && floatOps[op] != 0 {
		return value{t: a.t, e: f.checkFloat(pos, floatOps[op], a.t.ir(), a.e, b.e)}
	}
	if a.float == nil || b.float == nil || op == ir.OpRem {
		return value{t: a.t}
	}
	r := roundedArith(op, *a.float, *b.float)
	if !exactArith(op, *a.float, *b.float, r) {
		return value{t: a.t}
	}
	return value{t: a.t, float: &r}
}

func roundedArith(op ir.Op, x, y float64) float64 {
	switch op {
	case ir.OpAdd:
		return x + y
	case ir.OpSub:
		return x - y
	case ir.OpMul:
		return x * y
	}
	return x / y
}

// exactArith tells whether r is x op y without rounding.
func exactArith(op ir.Op, x, y, r float64) bool {
	p, q, z := new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(y), new(big.Rat).SetFloat64(r)
	if p == nil || q == nil || z == nil { // infinite or not a number
		return false
	}
	switch op {
	case ir.OpAdd:
		p.Add(p, q)
	case ir.OpSub:
		p.Sub(p, q)
	case ir.OpMul:
		p.Mul(p, q)
	default:
		p.Quo(p, q) // y is not 0, since r is finite
	}
	return p.Cmp(z) == 0
}

// nearest is x as a number of a floating-point type that is not exact; nil if it is not known.
func nearest(x *big.Rat, t *ctype) *float64 {
	v, exact := x.Float64()
	if t.size < 8 || !exact {
		return nil
	}
	return &v
}

func holdsFloat(op ir.Op, x, y float64) bool {
	switch op {
	case ir.OpEq:
		return x == y
	case ir.OpNe:
		return x != y
	case ir.OpLt:
		return x < y
	case ir.OpLe:
		return x <= y
	case ir.OpGt:
		return x > y
	}
	return x >= y
}

// toFloat converts v to a floating-point type.
func (f *fn) toFloat(v value, t *ctype, pos ir.Pos) value {
	if !t.exact {
		return toBlurred(v, t)
	}
	ty := t.ir()
	switch {
	case v.e != nil && v.t.kind == kFloat && v.e.Type == ty:
		return value{t: t, e: v.e}
	case v.e != nil && v.t.kind == kFloat:
		return value{t: t, e: f.checkFloat(pos, ir.OpFConvert, ty, v.e)}
	case v.e != nil && v.t.kind == kBool:
		return value{t: t, e: ir.FloatOp(ir.OpFOfInt, ty, f.cast(f.r.types.intT.ir(), v.e))}
	case v.e != nil && v.t.isInt() && (v.e.IsConst() || v.e.Type.Bits <= 64):
		return value{t: t, e: ir.FloatOp(ir.OpFOfInt, ty, v.e)}
	case v.float != nil:
		return f.floatConst(t, *v.float)
	case v.wide != nil && t.size == 4:
		d, _ := v.wide.Float32()
		return f.floatConst(t, float64(d))
	case v.wide != nil:
		d, _ := v.wide.Float64()
		return f.floatConst(t, d)
	}
	f.floatNote(pos)
	return f.unknown(t, ir.FromApproximation, "", pos)
}

// toBlurred converts v to a floating-point type of which only constants are known.
func toBlurred(v value, t *ctype) value {
	switch {
	case v.wide != nil && t == v.t:
		return v
	case v.e != nil && v.e.IsConst() && v.t.kind == kFloat:
		d := math.Float64frombits(float.Binary64.Convert(v.e.Type.Format(), float.NearestEven, v.e.Pattern()))
		v.float = &d
	case v.e != nil && v.e.IsConst() && v.t.isInt():
		return value{t: t, float: nearest(new(big.Rat).SetInt(v.e.Val.Big()), t)}
	}
	if v.float == nil || t.size < v.t.size && float64(float32(*v.float)) != *v.float && *v.float == *v.float || t.size < 4 {
		return value{t: t}
	}
	return value{t: t, float: v.float}
}

// fromFloat converts a floating-point number to an integer type or _Bool.
func (f *fn) fromFloat(v value, t *ctype, pos ir.Pos) value {
	if t.kind == kBool {
		return value{t: t, e: ir.OfBool(t.ir(), f.truth(v, pos))}
	}
	ty := t.ir()
	if n, ok := wholePart(v); ok {
		switch {
		case ty.Fits(n):
			return value{t: t, e: ir.Const(ty, n)}
		case !f.constOnly: // undefined
		case n.Sign() < 0: // GCC takes the nearest
			return value{t: t, e: ir.Const(ty, ty.Min())}
		default:
			return value{t: t, e: ir.Const(ty, ty.Max())}
		}
	}
	if v.e != nil && v.t.exact && ty.Kind == ir.Integer && ty.Bits <= 64 {
		return value{t: t, e: f.truncate(v.e, ty, pos)}
	}
	f.floatNote(pos)
	return f.unknown(t, ir.FromApproximation, "", pos)
}

// truncate is the float x without its fraction, as an integer of type t; executions in which it is none
// of that type are undefined.
func (f *fn) truncate(x *ir.Expr, t ir.Type, pos ir.Pos) *ir.Expr {
	f.require(ir.FitsInteger(x, t), "float-cast", "conversions of floats to integer types that do not hold them", pos)
	return ir.FloatOp(ir.OpFToInt, t, x)
}

// wholePart is a constant without its fraction.
func wholePart(v value) (num.Int, bool) {
	switch {
	case v.e != nil && v.e.IsConst() && v.t.kind == kFloat:
		format := v.e.Type.Format()
		if !format.IsFinite(v.e.Pattern()) {
			return num.Int{}, false
		}
		return format.ToInt(float.ToZero, 1100, v.e.Pattern()), true
	case v.float != nil && !math.IsInf(*v.float, 0) && !math.IsNaN(*v.float):
		i, _ := big.NewFloat(*v.float).Int(nil)
		return num.FromBig(i), true
	}
	return num.Int{}, false
}

// checkFloat is an operation, looked at for what the properties of floats call an error.
func (f *fn) checkFloat(pos ir.Pos, op ir.Op, t ir.Type, args ...*ir.Expr) *ir.Expr {
	r, e := f.r, ir.FloatOp(op, t, args...)
	if r.types.machine.WordAligned && !f.constOnly && !e.IsConst() {
		r.note(ir.Assumption, pos, "floats are computed with as -msse2 -mfpmath=sse has it, not in registers with more bits")
	}
	if f.constOnly || f.static || r.props["float-invalid"] == "" && r.props["float-overflow"] == "" && r.props["float-div-by-zero"] == "" {
		return e
	}
	args = slices.Clone(args)
	for i, a := range args {
		args[i] = f.settled(a, pos)
	}
	e = f.settled(ir.FloatOp(op, t, args...), pos)
	number, finite, divides := ir.True(), ir.True(), ir.True()
	for _, a := range args {
		number = ir.And(number, ir.Not(ir.IsNaN(a)))
		finite = ir.And(finite, floats.Of(a).Finite())
	}
	if op == ir.OpFDiv {
		divides = ir.Not(ir.FloatOp(ir.OpFEq, ir.Bool, args[1], ir.ConstInt(e.Type, 0)))
	}
	forbid := func(property string, c *ir.Expr) {
		if r.props[property] != "" {
			f.require(ir.Not(c), property, "", pos)
		}
	}
	forbid("float-div-by-zero", ir.Not(divides))
	forbid("float-invalid", ir.And(number, ir.IsNaN(e)))
	magnitude := floats.Of(e)
	forbid("float-overflow", ir.And(ir.And(finite, divides), ir.FloatOp(ir.OpFEq, ir.Bool, magnitude.Magnitude(), magnitude.Constant(magnitude.Format.Inf()))))
	return e
}

func (f *fn) floatNote(pos ir.Pos) {
	f.r.note(ir.Overapproximated, pos, "values of long double and other wide floating-point types are unknown")
}
