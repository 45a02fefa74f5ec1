package automaton

import "craig/internal/program/ir"

// Mark returns a function that takes the edges away that have been made since. Locations stay, and are unreachable if they were made since.
func Mark(p *ir.Program) (undo func()) {
	n := len(p.Edges)
	return func() {
		for i := len(p.Edges) - 1; i >= n; i-- {
			p.RemoveEdge(ir.EdgeID(i))
		}
		p.Edges = p.Edges[:n]
	}
}
