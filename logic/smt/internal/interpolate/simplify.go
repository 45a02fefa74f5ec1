package interpolate

import (
	"context"

	"craig/logic/term"
)

// maxSimplify is the size up to which an interpolant is simplified.
const maxSimplify = 3000

// simplify drops conjuncts of interpolants that the parent does not need, from the root down, and if that is
// wanted looks for simpler ones.
func (j *Job) simplify(ctx context.Context) {
	var prefer []term.Term
	if j.Shape == Fewest && j.Prefer != nil {
		prefer = j.Prefer()
	}
	for k := len(j.Parts) - 2; k >= 0; k-- {
		j.drop(ctx, k)
		if j.Shape == Fewest && ctx.Err() == nil {
			j.beautify(ctx, k, prefer)
		}
	}
}

// drop drops conjuncts of k's interpolant that the parent does not need.
func (j *Job) drop(ctx context.Context, k int) {
	cs := term.Conjuncts(j.Itps[k])
	if len(cs) < 2 || term.Size(j.Itps[k]) > maxSimplify {
		return
	}
	p := j.Tree.Parent[k]
	fs := []term.Term{j.Needed[p], j.Store.Not(j.Itps[p])}
	for _, c := range j.Tree.children[p] {
		if c != k {
			fs = append(fs, j.Itps[c])
		}
	}
	if core, why := needs(ctx, j.Solver, fs, cs); why == "" {
		j.Itps[k] = j.Store.And(core...)
	}
}
