package predicate

import (
	"cmp"
	"slices"

	"craig/internal/logic/bdd"
	"craig/logic/term"
)

// writer makes formulas over predicates of diagrams.
type writer struct {
	*system
	lits map[*group][]literal // what may be said of it
	memo map[int32]term.Term
}

// literal is an atom of a group or its negation.
type literal struct {
	index int
	sign  byte
	f     term.Term
}

// formula is a diagram over the classes that the predicates distinguish as a formula over the predicates. What it
// says of each group by itself comes first.
func (s *system) formula(n int32) term.Term {
	preds := newAtomSet()
	for _, q := range s.preds {
		preds.add(q)
	}
	if n == bdd.False || len(preds.all) == 0 {
		return s.st.Bool(n != bdd.False)
	}
	w := &writer{system: s, lits: map[*group][]literal{}, memo: map[int32]term.Term{bdd.False: s.st.False(), bdd.True: s.st.True()}}
	for _, a := range preds.all {
		p := s.place[a]
		w.lits[p.group] = append(w.lits[p.group], literal{p.index, '1', a}, literal{p.index, '0', w.st.Not(a)})
	}
	var all []term.Term
	groups := s.groupsOf(preds.all)
	for i, g := range groups {
		// Disequalities are given up before inequalities, those before equations.
		slices.SortStableFunc(w.lits[g], func(a, b literal) int { return cmp.Compare(a.weight(), b.weight()) })
		others := slices.Delete(slices.Clone(groups), i, i+1)
		alone := s.AndExists(n, bdd.True, cube(s.Manager, others))
		all = append(all, w.set(g, func(c int) bool { return child(w.Manager, alone, g, c) == bdd.True }))
	}
	return s.st.And(append(all, w.rec(n))...)
}

func (l literal) weight() int {
	switch {
	case l.f.Op() == term.Not:
		return 0
	case l.f.Op() == term.EqZero:
		return 2
	}
	return 1
}

// rec is the formula of a diagram.
func (w *writer) rec(n int32) term.Term {
	if f, ok := w.memo[n]; ok {
		return f
	}
	g := w.system.of[w.Nodes[n].V/2]
	var children []int32
	for c := range g.classes {
		if m := child(w.Manager, n, g, c); g.classes[c].possible && m != bdd.False && !slices.Contains(children, m) {
			children = append(children, m)
		}
	}
	var any []term.Term
	for _, m := range children {
		in := w.set(g, func(c int) bool { return child(w.Manager, n, g, c) == m })
		any = append(any, w.st.And(in, w.rec(m)))
	}
	f := w.st.Or(any...)
	w.memo[n] = f
	return f
}

// child is what n is where the group has the class.
func child(b *bdd.Manager, n int32, g *group, class int) int32 {
	for bit := range g.bits {
		if d := b.Nodes[n]; d.V == g.first+2*int32(bit) {
			if n = d.Lo; class>>(g.bits-1-bit)&1 == 1 {
				n = d.Hi
			}
		}
	}
	return n
}

// set says that the group has one of the classes, of which the predicates distinguish those in it from
// others.
func (w *writer) set(g *group, in func(class int) bool) term.Term {
	var yes, no []string // signs
	for c, k := range g.classes {
		if !k.possible {
			continue
		}
		if in(c) {
			yes = append(yes, k.signs)
		} else {
			no = append(no, k.signs)
		}
	}
	if f, ok := w.conjunction(g, yes, no); ok {
		return f
	}
	if f, ok := w.conjunction(g, no, yes); ok {
		return w.st.Not(f)
	}
	var any []term.Term
	for _, signs := range yes {
		f, _ := w.conjunction(g, []string{signs}, no)
		any = append(any, f)
	}
	return w.st.Or(any...)
}

// conjunction is one of literals of the group that is true for the signs in yes, and for none of those in no; ok
// is false if there is none.
func (w *writer) conjunction(g *group, yes, no []string) (f term.Term, ok bool) {
	lits := slices.DeleteFunc(slices.Clone(w.lits[g]), func(l literal) bool {
		return slices.ContainsFunc(yes, func(signs string) bool { return signs[l.index] != l.sign })
	})
	separates := func(lits []literal) bool {
		return !slices.ContainsFunc(no, func(signs string) bool {
			return !slices.ContainsFunc(lits, func(l literal) bool { return signs[l.index] != l.sign })
		})
	}
	if !separates(lits) {
		return f, false
	}
	for i := 0; i < len(lits); {
		if fewer := slices.Delete(slices.Clone(lits), i, i+1); separates(fewer) {
			lits = fewer
		} else {
			i++
		}
	}
	var all []term.Term
	for _, l := range lits {
		all = append(all, l.f)
	}
	return w.st.And(all...), true
}
