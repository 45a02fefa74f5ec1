package pass

import (
	"slices"
	"strconv"

	"craig/internal/program/calls"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Returns says what Descents makes of calls that return.
type Returns uint8

const (
	// Skipped: a call may be one that returns, with any result and anything in what it may write, or one that does not, which goes on in the function.
	Skipped Returns = iota
	// Never: a call goes on in the function, and to return is the end of the execution.
	Never
)

// Descents is a program without calls, for whether executions of p end: memory is in regions, and calls have a callee. An execution that does not end
// has, at any time, calls that it has not returned from and never will. It goes from one to the next, and past all others. So with Skipped, if all executions of the
// result end, then so do those of p. With Never each execution of the result that has no end is one of p.
//
// Of results of calls that return, bounds are assumed, and each is an error where a function returns without it. If none can be reached, all hold: a call that returns first
// of those without one would be an execution that comes to the error, past calls that have returned with theirs.
//
// Locations and edges have their numbers. Variables of functions are variables of Main, of which there is one each: those of frames to which the
// execution does not come back.
func Descents(p *ir.Program, returns Returns, bounds []ir.ResultBound) *ir.Program {
	g := calls.Of(p)
	effects := g.Effects()
	q := p.Clone()
	q.Plain, q.Instances = nil, slices.Clone(p.Instances)
	main := q.Main
	vars := map[*ir.Var]*ir.Var{}
	variable := func(v *ir.Var) *ir.Var {
		if w := vars[v]; w != nil {
			return w
		}
		return v
	}
	unset := map[*ir.Func][]*ir.Var{} // variables that may be read before they are set
	for _, f := range g.Funcs {
		unset[f] = uninitialised(p, f, graph.PartOf(p, f))
		if f == p.Main {
			continue
		}
		f.AllVars(func(v *ir.Var) {
			c := *v
			c.Func = main
			vars[v] = &c
			main.Locals = append(main.Locals, &c)
		})
	}
	for _, f := range g.Funcs {
		if f == p.Main {
			continue
		}
		is := q.NewInstance(f.Name, 1, nil)
		for _, l := range f.Locs {
			info := q.Locs[l]
			info.Func, info.Instance = main, is
			main.Locs = append(main.Locs, l)
		}
	}
	for _, f := range q.Funcs {
		if f == main {
			continue
		}
		for _, l := range f.Locs {
			if q.Locs[l].Func != main {
				for _, id := range q.Locs[l].Out {
					q.Edges[id] = nil
				}
				q.Locs[l] = nil
			}
		}
	}
	q.Funcs = []*ir.Func{main}
	// Bounds of the results of functions that others call, and what parameters were at first that they speak of.
	boundsOf, first := map[*ir.Func][]ir.ResultBound{}, map[*ir.Var]*ir.Var{}
	for _, f := range g.Funcs {
		for _, b := range bounds {
			i, ok := b.Of(f)
			if !ok || f == p.Main || returns != Skipped {
				continue
			}
			boundsOf[f] = append(boundsOf[f], b)
			if i >= 0 && first[f.Params[i]] == nil && changes(p, f, f.Params[i]) {
				first[f.Params[i]] = q.NewTemp(main, f.Params[i].Type, f.Pos)
			}
		}
	}
	expr := func(e *ir.Expr) *ir.Expr {
		return ir.Map(e, func(e *ir.Expr) *ir.Expr {
			if e.Op == ir.OpVar {
				if v := variable(e.Var); v != e.Var {
					return ir.VarExpr(v)
				}
			}
			return e
		})
	}
	for _, e := range q.Edges[:len(p.Edges)] {
		if e == nil {
			continue
		}
		call, ok := e.Stmt.(*ir.Call)
		switch s := ir.MapExprs(e.Stmt, expr).(type) {
		case *ir.Assign:
			e.Stmt = &ir.Assign{Var: variable(s.Var), Expr: s.Expr}
		case *ir.Havoc:
			c := *s
			c.Var = variable(s.Var)
			e.Stmt = &c
		default:
			e.Stmt = s
		}
		if !ok {
			continue
		}
		f := call.Callee
		from, to := e.From, e.To
		// sequence leads from a location to another one by statements, of which the first may have an edge already.
		sequence := func(first *ir.Edge, from, to ir.Loc, stmts []ir.Stmt) {
			at := from
			for i, s := range stmts {
				next := to
				if i < len(stmts)-1 {
					next = q.NewLoc(main, e.Pos)
					q.Locs[next].Instance = q.Locs[from].Instance
				}
				if i == 0 && first != nil {
					first.Stmt = s
					q.Redirect(first.ID, next)
				} else {
					q.NewEdge(at, next, s, e.Pos).Aux = i > 0
				}
				at = next
			}
		}
		var down []ir.Stmt
		var params []ir.Stmt
		for i, a := range call.Args {
			t := q.NewTemp(main, f.Params[i].Type, e.Pos)
			down = append(down, &ir.Assign{Var: t, Expr: expr(a)})
			params = append(params, &ir.Assign{Var: variable(f.Params[i]), Expr: ir.VarExpr(t)})
		}
		down = append(down, params...)
		for _, x := range f.Params {
			if first[x] != nil {
				down = append(down, &ir.Assign{Var: first[x], Expr: ir.VarExpr(variable(x))})
			}
		}
		for _, v := range unset[f] {
			down = append(down, &ir.Havoc{Var: variable(v), Source: ir.FromUninitialised, Name: ir.CVar(v)})
		}
		if len(boundsOf[f]) > 0 { // what returns without a value has no bound
			down = append(down, &ir.Havoc{Var: variable(f.Result), Source: ir.FromUninitialised, Name: f.Name})
		}
		down = append(down, &ir.Skip{})
		sequence(e, from, f.Entry, down)
		if returns == Skipped {
			past := []ir.Stmt{&ir.Skip{}}
			var holds []ir.Stmt
			for _, b := range boundsOf[f] {
				if call.Result == nil || call.Result.Type != f.Result.Type {
					break
				}
				var given *ir.Var
				if i, _ := b.Of(f); i >= len(call.Args) {
					continue
				} else if i >= 0 {
					given = q.NewTemp(main, f.Params[i].Type, e.Pos)
					past = append(past, &ir.Assign{Var: given, Expr: expr(call.Args[i])})
				}
				holds = append(holds, &ir.Assume{Cond: b.Holds(variable(call.Result), given)})
			}
			for _, v := range effects[f].Writes {
				past = append(past, &ir.Havoc{Var: v, Source: ir.FromApproximation, Name: f.Name + strconv.Itoa(v.ID)})
			}
			if call.Result != nil {
				past = append(past, &ir.Havoc{Var: variable(call.Result), Source: ir.FromApproximation, Name: f.Name})
			}
			sequence(nil, from, to, append(past, holds...))
		}
	}
	for _, f := range g.Funcs {
		for _, b := range boundsOf[f] {
			var given *ir.Var
			if i, _ := b.Of(f); i >= 0 {
				if given = first[f.Params[i]]; given == nil {
					given = variable(f.Params[i])
				}
			}
			pos := q.Locs[f.Exit].Pos
			broken := q.NewLoc(main, pos)
			q.Locs[broken].Instance, q.Locs[broken].Goal = q.Locs[f.Exit].Instance, ir.Violates("termination")
			q.NewEdge(f.Exit, broken, &ir.Assume{Cond: ir.Not(b.Holds(variable(f.Result), given))}, pos).Aux = true
		}
	}
	graph.MarkLoops(q)
	return q
}

// changes says that f may give a variable another value.
func changes(p *ir.Program, f *ir.Func, v *ir.Var) bool {
	return slices.ContainsFunc(f.Locs, func(l ir.Loc) bool {
		return slices.ContainsFunc(p.Locs[l].Out, func(id ir.EdgeID) bool { return ir.Written(p.Edges[id].Stmt) == v })
	})
}
