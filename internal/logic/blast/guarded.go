package blast

import (
	"cmp"
	"slices"

	"craig/logic/term"
)

// Formulas about paths have variables that matter on some paths only: each formula f that speaks of v is
// ¬b ∨ … for a b that bounds v. Where v lies outside of the hull of these bounds all of these b are false, and
// v might as well lie inside. So v is given these bounds.

// maxRestrictions is how often restrict may look for more, once some variables have bounds.
const maxRestrictions = 30

// bound learns bounds from fs, and then gives bounds to variables that matter only under some conditions,
// among all formulas. why is as for learn.
func (e *encoder) bound(fs []term.Term, why func(int) set, all []term.Term) {
	e.learn(fs, why)
	var occurs map[term.Term][]term.Term
	for range maxRestrictions {
		if occurs == nil {
			if occurs = e.occurrences(all); len(occurs) == 0 {
				return
			}
		}
		if !e.restrict(occurs) {
			return
		}
		e.learn(fs, why)
	}
}

// occurrences lists, by variable without bounds, the conjuncts of fs that speak of it.
func (e *encoder) occurrences(fs []term.Term) map[term.Term][]term.Term {
	m := map[term.Term][]term.Term{}
	for _, f := range fs {
		for _, g := range term.Conjuncts(f) {
			term.Walk(g, func(t term.Term) {
				if t.Op() == term.Var && t.Sort() == term.Int && !e.interval(t).bounded() {
					m[t] = append(m[t], g)
				}
			})
		}
	}
	return m
}

// restrict gives bounds to those of the variables that matter only where they have some. It reports whether there are any.
func (e *encoder) restrict(occurs map[term.Term][]term.Term) bool {
	vars := make([]term.Term, 0, len(occurs))
	for v := range occurs {
		vars = append(vars, v)
	}
	slices.SortFunc(vars, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	some := false
	for _, v := range vars {
		if e.env[v].bounded() {
			continue
		}
		if k, ok := e.guarded(v, occurs[v]); ok {
			e.env[v] = k
			some = true
		}
	}
	clear(e.ranges)
	return some
}

// guarded is the hull of bounds of v such that one of them holds where one of the formulas matters.
func (e *encoder) guarded(v term.Term, fs []term.Term) (hull known, ok bool) {
	for i, f := range fs {
		if f.Op() != term.Or {
			return hull, false
		}
		found := false
		for _, g := range f.Args() {
			if g.Op() != term.Not || found {
				continue
			}
			k, has := e.consequences(g.Arg(0))[v]
			if has && k.bounded() {
				found = true
				if k.hi.Less(k.lo) { // b is false
					k.lo, k.hi = k.hi, k.lo
				}
				if i > 0 {
					k = known{hull.hull(k.interval), hull.why.union(k.why)}
				}
				hull = k
			}
		}
		if !found {
			return hull, false
		}
	}
	return hull, true
}
