package pointers

import (
	"math/rand/v2"
	"testing"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestSteps: the amounts that an expression is said to add are all that it may give, as ir evaluates it.
func TestSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	types := []ir.Type{ir.Int(8, false), ir.Int(8, true), ir.Int(16, false), ir.Int(32, true), ir.Int(32, false), ir.Int(64, false), ir.Int(64, true)}
	told, values := 0, 0
	for range 20_000 {
		c := &checker{p: &ir.Program{PtrBits: 64, Signed: ir.Signed(r.IntN(2))}}
		var vars []*ir.Var
		e := random(r, types[r.IntN(len(types))], 4, types, &vars)
		m := c.steps(e)
		if m.stride != 1 {
			told++
		}
		for range 4 {
			at := map[*ir.Var]*ir.Expr{}
			for _, v := range vars {
				n := num.I(r.Int64N(1<<20) - 1<<19)
				at[v] = ir.Const(v.Type, v.Type.Wrap(n))
			}
			x := c.p.Mode().Fold(ir.Map(e, func(y *ir.Expr) *ir.Expr {
				if y.Op == ir.OpVar {
					return at[y.Var]
				}
				return y
			}))
			v, ok := x.Val.Int64()
			if !x.IsConst() || !ok || !x.Type.Fits(x.Val) {
				continue // undefined
			}
			values++
			if m.stride == 0 && v != m.off || m.stride != 0 && (v-m.off)%m.stride != 0 {
				t.Fatalf("%s is %d, and adds %d + %d·k", e, v, m.off, m.stride)
			}
		}
	}
	if told < 2000 || values < 20_000 {
		t.Errorf("%d expressions of which something is told, %d values", told, values)
	}
}

// random is an expression of the type, with variables of its own.
func random(r *rand.Rand, ty ir.Type, depth int, types []ir.Type, vars *[]*ir.Var) *ir.Expr {
	sub := func(ty ir.Type) *ir.Expr { return random(r, ty, depth-1, types, vars) }
	switch k := r.IntN(9); {
	case depth == 0 || k == 0:
		v := &ir.Var{Name: "v", Type: ty, ID: len(*vars)}
		*vars = append(*vars, v)
		return ir.VarExpr(v)
	case k <= 2:
		return ir.Const(ty, ty.Wrap(num.I(r.Int64N(64)-16)))
	case k == 3:
		return ir.Cast(ty, sub(types[r.IntN(len(types))]))
	case k == 4:
		return ir.Neg(sub(ty))
	case k == 5:
		return ir.Binary(ir.OpShl, sub(ty), ir.ConstInt(ty, r.Int64N(6)))
	default:
		return ir.Binary([]ir.Op{ir.OpAdd, ir.OpSub, ir.OpMul}[k-6], sub(ty), sub(ty))
	}
}
