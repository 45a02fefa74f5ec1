package alias

import (
	"context"
	"slices"

	"craig/internal/program/ir"
)

// UnknownFunction begins the notes about calls through pointers that may lead to functions of which nothing is known.
const UnknownFunction = "a call through a pointer to an unknown function"

// ResolveCalls replaces calls through pointers by a switch over the functions that the pointer
// may point to: each branch assumes the address of its function and calls it. If the pointer may
// be of unknown origin there is a branch for that as well, which treats it as a call of a
// function without a body: its result is unknown and it has no side effects, unless Options say
// otherwise, as a note says.
//
// Afterwards every Call has a Callee. The error is ctx's.
func ResolveCalls(ctx context.Context, p *ir.Program, opts Options) error {
	if !slices.ContainsFunc(p.Edges, isIndirect) {
		return nil
	}
	a, err := know(ctx, p, opts)
	if err != nil {
		return err
	}
	a.t.Callees = map[*ir.Call][]*ir.Object{}
	for _, c := range a.calls {
		if !a.callsNothing(c) {
			a.t.Callees[c.stmt], _ = a.callees(c)
		}
	}
	a.submit()
	for _, c := range a.calls {
		a.resolve(c)
	}
	return nil
}

func isIndirect(e *ir.Edge) bool {
	if e == nil {
		return false
	}
	c, ok := e.Stmt.(*ir.Call)
	return ok && c.Callee == nil
}

// callees lists the functions that a call may call, in the order of their objects. unknown says
// that there may be others.
func (a *facts) callees(c indirect) (callees []*ir.Object, unknown bool) {
	for _, t := range a.at(c.stmt.Target) {
		o := a.objs[t.Obj].Object
		unknown = unknown || a.many(t.Obj)
		switch {
		case o.Kind == ir.FuncObject && o.Func != nil && o.Func.Defined && t.Has(0):
			callees = append(callees, o)
		case o.Kind == ir.FuncObject || o.Kind == ir.UnknownObject || o.Kind == ir.LibraryObject:
			unknown = true
		}
	}
	if unknown && a.anyObj != 0 {
		for i := range a.objs {
			o := a.objs[i].Object
			if o.Kind == ir.FuncObject && o.Func != nil && o.Func.Defined && len(o.Func.Params) == len(c.stmt.Args) && !slices.Contains(callees, o) {
				callees = append(callees, o)
			}
		}
	}
	return callees, unknown || len(callees) == 0
}

// callsNothing says that the pointer of a call is null in every execution.
func (a *facts) callsNothing(c indirect) bool {
	pts := a.at(c.stmt.Target)
	return len(pts) > 0 && !slices.ContainsFunc(pts, func(t ir.Target) bool { return !a.nowhere(t) })
}

func (a *facts) resolve(c indirect) {
	p, e, s := a.p, c.edge, c.stmt
	if a.callsNothing(c) {
		note(p, e.Pos, ir.Assumption, "executions that call through a null pointer are outside the answer (property null looks for them)")
		e.Stmt = &ir.Assume{Cond: ir.False()}
		return
	}
	callees, unknown := a.callees(c)
	from, to, pos := e.From, e.To, e.Pos
	others := ir.True()
	used := false // whether e has a new statement
	edges := len(p.Edges)
	add := func(cond *ir.Expr, pre []ir.Stmt, stmt ir.Stmt, post []ir.Stmt) {
		if !cond.IsTrue() {
			pre = append([]ir.Stmt{&ir.Assume{Cond: cond}}, pre...)
		}
		if !used {
			used = true
			e.Stmt = stmt
			if len(pre) > 0 {
				insertOn(p, e, pre)
			}
			insertAfter(p, e, post)
			return
		}
		l := chain(p, from, pos, pre)
		insertAfter(p, p.NewEdge(l, to, stmt, pos), post)
	}
	for _, o := range callees {
		is := ir.Compare(ir.OpEq, s.Target, ir.AddrOf(p.PtrType(), o))
		others = ir.And(others, ir.Not(is))
		pre, call, post := a.direct(e, s, o.Func)
		add(is, pre, call, post)
	}
	if unknown && a.opts.UnknownCalls {
		note(p, pos, ir.Overapproximated, UnknownFunction+" may write what its arguments and global variables reach")
		add(others, nil, a.clobberCall(s), nil)
	} else if unknown {
		note(p, pos, ir.Assumption, UnknownFunction+" has no side effects and returns an unknown value")
		if s.Result == nil {
			add(others, nil, &ir.Skip{}, nil)
		} else {
			add(others, nil, &ir.Havoc{Var: s.Result, Source: ir.FromCall, Name: "*" + ir.CExpr(s.Target)}, nil)
		}
	}
	a.endRefused(edges)
}

// clobberCall is what a call of an unknown function may do.
func (a *facts) clobberCall(s *ir.Call) *ir.Clobber {
	c := &ir.Clobber{Result: s.Result, Source: ir.FromEffect, Name: "*" + ir.CExpr(s.Target)}
	for _, arg := range s.Args {
		if arg.Type == a.p.PtrType() {
			c.Roots = append(c.Roots, ir.ClobberRoot{Ptr: arg})
		}
	}
	for _, o := range a.p.Objects {
		if o.Kind == ir.GlobalObject {
			c.Roots = append(c.Roots, ir.ClobberRoot{Ptr: ir.AddrOf(a.p.PtrType(), o)})
		}
	}
	return c
}
