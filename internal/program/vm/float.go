package vm

import (
	"math"
	"slices"

	"craig/internal/program/ir"
)

// floatCode is an operation on floats: a result of type t from operands of type from.
type floatCode struct {
	op      ir.Op
	t, from ir.Type
}

// float makes code for an operation on floats.
func (c *compiler) float(e *ir.Expr) operand {
	if len(e.Args) > 2 {
		return c.outside(e.Type)
	}
	var args [2]operand
	for i, a := range e.Args {
		args[i] = c.expr(a)
	}
	if len(e.Args) == 1 {
		args[1] = args[0]
	}
	code := floatCode{e.Op, e.Type, e.Args[0].Type}
	k := slices.Index(c.c.floats, code)
	if k < 0 {
		k = len(c.c.floats)
		c.c.floats = append(c.c.floats, code)
	}
	d := c.compute(quick(e), args[0], args[1], c.trap(Outside), int32(k))
	if e.Type.Kind == ir.Logical {
		return operand{d, 0, 1}
	}
	return typed(d, e.Type)
}

// quick is the instruction for e: one of its own for the operations on doubles that loops consist of.
func quick(e *ir.Expr) op {
	if e.Args[0].Type.Bits == 64 {
		switch e.Op {
		case ir.OpFAdd:
			return opFAdd
		case ir.OpFSub:
			return opFSub
		case ir.OpFMul:
			return opFMul
		case ir.OpFDiv:
			return opFDiv
		case ir.OpFLt:
			return opFLt
		case ir.OpFLe:
			return opFLe
		}
	}
	return opFloat
}

// compute is the value of an operation on words; ok is false if it has none.
func (f *floatCode) compute(a, b int64) (w int64, ok bool) {
	u, ok := ir.ApplyFloatWords(f.op, f.t, f.from, [3]uint64{uint64(a), uint64(b)})
	return int64(u), ok
}

func double(w int64) float64 { return math.Float64frombits(uint64(w)) }

// pattern is the word of the result of an operation on doubles: there is one NaN.
func pattern(x float64) int64 {
	if x != x {
		return 0x7ff8000000000000
	}
	return int64(math.Float64bits(x))
}

func word01(c bool) int64 {
	if c {
		return 1
	}
	return 0
}
