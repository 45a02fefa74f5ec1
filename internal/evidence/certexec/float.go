package certexec

import (
	"math"

	"craig/internal/program/ir"
)

// The numbers of both formats are computed with as float64: every one of binary32 is one, and + - * /
// and square roots that are rounded to 53 bits and then to 24 are those rounded to 24 at once, since 53
// is at least 2·24 + 2.

// real is a function that computes the float e, as a number.
func (m *machine) real(e *ir.Expr) func() float64 {
	f := m.expr(e)
	if e.Type.Bits == 32 {
		return func() float64 { return float64(math.Float32frombits(uint32(f()))) }
	}
	return func() float64 { return math.Float64frombits(uint64(f())) }
}

// pattern is the word of the number nearest to f's in the format of t. There is one NaN.
func pattern(t ir.Type, f func() float64) func() int64 {
	if t.Bits == 32 {
		return func() int64 {
			x := float32(f())
			if x != x {
				return 0x7fc00000
			}
			return int64(math.Float32bits(x))
		}
	}
	return func() int64 {
		x := f()
		if x != x {
			return 0x7ff8000000000000
		}
		return int64(math.Float64bits(x))
	}
}

// float is a function that computes an operation on floats; see expr.
func (m *machine) float(e *ir.Expr) func() int64 {
	t := e.Type
	sign := int64(math.MinInt64)
	if t.Bits == 32 {
		sign = 1 << 31
	}
	switch e.Op {
	case ir.OpFOfInt:
		return m.ofInteger(e)
	case ir.OpFToInt:
		return m.toInteger(e)
	case ir.OpFNeg:
		a := m.expr(e.Args[0])
		return func() int64 { return a() ^ sign }
	case ir.OpFAbs:
		a := m.expr(e.Args[0])
		return func() int64 { return a() &^ sign }
	case ir.OpFFma:
		return m.none()
	}
	a := m.real(e.Args[0])
	if len(e.Args) == 1 {
		round := map[ir.Op]func(float64) float64{
			ir.OpFSqrt: math.Sqrt, ir.OpFRint: math.RoundToEven, ir.OpFRound: math.Round, ir.OpFFloor: math.Floor, ir.OpFCeil: math.Ceil,
			ir.OpFTrunc: math.Trunc, ir.OpFConvert: func(x float64) float64 { return x },
		}[e.Op]
		return pattern(t, func() float64 { return round(a()) })
	}
	b := m.real(e.Args[1])
	switch e.Op {
	case ir.OpFAdd:
		return pattern(t, func() float64 { return a() + b() })
	case ir.OpFSub:
		return pattern(t, func() float64 { return a() - b() })
	case ir.OpFMul:
		return pattern(t, func() float64 { return float64(a() * b()) })
	case ir.OpFDiv:
		return pattern(t, func() float64 { return a() / b() })
	case ir.OpFMod:
		return pattern(t, func() float64 { return math.Mod(a(), b()) })
	case ir.OpFRem:
		return pattern(t, func() float64 { return math.Remainder(a(), b()) })
	}
	return m.none()
}

// ofInteger converts an integer to a float, in one step.
func (m *machine) ofInteger(e *ir.Expr) func() int64 {
	a := m.expr(e.Args[0])
	unsigned := bare(e.Args[0].Type)
	if e.Type.Bits == 32 {
		return func() int64 {
			if v := a(); !unsigned {
				return int64(math.Float32bits(float32(v)))
			} else {
				return int64(math.Float32bits(float32(uint64(v))))
			}
		}
	}
	return func() int64 {
		if v := a(); !unsigned {
			return int64(math.Float64bits(float64(v)))
		} else {
			return int64(math.Float64bits(float64(uint64(v))))
		}
	}
}

// toInteger takes a float's fraction away; what is no value of the type has none.
func (m *machine) toInteger(e *ir.Expr) func() int64 {
	a, t := m.real(e.Args[0]), e.Type
	low, high := 0.0, math.Ldexp(1, int(t.Bits))
	if t.IsSigned() {
		high /= 2
		low = -high
	}
	return func() int64 {
		x := math.Trunc(a())
		switch {
		case !(low <= x && x < high):
			if !m.open {
				m.fault = Undefined
			}
			return 0
		case x >= 0x1p63:
			return int64(uint64(x))
		}
		return int64(x)
	}
}

// compareFloats is a function that decides a comparison; see cond.
func (m *machine) compareFloats(e *ir.Expr) func() bool {
	a, b := m.real(e.Args[0]), m.real(e.Args[1])
	switch e.Op {
	case ir.OpFEq:
		return func() bool { return a() == b() }
	case ir.OpFLt:
		return func() bool { return a() < b() }
	}
	return func() bool { return a() <= b() }
}
