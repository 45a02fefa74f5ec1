package pass

import "craig/internal/program/ir"

// Block is a chain of edges that are executed one after the other or not at all, except that an
// Assume may block in the middle.
type Block struct {
	From, To ir.Loc
	Edges    []ir.EdgeID // at least one
}

// Blocks divides the edges of an inlined program into maximal chains. A chain ends at the exit,
// at error locations and loop heads, and where edges meet or part. The blocks are in the order of
// their sources, those of one source in that of its edges.
func Blocks(p *ir.Program) []Block {
	inner := func(l ir.Loc) bool {
		info := p.Locs[l]
		return len(info.In) == 1 && len(info.Out) == 1 && !info.Loop && !info.IsGoal() && l != p.Main.Entry
	}
	var blocks []Block
	for _, l := range p.Main.Locs {
		if inner(l) {
			continue
		}
		for _, id := range p.Locs[l].Out {
			b := Block{From: l}
			for {
				b.Edges = append(b.Edges, id)
				b.To = p.Edges[id].To
				if !inner(b.To) {
					break
				}
				id = p.Locs[b.To].Out[0]
			}
			blocks = append(blocks, b)
		}
	}
	return blocks
}
