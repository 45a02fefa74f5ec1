package smt

import (
	"context"

	"craig/logic/term"
)

// fill computes the interpolants that are missing. The reason is "" if all are there.
func (p *interpolator) fill(ctx context.Context, parts, itps []term.Term) string {
	for k := len(parts) - 1; k > 0; k-- {
		if !itps[k].Valid() {
			return "incomplete: a lemma mixes the sides"
		}
		p.stats.Proof++
	}
	return ""
}

// simplify drops conjuncts of interpolants that the next one does not need.
func (p *interpolator) simplify(ctx context.Context, parts, itps []term.Term) {
	e := New(p.st)
	for k := len(parts) - 1; k > 0; k-- {
		cs := term.Conjuncts(itps[k])
		if len(cs) < 2 {
			continue
		}
		e.Push()
		e.Assert(parts[k])
		e.Assert(p.st.Not(itps[k+1]))
		if a := e.Check(ctx, cs...); a.Status == Unsat {
			itps[k] = p.st.And(a.Core...)
		}
		e.Pop()
	}
}
