package ir

import (
	"math"
	"strconv"

	"craig/logic/float"
	"craig/logic/num"
)

// Format is the format of the Float type t, which IsFloat.
func (t Type) Format() float.Format {
	if t.Bits == 32 {
		return float.Binary32
	}
	return float.Binary64
}

// FloatConst is the number of type t with that bit pattern.
func FloatConst(t Type, bits uint64) *Expr { return Const(t, float.Bits(bits)) }

// Pattern is the bit pattern of a constant of a Float type.
func (e *Expr) Pattern() uint64 { return e.Type.Format().Pattern(e.Val) }

// FloatOp is an operation on floats, OpFAdd to OpFLe, with a result of type t; operations on constants
// are folded.
func FloatOp(op Op, t Type, args ...*Expr) *Expr {
	constant := true
	for _, a := range args {
		constant = constant && a.IsConst()
	}
	if constant {
		var vals [3]num.Int
		for i, a := range args {
			vals[i] = a.Val
		}
		if v, ok := ApplyFloat(op, t, args[0].Type, vals); ok {
			return Const(t, v)
		}
	}
	if (op == OpFNeg || op == OpFAbs) && args[0].Op == OpFNeg { // -(-a) → a, |-a| → |a|
		a := args[0].Args[0]
		if op == OpFNeg {
			return a
		}
		return FloatOp(op, t, a)
	}
	return &Expr{Op: op, Type: t, Args: args}
}

// IsNaN is the condition that the float x is no number.
func IsNaN(x *Expr) *Expr { return Not(FloatOp(OpFEq, Bool, x, x)) }

// CompareFloats is a op b for OpEq to OpGe, of floats of one type.
func CompareFloats(op Op, a, b *Expr) *Expr {
	switch op {
	case OpEq:
		return FloatOp(OpFEq, Bool, a, b)
	case OpNe:
		return Not(FloatOp(OpFEq, Bool, a, b))
	case OpLt:
		return FloatOp(OpFLt, Bool, a, b)
	case OpLe:
		return FloatOp(OpFLe, Bool, a, b)
	case OpGt:
		return FloatOp(OpFLt, Bool, b, a)
	}
	return FloatOp(OpFLe, Bool, b, a)
}

// FitsInteger is the condition that the float x without its fraction is a value of t.
func FitsInteger(x *Expr, t Type) *Expr {
	format := x.Type.Format()
	number := func(v num.Int) *Expr { return FloatConst(x.Type, format.FromInt(float.NearestEven, v)) }
	one := num.I(1)
	above := FloatOp(OpFLe, Bool, number(t.Min()), x) // where Min - 1 is no number, nothing lies between
	if below := t.Min().Sub(one); below.BitLen() <= int(format.Sig) {
		above = FloatOp(OpFLt, Bool, number(below), x)
	}
	return And(above, FloatOp(OpFLt, Bool, x, number(t.Max().Add(one))))
}

// ApplyFloat is the value of an operation on floats, OpFAdd to OpFLe, with a result of type t, of
// operands of type from; 0 or 1 for a comparison. ok is false where the number that a float is
// converted to is none of t.
func ApplyFloat(op Op, t, from Type, a [3]num.Int) (v num.Int, ok bool) {
	if op == OpFOfInt {
		return float.Bits(t.Format().FromInt(float.NearestEven, a[0])), true
	}
	f := from.Format()
	if op == OpFToInt {
		v = f.ToInt(float.ToZero, 64, f.Pattern(a[0]))
		return v, t.Fits(v)
	}
	return float.Bits(floatWord(op, t, from, [3]uint64{f.Pattern(a[0]), f.Pattern(a[1]), f.Pattern(a[2])})), true
}

