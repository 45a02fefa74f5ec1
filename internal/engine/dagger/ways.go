package dagger

import (
	"slices"

	"craig/internal/program/ir"
	"craig/internal/program/pass"
)

// ways lists the edges into goals.
func ways(p *ir.Program, goals []ir.Loc) []ir.EdgeID {
	var in []ir.EdgeID
	for _, g := range goals {
		in = append(in, p.Loc(g).In...)
	}
	return in
}

// only is the slice of p for those of the goals that some edges lead to; others into goals end
// elsewhere. If invariants of such programs say that no goal is reached, their conjunction says it of
// all edges, since no execution goes on after a goal.
func only(p *ir.Program, goals []ir.Loc, in ...ir.EdgeID) (small *ir.Program, open []ir.Loc, back pass.Lift) {
	q := p.Clone()
	for _, id := range ways(p, goals) {
		switch to := q.Edges[id].To; {
		case !slices.Contains(in, id):
			q.Redirect(id, q.Main.Exit)
		case !slices.Contains(open, to):
			open = append(open, to)
		}
	}
	small, back = pass.Slice(q, open)
	return small, open, back
}
