package ufo

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// counted are the program variables that sums may be about: some path computes one of them, or of those that are
// related to it, from variables, and not just by copying. Variables are related where a path computes one from the
// other or compares them. What takes only constants, inputs and copies of them is not counted: a half-space over it is
// true of the states that were seen by accident.
func (g *cutGraph) counted() map[term.Term]bool {
	if g.countedVars == nil {
		g.countedVars = g.findCounted()
	}
	return g.countedVars
}

func (g *cutGraph) findCounted() map[term.Term]bool {
	up := map[term.Term]term.Term{} // towards the representative of what is related
	find := func(x term.Term) term.Term {
		for up[x].Valid() {
			x = up[x]
		}
		return x
	}
	relate := func(xs ...term.Term) {
		for _, x := range xs {
			if a, b := find(x), find(xs[0]); a != b {
				up[a] = b
			}
		}
	}
	var computed []term.Term
	for _, l := range g.arcs.Joins {
		for _, arc := range g.arcs.From(l, g.vars(l)) {
			term.Walk(arc.Cond, func(t term.Term) {
				if t.Op() == term.LeZero || t.Op() == term.EqZero {
					relate(term.Vars(t, nil, nil)...)
				}
			})
			for i, x := range g.vars(arc.To) {
				from := term.Vars(arc.Vals[i], nil, nil)
				relate(append(slices.Clone(from), x)...)
				if len(from) > 0 && arc.Vals[i].Op() != term.Var {
					computed = append(computed, x)
				}
			}
		}
	}
	roots := map[term.Term]bool{}
	for _, x := range computed {
		roots[find(x)] = true
	}
	all := map[term.Term]bool{}
	for _, l := range g.arcs.Joins {
		for _, x := range g.vars(l) {
			all[x] = roots[find(x)]
		}
	}
	return all
}

// vars are the variables that are live at a location.
func (g *cutGraph) vars(l ir.Loc) []term.Term {
	var out []term.Term
	for _, x := range g.arcs.Live[l] {
		out = append(out, g.arcs.Var(x))
	}
	return out
}
