package interval

import (
	"fmt"
	"testing"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// The operations by the number of variables that are known, of which a tenth differs between the two
// states; states share the rest.
func BenchmarkOperations(b *testing.B) {
	for _, n := range []int{4, 8, 16, 32, 64, 1024} {
		p := ir.NewProgram()
		p.Main = p.NewFunc("main", ir.Pos{})
		var vs []*ir.Var
		for i := range n {
			vs = append(vs, p.NewLocal(p.Main, fmt.Sprint("v", i), "", ir.Int(32, true), ir.Pos{}))
		}
		d := New(p)
		x := d.Top()
		for i, v := range vs {
			x = d.Restrict(x, v, Range(num.I(0), num.I(int64(i+10))))
		}
		y := x
		for i := 0; i < n; i += 10 {
			y = d.set(y, vs[i], Range(num.I(5), num.I(int64(i+20))))
		}
		join := d.Join(x, y)
		edge := &ir.Edge{Stmt: &ir.Assign{Var: vs[0], Expr: ir.Binary(ir.OpAdd, ir.VarExpr(vs[1]), ir.VarExpr(vs[2]))}}
		for _, op := range []struct {
			name string
			do   func()
		}{
			{"join", func() { d.Join(x, y) }},
			{"meet", func() { d.Meet(x, y) }},
			{"widen", func() { d.Widen(x, join) }},
			{"inclusion", func() { d.Leq(x, join) }},
			{"post", func() { d.Post(x, edge) }},
		} {
			b.Run(fmt.Sprintf("%s/dim=%d", op.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					op.do()
				}
			})
		}
	}
}
