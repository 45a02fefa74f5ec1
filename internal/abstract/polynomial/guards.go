package polynomial

import (
	"slices"

	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// maxConditions bounds the conditions of a loop.
const maxConditions = 8

// place is a loop head, with what is looked at there.
type place struct {
	vars       []*ir.Var
	conditions []*ir.Expr // comparisons within the loop, over vars
	exits      []*ir.Expr // those of branches out of it
}

// places are the loop heads.
func (a *analysis) places() map[ir.Loc]place {
	found := map[ir.Loc]place{}
	loops := looptree.Of(a.Program, a.Program.Main)
	for _, l := range a.Joins {
		if !a.Program.Loc(l).Loop {
			continue
		}
		var at place
		for _, v := range a.Live[l] {
			if v.Type.Kind == ir.Integer && v.Type.Bits > 1 {
				at.vars = append(at.vars, v)
			}
		}
		for _, m := range loops.Members(l) {
			out := a.Program.Loc(m).Out
			conditions := &at.conditions
			if slices.ContainsFunc(out, func(id ir.EdgeID) bool { return !loops.Contains(l, a.Program.Edge(id).To) }) {
				conditions = &at.exits
			}
			for _, id := range out {
				if e := a.Program.Edge(id); e.Branch != 2 {
					ir.Exprs(e.Stmt, func(x *ir.Expr) { comparisons(x, at.vars, conditions) })
				}
			}
		}
		found[l] = at
	}
	return found
}

// comparisons adds those of integers in x that are over vars.
func comparisons(x *ir.Expr, vars []*ir.Var, to *[]*ir.Expr) {
	ir.Walk(x, func(e *ir.Expr) bool {
		if !isComparison(e.Op) {
			return true
		}
		known := e.Args[0].Type.Kind == ir.Integer
		ir.Walk(e, func(x *ir.Expr) bool {
			known = known && x.Op != ir.OpLoad && (x.Op != ir.OpVar || slices.Contains(vars, x.Var))
			return known
		})
		if known && len(*to) < maxConditions {
			*to = append(*to, e)
		}
		return false
	})
}

func isComparison(op ir.Op) bool { return ir.OpEq <= op && op <= ir.OpGe }

// bounds are the comparisons of a place, with equality, in both directions.
func (a *analysis) bounds(at place) (fs []term.Term) {
	st := a.Store
	for _, c := range slices.Concat(at.exits, at.conditions) {
		x, y := a.Expr(c.Args[0], a.Var), a.Expr(c.Args[1], a.Var)
		fs = append(fs, st.Le(x, y), st.Le(y, x))
		switch c.Op { // a counter goes one step further
		case ir.OpLe:
			fs = append(fs, st.Le(x, st.Add(y, st.Int(1))))
		case ir.OpGe:
			fs = append(fs, st.Le(y, st.Add(x, st.Int(1))))
		}
	}
	return fs
}
