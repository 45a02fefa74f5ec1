package alias

import (
	"strings"

	"craig/internal/program/ir"
)

// refusal is an assumption. Executions for which it does not hold come to a limit.
type refusal struct {
	stmt ir.Stmt
	kind ir.GoalKind
	why  string // what is not supported; "" of others
}

const (
	otherBool     = "a _Bool that is neither 0 nor 1 is not supported"
	otherVariadic = "a call of a function with variable arguments through a pointer of another type is not supported"
)

// hasList says that f takes variable arguments, in a list to which its last parameter leads.
func hasList(f *ir.Func) bool {
	n := len(f.Params)
	return n > 0 && strings.HasSuffix(f.Params[n-1].Name, "::$arguments")
}

// isList says that an argument is such a list.
func isList(e *ir.Expr) bool {
	return e.Op == ir.OpAddr && strings.Contains(e.Obj.Name, "::$arguments")
}

// direct is s as a call of f, with what is needed around it to hand over the arguments and the result, of whose types the
// caller and f may think differently.
func (a *facts) direct(e *ir.Edge, s *ir.Call, f *ir.Func) (pre []ir.Stmt, call *ir.Call, post []ir.Stmt) {
	call = &ir.Call{Callee: f}
	refuse := func(unless *ir.Expr, why string) {
		pre = append(pre, &ir.Assume{Cond: unless})
		a.refused = append(a.refused, refusal{pre[len(pre)-1], ir.Unsupported, why})
	}
	if n := len(f.Params); hasList(f) && !(n == len(s.Args) && isList(s.Args[n-1])) {
		refuse(ir.False(), otherVariadic)
	}
	lost := false // an argument is not where f looks for it
	for i, prm := range f.Params {
		var v *ir.Expr
		how := ir.HandedNothing
		if i < len(s.Args) && !lost && (!isList(s.Args[i]) || hasList(f)) {
			v, how = a.p.Hand(s.Args[i], prm.Type, f.OldStyle)
		}
		switch how {
		case ir.HandedWhole:
			call.Args = append(call.Args, v)
			continue
		case ir.HandedByte:
			if fits := a.p.Mode().Fold(ir.Compare(ir.OpLe, v, ir.ConstInt(v.Type, 1))); !fits.IsTrue() {
				refuse(fits, otherBool)
			}
			call.Args = append(call.Args, ir.Cast(prm.Type, v))
			continue
		}
		t := a.p.NewTemp(a.p.Locs[e.From].Func, prm.Type, e.Pos)
		pre = append(pre, &ir.Havoc{Var: t, Source: ir.FromApproximation})
		if how == ir.HandedLow {
			pre = append(pre, &ir.Assume{Cond: ir.Compare(ir.OpEq, ir.Cast(v.Type, ir.VarExpr(t)), v)})
		}
		note(a.p, e.Pos, ir.Overapproximated, "what a function finds in a parameter is unknown where a call through a pointer has no argument for it, or one of another type")
		lost = how == ir.HandedNothing
		call.Args = append(call.Args, ir.VarExpr(t))
	}
	call.Result, post = a.result(e, s, f)
	return pre, call, post
}

// result is where s as a call of f puts its result, and what is needed to make that the result of s.
func (a *facts) result(e *ir.Edge, s *ir.Call, f *ir.Func) (*ir.Var, []ir.Stmt) {
	r := s.Result
	switch {
	case r == nil:
		return nil, nil
	case f.Result == nil:
		return nil, []ir.Stmt{&ir.Havoc{Var: r, Source: ir.FromUninitialised, Name: f.Name}}
	case f.Result.Type == r.Type:
		return r, nil
	}
	t := a.p.NewTemp(a.p.Locs[e.From].Func, f.Result.Type, e.Pos)
	v, how := a.p.Hand(ir.VarExpr(t), r.Type, false)
	if of := t.Type; of.Kind == ir.Integer && of.Bits < min(32, r.Type.Bits) && r.Type.Kind == ir.Integer && !a.p.Math { // callers extend results
		low := ir.Int(max(of.Bits, 8), of.Signed)
		v, how = ir.Cast(low, ir.VarExpr(t)), ir.HandedLow
	}
	switch how {
	case ir.HandedWhole:
		return t, []ir.Stmt{&ir.Assign{Var: r, Expr: v}}
	case ir.HandedLow:
		note(a.p, e.Pos, ir.Overapproximated, "the result of a function that is called through a pointer of another type is unknown")
		return t, []ir.Stmt{&ir.Havoc{Var: r, Source: ir.FromApproximation}, &ir.Assume{Cond: ir.Compare(ir.OpEq, ir.Cast(v.Type, ir.VarExpr(r)), v)}}
	}
	note(a.p, e.Pos, ir.Overapproximated, "the result of a function that is called through a pointer of another type is unknown")
	return t, []ir.Stmt{&ir.Havoc{Var: r, Source: ir.FromApproximation}}
}

// endRefused ends the executions for which refusals do not hold, whose edges are those from a number on.
func (a *facts) endRefused(from int) {
	if len(a.refused) == 0 {
		return
	}
	p, of := a.p, map[ir.Stmt]refusal{}
	for _, r := range a.refused {
		of[r.stmt] = r
	}
	for _, e := range p.Edges[from:] {
		if e == nil {
			continue
		}
		r, ok := of[e.Stmt]
		if !ok {
			continue
		}
		bad := newLoc(p, e.From, e.Pos)
		p.Locs[bad].Goal = ir.Goal{Kind: r.kind}
		p.NewEdge(e.From, bad, &ir.Assume{Cond: ir.Not(r.stmt.(*ir.Assume).Cond)}, e.Pos).Aux = true
		if r.why != "" {
			note(p, e.Pos, ir.Unmodelled, r.why)
		}
	}
	a.refused = nil
}
