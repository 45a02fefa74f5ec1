package modular

import (
	"slices"

	"craig/internal/abstract/domain/polyhedra"
)

// bounds are the constraints up to which contracts of a procedure are widened: T, for them.
type bounds struct {
	pre, sum []polyhedra.Constraint // what counterexamples ask for
	// first are, by part of the summary, bounds of single variables and of pairs when it was widened
	// for the first time.
	first map[int][]polyhedra.Constraint
}

// of are those for a part of the summary, whose widening makes it include s.
func (b *bounds) of(d *polyhedra.Domain, part int, s polyhedra.State) []polyhedra.Constraint {
	if _, ok := b.first[part]; !ok {
		b.first[part] = d.Octagonal(s, true)
	}
	return append(slices.Clip(b.sum), b.first[part]...)
}

// widen is the widening up to t; b includes a.
func (c contracts) widen(a, b polyhedra.State, t []polyhedra.Constraint) polyhedra.State {
	w := c.d.Widen(a, b)
	for _, k := range t {
		if c.d.Entails(b, k) {
			w = c.d.With(w, k)
		}
	}
	return w
}

// learn adds to the bounds of recursive procedures what excludes a counterexample. It says whether
// there is anything new.
func (s *summaries) learn(causes []cause) (news bool) {
	for _, c := range causes {
		t := &s.t[c.of].pre
		if c.exit != nil {
			t = &s.t[c.of].sum
		}
		if c.of.recursive {
			news = s.exclude(t, c.psi) || news
		}
	}
	return news
}

// maxBounds bounds what is learned of one contract.
const maxBounds = 64

// exclude adds the negations of what psi says, and of sums of two of its inequalities: x ≥ 4 and
// y ≤ 2 ask for y ≥ x - 1.
func (s *summaries) exclude(t *[]polyhedra.Constraint, psi polyhedra.State) (news bool) {
	var cs []polyhedra.Constraint
	for _, c := range s.d.Constraints(psi) {
		cs = append(cs, c.Halves()...)
	}
	for i, a := range cs {
		for _, b := range cs[:i] {
			if sum := a.Plus(b.Linear); len(sum.Terms) > 1 {
				cs = append(cs, polyhedra.Constraint{Linear: sum})
			}
		}
	}
	for _, c := range cs {
		for _, n := range c.Negations() {
			if len(*t) < maxBounds && !slices.ContainsFunc(*t, n.Same) {
				*t = append(*t, n)
				news = true
			}
		}
	}
	return news
}
