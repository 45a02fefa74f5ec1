// Package calls knows who calls whom in a program, and what calls may read and change.
//
//	Of                 the call graph of what Main may call                  (calls.go)
//	Graph.Effects      the globals that each function may read and change    (effects.go)
//
// All calls have a Callee: alias.ResolveCalls has run. The certifier, which shares nothing with what
// finds proofs, computes both by itself.
package calls

import (
	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// Graph is the call graph of the functions that Main may call.
type Graph struct {
	Funcs []*ir.Func   // Main first, in the order of a depth-first search along the calls
	Comps [][]*ir.Func // functions that may call each other, callees before their callers

	prog  *ir.Program
	sites map[*ir.Func][]*ir.Edge
	comp  map[*ir.Func]int
	cycle []bool // by component
}

// Of is the call graph of p.
func Of(p *ir.Program) *Graph {
	g := &Graph{prog: p, sites: map[*ir.Func][]*ir.Edge{}, comp: map[*ir.Func]int{}}
	number := map[*ir.Func]int{}
	g.collect(p.Main, number)
	succ := func(v int) (to []int) {
		for _, e := range g.sites[g.Funcs[v]] {
			to = append(to, number[Callee(e)])
		}
		return to
	}
	for k, comp := range graph.Components(len(g.Funcs), succ, 0) {
		var fs []*ir.Func
		for _, v := range comp {
			fs = append(fs, g.Funcs[v])
			g.comp[g.Funcs[v]] = k
		}
		g.Comps = append(g.Comps, fs)
		g.cycle = append(g.cycle, graph.IsCycle(comp, succ))
	}
	return g
}

func (g *Graph) collect(f *ir.Func, number map[*ir.Func]int) {
	number[f] = len(g.Funcs)
	g.Funcs = append(g.Funcs, f)
	g.sites[f] = Sites(g.prog, f)
	for _, e := range g.sites[f] {
		if _, seen := number[Callee(e)]; !seen {
			g.collect(Callee(e), number)
		}
	}
}

// Sites lists the call edges of f in p, in the order of its locations.
func Sites(p *ir.Program, f *ir.Func) (edges []*ir.Edge) {
	for _, l := range f.Locs {
		for _, id := range p.Loc(l).Out {
			if Callee(p.Edge(id)) != nil {
				edges = append(edges, p.Edge(id))
			}
		}
	}
	return edges
}

// Callee is the function that an edge calls; nil if it is no call.
func Callee(e *ir.Edge) *ir.Func {
	if c, ok := e.Stmt.(*ir.Call); ok {
		return c.Callee
	}
	return nil
}

// Sites lists the call edges of f, in the order of its locations.
func (g *Graph) Sites(f *ir.Func) []*ir.Edge { return g.sites[f] }

// Recursive says whether a call of f may lead to another one of f.
func (g *Graph) Recursive(f *ir.Func) bool { return g.cycle[g.comp[f]] }

// Mutual says whether f and h may call each other, or are one.
func (g *Graph) Mutual(f, h *ir.Func) bool { return g.comp[f] == g.comp[h] }
