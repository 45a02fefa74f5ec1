package pass

import (
	"slices"
	"strconv"

	"craig/internal/program/ir"
)

// Recursion at the end of functions becomes a loop, if memory is accessed in it: an array has no end at some depth, and what a call does to it is
// no relation between a few values. Without memory summaries of procedures say more than invariants of a loop.

// maxTail bounds how many edges come after a call at the end of a function.
const maxTail = 16

// back is the instance whose entry a call of f, the edge e of inst, may go back to instead of becoming an instance of its own: each call from there on is
// the last thing that its caller does, no variable of them has an address, and one of them accesses memory. It is nil if there is none.
func (in *inliner) back(inst *instance, e *ir.Edge, f *ir.Func) *instance {
	memory := false
	for at := inst; at.caller != nil; at, e = at.caller, at.call {
		pl := in.plan(at.fn)
		if pl.frame || !in.last(at.fn, e) {
			return nil
		}
		memory = memory || pl.memory
		if at.fn == f {
			if !memory {
				return nil
			}
			return at
		}
	}
	return nil
}

// last says that nothing happens in f after e, a call, but that its result becomes that of f.
func (in *inliner) last(f *ir.Func, e *ir.Edge) bool {
	value, at := e.Stmt.(*ir.Call).Result, e.To
	if value != nil && value.Func != f {
		return false
	}
	for range maxTail {
		info := in.p.Locs[at]
		if at == f.Exit {
			return f.Result == nil || value == f.Result
		}
		if info.IsGoal() || len(info.Out) != 1 {
			return false
		}
		next := in.p.Edges[info.Out[0]]
		switch s := next.Stmt.(type) {
		case *ir.Skip:
		case *ir.Assign:
			if value == nil || s.Var.Func != f || s.Expr.Op != ir.OpVar || s.Expr.Var != value || s.Var.Type != value.Type {
				return false
			}
			value = s.Var
		default:
			return false
		}
		at = next.To
	}
	return false
}

// accesses notes whether f accesses memory, and whether it has objects of its own.
func (pl *plan) accesses(p *ir.Program, f *ir.Func) {
	for _, l := range pl.locs {
		for _, id := range p.Locs[l].Out {
			s := p.Edges[id].Stmt
			switch s.(type) {
			case *ir.Alloc:
				pl.frame = true
			case *ir.Store:
				pl.memory = true
			}
			ir.Exprs(s, func(e *ir.Expr) {
				ir.Walk(e, func(e *ir.Expr) bool {
					pl.memory = pl.memory || e.Op == ir.OpLoad
					pl.frame = pl.frame || e.Op == ir.OpAddr && e.Obj.Kind == ir.LocalObject && e.Obj.Func == f
					return true
				})
			})
		}
	}
}

// jump goes from a call, the edge e of inst, to the entry of to, an instance of the same function, with new values of its parameters.
func (in *inliner) jump(inst *instance, e *ir.Edge, to *instance) {
	call := e.Stmt.(*ir.Call)
	var early, late []ir.Stmt
	for i, a := range call.Args {
		param, value := in.variable(to, to.fn.Params[i]), in.expr(inst, a)
		if value.Op == ir.OpVar && value.Var == param {
			continue
		}
		if in.read(inst, to, call.Args[i+1:], param) {
			in.kept++
			v := in.q.NewLocal(in.q.Main, to.prefix+to.fn.Params[i].Base()+"#"+strconv.Itoa(in.kept), "", param.Type, param.Pos)
			v.Instance = to.is
			early = append(early, &ir.Assign{Var: v, Expr: value})
			value = ir.VarExpr(v)
			late = append(late, &ir.Assign{Var: param, Expr: value})
			continue
		}
		early = append(early, &ir.Assign{Var: param, Expr: value})
	}
	stmts := slices.Concat(early, late)
	for _, v := range in.plan(to.fn).havocs {
		stmts = append(stmts, &ir.Havoc{Var: in.variable(to, v), Source: ir.FromUninitialised, Name: ir.CVar(v)})
	}
	if len(stmts) == 0 {
		stmts = append(stmts, &ir.Skip{})
	}
	entry := to.locs[to.fn.Entry]
	in.q.Locs[entry].Loop = true
	at := inst.locs[e.From]
	for i, s := range stmts {
		next := entry
		if i < len(stmts)-1 {
			next = in.newLoc(inst, in.p.Locs[e.From], e.Pos)
		}
		in.newEdge(e, at, next, s).Aux = e.Aux || i > 0
		at = next
	}
}

// read says whether one of args, which inst passes to to, reads v.
func (in *inliner) read(inst, to *instance, args []*ir.Expr, v *ir.Var) (found bool) {
	for _, a := range args {
		ir.EachVar(in.expr(inst, a), func(w *ir.Var) { found = found || v == w })
	}
	return found
}
