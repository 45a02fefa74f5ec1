package certexec

import (
	"testing"

	"craig/internal/program/ir"
)

// TestBlocked: an execution is blocked where no edge of a location with several can be taken, also if none of them is a branch's other side.
func TestBlocked(t *testing.T) {
	p := ir.NewProgram()
	p.PtrBits = 64
	f := p.NewFunc("main", ir.Pos{})
	p.Main, f.Defined = f, true
	typ := ir.Int(32, true)
	x := p.NewGlobal("x", "x", typ, ir.Pos{})
	at := make([]ir.Loc, 4)
	for k := range at {
		at[k] = p.NewLoc(f, ir.Pos{})
	}
	f.Entry, f.Exit = at[0], at[3]
	p.NewEdge(at[0], at[1], &ir.Assign{Var: x, Expr: ir.ConstInt(typ, 0)}, ir.Pos{})
	p.NewEdge(at[1], at[2], &ir.Assume{Cond: ir.Compare(ir.OpGt, ir.VarExpr(x), ir.ConstInt(typ, 5))}, ir.Pos{})
	p.NewEdge(at[1], at[3], &ir.Assume{Cond: ir.Compare(ir.OpLt, ir.VarExpr(x), ir.ConstInt(typ, -5))}, ir.Pos{})
	p.NewEdge(at[2], at[3], &ir.Skip{}, ir.Pos{})
	if got := Run(t.Context(), p, Options{MaxSteps: 10}); got.End != Blocked {
		t.Errorf("%v, want %v", got.End, Blocked)
	}
}
