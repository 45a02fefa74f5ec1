package counterexample

import (
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestMagnitudeValues: what an expression is said to be has its value with whatever numbers the results in it are.
func TestMagnitudeValues(t *testing.T) {
	types := []ir.Type{ir.Int(32, true), ir.Int(32, false), ir.Int(8, true), ir.Int(64, true)}
	mode := ir.Mode{}
	rapid.Check(t, func(t *rapid.T) {
		numbers := map[*ir.Var]num.Int{}
		var vars []*ir.Var
		m := newMagnitudes()
		for range 3 {
			x := &ir.Var{Name: "x", Type: rapid.SampledFrom(types).Draw(t, "type")}
			at := func(name string) num.Int {
				return x.Type.Wrap(rapid.OneOf(rapid.Just(x.Type.Min()), rapid.Just(x.Type.Max()), rapid.Map(rapid.Int64Range(-4, 4), num.I)).Draw(t, name))
			}
			v := at("value")
			numbers[x], vars = v, append(vars, x)
			if rapid.Bool().Draw(t, "open") {
				lo, hi, other := at("from"), at("to"), at("other")
				if v.Less(lo) {
					lo = v
				}
				if hi.Less(v) {
					hi = v
				}
				m.set(x, spansOf([]span{{lo, hi}, {other, other}}))
			}
		}
		var value func(x *ir.Expr) *ir.Expr
		value = func(x *ir.Expr) *ir.Expr {
			if x.Op == ir.OpVar {
				return ir.Const(x.Type, numbers[x.Var])
			}
			args := make([]*ir.Expr, len(x.Args))
			for i, a := range x.Args {
				args[i] = value(a)
			}
			if len(args) == 0 {
				return x
			}
			return mode.Fold(ir.Rebuild(x, args))
		}
		m.eval = func(x *ir.Expr) (num.Int, bool) {
			c := value(x)
			return c.Val, c.IsConst()
		}
		var gen func(ty ir.Type, depth int) *ir.Expr
		gen = func(ty ir.Type, depth int) *ir.Expr {
			if depth == 0 {
				return ir.Cast(ty, ir.VarExpr(rapid.SampledFrom(vars).Draw(t, "x")))
			}
			other := rapid.SampledFrom(types).Draw(t, "of")
			condition := func() *ir.Expr {
				c := ir.Compare(rapid.SampledFrom([]ir.Op{ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpGt, ir.OpGe}).Draw(t, "compare"), gen(other, depth-1), gen(other, depth-1))
				if rapid.Bool().Draw(t, "not") {
					c = ir.Not(c)
				}
				return c
			}
			switch rapid.IntRange(0, 6).Draw(t, "kind") {
			case 0:
				return ir.Cast(ty, gen(other, depth-1))
			case 1:
				return ir.OfBool(ty, ir.And(condition(), condition()))
			case 2:
				return ir.OfBool(ty, ir.Or(condition(), condition()))
			case 3:
				return ir.Ite(condition(), gen(ty, depth-1), gen(ty, depth-1))
			case 4:
				return ir.Neg(gen(ty, depth-1))
			case 5:
				return ir.Binary(rapid.SampledFrom([]ir.Op{ir.OpDiv, ir.OpShr}).Draw(t, "op"), gen(ty, depth-1), ir.ConstInt(ty, rapid.Int64Range(1, 9).Draw(t, "k")))
			default:
				return ir.Binary(rapid.SampledFrom([]ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpXor}).Draw(t, "op"), gen(ty, depth-1), gen(ty, depth-1))
			}
		}
		x := gen(rapid.SampledFrom(types).Draw(t, "type"), 3)
		v, ok := m.eval(x)
		if got := m.of(x); ok && got != nil && !got.any && !has(got, v) {
			t.Fatalf("%v is %v, and not in %v", x, v, got.spans)
		}
	})
}

func has(v *values, n num.Int) bool {
	for _, s := range v.spans {
		if !n.Less(s.lo) && !s.hi.Less(n) {
			return true
		}
	}
	return false
}
