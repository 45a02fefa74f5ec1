package interp_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/logic/num"
)

var foldTypes = []ir.Type{ir.Int(32, true), ir.Int(32, false), ir.Int(8, true), ir.Int(8, false), ir.Int(64, true), ir.Int(64, false), ir.Int(1, false), ir.Int(3, true), ir.Int(1, true), ir.Ptr(64)}

// expression draws an expression of type ty as it stands, without folding. As in
// programs of the front end, the value of an operation that does not wrap is used only where it fits.
func expression(t *rapid.T, p *ir.Program, ty ir.Type, depth int) *ir.Expr {
	if depth == 0 || rapid.IntRange(0, 5).Draw(t, "leaf") == 0 {
		if rapid.Bool().Draw(t, "const") {
			v := num.I(rapid.SampledFrom([]int64{0, 1, -1, 2, 3, 5, 7, -4, 127, 128, -128, 255, 1 << 31, -1 << 31, 1<<31 - 1}).Draw(t, "value"))
			return ir.Const(ty, ty.Wrap(v))
		}
		for _, v := range p.Main.Locals {
			if v.Type == ty {
				return ir.VarExpr(v)
			}
		}
	}
	raw := func(op ir.Op, ty ir.Type, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ty, Args: args} }
	sub := func(ty ir.Type) *ir.Expr { return expression(t, p, ty, depth-1) }
	other := func() ir.Type { return rapid.SampledFrom(foldTypes).Draw(t, "type") }
	switch k := rapid.IntRange(0, 9).Draw(t, "kind"); {
	case ty.Kind == ir.Pointer || k <= 2:
		return raw(ir.OpCast, ty, sub(other()))
	case k == 3 && ty.Fits(num.I(1)):
		return raw(ir.OpOfBool, ty, condition(t, p, depth-1))
	case k == 4:
		return raw(ir.OpIte, ty, condition(t, p, depth-1), sub(ty), sub(ty))
	default:
		op := ir.Op(rapid.IntRange(int(ir.OpNeg), int(ir.OpXor)).Draw(t, "op"))
		var e *ir.Expr
		switch op {
		case ir.OpNeg, ir.OpCompl:
			e = raw(op, ty, sub(ty))
		case ir.OpShl, ir.OpShr:
			e = raw(op, ty, sub(ty), ir.ConstInt(foldTypes[0], int64(rapid.IntRange(0, 9).Draw(t, "distance"))))
		default:
			e = raw(op, ty, sub(ty), sub(ty))
		}
		if p.Mode().Wraps(ty) || p.Math {
			return e
		}
		return raw(ir.OpIte, ty, raw(ir.OpInRange, ir.Bool, e), e, ir.ConstInt(ty, 0))
	}
}

func condition(t *rapid.T, p *ir.Program, depth int) *ir.Expr {
	raw := func(op ir.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: ir.Bool, Args: args} }
	switch k := rapid.IntRange(0, 6).Draw(t, "condition"); {
	case k == 0:
		return ir.Truth(rapid.Bool().Draw(t, "truth"))
	case depth > 0 && k == 1:
		return raw(ir.OpNot, condition(t, p, depth-1))
	case depth > 0 && k == 2:
		op := rapid.SampledFrom([]ir.Op{ir.OpLAnd, ir.OpLOr}).Draw(t, "op")
		return raw(op, condition(t, p, depth-1), condition(t, p, depth-1))
	case k == 3:
		ty := rapid.SampledFrom(foldTypes[:4]).Draw(t, "type")
		depth = max(depth-1, 0)
		if p.Mode().Wraps(ty) {
			// Of x*1, the constructors leave x: an operand has been wrapped, and the exact value of
			// its operator is another. The front end asks for each operator of its own.
			depth = min(depth, 1)
		}
		return raw(ir.OpInRange, expression(t, p, ty, depth))
	default:
		ty := rapid.SampledFrom(foldTypes).Draw(t, "type")
		op := ir.Op(rapid.IntRange(int(ir.OpEq), int(ir.OpGe)).Draw(t, "op"))
		return raw(op, expression(t, p, ty, max(depth-1, 0)), expression(t, p, ty, max(depth-1, 0)))
	}
}

// rebuild applies the constructors to an expression from the leaves up.
func rebuild(e *ir.Expr) *ir.Expr {
	var args []*ir.Expr
	for _, a := range e.Args {
		args = append(args, rebuild(a))
	}
	if args == nil {
		return e
	}
	return ir.Rebuild(e, args)
}

// What the constructors and Mode.Fold make of an expression has its value, whatever the mode.
func TestFolding(t *testing.T) {
	modes := []ir.Mode{{}, {Signed: ir.SignedWrap}, {Math: true}}
	rapid.Check(t, func(t *rapid.T) {
		mode := rapid.SampledFrom(modes).Draw(t, "mode")
		p := ir.NewProgram()
		p.Math, p.Signed = mode.Math, mode.Signed
		p.Main = p.NewFunc("main", ir.Pos{})
		p.Main.Defined = true
		for _, ty := range foldTypes {
			p.NewLocal(p.Main, ty.String(), "", ty, ir.Pos{})
		}
		p.NewResult(p.Main, ir.Int(8, true))
		raw := ir.OpOfBool
		e := &ir.Expr{Op: raw, Type: ir.Int(8, true), Args: []*ir.Expr{condition(t, p, 4)}}
		p.Main.Entry = p.NewLoc(p.Main, ir.Pos{})
		p.Main.Exit = p.NewLoc(p.Main, ir.Pos{})
		edge := p.NewEdge(p.Main.Entry, p.Main.Exit, &ir.Assign{Var: p.Main.Result, Expr: e}, ir.Pos{})
		if err := ircheck.Check(p); err != nil {
			t.Fatal(err)
		}
		vals := map[string]num.Int{}
		for _, v := range p.Main.Locals {
			vals[v.Name] = v.Type.Wrap(num.I(rapid.SampledFrom([]int64{0, 1, -1, 2, -128, 127, 1 << 31, 77}).Draw(t, v.Name)))
		}
		in := interp.Inputs{Initial: func(v *ir.Var) num.Int { return vals[v.Name] }}
		want := interp.Run(context.Background(), p, in, interp.Options{})
		if want.End != interp.Exited {
			return // folding may find a value where there is none
		}
		for _, folded := range []*ir.Expr{rebuild(e), mode.Fold(e), mode.Fold(rebuild(e))} {
			edge.Stmt = &ir.Assign{Var: p.Main.Result, Expr: folded}
			if err := ircheck.Check(p); err != nil {
				t.Fatalf("%s\nfolded %s: %v", e, folded, err)
			}
			got := interp.Run(context.Background(), p, in, interp.Options{})
			if got.End != want.End || !got.Result.Eq(want.Result) {
				t.Fatalf("%s = %s\nfolded %s = %s %s", e, want.Result, folded, got.End, got.Result)
			}
		}
	})
}
