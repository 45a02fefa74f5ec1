package ir

import "testing"

func TestOperandsAndLarger(t *testing.T) {
	p := NewProgram()
	f := p.NewFunc("main", Pos{})
	var c []*Expr
	for range 4 {
		v := p.NewLocal(f, "x", "x", Int(32, true), Pos{})
		c = append(c, Compare(OpLt, VarExpr(v), ConstInt(v.Type, 3)))
	}
	and := And(c[2], c[3])
	for _, e := range []*Expr{Or(Or(c[0], c[1]), and), Or(c[0], Or(c[1], and))} {
		got := Operands(e)
		if len(got) != 3 || got[0] != c[0] || got[1] != c[1] || got[2] != and {
			t.Errorf("%v has the operands %v", e, got)
		}
		if size := 15; Larger(e, size) || !Larger(e, size-1) {
			t.Errorf("the size of %v is not %d", e, size)
		}
	}
	if got := Operands(c[0]); len(got) != 1 || got[0] != c[0] {
		t.Errorf("%v", got)
	}
}
