package constant

import (
	"math/big"
	"testing"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// TestExact: what is called exact has the value of exact arithmetic.
func TestExact(t *testing.T) {
	tt := types.NewTable(types.MachineOf("x86_64", false), false)
	f := Fold{Types: tt}
	real := func(x float64) core.Expr {
		return &core.RealConst{Value: types.Real{X: big.NewFloat(x)}, Typ: tt.Basic(types.Double)}
	}
	whole := func(n int64) core.Expr { return &core.IntConst{Value: types.IntOf(n), Typ: tt.Basic(types.Long)} }
	to := func(k types.Kind, x core.Expr) core.Expr { return &core.Convert{X: x, Typ: tt.Basic(k)} }
	third := &core.Binary{Op: core.Div, X: real(1), Y: real(3), Typ: tt.Basic(types.Double)}
	for _, c := range []struct {
		name string
		x    core.Expr
		want bool
	}{
		{"0.1", real(0.1), true},
		{"(float)0.1", to(types.Float, real(0.1)), false},
		{"(float)0.5", to(types.Float, real(0.5)), true},
		{"(double)(2^53 + 1)", to(types.Double, whole(1<<53+1)), false},
		{"(double)(2^53 + 2)", to(types.Double, whole(1<<53+2)), true},
		{"(long double)(2^53 + 1)", to(types.LongDouble, whole(1<<53+1)), true},
		{"(float)(2^24 + 1)", to(types.Float, whole(1<<24+1)), false},
		{"(int)0.1", to(types.Int, real(0.1)), true},
		{"1.0 / 3", third, false},
		{"(int)(1.0 / 3)", to(types.Int, third), false},
		{"1.0 / 3 == 0.1", &core.Binary{Op: core.Eq, X: third, Y: real(0.1), Typ: tt.Basic(types.Int)}, false},
		{"0.1 < 0.5", &core.Binary{Op: core.Lt, X: real(0.1), Y: real(0.5), Typ: tt.Basic(types.Int)}, true},
		{"-0.1", &core.Unary{Op: core.Neg, X: real(0.1), Typ: tt.Basic(types.Double)}, true},
	} {
		if got := f.Exact(c.x); got != c.want {
			t.Errorf("%s: exact %v", c.name, got)
		}
	}
}
