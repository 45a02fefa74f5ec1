package dagger

import (
	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/program/ir"
	"craig/logic/term"
)

// first is what a widening pass over the whole program has found, before any refinement.
type first struct {
	at   map[ir.Loc][]*node // together inductive
	hull map[ir.Loc]state   // their joins
}

// strengthen makes the first pass: one exploration of the DAG that goes past errors. It is of no use
// once the time is up, which ends the run as well.
func (r *interpretation) strengthen() {
	pass := *r
	pass.cfg = Config{Domain: r.cfg.Domain}
	pass.survey = true
	pass.explore()
	r.nodes = pass.nodes
	r.first = &first{pass.graph.at, map[ir.Loc]state{}}
	r.memory = newMemory()
	for _, l := range r.flow.arcs.Joins {
		s := r.d.Bottom()
		for _, n := range pass.graph.at[l] {
			s = r.d.Join(s, n.state)
		}
		r.first.hull[l] = s
	}
}

// strengthened is s where the first pass allows it at l.
func (r *interpretation) strengthened(s state, l ir.Loc) state {
	if r.first == nil || r.flow.goal[l] {
		return s
	}
	return r.d.Meet(s, r.first.hull[l])
}

// strengthenedError is the error state psi where the first pass allows it at l.
func (r *interpretation) strengthenedError(psi polyhedra.State, l ir.Loc) polyhedra.State {
	if r.first == nil || r.flow.goal[l] {
		return psi
	}
	return r.within(r.first.hull[l], psi)
}

// invariant is the disjunction of states.
func (r *interpretation) invariant(nodes []*node) term.Term {
	var any []term.Term
	for _, n := range nodes {
		any = append(any, r.d.Formula(r.sem, n.state))
	}
	return r.st.Or(any...)
}
