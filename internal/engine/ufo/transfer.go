package ufo

import (
	"cmp"
	"slices"

	"craig/internal/abstract/domain/predicate"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// block is an edge in steps, each over the program variables where it begins.
func (p *poster) block(from, to int) *predicate.Block {
	g := p.graph
	rank, ranges := map[term.Term]float64{}, map[term.Term]term.Term{} // of inputs
	const end = 0                                                      // points are numbered from the end, and turned around at last
	point := map[ir.Loc]int{}
	var steps []predicate.Step
	for _, l := range slices.Backward(g.inner[from]) {
		var vals []term.Term
		for _, x := range g.arcs.Live[l] {
			vals = append(vals, g.arcs.Var(x))
		}
		for _, arc := range g.arcs.From(l, vals) {
			next, leads := point[arc.To]
			if w, cut := g.vertex[arc.To]; cut {
				next, leads = end, w == to
			}
			if !leads {
				continue
			}
			if _, ok := point[l]; !ok {
				point[l] = len(point) + 1
			}
			s := predicate.Step{From: point[l], To: next, After: map[term.Term]term.Term{}}
			conds := term.Conjuncts(arc.Cond)
			for _, in := range arc.Input {
				rank[in.Term] = float64(g.arcs.Rank[l])
				h := g.prog.Edge(arc.Path[in.At]).Stmt.(*ir.Havoc)
				ranges[in.Term] = g.arcs.Range(h.Var.Type, in.Term)
				conds = slices.DeleteFunc(slices.Clone(conds), func(f term.Term) bool {
					return slices.Contains(term.Conjuncts(ranges[in.Term]), f)
				})
				s.Inputs = append(s.Inputs, in.Term)
			}
			s.Cond = p.st.And(conds...)
			for i, x := range g.arcs.Live[arc.To] {
				s.After[g.arcs.Var(x)] = arc.Vals[i]
			}
			steps = append(steps, s)
		}
	}
	last := len(point)
	if _, ok := point[g.locs[from]]; !ok { // no way to the end
		steps, last = nil, 1
	}
	slices.Reverse(steps)
	for i := range steps {
		steps[i].From, steps[i].To = last-steps[i].From, last-steps[i].To
	}
	b := &predicate.Block{Steps: steps, Points: last + 1}
	b.Rank = func(x term.Term) float64 {
		if r, ok := rank[x]; ok {
			return r
		}
		return p.ranks()[x]
	}
	b.Range = func(x term.Term) term.Term {
		if r, ok := ranges[x]; ok {
			return r
		}
		if v := g.arcs.VarOf(x); v != nil {
			return g.arcs.Range(v.Type, x)
		}
		return p.st.True()
	}
	return b
}

// ranks orders the program variables by where, on average, the steps of the longest block that
// changes them do so; those that none changes, by where they are asked for. So what one part of a long
// block speaks of is together.
func (p *poster) ranks() map[term.Term]float64 {
	if p.rank != nil {
		return p.rank
	}
	g := p.graph
	var flows []*flow
	for v := range g.locs {
		if v != g.err {
			flows = append(flows, g.flow(v, g.program(v), newScope(p.st)))
		}
	}
	slices.SortStableFunc(flows, func(a, b *flow) int { return cmp.Compare(len(b.steps), len(a.steps)) })
	var changed, asked []map[term.Term]float64
	for _, f := range flows {
		c, a := p.touched(f)
		changed, asked = append(changed, c), append(asked, a)
	}
	p.rank = map[term.Term]float64{}
	for _, ranks := range append(changed, asked...) {
		for x, r := range ranks {
			if _, ok := p.rank[x]; !ok {
				p.rank[x] = r
			}
		}
	}
	return p.rank
}

// touched are the mean positions of the steps that change variables, and of those whose conditions
// ask for them.
func (p *poster) touched(f *flow) (changed, asked map[term.Term]float64) {
	g := p.graph
	changed, asked = map[term.Term]float64{}, map[term.Term]float64{}
	n, m := map[term.Term]float64{}, map[term.Term]float64{}
	for _, s := range f.steps {
		at := float64(g.arcs.Rank[s.from])
		value := map[term.Term]term.Term{}
		before := map[term.Term]term.Term{} // values to variables
		for i, x := range g.arcs.Live[s.from] {
			v := g.arcs.Var(x)
			value[v] = s.source.vals[i]
			if _, ok := before[s.source.vals[i]]; !ok {
				before[s.source.vals[i]] = v
			}
		}
		for i, x := range g.arcs.Live[s.arc.To] {
			if v := g.arcs.Var(x); s.arc.Vals[i] != value[v] {
				n[v]++
				changed[v] += (at - changed[v]) / n[v]
			}
		}
		for _, x := range term.Vars(s.arc.Cond, map[term.Term]bool{}, nil) {
			if v, ok := before[x]; ok {
				m[v]++
				asked[v] += (at - asked[v]) / m[v]
			}
		}
	}
	return changed, asked
}
