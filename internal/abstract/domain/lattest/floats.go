package lattest

import (
	"pgregory.net/rapid"

	"craig/internal/program/ir"
	"craig/logic/float"
	"craig/logic/num"
)

// Floats are the types of the floats in drawn programs.
var Floats = []ir.Type{{Kind: ir.Float, Bits: 32}, {Kind: ir.Float, Bits: 64}}

// floatsOf lists the floats among vs.
func floatsOf(vs []*ir.Var) (floats []*ir.Var) {
	for _, v := range vs {
		if v.Type.IsFloat() {
			floats = append(floats, v)
		}
	}
	return floats
}

// pattern draws the pattern of a float: of a small number, of one that is special, or of any.
func pattern(t *rapid.T, f float.Format) uint64 {
	special := []uint64{0, f.Inf(), f.NaN(), 1, f.MinNormal(), f.MaxFinite(), f.Inf() + 1, f.One() + 1}
	x := uint64(0)
	switch rapid.IntRange(0, 3).Draw(t, "float") {
	case 0:
		x = rapid.SampledFrom(special).Draw(t, "special")
	case 1:
		x = rapid.Uint64().Draw(t, "bits") & (f.SignBit() - 1)
	default:
		n := f.FromInt(float.NearestEven, num.I(int64(rapid.IntRange(0, 40).Draw(t, "number"))))
		x = f.Div(float.NearestEven, n, f.FromInt(float.NearestEven, num.I(int64(rapid.IntRange(1, 10).Draw(t, "divisor")))))
	}
	if rapid.IntRange(0, 2).Draw(t, "negative") == 0 {
		x = f.Neg(x)
	}
	return x
}

var (
	floatUnary  = []ir.Op{ir.OpFNeg, ir.OpFAbs, ir.OpFSqrt, ir.OpFRint, ir.OpFRound, ir.OpFFloor, ir.OpFCeil, ir.OpFTrunc}
	floatBinary = []ir.Op{ir.OpFAdd, ir.OpFSub, ir.OpFMul, ir.OpFDiv, ir.OpFMod, ir.OpFRem}
)

// floatExpression draws an expression of the Float type ty over some of vs.
func floatExpression(t *rapid.T, vs []*ir.Var, ty ir.Type, depth int) *ir.Expr {
	form := rapid.IntRange(0, 11).Draw(t, "form")
	if depth == 0 {
		form %= 4
	}
	with := func(op ir.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ty, Args: args} }
	sub := func() *ir.Expr { return floatExpression(t, vs, ty, depth-1) }
	switch form {
	case 0:
		return ir.FloatConst(ty, pattern(t, ty.Format()))
	case 1, 2, 3:
		for _, v := range vs {
			if v.Type == ty && rapid.Bool().Draw(t, "this") {
				return ir.VarExpr(v)
			}
		}
		return ir.FloatConst(ty, ty.Format().One())
	case 4:
		return with(ir.OpIte, Condition(t, vs, depth-1), sub(), sub())
	case 5:
		return with(ir.OpFConvert, floatExpression(t, vs, ir.Type{Kind: ir.Float, Bits: 96 - ty.Bits}, depth-1))
	case 6:
		return with(ir.OpFOfInt, Expression(t, vs, rapid.SampledFrom(Types).Draw(t, "from"), depth-1))
	case 7:
		return with(ir.OpFFma, sub(), sub(), sub())
	case 8:
		return with(rapid.SampledFrom(floatUnary).Draw(t, "op"), sub())
	case 9:
		x := sub()
		return with(ir.OpFMul, x, x)
	}
	return with(rapid.SampledFrom(floatBinary).Draw(t, "op"), sub(), sub())
}
