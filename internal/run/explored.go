package run

import (
	"context"
	"slices"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// visited is the proof of p that one of small is, and what the certifier says of it. If small's variables are not enough, since a pass has computed with what others
// hold, these are kept too where they are live.
func visited(ctx context.Context, p, small *ir.Program, proof verdict.Explored) (verdict.Explored, error) {
	err := certify.Explored(ctx, p, proof)
	if err == nil || ctx.Err() != nil || certify.HasCalls(p) {
		return proof, err
	}
	names := map[string]bool{}
	small.AllVars(func(v *ir.Var) { names[v.Name] = true })
	n, succ := graph.OfFunc(p, p.Main)
	order := graph.ReversePostOrder(n, succ, int(p.Main.Entry))
	more := verdict.Explored{States: proof.States, Kept: map[ir.Loc][]string{}}
	for l, live := range graph.LiveVars(p, order) {
		at := ir.Loc(l)
		kept, ok := proof.Kept[at]
		if p.Locs[at] == nil || !ok && !p.Locs[at].Loop {
			continue
		}
		kept = slices.Clone(kept)
		for _, v := range live {
			if v.Type.Kind == ir.Integer && !names[v.Name] {
				kept = append(kept, v.Name)
			}
		}
		more.Kept[at] = kept
	}
	return more, certify.Explored(ctx, p, more)
}
