package interleave

import "craig/internal/program/ir"

// Copier copies statements that are about other variables and objects then. Both functions give what they are given if it stays.
type Copier struct {
	Var    func(*ir.Var) *ir.Var
	Object func(*ir.Object) *ir.Object
}

// Expr is a copy of e.
func (k *Copier) Expr(e *ir.Expr) *ir.Expr {
	return ir.Map(e, func(e *ir.Expr) *ir.Expr {
		switch e.Op {
		case ir.OpVar:
			if v := k.Var(e.Var); v != e.Var {
				return ir.VarExpr(v)
			}
		case ir.OpAddr:
			if o := k.Object(e.Obj); o != e.Obj {
				return ir.AddrOf(e.Type, o)
			}
		}
		return e
	})
}

// Stmt is a copy of s.
func (k *Copier) Stmt(s ir.Stmt) ir.Stmt {
	switch m := ir.MapExprs(s, k.Expr).(type) {
	case *ir.Assume:
		return &ir.Assume{Cond: m.Cond, Fault: s.(*ir.Assume).Fault.Map(k.Expr)}
	case *ir.Assign:
		return &ir.Assign{Var: k.Var(m.Var), Expr: m.Expr}
	case *ir.Havoc:
		return &ir.Havoc{Var: k.Var(m.Var), Source: m.Source, Name: m.Name}
	case *ir.Clobber:
		c := *m
		if m.Result != nil {
			c.Result = k.Var(m.Result)
		}
		return &c
	case *ir.Free:
		c := *m
		if m.Site != nil {
			c.Site = k.Object(m.Site)
		}
		return &c
	case *ir.Alloc:
		c := *m
		c.Site = k.Object(m.Site)
		if m.Result != nil {
			c.Result = k.Var(m.Result)
		}
		return &c
	case *ir.Call:
		c := *m
		if m.Result != nil {
			c.Result = k.Var(m.Result)
		}
		return &c
	default:
		return m
	}
}
