package dagger

import (
	"craig/internal/abstract/domain/interval"
	"craig/internal/program/ir"
)

// maxVariants bounds the edges made of one path; conditions beyond stay as they are.
const maxVariants = 16

// variant is a step sequence, and what intervals say after it.
type variant struct {
	steps []*ir.Edge
	box   interval.State
}

// variants are the step sequences that together execute path, without disjunctions as far as
// that does not make too many. Sequences are left out that intervals refute, such as those that
// set a flag and test that it is not set.
func variants(d *interval.Domain, path []*ir.Edge) []variant {
	return variantsBy(d, path, alternatives)
}

// variantsBy is variants with the given alternatives of one edge.
func variantsBy(d *interval.Domain, path []*ir.Edge, alternatives func(*ir.Edge) [][]*ir.Edge) []variant {
	all := []variant{{box: d.Top()}}
	for _, e := range path {
		next := extend(d, all, alternatives(e))
		if len(next) > maxVariants {
			next = extend(d, all, [][]*ir.Edge{{e}})
		}
		all = next
	}
	return all
}

// extend lists the sequences that begin as one of all and go on as one of steps.
func extend(d *interval.Domain, all []variant, steps [][]*ir.Edge) []variant {
	var longer []variant
	for _, v := range all {
		for _, s := range steps {
			box := v.box
			for _, e := range s {
				box = d.Post(box, e)
			}
			if !d.IsBottom(box) {
				longer = append(longer, variant{append(v.steps[:len(v.steps):len(v.steps)], s...), box})
			}
		}
	}
	return longer
}

// product lists the sequences of one of as and one of bs.
func product(as, bs [][]*ir.Edge) [][]*ir.Edge {
	all := make([][]*ir.Edge, 0, len(as)*len(bs))
	for _, a := range as {
		for _, b := range bs {
			all = append(all, append(append(make([]*ir.Edge, 0, len(a)+len(b)), a...), b...))
		}
	}
	return all
}

// alternatives are step sequences of which one executes as e does: by the disjuncts of a condition
// and by the truth of conditions within expressions.
func alternatives(e *ir.Edge) [][]*ir.Edge {
	with := func(s ir.Stmt) *ir.Edge {
		part := *e
		part.Stmt = s
		return &part
	}
	var expr *ir.Expr
	var rebuild func(*ir.Expr) ir.Stmt
	switch s := e.Stmt.(type) {
	case *ir.Assume:
		expr, rebuild = s.Cond, func(x *ir.Expr) ir.Stmt { return &ir.Assume{Cond: x} }
	case *ir.Assign:
		expr, rebuild = s.Expr, func(x *ir.Expr) ir.Stmt { return &ir.Assign{Var: s.Var, Expr: x} }
	default:
		return [][]*ir.Edge{{e}}
	}
	if c := choice(expr); c != nil {
		yes, no := ir.ConstInt(c.Type, 1), ir.ConstInt(c.Type, 0)
		if c.Op == ir.OpIte {
			yes, no = c.Args[1], c.Args[2]
		}
		then := product(alternatives(with(&ir.Assume{Cond: c.Args[0]})), alternatives(with(rebuild(replace(expr, c, yes)))))
		otherwise := product(alternatives(with(&ir.Assume{Cond: negation(c.Args[0])})), alternatives(with(rebuild(replace(expr, c, no)))))
		if len(then)+len(otherwise) <= maxVariants {
			return append(then, otherwise...)
		}
		return [][]*ir.Edge{{e}}
	}
	if _, ok := e.Stmt.(*ir.Assume); !ok {
		return [][]*ir.Edge{{e}}
	}
	var all [][]*ir.Edge
	for _, d := range disjuncts(expr, true) {
		if !constantlyFalse(d) {
			all = append(all, []*ir.Edge{with(&ir.Assume{Cond: d})})
		}
	}
	return all
}

// choice is a part of e whose value depends on a condition; nil if there is none.
func choice(e *ir.Expr) *ir.Expr {
	if e.Op == ir.OpOfBool || e.Op == ir.OpIte {
		return e
	}
	for _, a := range e.Args {
		if c := choice(a); c != nil {
			return c
		}
	}
	return nil
}

// replace puts by in the place of the part old of e.
func replace(e, old, by *ir.Expr) *ir.Expr {
	if e == old {
		return by
	}
	for i, a := range e.Args {
		if b := replace(a, old, by); b != a {
			f := *e
			f.Args = append([]*ir.Expr(nil), e.Args...)
			f.Args[i] = b
			e = &f
		}
	}
	return e
}

func negation(c *ir.Expr) *ir.Expr {
	return &ir.Expr{Op: ir.OpNot, Type: c.Type, Args: []*ir.Expr{c}}
}

// constantlyFalse recognises comparisons of numbers that do not hold.
func constantlyFalse(c *ir.Expr) bool {
	if c.Op < ir.OpEq || c.Op > ir.OpGe || !c.Args[0].IsConst() || !c.Args[1].IsConst() {
		return c.IsFalse()
	}
	order := c.Args[0].Val.Cmp(c.Args[1].Val)
	switch c.Op {
	case ir.OpEq:
		return order != 0
	case ir.OpNe:
		return order == 0
	case ir.OpLt:
		return order >= 0
	case ir.OpLe:
		return order > 0
	case ir.OpGt:
		return order <= 0
	}
	return order < 0
}

// maxDisjuncts bounds the conditions made of one: a conjunction of n disjunctions has 2ⁿ.
const maxDisjuncts = 256

// disjuncts lists conditions of which one holds iff c has the truth value truth, without
// disjunctions and disequalities between numbers as far as that does not make too many.
func disjuncts(c *ir.Expr, truth bool) []*ir.Expr {
	with := func(op ir.Op, args ...*ir.Expr) *ir.Expr { return &ir.Expr{Op: op, Type: c.Type, Args: args} }
	switch {
	case c.Op == ir.OpNot:
		return disjuncts(c.Args[0], !truth)
	case c.Op == ir.OpLAnd || c.Op == ir.OpLOr:
		a, b := disjuncts(c.Args[0], truth), disjuncts(c.Args[1], truth)
		if (c.Op == ir.OpLOr) == truth {
			if len(a)+len(b) > maxDisjuncts {
				break
			}
			return append(a, b...)
		}
		if len(a)*len(b) > maxDisjuncts {
			break
		}
		var both []*ir.Expr
		for _, x := range a {
			for _, y := range b {
				both = append(both, with(ir.OpLAnd, x, y))
			}
		}
		return both
	case (c.Op == ir.OpNe && truth || c.Op == ir.OpEq && !truth) && c.Args[0].Type.IsNumber():
		return []*ir.Expr{with(ir.OpLt, c.Args...), with(ir.OpGt, c.Args...)}
	}
	if !truth {
		return []*ir.Expr{negation(c)}
	}
	return []*ir.Expr{c}
}
