package smt

import (
	"context"

	"craig/logic/term"
)

// maxSimplify is the size up to which an interpolant is simplified.
const maxSimplify = 3000

// simplify drops conjuncts of interpolants that the parent does not need, from the root down, and if that is
// wanted looks for simpler ones.
func (j *job) simplify(ctx context.Context) {
	var prefer []term.Term
	if j.shape == Fewest && j.prefer != nil {
		prefer = j.prefer()
	}
	for k := len(j.parts) - 2; k >= 0; k-- {
		j.drop(ctx, k)
		if j.shape == Fewest && ctx.Err() == nil {
			j.beautify(ctx, k, prefer)
		}
	}
}

// drop drops conjuncts of k's interpolant that the parent does not need.
func (j *job) drop(ctx context.Context, k int) {
	cs := term.Conjuncts(j.itps[k])
	if len(cs) < 2 || term.Size(j.itps[k]) > maxSimplify {
		return
	}
	p := j.tree.parent[k]
	fs := []term.Term{j.needed[p], j.st.Not(j.itps[p])}
	for _, c := range j.tree.children[p] {
		if c != k {
			fs = append(fs, j.itps[c])
		}
	}
	if core, why := needs(ctx, j.solver, fs, cs); why == "" {
		j.itps[k] = j.st.And(core...)
	}
}
