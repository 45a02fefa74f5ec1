package ufo

import (
	"slices"

	"craig/logic/term"
)

// maxConstants bounds the equations with constants that are predicates together.
const maxConstants = 64

// equations are those of an integer variable that is not counted with the constants that it may take; none if they
// are many.
func (p *poster) equations(x term.Term) []term.Term {
	if p.constants == nil {
		p.constants = p.graph.constants()
	}
	if eqs := p.constants[x]; !p.graph.counted()[x] && len(eqs) <= maxConstants {
		return eqs
	}
	return nil
}

// constants has for each integer variable its equations with the constants that it is set to or compared
// with somewhere in the program, by itself or by way of copies.
func (g *cutGraph) constants() map[term.Term][]term.Term {
	st := g.arcs.Store
	all := map[term.Term][]term.Term{}
	add := func(x, eq term.Term) bool {
		if slices.Contains(all[x], eq) || eq.IsConst() {
			return false
		}
		all[x] = append(all[x], eq)
		return true
	}
	var copies [][2]term.Term // from, to
	for _, l := range g.arcs.Joins {
		for _, arc := range g.arcs.From(l, g.vars(l)) {
			term.Walk(arc.Cond, func(t term.Term) {
				if vars := term.Vars(t, nil, nil); t.Op() == term.EqZero && len(vars) == 1 {
					add(vars[0], t)
				}
			})
			for i, x := range g.vars(arc.To) {
				switch v := arc.Vals[i]; {
				case x.Sort() != term.Int || v == x:
				case v.IsConst():
					add(x, st.Eq(x, v))
				case v.Op() == term.Var:
					copies = append(copies, [2]term.Term{v, x})
				}
			}
		}
	}
	for more := true; more; {
		more = false
		for _, c := range copies {
			for _, eq := range all[c[0]] {
				more = add(c[1], st.Subst(eq, map[term.Term]term.Term{c[0]: c[1]})) || more
			}
		}
	}
	return all
}
