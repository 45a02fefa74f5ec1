package resultfile

import (
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// Bound is what the only place of a tuple bounds by one more than it is at first, or by 0 if it is negative.
type Bound string

const (
	Rounds Bound = "rounds" // of a loop, each time that it is come to
	Depth  Bound = "depth"  // how deep calls of a function nest in the first one
)

// BoundOf is what the tuple of l bounds; "" if that is nothing by itself.
func BoundOf(p *ir.Program, proof verdict.Ranks, l ir.Loc) Bound {
	switch {
	case len(proof.Tuples[l]) != 1:
	case Nests(p, l) && apart(p, proof, l):
		return Depth
	case alone(p, proof, l):
		return Rounds
	}
	return ""
}

// alone says that l is the head of a loop whose rounds are all that executions come to l for.
func alone(p *ir.Program, proof verdict.Ranks, l ir.Loc) bool {
	if slices.ContainsFunc(p.Instances, func(i *ir.Instance) bool { return len(i.Calls) == 0 }) { // by pass.Descents, which leaves out calls that return
		return false
	}
	return apart(p, proof, l)
}

// Nests says that l is where calls of a function that calls itself begin: pass.Descents has made edges from the calls, which do nothing.
func Nests(p *ir.Program, l ir.Loc) bool {
	info := p.Locs[l]
	return info.Instance != nil && len(info.Instance.Calls) == 0 && info.LoopPos == info.Pos && len(info.In) > 1 && !slices.ContainsFunc(info.In, func(id ir.EdgeID) bool {
		_, skip := p.Edges[id].Stmt.(*ir.Skip)
		return !skip || !p.Edges[id].Aux || p.Edges[id].Pos == info.Pos
	})
}

// apart says that no execution comes from l to another place with a rank and back to l.
func apart(p *ir.Program, proof verdict.Ranks, l ir.Loc) bool {
	from := func(l ir.Loc) map[ir.Loc]bool {
		seen := map[ir.Loc]bool{}
		stack := []ir.Loc{l}
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, to := range p.Succs(at, nil) {
				if !seen[to] {
					seen[to] = true
					stack = append(stack, to)
				}
			}
		}
		return seen
	}
	after := from(l)
	for other := range proof.Tuples {
		if other != l && after[other] && from(other)[l] {
			return false
		}
	}
	return true
}
