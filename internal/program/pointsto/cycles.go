package pointsto

import (
	"slices"

	"craig/internal/program/graph"
	"craig/internal/program/ir"
)

// findCycles looks for cycles of inclusions. The sets on a cycle are the same up to offsets, and
// closed under adding the sum of the cycle's offsets, which is better known at once than found
// step by step. Nodes whose sets are the same become one.
func (a *analysis) findCycles() {
	all := make([]int, len(a.nodes))
	start := make([]int, len(a.nodes)+1)
	var to []int
	for n := range a.nodes {
		all[n] = n
		for _, f := range a.nodes[n].succ {
			to = append(to, int(a.find(f.to)))
		}
		start[n+1] = len(to)
	}
	succ := func(n int) []int { return to[start[n]:start[n+1]] }
	comp := make([]int, len(a.nodes))
	comps := graph.Components(len(a.nodes), succ, all...)
	for i, c := range comps {
		for _, n := range c {
			comp[n] = i
		}
	}
	pos := make([]int64, len(a.nodes)) // the sum of a path from the component's first node
	seen := make([]bool, len(a.nodes))
	for i, c := range comps {
		g := int64(0)
		stack := []int{c[0]}
		seen[c[0]] = true
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for k, m := range succ(n) {
				if comp[m] != i {
					continue
				}
				x := a.nodes[n].succ[k].x
				sum := mkTarget(0, pos[n]+x.off, 0)
				if sum.Stride != 0 {
					g = 1
				}
				if !seen[m] {
					seen[m] = true
					pos[m] = sum.Off
					stack = append(stack, m)
				}
				g = ir.GCD(ir.GCD(g, x.stride), sum.Off-pos[m])
			}
		}
		for _, n := range c {
			a.close(int32(n), g)
		}
		for _, n := range c[1:] {
			if g == 0 && pos[n] == 0 || g != 0 && pos[n]%g == 0 {
				a.merge(int32(c[0]), int32(n))
			}
		}
	}
}

// close makes n's set closed under adding multiples of g.
func (a *analysis) close(n int32, g int64) {
	nd := &a.nodes[n]
	if g = ir.GCD(nd.stride, g); g == nd.stride {
		return
	}
	nd.stride = g
	a.addAll(n, slices.Clone(nd.pts), offset{})
}

// merge lets r stand for n as well.
func (a *analysis) merge(r, n int32) {
	from, to := a.nodes[n], &a.nodes[r]
	a.nodes[n] = node{rep: r, queued: from.queued}
	for _, f := range from.succ {
		f.from, f.to = r, a.find(f.to)
		if (f.to != r || f.x != offset{}) && !a.edges[f] {
			a.edges[f] = true
			to.succ = append(to.succ, f)
		}
	}
	to.preds = append(to.preds, from.preds...)
	to.loads = append(to.loads, from.loads...)
	to.stores = append(to.stores, from.stores...)
	to.casts = append(to.casts, from.casts...)
	to.calls = append(to.calls, from.calls...)
	to.reaches = append(to.reaches, from.reaches...)
	to.origins = append(to.origins, from.origins...)
	a.addAll(r, from.pts, offset{})
	// What r has is news to what n leads to.
	to.delta = slices.Clone(to.pts)
	a.push(r)
}