// ApplyFloatWords is ApplyFloat on words: integers modulo 2^64, patterns, truth values.
func ApplyFloatWords(op Op, t, from Type, a [3]uint64) (w uint64, ok bool) {
	switch op {
	case OpFOfInt:
		v := num.I(int64(a[0]))
		if !from.IsSigned() {
			v = float.Bits(a[0])
		}
		return t.Format().FromInt(float.NearestEven, v), true
	case OpFToInt:
		v := from.Format().ToInt(float.ToZero, 64, a[0])
		return float.Binary64.Pattern(v), t.Fits(v)
	}
	return floatWord(op, t, from, a), true
}

func floatWord(op Op, t, from Type, a [3]uint64) uint64 {
	f := from.Format()
	holds := func(c bool) uint64 {
		if c {
			return 1
		}
		return 0
	}
	const even = float.NearestEven
	switch op {
	case OpFAdd:
		return f.Add(even, a[0], a[1])
	case OpFSub:
		return f.Add(even, a[0], f.Neg(a[1]))
	case OpFMul:
		return f.Mul(even, a[0], a[1])
	case OpFDiv:
		return f.Div(even, a[0], a[1])
	case OpFMod:
		return f.Fmod(a[0], a[1])
	case OpFRem:
		return f.Rem(a[0], a[1])
	case OpFFma:
		return f.Fma(even, a[0], a[1], a[2])
	case OpFSqrt:
		return f.Sqrt(even, a[0])
	case OpFRint:
		return f.Round(even, a[0])
	case OpFRound:
		return f.Round(float.NearestAway, a[0])
	case OpFFloor:
		return f.Round(float.Down, a[0])
	case OpFCeil:
		return f.Round(float.Up, a[0])
	case OpFTrunc:
		return f.Round(float.ToZero, a[0])
	case OpFNeg:
		return f.Neg(a[0])
	case OpFAbs:
		return a[0] &^ f.SignBit()
	case OpFConvert:
		return t.Format().Convert(f, even, a[0])
	case OpFEq:
		return holds(f.Eq(a[0], a[1]))
	case OpFLt:
		return holds(f.Lt(a[0], a[1]))
	case OpFLe:
		return holds(f.Le(a[0], a[1]))
	}
	panic("ir: not an operation on floats")
}

// FloatText is the float of type t with that bit pattern as a C constant: the shortest decimal that
// reads back as it. A NaN is NAN, whatever its bits are.
func FloatText(t Type, bits uint64) string {
	f := t.Format()
	suffix := ""
	if t.Bits == 32 {
		suffix = "f"
	}
	sign := ""
	if f.IsNegative(bits) {
		sign = "-"
	}
	switch {
	case f.IsNaN(bits):
		return "NAN"
	case f.IsInf(bits):
		return sign + "INFINITY"
	}
	return f.Text(bits) + suffix
}

// FloatHex is the float of type t with that bit pattern as a hexadecimal C constant, and as GCC's
// function for what has none: 0x1.8p+01, -__builtin_inff(), __builtin_nan("0x1").
func FloatHex(t Type, bits uint64) string {
	f := t.Format()
	suffix, sign := "", ""
	if t.Bits == 32 {
		suffix = "f"
	}
	if f.IsNegative(bits) {
		sign = "-"
	}
	quiet := uint64(1) << (f.Sig - 2)
	payload := bits & (quiet - 1)
	switch {
	case f.IsNaN(bits) && bits&quiet == 0:
		return sign + "__builtin_nans" + suffix + `("0x` + strconv.FormatUint(payload, 16) + `")`
	case f.IsNaN(bits) && payload == 0:
		return sign + "__builtin_nan" + suffix + `("")`
	case f.IsNaN(bits):
		return sign + "__builtin_nan" + suffix + `("0x` + strconv.FormatUint(payload, 16) + `")`
	case f.IsInf(bits):
		return sign + "__builtin_inf" + suffix + "()"
	}
	v := math.Float64frombits(float.Binary64.Convert(f, float.NearestEven, bits))
	return strconv.FormatFloat(v, 'x', -1, 64) + suffix
}
