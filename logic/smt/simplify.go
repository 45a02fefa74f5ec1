package smt

import (
	"context"

	"craig/logic/term"
)

// maxSimplify is the size up to which an interpolant is simplified.
const maxSimplify = 3000

// simplify drops conjuncts of interpolants that the parent does not need, from the root down.
func (j *job) simplify(ctx context.Context) {
	e := j.solver
	for k := len(j.parts) - 2; k >= 0; k-- {
		cs := term.Conjuncts(j.itps[k])
		if len(cs) < 2 || term.Size(j.itps[k]) > maxSimplify {
			continue
		}
		p := j.tree.parent[k]
		fs := []term.Term{j.needed[p], j.st.Not(j.itps[p])}
		for _, c := range j.tree.children[p] {
			if c != k {
				fs = append(fs, j.itps[c])
			}
		}
		if core, why := needs(ctx, e, fs, cs); why == "" {
			j.itps[k] = j.st.And(core...)
		}
	}
}
