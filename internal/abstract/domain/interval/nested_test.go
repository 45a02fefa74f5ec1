package interval

import (
	"testing"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestNestedConditions: disjunctions and conjunctions that are nested a thousand times deep are looked at a few times, not
// twice as often for each level; what they say of a variable is still found.
func TestNestedConditions(t *testing.T) {
	p, vs := scene(ir.Mode{})
	d := New(p)
	x, y := vs[4], vs[5]
	below := func(v *ir.Var, n int64) *ir.Expr { return ir.Compare(ir.OpLt, ir.VarExpr(v), ir.ConstInt(v.Type, n)) }
	atLeast := func(v *ir.Var, n int64) *ir.Expr { return ir.Compare(ir.OpGe, ir.VarExpr(v), ir.ConstInt(v.Type, n)) }
	nested := func(depth int) *ir.Expr {
		c := below(x, 7)
		for i := range depth {
			c = ir.And(ir.Or(c, ir.And(below(x, 5), atLeast(y, int64(i)))), below(y, 1000+int64(i)))
		}
		return c
	}
	for _, depth := range []int{1, 10, 300} {
		if got := d.Get(d.Assume(d.Top(), nested(depth), true), x); !got.In(AtMost(num.I(6))) {
			t.Errorf("%d levels: x is in %v", depth, got)
		}
	}
	if got := d.Assume(d.Top(), nested(2000), true); d.IsBottom(got) {
		t.Error("2000 levels: nothing is left")
	}
	// The second operand comes after the first one has not held.
	s := d.Assume(d.Top(), ir.Or(ir.And(below(x, 0), below(y, 1<<30)), below(y, 1<<30)), true)
	if got := d.Get(s, y); !got.In(AtMost(num.I(1<<30 - 1))) {
		t.Errorf("y is in %v", got)
	}
	s = d.Assume(d.Assume(d.Top(), atLeast(y, 1), true), ir.Or(ir.And(atLeast(y, 0), below(x, 0)), below(x, -5)), false)
	if got := d.Get(s, x); !got.In(AtLeast(num.I(0))) {
		t.Errorf("x is in %v", got)
	}
	s = d.Assume(d.Assume(d.Top(), atLeast(y, 1), true), ir.Or(ir.And(atLeast(y, 0), below(x, 0)), below(x, 9)), true)
	if got := d.Get(s, x); !got.In(AtMost(num.I(8))) {
		t.Errorf("x is in %v", got)
	}
}

// TestChains: what operands say alone, and together, is found however they are nested.
func TestChains(t *testing.T) {
	p, vs := scene(ir.Mode{})
	d := New(p)
	x, y := vs[4], vs[5]
	below := func(v *ir.Var, n int64) *ir.Expr { return ir.Compare(ir.OpLt, ir.VarExpr(v), ir.ConstInt(v.Type, n)) }
	atLeast := func(v *ir.Var, n int64) *ir.Expr { return ir.Compare(ir.OpGe, ir.VarExpr(v), ir.ConstInt(v.Type, n)) }
	s := d.Assume(d.Assume(d.Top(), atLeast(x, 0), true), below(x, 10), true)
	for _, test := range []struct {
		name    string
		a, b, c *ir.Expr
		and, or Truth
	}{
		{"all hold", atLeast(x, 0), below(x, 10), below(x, 20), Always, Always},
		{"none holds", below(x, 0), atLeast(x, 10), atLeast(x, 20), Never, Never},
		{"the first fails", below(x, 0), below(y, 3), below(x, 5), Never, Unknown},
		{"one between fails", below(y, 3), below(x, 0), below(x, 5), Never, Unknown},
		{"the last holds", below(y, 3), below(x, 5), below(x, 10), Unknown, Always},
		{"at odds together", below(x, 5), below(y, 3), atLeast(x, 5), Never, Always},
		{"open as a conjunction", below(x, 5), below(y, 3), atLeast(x, 2), Unknown, Always},
		{"open", below(x, 5), below(y, 3), below(x, 7), Unknown, Unknown},
	} {
		for _, c := range []*ir.Expr{ir.And(ir.And(test.a, test.b), test.c), ir.And(test.a, ir.And(test.b, test.c))} {
			if got := d.Decide(s, c); got != test.and {
				t.Errorf("%s: %v is %v, want %v", test.name, c, got, test.and)
			}
		}
		for _, c := range []*ir.Expr{ir.Or(ir.Or(test.a, test.b), test.c), ir.Or(test.a, ir.Or(test.b, test.c))} {
			if got := d.Decide(s, c); got != test.or {
				t.Errorf("%s: %v is %v, want %v", test.name, c, got, test.or)
			}
		}
	}
}
