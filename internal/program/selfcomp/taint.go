package selfcomp

import (
	"strings"

	"craig/internal/program/ir"
)

// secret tells whether a statement gives a secret input.
func secret(h *ir.Havoc) bool {
	return h.Source == ir.FromCall && strings.HasPrefix(h.Name, Secret)
}

// tainted are the variables and regions of p that may differ in two executions with the same public inputs which have gone the same way.
// What is left open, which a condition that depends on a secret decides, is among them; and what is not modelled.
func tainted(p *ir.Program) map[*ir.Var]bool {
	set := map[*ir.Var]bool{}
	open := map[*ir.Var]bool{}
	for _, e := range p.Edges {
		if e == nil {
			continue
		}
		if h, ok := e.Stmt.(*ir.Havoc); ok {
			switch {
			case secret(h), h.Source == ir.FromApproximation:
				set[h.Var] = true
			case h.Source.Open():
				open[h.Var] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		mark := func(v *ir.Var) {
			if v != nil && !set[v] {
				set[v], changed = true, true
			}
		}
		for _, e := range p.Edges {
			if e == nil {
				continue
			}
			switch s := e.Stmt.(type) {
			case *ir.Assign:
				if !declassified(s.Var) && differs(s.Expr, set) {
					mark(s.Var)
				}
			case *ir.Store:
				if differs(s.Addr, set) || differs(s.Val, set) {
					mark(s.Region)
				}
			case *ir.Assume:
				if differs(s.Cond, set) {
					ir.EachVar(s.Cond, func(v *ir.Var) {
						if open[v] {
							mark(v)
						}
					})
				}
			}
		}
	}
	return set
}

// differs tells whether an expression may have two values.
func differs(x *ir.Expr, set map[*ir.Var]bool) (found bool) {
	ir.EachVar(x, func(v *ir.Var) { found = found || set[v] })
	return found
}

// declassified tells whether v is the parameter of a call of Declassify.
func declassified(v *ir.Var) bool {
	return v.CName != "" && v.Function() == Declassify
}
