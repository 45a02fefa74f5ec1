package interp_test

import (
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/vm"
	"craig/logic/num"
)

// TestNestedOperations: each operation on the result of each other one, which may be more than a word until it is cut,
// is the same however programs are executed, and so is whether it is in range.
func TestNestedOperations(t *testing.T) {
	values := []int64{-1, 3, 1<<31 - 1, 200, 5}
	for _, mode := range []ir.Mode{{}, {Signed: ir.SignedWrap}} {
		for _, ty := range []ir.Type{ir.Int(32, false), ir.Int(32, true), ir.Int(8, false), ir.Int(64, false), ir.Int(64, true)} {
			for outer := ir.OpAdd; outer <= ir.OpXor; outer++ {
				for inner := ir.OpAdd; inner <= ir.OpXor; inner++ {
					if outer == ir.OpCompl || inner == ir.OpCompl {
						continue
					}
					for k, variant := range []struct{ first, inRange bool }{{true, false}, {false, false}, {true, true}} {
						p := ir.NewProgram()
						p.Signed = mode.Signed
						p.Main = p.NewFunc("main", ir.Pos{})
						p.Main.Defined = true
						p.NewResult(p.Main, ty)
						at := p.NewLoc(p.Main, ir.Pos{})
						p.Main.Entry = at
						step := func(s ir.Stmt) {
							next := p.NewLoc(p.Main, ir.Pos{})
							p.NewEdge(at, next, s, ir.Pos{})
							at = next
						}
						var args []*ir.Expr
						for i, name := range []string{"a", "b", "c"} {
							v := p.NewLocal(p.Main, name, "", ty, ir.Pos{})
							step(&ir.Assign{Var: v, Expr: ir.Const(ty, ty.Wrap(num.I(values[(i+k+int(outer))%len(values)])))})
							args = append(args, ir.VarExpr(v))
						}
						raw := func(op ir.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ty, Args: args} }
						e := raw(outer, raw(inner, args[0], args[1]), args[2])
						if !variant.first {
							e = raw(outer, args[2], raw(inner, args[0], args[1]))
						}
						if variant.inRange {
							step(&ir.Assume{Cond: &ir.Expr{Op: ir.OpInRange, Type: ir.Bool, Args: []*ir.Expr{e}}})
						}
						step(&ir.Assign{Var: p.Main.Result, Expr: e})
						p.Main.Exit = at
						code, err := vm.Compile(p)
						if err != nil {
							t.Fatal(err)
						}
						if problem, _ := sameRun(p, code, 1); problem != "" {
							t.Errorf("%s in %s, signed %v: %s", e, ty, mode.Signed, problem)
						}
					}
				}
			}
		}
	}
}
