package interval

import "craig/internal/program/ir"

// Pre describes at least the states of context from which e's statement may lead to s, and none
// outside of context. It is the least such box, if the statement is x := ±y + c, of one variable or none
// and without wrapping, a comparison of a variable with a constant, a havoc, or a choice of one of these.
func (d *Domain) Pre(context, s State, e *ir.Edge) State {
	if context.bottom || s.bottom {
		return d.Bottom()
	}
	switch stmt := e.Stmt.(type) {
	case *ir.Assign:
		if d.isFloat(stmt.Var.Type) {
			return d.restrictFloat(d.Meet(context, d.forget(s, stmt.Var)), stmt.Expr, d.float(s, stmt.Var))
		}
		if stmt.Var.Type.Kind != ir.Memory {
			return d.restrict(d.Meet(context, d.forget(s, stmt.Var)), stmt.Expr, d.Get(s, stmt.Var))
		}
	case *ir.Assume:
		return d.Assume(d.Meet(context, s), stmt.Cond, true)
	case *ir.Havoc:
		s = d.forget(s, stmt.Var)
	case *ir.Call, *ir.Alloc:
		s = d.forget(s, d.p.Globals...)
		if v := ir.Written(stmt); v != nil {
			s = d.forget(s, v)
		}
	}
	return d.Meet(context, s)
}

// forget drops what s says of vars.
func (d *Domain) forget(s State, vars ...*ir.Var) State {
	for _, v := range vars {
		s = d.set(s, v, d.Type(v.Type))
	}
	return s
}
