package thread

import (
	"craig/internal/program/ir"
)

// constants puts the addresses and numbers that local variables always have where they are used: which lock a function is given decides whether threads
// meet there. A variable counts that has one assignment and no other value.
func constants(p *ir.Program) {
	for {
		writes := map[*ir.Var]int{}
		value := map[*ir.Var]*ir.Expr{}
		for _, e := range p.Edges {
			if e == nil {
				continue
			}
			v := ir.Written(e.Stmt)
			if v == nil || v.Func == nil {
				continue
			}
			writes[v]++
			if s, ok := e.Stmt.(*ir.Assign); ok && constant(s.Expr) {
				value[v] = s.Expr
			}
		}
		changed := false
		replace := func(e *ir.Expr) *ir.Expr {
			return ir.Map(e, func(x *ir.Expr) *ir.Expr {
				if x.Op == ir.OpVar && writes[x.Var] == 1 && value[x.Var] != nil {
					changed = true
					return value[x.Var]
				}
				return x
			})
		}
		for _, e := range p.Edges {
			if e != nil {
				e.Stmt = ir.MapExprs(e.Stmt, replace)
			}
		}
		if !changed {
			return
		}
	}
}

// constant tells whether an expression has one value: it has neither variables nor loads.
func constant(e *ir.Expr) bool {
	yes := true
	ir.Walk(e, func(x *ir.Expr) bool {
		switch x.Op {
		case ir.OpConst, ir.OpAddr, ir.OpPtrAdd, ir.OpCast:
		default:
			yes = false
		}
		return yes
	})
	return yes
}
