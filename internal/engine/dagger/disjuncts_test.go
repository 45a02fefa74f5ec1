package dagger

import (
	"testing"

	"craig/internal/program/ir"
)

// TestDisjuncts: a condition with many disjunctions is not multiplied out; a small one is, to conditions of which
// one holds.
func TestDisjuncts(t *testing.T) {
	p := ir.NewProgram()
	pair := func(i int64) *ir.Expr {
		x := ir.VarExpr(p.NewGlobal("x"+string(rune('a'+i)), "", ir.Int(32, true), ir.Pos{}))
		return ir.Or(ir.Compare(ir.OpLt, x, ir.ConstInt(x.Type, 1)), ir.Compare(ir.OpGt, x, ir.ConstInt(x.Type, 9)))
	}
	c := pair(0)
	for i := int64(1); i < 40; i++ {
		if i == 3 {
			if n, m := len(disjuncts(c, true)), len(disjuncts(ir.Not(c), true)); n != 8 || m != 3 {
				t.Errorf("%d disjuncts, %d of the negation; want 8 and 3", n, m)
			}
		}
		c = ir.And(c, pair(i))
	}
	if n := len(disjuncts(c, true)); n > maxDisjuncts {
		t.Errorf("%d disjuncts", n)
	}
	if n := len(disjuncts(ir.Not(c), false)); n > maxDisjuncts {
		t.Errorf("%d disjuncts of the negation", n)
	}
}
