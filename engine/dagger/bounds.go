package dagger

import (
	"slices"

	"craig/abstract/domain/interval"
	"craig/abstract/domain/polyhedra"
	"craig/program/ir"
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

// learn adds to the bounds what excludes a counterexample: a path of pr's program to an error, that
// goes through calls by what their summaries allow. It says whether there is anything new.
//
// The error is carried backwards along the path; at each call on the way, what it says of the values
// before and behind is what the summary should exclude, and at the entry, what is required should.
func (s *summaries) learn(pr *proc, path []*ir.Edge) (news bool) {
	for _, v := range variants(interval.New(pr.own), path) {
		news = s.backwards(pr, v.steps) || news
	}
	return news
}

func (s *summaries) backwards(pr *proc, steps []*ir.Edge) (news bool) {
	d := polyhedra.New(pr.own, polyhedra.Options{Ranges: s.at.ranges, Stop: func() bool { return s.ctx.Err() != nil }})
	states := make([]polyhedra.State, len(steps))
	state := d.Top()
	for i, e := range steps {
		states[i] = state
		state = d.Post(state, e)
	}
	psi := d.Top()
	for i := len(steps) - 1; i >= 0 && !d.IsBottom(psi); i-- {
		for _, at := range pr.sites {
			if steps[i].ID == at.ensures.ID {
				names := map[int]int{}
				for from, to := range at.names() {
					names[to] = from
				}
				news = s.exclude(&s.t[at.callee].sum, d, psi, names) || news
				news = s.exclude(&s.t[at.callee].sum, d, d.Meet(psi, states[i]), names) || news
			}
		}
		psi = d.Pre(states[i], psi, steps[i])
	}
	names := map[int]int{}
	for _, v := range pr.inputs() {
		names[v.ID] = v.ID
	}
	return s.exclude(&s.t[pr].pre, d, psi, names) || news
}

// maxBounds bounds what is learned of one contract.
const maxBounds = 64

// exclude adds the negations of what psi says, and of sums of two of its inequalities: x ≥ 4 and
// y ≤ 2 ask for y ≥ x - 1.
func (s *summaries) exclude(t *[]polyhedra.Constraint, from *polyhedra.Domain, psi polyhedra.State, names map[int]int) (news bool) {
	psi = s.renamed(from, psi, names)
	if s.d.IsBottom(psi) {
		return false
	}
	cs := halves(s.d.Constraints(psi))
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
