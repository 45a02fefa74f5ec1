package irtest

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Observe gives main a result that all global variables and some cells of the regions are part of.
func Observe(p *ir.Program) {
	u := ir.Int(64, false)
	f := p.Main
	r := p.NewResult(f, u)
	at := f.Exit
	sum := ir.ConstInt(u, 0)
	add := func(e *ir.Expr) {
		sum = ir.Binary(ir.OpAdd, ir.Binary(ir.OpMul, sum, ir.ConstInt(u, 31)), ir.Cast(u, e))
	}
	for i, v := range p.Globals {
		if v.Type.Kind != ir.Memory {
			add(ir.VarExpr(v))
			continue
		}
		cell := ir.Int(v.Type.Bits, v.Type.Bits == 32)
		base := int64(0)
		for j := range i {
			if p.Globals[j].Type.Kind == ir.Memory {
				base += 4096
			}
		}
		for k := range int64(8) {
			add(ir.LoadFrom(v, cell, ir.ConstInt(p.PtrType(), base+4096+k*int64(cell.Bits/8))))
		}
	}
	for _, v := range f.Locals {
		if v.Type.IsNumber() {
			add(ir.VarExpr(v))
		}
	}
	next := p.NewLoc(f, ir.Pos{})
	f.Exit = next
	p.NewEdge(at, next, &ir.Assign{Var: r, Expr: sum}, ir.Pos{})
}

// Boundaries are values of t: those at its ends, near 0 and near the ends of smaller types.
func Boundaries(t ir.Type) []num.Int {
	var vs []num.Int
	for _, k := range []int64{0, 1, -1, 2, 3, 7, 1 << 7, 1<<15 - 1, 1 << 31, 1<<32 - 1, -1 << 31, 1 << 40, 1 << 62} {
		vs = append(vs, t.Wrap(num.I(k)))
	}
	for _, k := range []int64{0, 1} {
		vs = append(vs, t.Max().Sub(num.I(k)), t.Min().Add(num.I(k)))
	}
	return vs
}

// Operations are programs that give x and y values of type t by their first two edges, by Havocs, and end with the operation op of them as the
// result: as it is; where it does not overflow; converted; and, as all comparisons are, decided. There are none for what is neither arithmetic nor a comparison.
func Operations(mode ir.Signed, t ir.Type, op ir.Op) (all []*ir.Program) {
	if op > ir.OpXor && op < ir.OpEq {
		return nil
	}
	for form := range 4 {
		p := ir.NewProgram()
		p.PtrBits, p.Signed = 64, mode
		f := p.NewFunc("main", ir.Pos{})
		p.Main, f.Defined = f, true
		x, y := p.NewLocal(f, "x", "", t, ir.Pos{}), p.NewLocal(f, "y", "", t, ir.Pos{})
		e := &ir.Expr{Op: op, Type: t, Args: []*ir.Expr{ir.VarExpr(x), ir.VarExpr(y)}}
		if op == ir.OpNeg || op == ir.OpCompl {
			e.Args = e.Args[:1]
		}
		decided := e
		if op < ir.OpEq {
			decided = ir.InRange(e)
		} else {
			e.Type = ir.Bool
		}
		r := p.NewResult(f, ir.Int(64, true))
		f.Entry = p.NewLoc(f, ir.Pos{})
		at := f.Entry
		step := func(s ir.Stmt) {
			next := p.NewLoc(f, ir.Pos{})
			p.NewEdge(at, next, s, ir.Pos{})
			at = next
		}
		step(&ir.Havoc{Var: x})
		step(&ir.Havoc{Var: y})
		if op >= ir.OpEq || form == 3 {
			yes, no, end := p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{}), p.NewLoc(f, ir.Pos{})
			p.NewBranch(at, decided, yes, no, ir.Pos{})
			p.NewEdge(yes, end, &ir.Assign{Var: r, Expr: ir.ConstInt(r.Type, 5)}, ir.Pos{})
			p.NewEdge(no, end, &ir.Assign{Var: r, Expr: ir.ConstInt(r.Type, 6)}, ir.Pos{})
			at = end
		} else {
			if form == 1 {
				step(&ir.Assume{Cond: decided})
			}
			z := p.NewLocal(f, "z", "", t, ir.Pos{})
			step(&ir.Assign{Var: z, Expr: e})
			if form == 2 {
				z = p.NewLocal(f, "n", "", ir.Int(16, true), ir.Pos{})
				step(&ir.Assign{Var: z, Expr: ir.Cast(z.Type, e)})
			}
			step(&ir.Assign{Var: r, Expr: &ir.Expr{Op: ir.OpCast, Type: r.Type, Args: []*ir.Expr{ir.VarExpr(z)}}})
		}
		f.Exit = at
		all = append(all, p)
		if op >= ir.OpEq {
			break
		}
	}
	return all
}

// OperationTypes are types for Operations: the smallest one, some that are cut, and those of words.
var OperationTypes = []ir.Type{ir.Int(1, false), ir.Int(8, true), ir.Int(8, false), ir.Int(32, true), ir.Int(32, false), ir.Int(63, true), ir.Int(64, true), ir.Int(64, false)}
