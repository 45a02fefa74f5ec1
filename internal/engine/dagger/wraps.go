package dagger

import "craig/internal/program/ir"

// byWraps are the alternatives of e, each taken apart by which of its operations wrap: then all of them
// are linear where they are without wrapping.
func byWraps(mode ir.Mode, e *ir.Edge) [][]*ir.Edge {
	var all [][]*ir.Edge
	for _, steps := range alternatives(e) {
		split := [][]*ir.Edge{nil}
		for _, step := range steps {
			split = product(split, stepByWraps(mode, step))
		}
		all = append(all, split...)
	}
	return all
}

// stepByWraps puts conditions before a step that say of its operations whether they wrap.
func stepByWraps(mode ir.Mode, e *ir.Edge) [][]*ir.Edge {
	var expr *ir.Expr
	switch s := e.Stmt.(type) {
	case *ir.Assume:
		expr = s.Cond
	case *ir.Assign:
		expr = s.Expr
	default:
		return [][]*ir.Edge{{e}}
	}
	split := [][]*ir.Edge{nil}
	for _, op := range wrapping(mode, expr) {
		if 2*len(split) > maxVariants {
			break
		}
		in, out := *e, *e
		fits := &ir.Expr{Op: ir.OpInRange, Type: ir.Bool, Args: []*ir.Expr{op}}
		in.Stmt, out.Stmt = &ir.Assume{Cond: fits}, &ir.Assume{Cond: negation(fits)}
		split = product(split, [][]*ir.Edge{{&in}, {&out}})
	}
	return product(split, [][]*ir.Edge{{e}})
}

// wrapping lists the sums and differences in e that may wrap, inner ones first.
func wrapping(mode ir.Mode, e *ir.Expr) []*ir.Expr {
	var ops []*ir.Expr
	for _, a := range e.Args {
		ops = append(ops, wrapping(mode, a)...)
	}
	if (e.Op == ir.OpAdd || e.Op == ir.OpSub) && !e.NoWrap && mode.Wraps(e.Type) {
		ops = append(ops, e)
	}
	return ops
}
