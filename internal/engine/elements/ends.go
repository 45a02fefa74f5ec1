package elements

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of the stage ends.
const (
	mostCompared = 16  // places
	mostOrders   = 400 // guesses for one head about two places
)

// ends guesses how the places at which the program reads and writes elements lie to each other, and what the elements at these
// are: that a pointer is not beyond the end of a text, and that the text has its zero there, are inductive only together. There
// is nothing about all elements in this, and it is quick to see whether it is enough.
func (s *search) ends() {
	places := s.places(s.words.pivots)
	say := s.sayings(s.words, 1)
	live := map[term.Term]bool{s.bound[0]: true}
	s.task.Program.AllVars(func(v *ir.Var) { live[s.sem.Var(v)] = true })
	for _, h := range s.heads[1:] {
		seenIn := s.table(h, 1)
		s.orders(h, places, seenIn)
		s.single(h, places, say, live, seenIn)
	}
}

// near is how far apart places are, at most, that count as one.
const near = 8

// places are the pivots, the first one of those that are near to each other.
func (s *search) places(pivots []term.Term) (list []term.Term) {
	for _, p := range pivots {
		if p.IsConst() {
			continue
		}
		i := slices.IndexFunc(list, func(q term.Term) bool {
			d := s.st.Sub(q, p)
			return d.IsConst() && d.Num().Abs().Less(num.I(near+1).Rat())
		})
		switch {
		case i < 0:
			list = add(list, p, mostCompared)
		case constant(p).Less(constant(list[i])):
			list[i] = p
		}
	}
	return list
}

// constant is what is added to the other terms of a sum.
func constant(t term.Term) num.Int {
	if t.Op() == term.Sum {
		return t.Num().Num()
	}
	return num.Int{}
}

// orders guesses p <= q, p < q and p + 1 < q at h.
func (s *search) orders(h ir.Loc, places []term.Term, seenIn *table) {
	guessed := 0
	for _, p := range places {
		for _, q := range places {
			if p == q {
				continue
			}
			for _, f := range []term.Term{s.st.Le(p, q), s.st.Lt(p, q), s.st.Lt(s.st.Add(p, s.st.Int(1)), q)} {
				known := slices.ContainsFunc(s.facts[h], func(g *fact) bool { return g.f == f })
				if guessed < mostOrders && !known && !f.IsTrue() && !seenIn.refutes(s.st.False(), f) {
					guessed++
					s.guessed(h, &fact{f: f})
				}
			}
		}
	}
}
