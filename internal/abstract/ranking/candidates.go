package ranking

import (
	"slices"
	"strings"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// maxPairs bounds the variables of which sums and differences are tried.
const maxPairs = 8

// candidates are guesses of what a place of a tuple may be: what guards compare, variables and their complements, and sums, differences, minima
// and maxima of two of them.
func (s *search) candidates(rel []*transition) []term.Term {
	seen := map[term.Term]bool{}
	var list []term.Term
	add := func(f term.Term) {
		if !seen[f] && s.measures(f) {
			seen[f] = true
			list = append(list, f)
		}
	}
	// What a guard says to be not positive, not zero, ...
	var literal func(g term.Term)
	literal = func(g term.Term) {
		switch g.Op() {
		case term.And, term.Or:
			for _, a := range g.Args() {
				literal(a)
			}
		case term.Not:
			if a := g.Arg(0); a.Op() == term.LeZero || a.Op() == term.LtZero {
				add(a.Arg(0))
			} else {
				literal(a)
			}
		case term.LeZero, term.LtZero:
			if g.Arg(0).Sort() == term.Int {
				add(s.st.Neg(g.Arg(0)))
			}
		case term.Eq:
			if g.Arg(0).Sort() == term.Int {
				d := s.st.Sub(g.Arg(0), g.Arg(1))
				add(d)
				add(s.st.Neg(d))
				add(s.st.Ite(s.st.Ge(d, s.st.Int(0)), d, s.st.Neg(d)))
			}
		case term.EqZero:
			if d := g.Arg(0); d.Sort() == term.Int {
				add(d)
				add(s.st.Neg(d))
				add(s.st.Ite(s.st.Ge(d, s.st.Int(0)), d, s.st.Neg(d)))
			}
		}
	}
	// What the program gives as variants.
	s.p.AllVars(func(v *ir.Var) {
		if strings.HasPrefix(v.Name, ir.VariantName) {
			for _, t := range rel {
				if f, set := t.post[s.sem.Var(v)]; set {
					add(f)
				}
			}
		}
	})
	for _, t := range rel {
		for _, g := range t.guards {
			literal(g)
		}
	}
	s.ages(rel, add)
	// Variables that change.
	var changing []*ir.Var
	is := map[*ir.Var]bool{}
	for _, t := range rel {
		for x := range t.post {
			is[s.variable(x)] = true
		}
	}
	s.p.AllVars(func(v *ir.Var) {
		if is[v] && v.Type.Kind == ir.Integer && s.read(rel, s.sem.Var(v)) {
			changing = append(changing, v)
		}
	})
	for _, v := range changing {
		x := s.sem.Var(v)
		add(s.st.Sub(s.st.IntNum(v.Type.Max()), x))
		add(s.st.Sub(x, s.st.IntNum(v.Type.Min())))
		add(x)
		add(s.st.Neg(x))
	}
	if len(changing) > maxPairs {
		changing = changing[:maxPairs]
	}
	for i, v := range changing {
		for _, w := range changing[:i] {
			x, y := s.sem.Var(v), s.sem.Var(w)
			add(s.st.Add(x, y))
			add(s.st.Sub(x, y))
			add(s.st.Sub(y, x))
			add(s.st.Neg(s.st.Add(x, y)))
			less := s.st.Le(x, y)
			add(s.st.Ite(less, x, y))
			add(s.st.Ite(less, y, x))
		}
	}
	return list
}

// ages adds how old the blocks are that pointers which change lead to, and how many may be younger.
func (s *search) ages(rel []*transition, add func(term.Term)) {
	heap := s.p.Global(ir.HeapName)
	if !s.grows || heap == nil {
		return
	}
	changes := map[term.Term]bool{}
	for _, t := range rel {
		for x := range t.post {
			changes[x] = true
		}
	}
	s.p.AllVars(func(v *ir.Var) {
		x := s.sem.Var(v)
		if v.Type.Kind != ir.Pointer || v == heap || !changes[x] || !s.read(rel, x) {
			return
		}
		add(x)
		younger := s.st.Sub(s.sem.Var(heap), x)
		add(younger)
		add(s.st.Ite(s.st.Eq(x, s.st.Int(0)), x, younger))
	})
}

// measures says that f may be a measure: it speaks of variables of the program.
func (s *search) measures(f term.Term) bool {
	if _, constant := f.IntValue(); constant {
		return false
	}
	for _, x := range term.Vars(f, map[term.Term]bool{}, nil) {
		if v := s.variable(x); v == nil || v.Name == ir.HeapName && !s.grows || v.Type.Kind == ir.Float {
			return false // an input; or what is no measure
		}
	}
	return true
}

// distances are how far variables are from what is known to bound them, but for those that are guesses already.
func (s *search) distances(guesses []term.Term) (list []term.Term) {
	for _, l := range s.comp.Cuts {
		f, there := s.known[l]
		if !there {
			continue
		}
		for _, g := range term.Conjuncts(s.st.Import(f)) {
			if (g.Op() == term.LeZero || g.Op() == term.LtZero) && g.Arg(0).Sort() == term.Int {
				if d := s.st.Neg(g.Arg(0)); s.measures(d) && !slices.Contains(guesses, d) && !slices.Contains(list, d) {
					list = append(list, d)
				}
			}
		}
	}
	return list
}

// guarded are the guesses where the loop goes on, and less than any that decides where it ends: a variable may wrap in the last round.
func (s *search) guarded(left []*transition, guesses []term.Term) (list []term.Term) {
	var ways []term.Term
	for _, t := range left {
		var known []term.Term
		for _, g := range t.guards {
			if !slices.ContainsFunc(term.Vars(g, map[term.Term]bool{}, nil), func(x term.Term) bool { return s.variable(x) == nil }) {
				known = append(known, g)
			}
		}
		ways = append(ways, s.st.And(known...))
	}
	on := s.st.Or(ways...)
	if on.IsTrue() {
		return nil
	}
	for _, g := range guesses {
		list = append(list, s.st.Ite(on, g, s.st.Int(-1)))
	}
	return list
}

// read says that a path depends on x.
func (s *search) read(rel []*transition, x term.Term) bool {
	for _, t := range rel {
		for _, g := range t.guards {
			for _, y := range term.Vars(g, map[term.Term]bool{}, nil) {
				if y == x {
					return true
				}
			}
		}
		for of, now := range t.post {
			if of == x {
				continue
			}
			for _, y := range term.Vars(now, map[term.Term]bool{}, nil) {
				if y == x {
					return true
				}
			}
		}
	}
	return false
}
