package run

import (
	"context"
	"maps"
	"slices"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// visited is the proof of p that one of small is, and what the certifier says of it. If small's variables are not enough, since a pass has computed with what others
// hold, these are kept too, everywhere.
func visited(ctx context.Context, p, small *ir.Program, proof verdict.Explored) (verdict.Explored, error) {
	err := certify.Explored(ctx, p, proof)
	if err == nil || ctx.Err() != nil {
		return proof, err
	}
	names := map[string]bool{}
	small.AllVars(func(v *ir.Var) { names[v.Name] = true })
	var others []string
	p.AllVars(func(v *ir.Var) {
		if !names[v.Name] && v.Type.Kind == ir.Integer {
			others = append(others, v.Name)
		}
	})
	if len(others) == 0 {
		return proof, err
	}
	more := verdict.Explored{States: proof.States, Kept: maps.Clone(proof.Kept)}
	for l, list := range more.Kept {
		more.Kept[l] = slices.Concat(list, others)
	}
	return more, certify.Explored(ctx, p, more)
}
