package dagger

import (
	"slices"

	"craig/abstract/domain/polyhedra"
	"craig/program/ir"
)

// shaped is the least value of the chosen domain around s.
func (r *interpretation) shaped(s polyhedra.State) polyhedra.State {
	if r.at.domain == Polyhedra || r.d.IsBottom(s) {
		return s
	}
	return r.d.With(r.d.Top(), r.d.Octagonal(s, r.at.domain == Octagon)...)
}

// image is Image(s, l, l') along an edge, without the variables that are dead at its end.
func (r *interpretation) image(s polyhedra.State, e *edge) polyhedra.State {
	for _, step := range e.steps {
		if s = r.d.Post(s, step); r.d.IsBottom(s) {
			return s
		}
	}
	if s = r.strengthened(s, e.to); r.d.IsBottom(s) {
		return s
	}
	return r.shaped(r.withoutDead(s, e.to))
}

// withoutDead is s without the variables that nothing reads behind l.
func (r *interpretation) withoutDead(s polyhedra.State, l ir.Loc) polyhedra.State {
	live := map[int]bool{}
	for _, v := range r.flow.arcs.Live[l] {
		live[v.ID] = true
	}
	var dead []int
	for _, v := range r.d.Vars(s) {
		if !live[v] {
			dead = append(dead, v)
		}
	}
	return r.d.Forget(s, dead...)
}

// preimage is Preimage(psi, l, l') along an edge, for states of s.
func (r *interpretation) preimage(s, psi polyhedra.State, e *edge) polyhedra.State {
	contexts := make([]polyhedra.State, len(e.steps))
	for i, step := range e.steps {
		contexts[i] = s
		s = r.d.Post(s, step)
	}
	psi = r.strengthened(psi, e.to)
	for i := len(e.steps) - 1; i >= 0; i-- {
		psi = r.d.Pre(contexts[i], psi, e.steps[i])
	}
	return psi
}

// disjoint says that s meets none of the error states.
func (r *interpretation) disjoint(s polyhedra.State, errs []*errorState) bool {
	for _, e := range errs {
		if !r.d.IsBottom(r.d.Meet(s, e.psi)) {
			return false
		}
	}
	return true
}

// interpolate gives constraints that together are an interpolant of a and psi, which are disjoint.
func (r *interpretation) interpolate(a, psi polyhedra.State) []polyhedra.Constraint {
	if is := r.boundsOf(psi, a); len(is) > 0 {
		return is
	}
	if r.at.domain == Polyhedra {
		return r.succinct(r.d.Interpolate2(a, psi), psi)
	}
	return r.succinct(r.d.Octagonal(a, r.at.domain == Octagon), psi)
}

// boundsOf lists negations of what psi says that a entails, each an interpolant: InterpolatePoly1,
// failing that of sums of two constraints; InterpolateOct on octagons and boxes. There are
// finitely many for each psi.
func (r *interpretation) boundsOf(psi, a polyhedra.State) []polyhedra.Constraint {
	if r.at.domain == Polyhedra {
		if is := r.d.Interpolate1(a, psi); len(is) > 0 {
			return is
		}
		return r.d.InterpolateSums(a, psi)
	}
	var is []polyhedra.Constraint
	for _, c := range r.d.Octagonal(psi, r.at.domain == Octagon) {
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
		if r.d.IsBottom(r.d.With(psi, fewer...)) {
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

// widenUpTo is s ∇_T base with the T of l, for base ⊇ s.
func (r *interpretation) widenUpTo(l ir.Loc, s, base polyhedra.State) polyhedra.State {
	w := r.d.Widen(s, base)
	for _, c := range r.memory.t[l] {
		if r.d.Entails(base, c) {
			w = r.d.With(w, c)
		}
	}
	return w
}
