package dagger

import (
	"slices"

	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/program/ir"
)

// image is Image(s, l, l') along an edge, without the variables that are dead at its end.
func (r *interpretation) image(s state, e *edge) state {
	for _, step := range e.steps {
		if s = r.d.Post(s, step); r.d.IsBottom(s) {
			return s
		}
	}
	if s = r.strengthened(s, e.to); r.d.IsBottom(s) {
		return s
	}
	return r.d.Forget(s, e.dead)
}

// preimage is Preimage(psi, l, l') along an edge, for states of s.
func (r *interpretation) preimage(s state, psi polyhedra.State, e *edge) polyhedra.State {
	psi = r.strengthenedError(psi, e.to)
	contexts := make([]polyhedra.State, len(e.steps))
	if !e.plain { // otherwise they tell nothing
		c := r.d.On(s, append(r.poly.Vars(psi), e.vars...))
		for i, step := range e.steps {
			contexts[i] = c
			c = r.poly.Post(c, step)
		}
	}
	for i := len(e.steps) - 1; i >= 0; i-- {
		psi = r.poly.Pre(contexts[i], psi, e.steps[i])
	}
	return psi
}

// within is psi with what s says of its variables.
func (r *interpretation) within(s state, psi polyhedra.State) polyhedra.State {
	return r.poly.Meet(r.d.On(s, r.poly.Vars(psi)), psi)
}

// meets says that s and psi have common states; false is a proof.
func (r *interpretation) meets(s state, psi polyhedra.State) bool {
	if r.at.domain != Polyhedra && !r.poly.IsBottom(psi) {
		// Most often one of psi's bounds shows it.
		for _, c := range r.poly.Constraints(psi) {
			if ns := c.Negations(); len(ns) == 1 && r.d.Entails(s, ns[0]) {
				return false
			}
		}
	}
	return !r.poly.IsBottom(r.within(s, psi))
}

// disjoint says that s meets none of the error states.
func (r *interpretation) disjoint(s state, errs []*errorState) bool {
	for _, e := range errs {
		if r.meets(s, e.psi) {
			return false
		}
	}
	return true
}

// interpolate gives constraints that together are an interpolant of a and psi, which are disjoint.
func (r *interpretation) interpolate(a state, psi polyhedra.State) []polyhedra.Constraint {
	if is := r.boundsOf(psi, a); len(is) > 0 {
		return is
	}
	if r.at.domain == Polyhedra {
		return r.succinct(r.poly.Interpolate2(a.poly, psi), psi)
	}
	return r.succinct(r.poly.Constraints(r.d.On(a, r.poly.Vars(psi))), psi)
}

// boundsOf lists negations of what psi says that a entails, each an interpolant: InterpolatePoly1,
// failing that of sums of two constraints; InterpolateOct on octagons and boxes. There are
// finitely many for each psi.
func (r *interpretation) boundsOf(psi polyhedra.State, a state) []polyhedra.Constraint {
	if r.at.domain == Polyhedra {
		if is := r.poly.Interpolate1(a.poly, psi); len(is) > 0 {
			return is
		}
		return r.poly.InterpolateSums(a.poly, psi)
	}
	var is []polyhedra.Constraint
	for _, c := range r.poly.Octagonal(psi, r.at.domain == Octagon) {
		for _, n := range c.Negations() {
			if r.d.Entails(a, n) {
				is = append(is, n)
			}
		}
	}
	return is
}

// succinct leaves out constraints as long as the others are disjoint from psi, those with large
// numbers first.
func (r *interpretation) succinct(cs []polyhedra.Constraint, psi polyhedra.State) []polyhedra.Constraint {
	cs = slices.Clone(cs)
	slices.SortStableFunc(cs, func(a, b polyhedra.Constraint) int { return b.Size() - a.Size() })
	for i := 0; i < len(cs); {
		fewer := slices.Delete(slices.Clone(cs), i, i+1)
		if r.poly.IsBottom(r.poly.With(psi, fewer...)) {
			cs = fewer
		} else {
			i++
		}
	}
	return cs
}

// bound adds interpolants to T at l. It says whether that is any news.
func (r *interpretation) bound(l ir.Loc, cs []polyhedra.Constraint) bool {
	news := false
next:
	for _, c := range cs {
		for _, t := range r.memory.t[l] {
			if t.Same(c) {
				continue next
			}
		}
		r.memory.t[l] = append(r.memory.t[l], c)
		news = true
	}
	return news
}
