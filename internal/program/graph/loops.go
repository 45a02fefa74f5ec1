package graph

import (
	"slices"

	"craig/internal/program/ir"
)

// OfFunc is f's control-flow automaton: vertex l is location l of p; the vertices of other
// functions are there, without edges. The result does not follow later changes of p.
func OfFunc(p *ir.Program, f *ir.Func) (n int, succ Succ) { return OfLocs(p, f.Locs) }

// OfLocs is the control-flow automaton of some locations of p, those of one function or of several, in which a call
// leads to where it returns.
func OfLocs(p *ir.Program, locs []ir.Loc) (n int, succ Succ) {
	n = len(p.Locs)
	start := make([]int32, n+1)
	total := 0
	for _, l := range locs {
		total += len(p.Locs[l].Out)
	}
	to := make([]int, 0, total)
	count := make([]int32, n)
	for _, l := range locs {
		start[l] = int32(len(to))
		for _, id := range p.Locs[l].Out {
			to = append(to, int(p.Edges[id].To))
		}
		count[l] = int32(len(p.Locs[l].Out))
	}
	return n, func(v int) []int { return to[start[v] : start[v]+count[v]] }
}

// Part is the control-flow automaton of one function on vertices of its own. Where the locations of the function have
// consecutive numbers, as the front end gives them, it is as large as the function, however large the program is.
type Part struct {
	Base ir.Loc // the location that is vertex 0
	N    int
	Succ Succ
}

// PartOf is the part of f.
func PartOf(p *ir.Program, f *ir.Func) Part {
	if len(f.Locs) == 0 {
		return Part{Succ: func(int) []int { return nil }}
	}
	w := Part{Base: slices.Min(f.Locs)}
	w.N = int(slices.Max(f.Locs)-w.Base) + 1
	total := 0
	for _, l := range f.Locs {
		total += len(p.Locs[l].Out)
	}
	to := make([]int, 0, total)
	ends := make([][2]int32, w.N)
	for _, l := range f.Locs {
		begin := int32(len(to))
		for _, id := range p.Locs[l].Out {
			to = append(to, w.Vertex(p.Edges[id].To))
		}
		ends[w.Vertex(l)] = [2]int32{begin, int32(len(to))}
	}
	w.Succ = func(v int) []int { return to[ends[v][0]:ends[v][1]] }
	return w
}

// Vertex is the vertex of a location of the function.
func (w Part) Vertex(l ir.Loc) int { return int(l - w.Base) }

// Loc is the location of a vertex.
func (w Part) Loc(v int) ir.Loc { return w.Base + ir.Loc(v) }

// MarkLoops sets LocInfo.Loop so that it is the mark of a set of locations that every cycle goes
// through: it takes the mark from locations on no cycle (the head of do … while (0)), and where
// a cycle has none (it is made by goto) it marks the cycle's first location in reverse
// post-order, which is the head if the loop has only one entry.
func MarkLoops(p *ir.Program) {
	for _, f := range p.Funcs {
		if f.Entry != 0 {
			markLoops(p, f)
		}
	}
}

func markLoops(p *ir.Program, f *ir.Func) {
	part := PartOf(p, f)
	n, succ := part.N, part.Succ
	rank := make([]int, n) // of unreachable locations: after all others, by number
	order := ReversePostOrder(n, succ, part.Vertex(f.Entry))
	for i := range rank {
		rank[i] = n + i
	}
	for i, v := range order {
		rank[v] = i
	}
	roots := make([]int, 0, len(f.Locs))
	for _, l := range f.Locs {
		roots = append(roots, part.Vertex(l))
	}
	onCycle := make([]bool, n)
	for _, comp := range Components(n, succ, roots...) {
		if IsCycle(comp, succ) {
			for _, v := range comp {
				onCycle[v] = true
			}
		}
	}
	for _, v := range roots {
		if !onCycle[v] {
			p.Locs[part.Loc(v)].Loop = false
		}
	}
	// What is left of the graph without the marked locations must have no cycle. Each round
	// marks one location in each cyclic component.
	unmarked := func(v int) []int {
		if p.Locs[part.Loc(v)].Loop {
			return nil
		}
		var to []int
		for _, w := range succ(v) {
			if !p.Locs[part.Loc(w)].Loop {
				to = append(to, w)
			}
		}
		return to
	}
	for changed := true; changed; {
		changed = false
		for _, comp := range Components(n, unmarked, roots...) {
			if !IsCycle(comp, unmarked) {
				continue
			}
			first := comp[0]
			for _, v := range comp {
				if rank[v] < rank[first] {
					first = v
				}
			}
			info := p.Locs[part.Loc(first)]
			info.Loop = true
			if info.LoopPos == (ir.Pos{}) {
				info.LoopPos = info.Pos
			}
			changed = true
		}
	}
}
