package ufo

import (
	"slices"

	"craig/logic/smt"
	"craig/logic/term"
)

// samples is what is known of the states at a vertex, at whichever of its nodes: some that paths of a graph
// reach, and half-spaces that have separated them from states that must not be reached.
type samples struct {
	states []state
	halves []term.Term
}

// Limits of the search for a half-space: new states, all states of a vertex, and the terms that it may have.
const (
	maxNewStates = 8
	maxStates    = 40
	maxTerms     = 6
)

// state has the values of the live variables of a vertex.
type state struct {
	st   *term.Store
	vals map[term.Term]term.Term
}

// Eval is the value of a term over the live variables.
func (s state) Eval(t term.Term) term.Term {
	v, ok := s.st.Eval(t, func(u term.Term) (term.Term, bool) { v, ok := s.vals[u]; return v, ok })
	if !ok {
		return t
	}
	return v
}

// separate looks for a half-space that is false in all states of one of the cubes and true in all that the paths
// of the graph reach at this node of the vertex or one before it [Albarghouthi, McMillan 2013]: it is the same for
// consecutive unwindings, so that one covers the other. Half-spaces found before come first. No term is returned
// if there is none, or if what the cubes say is about one term only: that is enough. Labels need only look at counted
// variables; of Cartesian predicates a half-space over others may be the only one that relates them.
func (r *relabeling) separate(cubes ...[]term.Term) term.Term {
	s := r.samples[r.v.vertex]
	if s == nil {
		s = &samples{}
		r.samples[r.v.vertex] = s
	}
	counted := r.graph.counted()
	for _, cube := range cubes {
		if r.cfg.Refine == Labels {
			cube = slices.DeleteFunc(slices.Clone(cube), func(f term.Term) bool {
				return slices.ContainsFunc(term.Vars(f, nil, nil), func(x term.Term) bool { return !counted[x] })
			})
		}
		if n := dimensions(cube); n < 2 || n > maxTerms {
			continue
		}
		for range maxNewStates {
			points := make([]smt.Model, len(s.states))
			for i := range points {
				points[i] = s.states[i]
			}
			h, ok := smt.Separate(r.st, points, cube, s.halves)
			if !ok || len(s.states) >= maxStates {
				break
			}
			var broken []term.Term
			for _, w := range r.visited[:r.v.place+1] {
				if w.vertex == r.v.vertex {
					broken = append(broken, r.st.And(w.point.control, r.st.Not(r.st.Subst(h, r.graph.valuesAt(w)))))
				}
			}
			ans := r.paths.Check(r.ctx, r.st.Or(broken...))
			if ans.Status == smt.Unsat {
				if !slices.Contains(s.halves, h) {
					s.halves = append(s.halves, h)
				}
				return h
			}
			if ans.Status == smt.Unknown {
				return term.Term{}
			}
			r.reached(s, ans.Model)
		}
	}
	return term.Term{}
}

// convex takes of disequalities the side that the model is on.
func convex(cube []term.Term, m smt.Model) []term.Term {
	out := slices.Clone(cube)
	for i, f := range cube {
		if f.Op() != term.Not || f.Arg(0).Op() != term.EqZero || f.Arg(0).Arg(0).Sort() != term.Int {
			continue
		}
		st, e := f.Store(), f.Arg(0).Arg(0)
		if out[i] = st.Lt(e, st.Int(0)); !m.Eval(out[i]).IsTrue() {
			out[i] = st.Lt(st.Int(0), e)
		}
	}
	return out
}

// alternatives are the disjuncts of f, also if it is written as the negation of a conjunction.
func alternatives(f term.Term) []term.Term {
	if f.Op() != term.Not || f.Arg(0).Op() != term.And {
		return term.Disjuncts(f)
	}
	var out []term.Term
	for _, g := range term.Conjuncts(f.Arg(0)) {
		out = append(out, f.Store().Not(g))
	}
	return out
}

// dimensions counts the terms of inequalities.
func dimensions(cube []term.Term) int {
	in := map[term.Term]bool{}
	for _, f := range cube {
		if f.Op() != term.LeZero {
			continue
		}
		if e := f.Arg(0); e.Op() == term.Sum {
			for _, t := range e.Args() {
				in[t] = true
			}
		} else {
			in[e] = true
		}
	}
	return len(in)
}

// valuesAt maps program variables to their values at a node.
func (g *cutGraph) valuesAt(w *node) map[term.Term]term.Term {
	at := map[term.Term]term.Term{}
	for i, x := range g.live(w.vertex) {
		at[g.arcs.Var(x)] = w.point.vals[i]
	}
	return at
}

// reached takes the states at the vertex from a path of the graph.
func (r *relabeling) reached(s *samples, m smt.Model) {
	for _, w := range r.visited[:r.v.place+1] {
		if w.vertex != r.v.vertex || !m.Eval(w.point.control).IsTrue() {
			continue
		}
		vals := map[term.Term]term.Term{}
		for x, val := range r.graph.valuesAt(w) {
			vals[x] = m.Eval(val)
		}
		s.states = append(s.states, state{r.st, vals})
	}
}
