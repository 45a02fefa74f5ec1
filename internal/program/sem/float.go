package sem

import (
	"craig/internal/program/ir"
	"craig/logic/float"
	"craig/logic/term"
)

// float is the value of an operation on floats; of a comparison its truth.
func (c *Context) float(e *ir.Expr, env Env) term.Term {
	st := c.Store
	var x [3]term.Term
	for i, a := range e.Args {
		x[i] = c.Expr(a, env)
	}
	if e.Op == ir.OpFOfInt {
		return st.FFromInt(e.Type.Format(), x[0])
	}
	f := e.Args[0].Type.Format()
	switch e.Op {
	case ir.OpFAdd:
		return st.FAdd(f, x[0], x[1])
	case ir.OpFSub:
		return st.FSub(f, x[0], x[1])
	case ir.OpFMul:
		return st.FMul(f, x[0], x[1])
	case ir.OpFDiv:
		return st.FDiv(f, x[0], x[1])
	case ir.OpFMod:
		return st.FFmod(f, x[0], x[1])
	case ir.OpFRem:
		return st.FRem(f, x[0], x[1])
	case ir.OpFFma:
		return st.FFma(f, x[0], x[1], x[2])
	case ir.OpFSqrt:
		return st.FSqrt(f, x[0])
	case ir.OpFRint:
		return st.FRound(f, float.NearestEven, x[0])
	case ir.OpFRound:
		return st.FRound(f, float.NearestAway, x[0])
	case ir.OpFFloor:
		return st.FRound(f, float.Down, x[0])
	case ir.OpFCeil:
		return st.FRound(f, float.Up, x[0])
	case ir.OpFTrunc:
		return st.FRound(f, float.ToZero, x[0])
	case ir.OpFNeg:
		return st.FNeg(f, x[0])
	case ir.OpFAbs:
		return st.FAbs(f, x[0])
	case ir.OpFConvert:
		return st.FConvert(e.Type.Format(), f, x[0])
	case ir.OpFToInt:
		return st.FToInt(f, float.ToZero, x[0])
	case ir.OpFEq:
		return st.FEq(f, x[0], x[1])
	case ir.OpFLt:
		return st.FLt(f, x[0], x[1])
	case ir.OpFLe:
		return st.FLe(f, x[0], x[1])
	}
	panic("sem: not an operation on floats")
}
