package alias

import "craig/internal/program/ir"

// An operation on floats that gives a NaN gives any, though terms have one for all: which one it is can
// be seen only where a float that was computed lies in memory that is accessed as something else. Copies
// keep the bits.

// openNaN is val, which an access stores; if it is a float that may be a computed NaN, and memory is read
// as something else, any NaN in the place of that.
func (w *lowering) openNaN(acc *access, val *ir.Expr) *ir.Expr {
	if pt := acc.part; !val.Type.IsFloat() || pt.kind == emptyPart || pt.cell == val.Type {
		return val
	}
	if w.computed == nil {
		w.computed = computedFloats(w.p)
	}
	if !mayBeComputed(val, w.computed) {
		return val
	}
	v := w.p.NewTemp(w.p.Locs[w.edge.From].Func, val.Type, w.edge.Pos)
	w.nans = append(w.nans, v)
	any := ir.VarExpr(v)
	open := ir.Ite(ir.IsNaN(any), any, ir.FloatConst(val.Type, val.Type.Format().NaN()))
	return ir.Ite(ir.IsNaN(val), open, val)
}

// mayBeComputed says whether the float e may be the result of an operation that gives NaNs; variables
// are those that may.
func mayBeComputed(e *ir.Expr, variables map[*ir.Var]bool) bool {
	switch e.Op {
	case ir.OpConst, ir.OpLoad, ir.OpCast, ir.OpFOfInt:
		return false
	case ir.OpVar:
		return variables[e.Var]
	case ir.OpFNeg, ir.OpFAbs:
		return mayBeComputed(e.Args[0], variables)
	case ir.OpIte:
		return mayBeComputed(e.Args[1], variables) || mayBeComputed(e.Args[2], variables)
	}
	return true
}

// computedFloats are the variables that may hold results of operations on floats.
func computedFloats(p *ir.Program) map[*ir.Var]bool {
	computed := map[*ir.Var]bool{}
	for changed := true; changed; {
		changed = false
		set := func(v *ir.Var, from *ir.Expr) {
			if v != nil && v.Type.IsFloat() && !computed[v] && mayBeComputed(from, computed) {
				computed[v], changed = true, true
			}
		}
		for _, e := range p.Edges {
			if e == nil {
				continue
			}
			switch s := e.Stmt.(type) {
			case *ir.Assign:
				set(s.Var, s.Expr)
			case *ir.Call:
				callees := p.Funcs // through a pointer
				if s.Callee != nil {
					callees = []*ir.Func{s.Callee}
				}
				for _, g := range callees {
					for i, v := range g.Params {
						if i < len(s.Args) && s.Args[i].Type == v.Type {
							set(v, s.Args[i])
						}
					}
					if s.Result != nil && g.Result != nil && g.Result.Type == s.Result.Type {
						set(s.Result, ir.VarExpr(g.Result))
					}
				}
			}
		}
	}
	return computed
}
