package blast

import (
	"cmp"
	"slices"

	"craig/logic/term"
)

// Formulas about paths have variables that matter on some paths only: where each formula speaks of v, it says
// ¬b ∨ … or b ∧ … for a b that bounds v. Where v lies outside of the hull of these bounds all of these b are
// false, and v might as well lie inside. So v is given these bounds.

// maxRestrictions is how often restrict looks for more, as long as it finds some.
const maxRestrictions = 30

// bound learns bounds from fs, and then gives bounds to variables that matter only under some conditions,
// among all formulas. It goes from Boolean to Boolean in both directions in turn: formulas about paths may say
// where a step leads or where it comes from. why is as for learn.
func (e *encoder) bound(fs []term.Term, why func(int) set, all []term.Term) {
	defer func() { e.backward = false }()
	e.learn(fs, why)
	occurs := e.occurrences(all)
	if len(occurs) == 0 {
		return
	}
	e.justify(all)
	for round, last := 0, 0; round < maxRestrictions && round-last < 2; round++ {
		if e.restrict(occurs) {
			last = round
		}
		e.backward = !e.backward
		e.learn(fs, why)
	}
}

// occurrences lists, by variable without bounds, the conjuncts of fs that speak of it.
func (e *encoder) occurrences(fs []term.Term) map[term.Term][]term.Term {
	m := map[term.Term][]term.Term{}
	for _, f := range fs {
		for _, g := range term.Conjuncts(f) {
			term.Walk(g, func(t term.Term) {
				if t.Op() == term.Var && t.Sort() == term.Int && !e.interval(t).Bounded() {
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
		if e.env[v].Bounded() {
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

// guarded is the hull of bounds of v such that one of them holds where v matters to one of the formulas.
func (e *encoder) guarded(v term.Term, fs []term.Term) (known, bool) {
	h := &hull{e: e, v: v}
	for _, f := range fs {
		if !h.guards(f, 3) {
			return known{}, false
		}
	}
	return h.all, h.some
}

// hull collects bounds of v.
type hull struct {
	e    *encoder
	v    term.Term
	all  known
	some bool
}

// by adds the bounds that b implies, if it implies any.
func (h *hull) by(b term.Term) bool {
	if b.Op() != term.Var || b.Sort() != term.Bool {
		return false
	}
	k, ok := h.e.consequences(b).find(h.v)
	if !ok || !k.Bounded() {
		return false
	}
	if k.Hi.Less(k.Lo) { // b is false
		k.Lo, k.Hi = k.Hi, k.Lo
	}
	if h.some {
		k = known{h.all.Hull(k.Interval), h.all.why.union(k.why)}
	}
	h.all, h.some = k, true
	return true
}

// guards says that v matters to f only where some b holds whose bounds are in the hull: f is ¬b ∨ … or b ∧ …, or
// all of its parts that speak of v are such, down to a depth.
func (h *hull) guards(f term.Term, depth int) bool {
	if f.Op() != term.And && f.Op() != term.Or || depth == 0 {
		return false
	}
	for _, g := range f.Args() {
		if f.Op() == term.Or {
			if g.Op() != term.Not {
				continue
			}
			g = g.Arg(0)
		}
		if h.by(g) {
			return true
		}
	}
	for _, g := range f.Args() {
		if term.Contains(g, h.v) && !h.guards(g, depth-1) {
			return false
		}
	}
	return true
}

// justify notes what a Boolean variable b may be taken to imply: let each formula that b makes true be ¬t ∨ … for
// some t. If b holds and no such t does, b might as well be false. A model with the fewest such variables true
// has for each of them a t that is true, whatever values its integers get.
func (e *encoder) justify(fs []term.Term) {
	reasons := map[term.Term][]term.Term{}
	none := map[term.Term]bool{}
	for _, f := range fs {
		for _, g := range term.Conjuncts(f) {
			guard := term.Term{}
			if g.Op() == term.Or {
				for _, d := range g.Args() {
					if d.Op() == term.Not && d.Arg(0).Op() == term.Var {
						guard = d.Arg(0)
						break
					}
				}
			}
			positive(g, true, map[polar]bool{}, func(b term.Term) {
				if !guard.Valid() || guard == b {
					none[b] = true
				} else {
					reasons[b] = append(reasons[b], guard)
				}
			})
		}
	}
	e.justified = map[term.Term]term.Term{}
	for b, ts := range reasons {
		if !none[b] {
			e.justified[b] = e.st.Or(append(ts, e.st.Not(b))...)
		}
	}
}

// polar is a formula that matters positively or negatively.
type polar struct {
	f   term.Term
	pos bool
}

// positive calls found with the Boolean variables that may make f true, if pos, and false otherwise.
func positive(f term.Term, pos bool, seen map[polar]bool, found func(term.Term)) {
	if seen[polar{f, pos}] {
		return
	}
	seen[polar{f, pos}] = true
	switch f.Op() {
	case term.Not:
		positive(f.Arg(0), !pos, seen, found)
	case term.And, term.Or:
		for _, g := range f.Args() {
			positive(g, pos, seen, found)
		}
	case term.Var:
		if f.Sort() == term.Bool && pos {
			found(f)
		}
	default: // an equality of Booleans, or the condition of a term
		for _, g := range f.Args() {
			positive(g, true, seen, found)
			positive(g, false, seen, found)
		}
	}
}
