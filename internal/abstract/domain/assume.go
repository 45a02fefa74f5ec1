package domain

import "craig/internal/program/ir"

// Bounds of what AssumeAny looks at, in subexpressions: of a disjunction at all, and of what is negated in it.
const (
	maxDisjunction = 4096
	maxNegated     = 48
)

// MaxTogether is how large a condition may be, in subexpressions, whose operands are looked at together where each alone does
// not decide it.
const MaxTogether = 1024

// AssumeAny is what a domain's Assume does where one of the operands of c, an OpLAnd or OpLOr, has the truth value truth: the
// first one that has, after others that have not. Of a large c it gives s, and large operands are not negated, since
// what is inside of them would be looked at twice for each level of nesting.
func AssumeAny[S any](d Lattice[S], assume func(s S, c *ir.Expr, truth bool) S, s S, c *ir.Expr, truth bool) S {
	if ir.Larger(c, maxDisjunction) {
		return s
	}
	some := d.Bottom()
	operands := ir.Operands(c)
	for i, a := range operands {
		some = d.Join(some, assume(s, a, truth))
		if i+1 == len(operands) || ir.Larger(a, maxNegated) {
			continue
		}
		if s = assume(s, a, !truth); d.IsBottom(s) {
			break
		}
	}
	return some
}
