package polynomial

import (
	"slices"

	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Limits of constants that become variables.
const (
	maxConstants = 3  // of a program
	deep         = 64 // an execution does not come to the end of a loop with more rounds
)

// constants are large numbers that conditions of loops compare with, each as a variable of another program: what holds whatever they are
// can be seen in executions with small ones, which come to the ends of loops.
type constants struct {
	program *ir.Program
	vars    []*ir.Var
	values  []num.Int
}

// small are numbers for the variables, in the order of their values.
func (cs *constants) small(run int) map[*ir.Var]num.Int {
	order := make([]int, len(cs.vars))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cs.values[i].Cmp(cs.values[j]) })
	small, n := map[*ir.Var]num.Int{}, int64(0)
	for k, i := range order {
		n += 1 + int64(run*(k+1)+k*k)%int64(3+run/8)
		small[cs.vars[i]] = num.I(n)
	}
	return small
}

// constantsOf makes them of p; ok is false if there are none, or too many.
func constantsOf(p *ir.Program) (cs constants, ok bool) {
	depth := looptree.Of(p, p.Main).Depth
	q := p.Clone()
	cs.program = q
	for _, e := range q.Edges {
		if e == nil || depth[e.From] == 0 {
			continue
		}
		if s, ok := e.Stmt.(*ir.Assume); ok {
			e.Stmt = &ir.Assume{Cond: cs.replaced(s.Cond)}
		}
	}
	return cs, len(cs.vars) > 0 && len(cs.vars) <= maxConstants
}

// replaced is c with variables for constants.
func (cs *constants) replaced(c *ir.Expr) *ir.Expr {
	return ir.Map(c, func(x *ir.Expr) *ir.Expr {
		if !isComparison(x.Op) || !x.Args[1].IsConst() || x.Args[1].Type.Kind != ir.Integer || x.Args[1].Val.Abs().Less(num.I(deep)) {
			return x
		}
		n := x.Args[1]
		for i, v := range cs.vars {
			if v.Type == n.Type && cs.values[i].Cmp(n.Val) == 0 {
				return ir.Compare(x.Op, x.Args[0], ir.VarExpr(v))
			}
		}
		v := cs.program.NewGlobal("constant", "", n.Type, ir.Pos{})
		cs.vars, cs.values = append(cs.vars, v), append(cs.values, n.Val)
		return ir.Compare(x.Op, x.Args[0], ir.VarExpr(v))
	})
}

// place is at in the program with the variables.
func (cs *constants) place(at place) place {
	more := place{vars: slices.Concat(at.vars, cs.vars)}
	for _, c := range at.conditions {
		more.conditions = append(more.conditions, cs.replaced(c))
	}
	return more
}
