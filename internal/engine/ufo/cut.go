package ufo

import (
	"slices"

	"craig/internal/program/arcs"
	"craig/internal/program/graph"
	"craig/internal/program/graph/looptree"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// cutGraph is the program on its cut points: vertex 0 is the entry, then the loop heads, the last
// one is the error. An edge stands for every path between two cut points.
type cutGraph struct {
	arcs   *arcs.Arcs
	prog   *ir.Program
	locs   []ir.Loc       // by vertex; 0 for the error
	vertex map[ir.Loc]int // error locations have the vertex err
	err    int
	order  []element
	inner  [][]ir.Loc // by vertex: the joins of its block in topological order, the cut point first
	next   [][]int    // by vertex: successors

	countedVars map[term.Term]bool // see counted; nil until needed
}

// element is a vertex of the weak topological order, or a component with its head.
type element struct {
	vertex int
	loop   bool
	body   []element
}

func newCutGraph(c *sem.Context, goals []ir.Loc) *cutGraph {
	p := c.Program
	loops := looptree.Of(p, p.Main)
	heads := slices.Clone(loops.Heads)
	for _, l := range loops.Flat { // a loop of the program that a slice was made from wants its invariant
		if p.Loc(l).Loop && !slices.Contains(heads, l) {
			heads = append(heads, l)
		}
	}
	g := &cutGraph{arcs: arcs.New(c, p.Main, append(slices.Clone(goals), heads...)), prog: p, vertex: map[ir.Loc]int{}}
	add := func(l ir.Loc) {
		if _, ok := g.vertex[l]; !ok {
			g.vertex[l] = len(g.locs)
			g.locs = append(g.locs, l)
		}
	}
	add(p.Main.Entry)
	for _, l := range heads {
		add(l)
	}
	g.err = len(g.locs)
	g.locs = append(g.locs, 0)
	for _, l := range goals {
		g.vertex[l] = g.err
	}
	for v := range g.locs {
		inner, next := g.block(v)
		g.inner, g.next = append(g.inner, inner), append(g.next, next)
	}
	g.order = g.elements(graph.WTO(len(g.locs), g.succ, 0))
	return g
}

// elements copies the order, the error last: nothing leaves it.
func (g *cutGraph) elements(order []graph.Element) (out []element) {
	for _, e := range order {
		// A vertex that can come again has a component, also if that is the vertex alone.
		out = append(out, element{e.Vertex, e.Loop, g.elements(e.Body)})
	}
	slices.SortStableFunc(out, func(a, b element) int {
		return boolInt(a.vertex == g.err) - boolInt(b.vertex == g.err)
	})
	return out
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (g *cutGraph) succ(v int) []int { return g.next[v] }

// block finds the joins of the block that begins at v, and the vertices it leads to.
func (g *cutGraph) block(v int) (inner []ir.Loc, next []int) {
	if v == g.err {
		return nil, nil
	}
	seen := map[ir.Loc]bool{}
	leads := map[int]bool{}
	stack := []ir.Loc{g.locs[v]}
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, id := range g.prog.Loc(l).Out {
			to := g.prog.Edge(id).To
			if w, cut := g.vertex[to]; cut {
				leads[w] = true
			} else if !seen[to] {
				seen[to] = true
				stack = append(stack, to)
			}
		}
	}
	inner = []ir.Loc{g.locs[v]}
	for _, l := range g.arcs.Joins { // in reverse post-order, which is topological within a block
		if seen[l] {
			inner = append(inner, l)
		}
	}
	for w := range g.locs {
		if leads[w] {
			next = append(next, w)
		}
	}
	return inner, next
}

// live are the variables in scope at a vertex.
func (g *cutGraph) live(v int) []*ir.Var {
	if v == g.err {
		return nil
	}
	return g.arcs.Live[g.locs[v]]
}
