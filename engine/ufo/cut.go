package ufo

import (
	"fmt"
	"slices"

	"craig/logic/term"
	"craig/program/graph"
	"craig/program/ir"
	"craig/program/sem"
)

// cutGraph is the program on its cut points: vertex 0 is the entry, then the loop heads, the last
// one is the error. An edge stands for every path between two cut points.
type cutGraph struct {
	arcs   *sem.Arcs
	prog   *ir.Program
	locs   []ir.Loc       // by vertex; 0 for the error
	vertex map[ir.Loc]int // error locations have the vertex err
	err    int
	order  []element
	inner  [][]ir.Loc // by vertex: the joins of its block in topological order, the cut point first
	next   [][]int    // by vertex: successors
}

// element is a vertex of the weak topological order, or a component with its head.
type element struct {
	vertex int
	loop   bool
	body   []element
}

func newCutGraph(c *sem.Context, goals []ir.Loc) *cutGraph {
	p := c.Program
	g := &cutGraph{arcs: sem.NewArcs(c, p.Main, goals), prog: p, vertex: map[ir.Loc]int{}}
	add := func(l ir.Loc) {
		if _, ok := g.vertex[l]; !ok {
			g.vertex[l] = len(g.locs)
			g.locs = append(g.locs, l)
		}
	}
	add(p.Main.Entry)
	for _, l := range graph.LoopsOf(p, p.Main).Heads {
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

// point is a cut point in a formula: its control variable and the values of its live variables.
type point struct {
	control term.Term
	vals    []term.Term
}

// fresh makes a point with variables of its own.
func (g *cutGraph) fresh(v, id int) *point {
	p := &point{control: g.arcs.Store.Fresh(fmt.Sprintf("c%d", id), term.Bool)}
	for _, x := range g.live(v) {
		p.vals = append(p.vals, g.arcs.Store.Fresh(x.Name, sem.Sort(x.Type)))
	}
	return p
}

// step is an arc in a formula, for reading a path off a model.
type step struct {
	arc   sem.Arc
	taken term.Term
	to    int // vertex, or -1
}

// encoding is a block in a formula.
type encoding struct {
	formula term.Term
	steps   map[ir.Loc][]step
}

// encode is μ of the paper for a block: if control is at from, then one of the paths to the
// points in to is taken, and the values there are those after the path. Joins within the block
// have control variables and values of their own.
func (g *cutGraph) encode(v int, from *point, to map[int]*point) *encoding {
	st := g.arcs.Store
	enc := &encoding{steps: map[ir.Loc][]step{}}
	var parts []term.Term
	points := map[ir.Loc]*point{g.locs[v]: from}
	useful := g.useful(v, to)
	for _, l := range g.inner[v] {
		at := points[l]
		if at == nil || !useful[l] {
			continue
		}
		var any []term.Term
		for _, arc := range g.arcs.From(l, at.vals) {
			s := step{arc: arc, to: -1}
			var target *point
			if w, cut := g.vertex[arc.To]; cut {
				if target = to[w]; target == nil {
					continue
				}
				s.to = w
			} else if !useful[arc.To] {
				continue
			} else if target = points[arc.To]; target == nil {
				target = g.joinPoint(arc.To)
				points[arc.To] = target
			}
			s.taken = st.Fresh("t", term.Bool)
			parts = append(parts, st.Implies(s.taken, st.And(arc.Cond, target.control)))
			if s.to != g.err {
				for i, x := range target.vals {
					if x != arc.Vals[i] {
						parts = append(parts, st.Implies(s.taken, st.Eq(x, arc.Vals[i])))
					}
				}
			}
			any = append(any, s.taken)
			enc.steps[l] = append(enc.steps[l], s)
		}
		parts = append(parts, st.Implies(at.control, st.Or(any...)))
	}
	enc.formula = st.And(parts...)
	return enc
}

// joinPoint is the point of a join within a block.
func (g *cutGraph) joinPoint(l ir.Loc) *point {
	p := &point{control: g.arcs.Store.Fresh("j", term.Bool)}
	for _, x := range g.arcs.Live[l] {
		p.vals = append(p.vals, g.arcs.Store.Fresh(x.Name, sem.Sort(x.Type)))
	}
	return p
}

// useful tells which joins of v's block lead to one of the targets.
func (g *cutGraph) useful(v int, to map[int]*point) map[ir.Loc]bool {
	inner := map[ir.Loc]bool{}
	for _, l := range g.inner[v] {
		inner[l] = true
	}
	reaches := map[ir.Loc]bool{}
	var back func(l ir.Loc)
	back = func(l ir.Loc) {
		for _, id := range g.prog.Loc(l).In {
			from := g.prog.Edge(id).From
			if reaches[from] {
				continue
			}
			reaches[from] = true
			if _, cut := g.vertex[from]; !cut {
				back(from)
			}
		}
	}
	for l, w := range g.vertex {
		if to[w] != nil {
			back(l)
		}
	}
	useful := map[ir.Loc]bool{}
	for l := range inner {
		useful[l] = reaches[l]
	}
	return useful
}
