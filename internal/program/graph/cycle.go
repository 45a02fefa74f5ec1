package graph

import "craig/internal/program/ir"

// InCycle marks the edges that can be executed more than once: those on a cycle of the
// control-flow automaton, and all of functions other than Main. It is indexed by EdgeID.
func InCycle(p *ir.Program) []bool {
	n, succ := OfFunc(p, p.Main)
	comp := make([]int, n)
	for i, vs := range Components(n, succ, int(p.Main.Entry)) {
		for _, v := range vs {
			comp[v] = i + 1
		}
	}
	in := make([]bool, len(p.Edges))
	for id, e := range p.Edges {
		if e != nil {
			in[id] = comp[e.From] == comp[e.To] || p.Locs[e.From].Func != p.Main
		}
	}
	return in
}
