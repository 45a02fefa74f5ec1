package values

import (
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// TestExclusions: numbers that a variable does not have go where its value goes, are taken from the ends of its interval, and are
// forgotten with its value.
func TestExclusions(t *testing.T) {
	p := ir.NewProgram()
	f := p.NewFunc("main", ir.Pos{})
	i8 := ir.Int(8, true)
	x, y := p.NewLocal(f, "x", "x", i8, ir.Pos{}), p.NewLocal(f, "y", "y", i8, ir.Pos{})
	p.Main = f
	f.Entry, f.Exit, f.Defined = p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{}), true
	s := newSearch(Config{}, enginetest.Task(p, nil))
	s.tracked[x], s.differ[x] = true, true
	is := func(op ir.Op, v *ir.Var, k int64) ir.Stmt {
		return &ir.Assume{Cond: ir.Compare(op, ir.VarExpr(v), ir.ConstInt(i8, k))}
	}
	run := func(stmts ...ir.Stmt) (z state) {
		for _, stmt := range stmts {
			z = s.post(z, &ir.Edge{Stmt: stmt})
		}
		return z
	}
	copyXToY := &ir.Assign{Var: y, Expr: ir.VarExpr(x)}
	if z := run(is(ir.OpNe, x, 0), copyXToY, is(ir.OpEq, y, 0)); !s.isBottom(z) {
		t.Error("y is 0 though x was not")
	}
	if z := run(is(ir.OpNe, x, 0), copyXToY, &ir.Havoc{Var: y}, is(ir.OpEq, y, 0)); s.isBottom(z) {
		t.Error("an unknown y is not 0")
	}
	if z := run(is(ir.OpNe, x, 0), &ir.Assign{Var: x, Expr: ir.ConstInt(i8, 0)}, is(ir.OpEq, x, 0)); s.isBottom(z) {
		t.Error("x is not 0 though it was set to 0")
	}
	z := run(is(ir.OpNe, x, 5), is(ir.OpNe, x, 4), is(ir.OpGe, x, 4), is(ir.OpLe, x, 6))
	if v, ok := s.d.Get(z.box, x).Single(); !ok || !v.Eq(num.I(6)) || len(z.not) > 0 {
		t.Errorf("x is %v, less %v; want 6", s.d.Get(z.box, x), z.not)
	}
	a, b := run(is(ir.OpNe, x, 3)), run(is(ir.OpNe, x, 2))
	if s.written(a, x) == s.written(b, x) || s.same(a, b, x) || !s.knows(a, x) {
		t.Error("states that exclude different numbers are the same")
	}
}
