package elements

import (
	"maps"
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of a vocabulary.
const (
	mostPivots = 14
	mostAtoms  = 60

	mostConditions = 4
	mostWrites     = 12
)

// vocabulary is what the program speaks of, over its variables at heads.
type vocabulary struct {
	pivots []term.Term // indices, and what they are compared with
	atoms  []term.Term // comparisons of elements
	// conditions are comparisons of what is no index.
	conditions []term.Term
	writes     []write
	// plain are comparisons of no elements, of which the errors speak.
	plain []term.Term
}

// write is a store of val to a region's element at index.
type write struct{ region, index, val term.Term }

// vocabulary collects the words of all paths; wide, also words for what is given on them.
func (s *search) vocabulary(wide bool) *vocabulary {
	v := &vocabulary{}
	known := map[term.Term]bool{}
	s.task.Program.AllVars(func(x *ir.Var) { known[s.sem.Var(x)] = true })
	var plain []term.Term // comparisons of no elements
	see := func(t term.Term) {
		term.Walk(t, func(t term.Term) {
			switch t.Op() {
			case term.LeZero, term.LtZero, term.EqZero:
				if t.Arg(0).Sort() != term.Int {
					return
				}
				t = s.tops(t)
				if !s.over(t, known) {
					return
				}
				if s.speaks(t) {
					if s.fits(t) {
						return
					}
					v.atoms = add(v.atoms, t, mostAtoms)
				} else {
					plain = add(plain, t, 100)
				}
			case term.Select:
				if i, ok := s.index(t.Arg(0), t.Arg(1)); ok && s.over(i, known) && !s.speaks(i) {
					v.pivots = add(v.pivots, i, mostPivots)
				}
			case term.Store_:
				r, root := s.root(t)
				if i, ok := s.index(t, t.Arg(1)); ok && s.over(i, known) && !s.speaks(i) {
					v.pivots = add(v.pivots, i, mostPivots)
				}
				if root {
					if e := s.tops(t.Arg(2)); s.over(e, known) && s.over(t.Arg(1), known) {
						i, _ := s.index(t, t.Arg(1))
						if w := (write{r, i, e}); !s.speaks(i) && len(v.writes) < mostWrites && !slices.Contains(v.writes, w) {
							v.writes = append(v.writes, w)
						}
						if a := s.st.Eq(e, s.st.Select(r, t.Arg(1))); a.Op() == term.EqZero {
							v.atoms = add(v.atoms, a, mostAtoms)
						}
					}
				}
			}
		})
	}
	for _, goals := range []bool{true, false} { // the words of errors first
		for _, p := range s.paths {
			if s.task.Program.Locs[p.to].IsGoal() != goals {
				continue
			}
			var given map[term.Term]term.Term
			if wide {
				given = s.given(p, known)
			}
			see(s.st.Subst(p.cond, given))
			if goals {
				continue
			}
			for _, h := range s.sortedAfter(p) {
				x, t := h, s.st.Subst(p.after[h], given)
				see(t)
				if x.Sort() == term.Int && s.speaks(t) && t.Op() != term.Ite {
					if e := s.tops(t); s.over(e, known) {
						a := s.st.Eq(x, e)
						if a.Op() == term.EqZero {
							v.atoms = add(v.atoms, a, mostAtoms)
						}
						if !term.Contains(a, x) { // x grows by elements: which way
							for _, e := range s.elements(a) {
								v.atoms = add(v.atoms, s.st.Eq(e, s.st.Int(0)), mostAtoms)
							}
						}
					}
				}
			}
		}
		if goals {
			v.plain = slices.Clone(plain)
		}
	}
	indices := map[term.Term]bool{}
	for _, p := range v.pivots {
		for _, x := range term.Vars(p, map[term.Term]bool{}, nil) {
			indices[x] = true
		}
	}
	for _, a := range plain {
		apart := true
		for _, x := range term.Vars(a, map[term.Term]bool{}, nil) {
			if !indices[x] {
				continue
			}
			apart = false
			if b, ok := s.alone(a.Arg(0), x); ok {
				v.pivots = add(v.pivots, b, mostPivots)
			}
		}
		if apart && a.Op() == term.EqZero {
			v.conditions = add(add(v.conditions, a, mostConditions), s.st.Not(a), mostConditions)
		}
	}
	for _, p := range slices.Clone(v.pivots) { // the beginning of a row
		if xs := term.Vars(p, map[term.Term]bool{}, nil); len(xs) == 2 {
			for _, x := range xs {
				v.pivots = add(v.pivots, s.st.Subst(p, map[term.Term]term.Term{x: s.st.Int(0)}), mostPivots)
			}
		}
	}
	return v
}

// given has the words for what is given on p: for contents of regions, and for values of variables at its end that are made of
// inputs, such as n after n = input().
func (s *search) given(p *path, known map[term.Term]bool) map[term.Term]term.Term {
	m := maps.Clone(p.fresh)
	for _, x := range s.sortedAfter(p) {
		if t := p.after[x]; x.Sort() == term.Int && !s.over(t, known) && !s.speaks(t) && !m[t].Valid() {
			m[t] = x
		}
	}
	return m
}

// fits says that a compares something with an end of an integer type: that an element has its type, or that
// an operation does not overflow, which is nobody's thought.
func (s *search) fits(a term.Term) bool {
	if a.Op() != term.LeZero || a.Arg(0).Op() != term.Sum {
		return false
	}
	c := a.Arg(0).Num().Num()
	ends := []uint{15, 16, 31, 32, 63, 64}
	for _, e := range s.elements(a) {
		if s.layouts[e.Arg(0)].Elem.Bits == 8 {
			ends = append(ends, 7, 8)
			break
		}
	}
	for _, bits := range ends {
		if end := num.Pow2(bits); c.Eq(end) || c.Eq(end.Neg()) || c.Eq(end.Sub(num.I(1)).Neg()) {
			return true
		}
	}
	return false
}

// sortedAfter are the variables that a path gives values, in the order of their terms.
func (s *search) sortedAfter(p *path) (list []term.Term) {
	s.task.Program.AllVars(func(v *ir.Var) {
		if x := s.sem.Var(v); p.after[x].Valid() {
			list = append(list, x)
		}
	})
	return list
}

func add(list []term.Term, t term.Term, most int) []term.Term {
	if len(list) >= most || slices.Contains(list, t) {
		return list
	}
	return append(list, t)
}

// over says that t is over known variables.
func (s *search) over(t term.Term, known map[term.Term]bool) bool {
	for _, x := range term.Vars(t, map[term.Term]bool{}, nil) {
		if !known[x] {
			return false
		}
	}
	return true
}

// speaks says that t reads an element.
func (s *search) speaks(t term.Term) (found bool) {
	term.Walk(t, func(t term.Term) { found = found || t.Op() == term.Select })
	return found
}

// root is the region whose contents the array t is made of by stores; ok is false if there is none.
func (s *search) root(t term.Term) (r term.Term, ok bool) {
	for t.Op() == term.Store_ {
		t = t.Arg(0)
	}
	return t, s.layouts[t] != nil
}

// tops is t with elements read from regions as they are at the head, whatever has been stored on the way:
// the words of the program, without what happened to the elements.
func (s *search) tops(t term.Term) term.Term {
	m := map[term.Term]term.Term{}
	term.Walk(t, func(u term.Term) {
		if u.Op() == term.Store_ {
			if r, ok := s.root(u); ok {
				m[u] = r
			}
		}
	})
	if len(m) == 0 {
		return t
	}
	return s.st.Subst(t, m)
}

// index is the index at which addr is in the array t.
func (s *search) index(t, addr term.Term) (term.Term, bool) {
	r, ok := s.root(t)
	if !ok {
		return r, false
	}
	return s.layouts[r].IndexOf(s.sem, addr), true
}

// alone is what x is if the linear term e is 0; ok is false if x does not stand alone in e with a factor of
// 1 or -1.
func (s *search) alone(e, x term.Term) (b term.Term, ok bool) {
	zero := map[term.Term]term.Term{x: s.st.Int(0)}
	rest := s.st.Subst(e, zero)
	for _, c := range []int64{1, -1} {
		if s.st.Add(s.st.Scale(num.I(c).Rat(), x), rest) == e {
			return s.st.Scale(num.I(-c).Rat(), rest), true
		}
	}
	return b, false
}
