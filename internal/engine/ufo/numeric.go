package ufo

import (
	"cmp"
	"context"
	"slices"

	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/interval"
	"craig/internal/abstract/domain/octagon"
	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// numeric computes what a numeric domain says of the nodes of an expansion. Albarghouthi, Li,
// Gurfinkel, Chechik, "Ufo: A Framework for Abstraction- and Interpolation-Based Software
// Verification", CAV 2012.
//
// The values of an expansion are inductive by themselves, whatever the labels are: Post along every
// edge between nodes that the expansion has come to, widened where a loop head comes again. So a
// label may have them as further conjuncts.
type numeric interface {
	// arrive computes v's value from those of the parents that the expansion has come to, and of the
	// last of the heads, the nodes with which an expansion came to v's loop before. The result says
	// what the value does of the variables that are live at v; false if v is not reached.
	arrive(v *node, heads []*node) term.Term
}

// newNumeric is nil if the configuration has no numeric domain.
func newNumeric(ctx context.Context, u *exploration) numeric {
	p := u.task.Program
	switch u.cfg.Post {
	case Interval:
		return newValues(u, interval.New(p))
	case Octagon:
		return newValues(u, octagon.New(p, octagon.Options{}))
	case Polyhedra:
		return newValues(u, polyhedra.New(p, polyhedra.Options{Stop: func() bool { return ctx.Err() != nil }}))
	}
	return nil
}

// values implements numeric with a domain.
type values[S any] struct {
	*exploration
	d     domain.Domain[S]
	of    map[*node]S
	after map[*node]map[int]S // by vertex: Post over the edge to it
	round map[*node]int       // the expansion that after is of
	block [][]ir.Loc          // by vertex: the locations of its block, topologically, the cut point first
	vars  []*ir.Var
}

func newValues[S any](u *exploration, d domain.Domain[S]) *values[S] {
	n := &values[S]{exploration: u, d: d, of: map[*node]S{}, after: map[*node]map[int]S{}, round: map[*node]int{}}
	u.task.Program.AllVars(func(v *ir.Var) { n.vars = append(n.vars, v) })
	for v := range u.graph.locs {
		var block []ir.Loc
		if v != u.graph.err {
			block = u.graph.locations(v)
		}
		n.block = append(n.block, block)
	}
	return n
}

func (n *values[S]) arrive(v *node, heads []*node) term.Term {
	s := n.d.Bottom()
	if v == n.entry {
		s = n.d.Top()
	}
	for _, p := range v.parents {
		if p.visited != n.exploration.round {
			continue
		}
		if t, ok := n.leave(p)[v.vertex]; ok {
			s = n.d.Join(s, t)
		}
	}
	if len(heads) > 0 {
		last := n.of[heads[len(heads)-1]]
		s = n.d.Widen(last, n.d.Join(last, s))
	}
	n.of[v] = s
	if n.d.IsBottom(s) {
		return n.st.False()
	}
	live := map[term.Term]bool{}
	for _, x := range n.graph.live(v.vertex) {
		live[n.graph.arcs.Var(x)] = true
	}
	f := n.d.Formula(n.graph.arcs.Context, s)
	return n.st.And(slices.DeleteFunc(slices.Clone(term.Conjuncts(f)), func(c term.Term) bool {
		// Of variables that are not live only what their types say is left.
		return slices.ContainsFunc(term.Vars(c, map[term.Term]bool{}, nil), func(x term.Term) bool { return !live[x] })
	})...)
}

// leave is what p's value becomes at the cut points that its block leads to.
func (n *values[S]) leave(p *node) map[int]S {
	if n.round[p] == n.exploration.round {
		return n.after[p]
	}
	g := n.graph
	out := map[int]S{}
	at := map[ir.Loc]S{g.locs[p.vertex]: n.of[p]}
	join := func(s, t S, ok bool) S {
		if !ok {
			return t
		}
		return n.d.Join(s, t)
	}
	for _, l := range n.block[p.vertex] {
		s, ok := at[l]
		if !ok {
			continue
		}
		for _, id := range g.prog.Loc(l).Out {
			e := g.prog.Edge(id)
			t := n.d.Post(s, e)
			if n.d.IsBottom(t) {
				continue
			}
			if w, cut := g.vertex[e.To]; cut {
				old, ok := out[w]
				out[w] = join(old, n.forget(t, w), ok)
			} else {
				old, ok := at[e.To]
				at[e.To] = join(old, t, ok)
			}
		}
	}
	n.after[p], n.round[p] = out, n.exploration.round
	return out
}

// forget gives the variables that are not live at a vertex any value.
func (n *values[S]) forget(s S, vertex int) S {
	live := n.graph.live(vertex)
	for _, v := range n.vars {
		if !slices.Contains(live, v) {
			s = n.d.Post(s, &ir.Edge{Stmt: &ir.Havoc{Var: v}})
		}
	}
	return s
}

// locations lists the block of a cut point, topologically.
func (g *cutGraph) locations(v int) []ir.Loc {
	all := []ir.Loc{g.locs[v]}
	seen := map[ir.Loc]bool{}
	for i := 0; i < len(all); i++ {
		for _, id := range g.prog.Loc(all[i]).Out {
			to := g.prog.Edge(id).To
			if _, cut := g.vertex[to]; !cut && !seen[to] {
				seen[to] = true
				all = append(all, to)
			}
		}
	}
	slices.SortFunc(all[1:], func(a, b ir.Loc) int { return cmp.Compare(g.arcs.Rank[a], g.arcs.Rank[b]) })
	return all
}
