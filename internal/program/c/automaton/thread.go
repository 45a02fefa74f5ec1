package automaton

import "craig/internal/program/ir"

// thread leads each assignment to a temporary, behind which the program branches on nothing but that, to where it goes from there: the two parts
// of a condition such as a && f() are branches of their own then. The temporary must be used nowhere else.
func thread(p *ir.Program, f *ir.Func, labelled map[ir.Loc]ir.Pos) (changed bool) {
	uses := occurrences(p, f)
	gone := map[ir.Loc]bool{}
	for _, l := range f.Locs {
		info := p.Loc(l)
		if l == f.Entry || l == f.Exit || info.IsGoal() || info.LoopPos != (ir.Pos{}) || labelled[l] != (ir.Pos{}) || len(info.Out) != 2 || len(info.In) < 2 {
			continue
		}
		yes, no := p.Edge(info.Out[0]), p.Edge(info.Out[1])
		c, ok := yes.Stmt.(*ir.Assume)
		if !ok || yes.Branch != 1 || no.Branch != 2 || yes.Case {
			continue
		}
		v := decides(p, f, info, c.Cond)
		if v == nil || uses[v] != len(info.In)+2 {
			continue
		}
		for _, in := range append([]ir.EdgeID(nil), info.In...) {
			e := p.Edge(in)
			value := e.Stmt.(*ir.Assign).Expr
			cond := ir.Subst(c.Cond, func(*ir.Var) *ir.Expr { return value })
			switch {
			case cond.IsConst():
				to := no.To
				if cond.IsTrue() {
					to = yes.To
				}
				e.Stmt, e.Aux = &ir.Skip{}, true
				p.Redirect(in, to)
			default:
				p.RemoveEdge(in)
				y, n := p.NewBranch(e.From, cond, yes.To, no.To, e.Pos)
				y.Aux, n.Aux = yes.Aux, no.Aux
			}
		}
		gone[l], changed = true, true
	}
	p.RemoveLocs(f, func(l ir.Loc) bool { return gone[l] })
	return changed
}

// decides is the temporary that a condition is about, if all edges into its location give it a value, one of them a number; otherwise nil.
func decides(p *ir.Program, f *ir.Func, at *ir.LocInfo, cond *ir.Expr) *ir.Var {
	var v *ir.Var
	count, loads := 0, false
	ir.Walk(cond, func(x *ir.Expr) bool {
		if x.Op == ir.OpVar {
			v = x.Var
			count++
		}
		loads = loads || x.Op == ir.OpLoad
		return true
	})
	if count != 1 || loads || v.Func != f || v.CName != "" || v == f.Result {
		return nil
	}
	number := false
	for _, in := range at.In {
		a, ok := p.Edge(in).Stmt.(*ir.Assign)
		if !ok || a.Var != v {
			return nil
		}
		number = number || a.Expr.IsConst()
	}
	if !number {
		return nil
	}
	return v
}

// occurrences counts where the statements of a function read or write each variable.
func occurrences(p *ir.Program, f *ir.Func) map[*ir.Var]int {
	uses := map[*ir.Var]int{}
	for _, l := range f.Locs {
		for _, id := range p.Loc(l).Out {
			switch s := p.Edge(id).Stmt.(type) {
			case *ir.Assign:
				uses[s.Var]++
			case *ir.Havoc:
				uses[s.Var]++
			case *ir.Alloc:
				uses[s.Result]++
			case *ir.Call:
				uses[s.Result]++
			}
			ir.Exprs(p.Edge(id).Stmt, func(e *ir.Expr) { ir.EachVar(e, func(v *ir.Var) { uses[v]++ }) })
		}
	}
	return uses
}

// CutReturns leaves out what follows calls of functions whose ends nothing reaches, in all functions that have been finished.
func CutReturns(p *ir.Program) {
	for again := true; again; {
		again = false
		for _, f := range p.Funcs {
			if !f.Defined {
				continue
			}
			cut := false
			for _, l := range f.Locs {
				for _, id := range p.Loc(l).Out {
					e := p.Edge(id)
					c, ok := e.Stmt.(*ir.Call)
					if !ok || c.Callee == nil || !c.Callee.Defined || len(p.Loc(c.Callee.Exit).In) > 0 || c.Callee.Entry == c.Callee.Exit {
						continue
					}
					if e.To == f.Exit || len(p.Loc(e.To).Out) > 0 {
						p.Redirect(id, p.NewLoc(f, e.Pos))
						cut = true
					}
				}
			}
			if cut {
				reached := search(p, f)
				p.RemoveLocs(f, func(l ir.Loc) bool { return !reached[l] && l != f.Exit })
				heads(p, f, nil)
				again = true
			}
		}
	}
}
