package ircheck_test

import (
	"os"
	"strings"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtext"
	"craig/logic/num"
)

// Every invariant that Check lists is broken once in a program that is well formed.
func TestCheck(t *testing.T) {
	x := func(p *ir.Program) *ir.Expr { return ir.VarExpr(p.Main.Locals[0]) } // an i32
	ptr := func(p *ir.Program) *ir.Expr { return ir.VarExpr(p.Main.Locals[1]) }
	raw := func(op ir.Op, ty ir.Type, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ty, Args: args} }
	i32 := ir.Int(32, true)
	assign := func(p *ir.Program, e *ir.Expr) { p.Edges[10].Stmt = &ir.Assign{Var: p.Globals[0], Expr: e} }
	for _, c := range []struct {
		want  string
		spoil func(p *ir.Program)
	}{
		{"pointers of 24 bits", func(p *ir.Program) { p.PtrBits = 24 }},
		{"is empty or not unique", func(p *ir.Program) { p.Funcs[0].Name = "main" }},
		{"Main is not a defined function", func(p *ir.Program) { p.Main = nil }},
		{"Main is not a defined function", func(p *ir.Program) { p.Main = &ir.Func{Name: "main", Defined: true} }},
		{"number 1 is not positive or not unique", func(p *ir.Program) { p.Main.Locals[0].ID = 1 }},
		{`variable name "g" is empty or not unique`, func(p *ir.Program) { p.Main.Locals[0].Name = "g" }},
		{"has type bool", func(p *ir.Program) { p.Globals[0].Type = ir.Bool }},
		{"a type of 0 bits", func(p *ir.Program) { p.Globals[0].Type.Bits = 0 }},
		{"a pointer of 32 bits", func(p *ir.Program) { p.Globals[0].Type = ir.Ptr(32) }},
		{"is not global", func(p *ir.Program) { p.Main.Locals[0].Type = ir.Mem(8) }},
		{"belongs to main", func(p *ir.Program) { p.Globals[0].Func = p.Main }},
		{"does not belong to it", func(p *ir.Program) { p.Main.Locals[0].Func = p.Funcs[0] }},
		{"object \"tmp\": number 1", func(p *ir.Program) { p.Objects[1].ID = 1 }},
		{"size -2", func(p *ir.Program) { p.Objects[0].Size = -2 }},
		{"has no function", func(p *ir.Program) { p.Objects[1].Func = nil }},
		{"cell at -1", func(p *ir.Program) { p.Objects[0].Cells[0].Offset = -1 }},
		{"is not defined and has locations", func(p *ir.Program) { p.Funcs[0].Defined = false }},
		{"missing, another function's or listed twice", func(p *ir.Program) { p.Main.Locs = append(p.Main.Locs, p.Main.Locs[0]) }},
		{"is in no function", func(p *ir.Program) { p.Main.Locs = p.Main.Locs[:len(p.Main.Locs)-1] }},
		{"entry 99 or exit", func(p *ir.Program) { p.Main.Entry = 99 }},
		{"the entry has 1 in-edges", func(p *ir.Program) { p.NewEdge(12, 10, &ir.Skip{}, ir.Pos{}) }},
		{"the exit has 1 out-edges", func(p *ir.Program) { p.NewEdge(11, 12, &ir.Skip{}, ir.Pos{}) }},
		{"with the property", func(p *ir.Program) { p.Locs[24].Goal.Kind = ir.Recursion }},
		{"an error location with out-edges", func(p *ir.Program) { p.NewEdge(24, 12, &ir.Skip{}, ir.Pos{}) }},
		{"out-edge 10 is missing", func(p *ir.Program) { p.Edges[10] = nil }},
		{"in-edge 11 is missing", func(p *ir.Program) { p.Locs[14].In = append(p.Locs[14].In, 11) }},
		{"is not once in Out", func(p *ir.Program) { p.Locs[12].In = nil }},
		{"location 99 is missing", func(p *ir.Program) { p.Edges[10].To = 99 }},
		{"edge 10 has number 9", func(p *ir.Program) { p.Edges[10].ID = 9 }},
		{"leads from main to f", func(p *ir.Program) { p.Redirect(10, 3) }},
		{"branch edges beside other edges", func(p *ir.Program) { p.NewEdge(13, 15, &ir.Skip{}, ir.Pos{}) }},
		{"not one of 1, then one of 2", func(p *ir.Program) { p.Edges[14].Branch = 1 }},
		{"not one of 1, then one of 2", func(p *ir.Program) { p.Edges[13].Branch, p.Edges[14].Branch = 2, 1 }},
		{"not complementary", func(p *ir.Program) { p.Edges[14].Stmt = p.Edges[13].Stmt }},
		{"not complementary", func(p *ir.Program) { p.Edges[14].Stmt = &ir.Skip{} }},
		{"on a cycle without a loop head", func(p *ir.Program) { p.Locs[13].Loop = false }},
		{"a u8 assigned", func(p *ir.Program) { assign(p, ir.ConstInt(ir.Int(8, false), 1)) }},
		{"f::x is not visible in main", func(p *ir.Program) { assign(p, ir.VarExpr(p.Funcs[0].Params[0])) }},
		{"no variable is not visible", func(p *ir.Program) { p.Edges[10].Stmt = &ir.Havoc{} }},
		{"an operand is missing", func(p *ir.Program) { assign(p, raw(ir.OpAdd, i32, x(p), nil)) }},
		{"operator 7 with 1 operands", func(p *ir.Program) { assign(p, raw(ir.OpAdd, i32, x(p))) }},
		{"operator 0 with", func(p *ir.Program) { assign(p, raw(ir.OpInvalid, i32)) }},
		{"a constant that is no value", func(p *ir.Program) { assign(p, ir.Const(i32, num.Pow2(31))) }},
		{"a constant that is no value", func(p *ir.Program) {
			p.Edges[10].Stmt = &ir.Assume{Cond: &ir.Expr{Op: ir.OpConst, Type: ir.Bool, Val: num.I(2)}}
		}},
		{"a variable used as another type", func(p *ir.Program) { e := *x(p); e.Type = ir.Int(64, true); assign(p, &e) }},
		{"the address of no object", func(p *ir.Program) { assign(p, ir.AddrOf(ir.Ptr(64), &ir.Object{})) }},
		{"where p64 is wanted", func(p *ir.Program) { assign(p, ir.Load(i32, x(p))) }},
		{"is not a region", func(p *ir.Program) { assign(p, ir.LoadFrom(p.Globals[0], i32, ptr(p))) }},
		{"where i32 is wanted", func(p *ir.Program) { assign(p, raw(ir.OpAdd, i32, x(p), ptr(p))) }},
		{"arithmetic on p64", func(p *ir.Program) { assign(p, raw(ir.OpNeg, ir.Ptr(64), ptr(p))) }},
		{"a distance that is no integer", func(p *ir.Program) { assign(p, raw(ir.OpShl, i32, x(p), ptr(p))) }},
		{"wrong types", func(p *ir.Program) { assign(p, raw(ir.OpPtrAdd, ir.Ptr(64), ptr(p), ptr(p))) }},
		{"a bool as a number", func(p *ir.Program) { assign(p, raw(ir.OpCast, i32, ir.True())) }},
		{"a cast to bool", func(p *ir.Program) { assign(p, raw(ir.OpCast, ir.Bool, x(p))) }},
		{"where bool is wanted", func(p *ir.Program) { assign(p, raw(ir.OpOfBool, i32, x(p))) }},
		{"a truth value as i1", func(p *ir.Program) { assign(p, raw(ir.OpOfBool, ir.Int(1, true), ir.True())) }},
		{"a condition of type i32", func(p *ir.Program) { assign(p, raw(ir.OpEq, i32, x(p), x(p))) }},
		{"where bool is wanted", func(p *ir.Program) { p.Edges[10].Stmt = &ir.Assume{Cond: x(p)} }},
		{"NoWrap on an operation", func(p *ir.Program) { e := raw(ir.OpAdd, i32, x(p), x(p)); e.NoWrap = true; assign(p, e) }},
		{"a stored bool", func(p *ir.Program) { p.Edges[10].Stmt = &ir.Store{Addr: ptr(p), Val: ir.True()} }},
		{"allocation of an object that is not", func(p *ir.Program) { p.Edges[19].Stmt.(*ir.Alloc).Site = nil }},
		{"allocation without a size", func(p *ir.Program) { p.Edges[19].Stmt.(*ir.Alloc).Size = nil }},
		{"the address goes to a i32", func(p *ir.Program) { p.Edges[19].Stmt.(*ir.Alloc).Result = p.Main.Locals[0] }},
		{"the lifetime of something else", func(p *ir.Program) { p.Edges[1].Stmt.(*ir.Alloc).Site = p.Objects[0] }},
		{"with 0 arguments instead of 1", func(p *ir.Program) { p.Edges[6].Stmt.(*ir.Call).Args = nil }},
		{"an argument for f::x", func(p *ir.Program) {
			p.Edges[6].Stmt.(*ir.Call).Args[0] = ir.AddrOf(ir.Ptr(64), p.Objects[0])
		}},
		{"does not fit", func(p *ir.Program) { p.Funcs[0].Result.Type = ir.Int(8, true) }},
		{"either a function or a target", func(p *ir.Program) { p.Edges[6].Stmt.(*ir.Call).Callee = nil }},
		{"which is not defined in the program", func(p *ir.Program) { p.Edges[6].Stmt.(*ir.Call).Callee = &ir.Func{Name: "h"} }},
		{"statement <nil>", func(p *ir.Program) { p.Edges[10].Stmt = nil }},
	} {
		p := calls(t)
		c.spoil(p)
		if err := ircheck.Check(p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v", c.want, err)
		}
	}
}

func TestCheckInlined(t *testing.T) {
	p := calls(t)
	err := ircheck.CheckInlined(p)
	for _, want := range []string{"1 functions besides main", "*ir.Call", "*ir.Alloc", "store without a region", "load without a region"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", want, err)
		}
	}
}

// calls is a program with calls.
func calls(t *testing.T) *ir.Program {
	t.Helper()
	text, err := os.ReadFile("../testdata/calls.ir")
	if err != nil {
		t.Fatal(err)
	}
	p, err := irtext.Parse(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
