package predicate

import (
	"cmp"
	"context"
	"slices"

	"craig/logic/num"
	"craig/logic/term"
)

// The Boolean abstraction of a transition that is known as a function, by decision diagrams.
//
// Cavada, Cimatti, Franzén, Kalyanasundaram, Roveri, Shyamasundar, "Computing predicate
// abstractions by integrating BDDs and SMT solvers", FMCAD 2007. The predicates after the
// transition are formulas over atoms before it; the image of a label is the relation between both,
// with the atoms quantified. Here what the theory says of the atoms over one integer is put
// in beforehand, by the values at which one of them changes; likewise of atoms over one sum of
// integers, but not of several sums together. So the image is the strongest Boolean combination if
// no two sums share a variable, and implied by it in any case.

// maxNodes bounds the diagrams of an image.
const maxNodes = 3_000_000

// system is a transition over atoms: those of the transition, of the predicates and of a label.
type system struct {
	*bdd
	st    *term.Store
	vars  map[term.Term]int32 // of atoms, the one of an atom and its negation with the lower ID
	terms []term.Term         // by variable: the atom; of a predicate after the transition, it
	exact bool                // images are the strongest
	known map[term.Term]bool  // the labels whose atoms are here
	memo  map[term.Term]int32
	guard int32
	outs  []output
	preds int
}

// output is a predicate after the transition: a diagram over the atoms before. Variable v stands for
// it in the image; it is the predicate's own, before, if the transition leaves it alone.
type output struct{ diagram, v int32 }

// symbolic is the image of the label; ok is false if there is no Transfer, or the diagrams would be
// too large, or exact if the image may not be the strongest.
func (e *Edge) symbolic(ctx context.Context, label term.Term, preds []term.Term) (f term.Term, exact, ok bool) {
	if e.Transfer == nil {
		return f, false, false
	}
	if e.tooLarge == len(preds)+1 {
		return f, false, false
	}
	if s := e.system; s == nil || s.preds != len(preds) || !s.has(label) {
		e.system = e.newSystem(label, preds)
	}
	s := e.system
	if s == nil || s.full {
		e.system, e.tooLarge = nil, len(preds)+1
		return f, false, false
	}
	f, ok = s.image(ctx, label)
	return f, s.exact, ok
}

// leaf is the atom that stands for f and its negation.
func (s *system) leaf(f term.Term) (atom term.Term, negated bool) {
	if f.Op() == term.LeZero || f.Op() == term.LtZero {
		if g := s.st.Not(f); g.Op() == f.Op() && g.ID() < f.ID() {
			return g, true
		}
	}
	return f, false
}

// atoms collects the atoms of f that are not in seen.
func (s *system) atoms(f term.Term, seen map[term.Term]bool) (all []term.Term) {
	var rec func(f term.Term)
	rec = func(f term.Term) {
		if seen[f] || f.IsConst() {
			return
		}
		seen[f] = true
		switch f.Op() {
		case term.And, term.Or, term.Not:
			for _, a := range f.Args() {
				rec(a)
			}
		default:
			a, _ := s.leaf(f)
			if a == f || !seen[a] {
				seen[a] = true
				all = append(all, a)
			}
		}
	}
	rec(f)
	return all
}

// has tells whether the atoms of the label are known.
func (s *system) has(label term.Term) bool {
	if !s.known[label] {
		for _, a := range s.atoms(label, map[term.Term]bool{}) {
			if _, ok := s.vars[a]; !ok {
				return false
			}
		}
		s.known[label] = true
	}
	return true
}

// newSystem makes the diagrams of the transition; nil if they are too large.
func (e *Edge) newSystem(label term.Term, preds []term.Term) *system {
	s := &system{bdd: newBDD(maxNodes), st: e.Store, vars: map[term.Term]int32{}, exact: true, known: map[term.Term]bool{label: true}, memo: map[term.Term]int32{}, preds: len(preds)}
	t := e.Transfer
	after := make([]term.Term, len(preds))
	seen := map[term.Term]bool{}
	atoms := s.atoms(t.Guard, seen)
	atoms = append(atoms, s.atoms(label, seen)...)
	if old := e.system; old != nil { // labels come again
		for _, a := range old.terms {
			atoms = append(atoms, s.atoms(a, seen)...)
		}
	}
	for i, q := range preds {
		for _, x := range term.Vars(q, map[term.Term]bool{}, nil) {
			if t.After[x] == nil {
				return nil
			}
		}
		f, ok := t.After.Formula(q)
		if !ok {
			return nil
		}
		after[i] = f
		atoms = append(atoms, s.atoms(q, seen)...)
		atoms = append(atoms, s.atoms(f, seen)...)
	}
	// The variables: atoms, and predicates after the transition next to themselves before.
	type item struct {
		rank float64
		of   uint32 // the first variable
		atom term.Term
		pred int // -1 for an atom
	}
	var items []item
	rank, first := map[term.Term]float64{}, map[term.Term]uint32{}
	for _, a := range atoms {
		vars := term.Vars(a, map[term.Term]bool{}, nil)
		var sum float64
		for _, x := range vars {
			sum += t.Rank(x)
		}
		rank[a] = sum / float64(max(1, len(vars)))
		if len(vars) > 0 {
			first[a] = vars[0].ID()
		}
		items = append(items, item{rank[a], first[a], a, -1})
	}
	for i, q := range preds {
		a, _ := s.leaf(q)
		items = append(items, item{rank[a], first[a], a, i})
	}
	slices.SortFunc(items, func(a, b item) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.of, b.of), cmp.Compare(a.atom.ID(), b.atom.ID()), cmp.Compare(a.pred, b.pred))
	})
	s.outs = make([]output, len(preds))
	for v, it := range items {
		if it.pred < 0 {
			s.vars[it.atom] = int32(v)
			s.terms = append(s.terms, it.atom)
		} else {
			s.outs[it.pred].v = int32(v)
			s.terms = append(s.terms, preds[it.pred])
		}
	}
	s.guard = s.diagram(t.Guard)
	s.theory(atoms, t.Range)
	for i, q := range preds {
		o := &s.outs[i]
		o.diagram = s.diagram(after[i])
		if o.diagram == s.diagram(q) {
			if a, _ := s.leaf(q); a.Valid() {
				s.terms[s.vars[a]] = a
				o.v = s.vars[a]
			}
		}
	}
	if s.full {
		return nil
	}
	return s
}

// diagram is the one of a formula over known atoms.
func (s *system) diagram(f term.Term) int32 {
	if n, ok := s.memo[f]; ok {
		return n
	}
	var n int32
	switch f.Op() {
	case term.True:
		n = bddTrue
	case term.False:
	case term.And:
		n = bddTrue
		for _, a := range s.upwards(f.Args()) {
			n = s.and(a, n)
		}
	case term.Or:
		for _, a := range s.upwards(f.Args()) {
			n = s.or(a, n)
		}
	case term.Not:
		n = s.not(s.diagram(f.Arg(0)))
	default:
		a, negated := s.leaf(f)
		if n = s.variable(s.vars[a]); negated {
			n = s.not(n)
		}
	}
	s.memo[f] = n
	return n
}

// upwards are the diagrams of formulas, those that begin deepest first: so what is made from
// them in between is small.
func (s *system) upwards(fs []term.Term) []int32 {
	ds := make([]int32, len(fs))
	for i, f := range fs {
		ds[i] = s.diagram(f)
	}
	slices.SortFunc(ds, func(a, b int32) int { return cmp.Or(cmp.Compare(s.nodes[b].v, s.nodes[a].v), cmp.Compare(a, b)) })
	return ds
}

// theory conjoins to the guard what linear atoms over the same sum cannot be together: a cube for
// each value of the sum near which one of them changes.
func (s *system) theory(atoms []term.Term, within func(term.Term) term.Term) {
	var sums []term.Term
	about := map[term.Term][]int{}
	lines := make([]line, len(atoms))
	owner := map[term.Term]term.Term{} // of variables: the sum
	for i, a := range atoms {
		l, ok := s.line(a)
		if !ok {
			s.exact = s.exact && a.Op() == term.Var
			continue
		}
		lines[i] = l
		if about[l.sum] == nil {
			sums = append(sums, l.sum)
			s.exact = s.exact && l.sum.Op() != term.Mul
			term.Walk(l.sum, func(x term.Term) {
				switch x.Op() {
				case term.Var:
					if y, known := owner[x]; known && y != l.sum {
						s.exact = false
					}
					owner[x] = l.sum
				case term.Sum, term.Const:
				default:
					s.exact = false
				}
			})
		}
		about[l.sum] = append(about[l.sum], i)
	}
	points := map[term.Term][]num.Int{}
	possible := map[term.Term]term.Term{}
	for _, sum := range sums {
		seen := map[string]bool{}
		add := func(c num.Int) {
			for _, p := range []num.Int{c.Sub(num.I(1)), c, c.Add(num.I(1))} {
				if !seen[p.String()] {
					seen[p.String()] = true
					points[sum] = append(points[sum], p)
				}
			}
		}
		for _, i := range about[sum] {
			add(lines[i].at)
		}
		if sum.Op() == term.Var {
			possible[sum] = within(sum)
			for _, a := range term.Conjuncts(possible[sum]) {
				if l, ok := s.line(a); ok {
					add(l.at)
				}
			}
			points[sum] = slices.DeleteFunc(points[sum], func(p num.Int) bool {
				return s.st.Subst(possible[sum], map[term.Term]term.Term{sum: s.st.IntNum(p)}).IsFalse()
			})
		}
	}
	// cell adds the cube of the atoms over some sums where these have the values.
	cell := func(any int32, done map[string]bool, of []term.Term, values ...num.Int) int32 {
		var signs []byte
		for k, sum := range of {
			for _, i := range about[sum] {
				if lines[i].holds(values[k]) {
					signs = append(signs, '1')
				} else {
					signs = append(signs, '0')
				}
			}
		}
		if done[string(signs)] {
			return any
		}
		done[string(signs)] = true
		cube := bddTrue
		for _, sum := range of {
			for _, i := range about[sum] {
				lit := s.variable(s.vars[atoms[i]])
				if signs[0] == '0' {
					lit = s.not(lit)
				}
				signs = signs[1:]
				cube = s.and(cube, lit)
			}
		}
		return s.or(any, cube)
	}
	for _, sum := range sums {
		any, done := bddFalse, map[string]bool{}
		for _, p := range points[sum] {
			any = cell(any, done, []term.Term{sum}, p)
		}
		s.guard = s.and(s.guard, any)
	}
	// Three sums of which one is the sum or the difference of the others.
	for i, x := range sums {
		for _, y := range sums[i+1:] {
			for _, sign := range []num.Int{num.I(1), num.I(-1)} {
				z, flip := s.st.Add(x, s.st.Scale(sign.Rat(), y)), num.I(1)
				if about[z] == nil {
					z, flip = s.st.Neg(z), num.I(-1)
				}
				if about[z] == nil || z.ID() < x.ID() || z.ID() < y.ID() {
					continue
				}
				any, done := bddFalse, map[string]bool{}
				try := func(p, q num.Int) {
					for _, k := range []struct {
						sum term.Term
						at  num.Int
					}{{x, p}, {y, q}} {
						if f, ok := possible[k.sum]; ok && s.st.Subst(f, map[term.Term]term.Term{k.sum: s.st.IntNum(k.at)}).IsFalse() {
							return
						}
					}
					any = cell(any, done, []term.Term{x, y, z}, p, q, p.Add(sign.Mul(q)).Mul(flip))
				}
				for _, p := range points[x] {
					for _, q := range points[y] {
						try(p, q)
					}
					for _, r := range points[z] { // p + sign·q = flip·r
						try(p, sign.Mul(flip.Mul(r).Sub(p)))
					}
				}
				for _, q := range points[y] {
					for _, r := range points[z] {
						try(flip.Mul(r).Sub(sign.Mul(q)), q)
					}
				}
				s.guard = s.and(s.guard, any)
			}
		}
	}
}

// line is an atom sum = at, sum ≤ at, or sum ≥ at, over the integers. The sum has no constant, and
// its first coefficient is positive.
type line struct {
	sum term.Term
	at  num.Int
	rel int // 0, -1, 1
}

func (l line) holds(value num.Int) bool {
	c := value.Cmp(l.at)
	return c == 0 || c == l.rel
}

func (s *system) line(a term.Term) (l line, ok bool) {
	if a.Op() != term.LeZero && a.Op() != term.EqZero || a.Arg(0).Sort() != term.Int {
		return l, false
	}
	l.sum = a.Arg(0)
	if a.Op() == term.LeZero {
		l.rel = -1
	}
	if l.sum.Op() != term.Sum {
		return l, true
	}
	c := l.sum.Num()
	l.sum = s.st.Sub(l.sum, s.st.IntNum(c.Floor()))
	if c = c.Neg(); l.sum.Op() == term.Sum && l.sum.Coeff(0).Sign() < 0 {
		l.sum, l.rel, c = s.st.Neg(l.sum), -l.rel, c.Neg()
	}
	return line{l.sum, c.Floor(), l.rel}, c.IsInt()
}

// image is the image of a label whose atoms are known.
func (s *system) image(ctx context.Context, label term.Term) (f term.Term, ok bool) {
	r := s.and(s.guard, s.diagram(label))
	kept := map[int32]bool{}
	last := map[int32]int{} // by variable: after which output it is not needed
	order := make([]int, len(s.outs))
	for i, o := range s.outs {
		order[i] = i
		kept[o.v] = true
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(s.outs[i].v, s.outs[j].v) })
	for k, i := range order {
		s.support(s.outs[i].diagram, func(v int32) { last[v] = k })
	}
	r = s.andExists(r, bddTrue, func(v int32) bool { _, used := last[v]; return !used && !kept[v] })
	for k, i := range order {
		o := s.outs[i]
		same := s.variable(o.v) == o.diagram || s.not(s.variable(o.v)) == o.diagram
		eq := bddTrue
		if !same {
			eq = s.ite(s.variable(o.v), o.diagram, s.not(o.diagram))
		}
		r = s.andExists(r, eq, func(v int32) bool { l, used := last[v]; return used && l == k && !kept[v] })
		if s.full || ctx.Err() != nil {
			return f, false
		}
	}
	return s.formula(r), true
}

// formula is a diagram over the predicates after the transition as a formula.
func (s *system) formula(n int32) term.Term {
	memo := map[int32]term.Term{bddFalse: s.st.False(), bddTrue: s.st.True()}
	var rec func(n int32) term.Term
	rec = func(n int32) term.Term {
		f, ok := memo[n]
		if !ok {
			d := s.nodes[n]
			q := s.terms[d.v]
			f = s.st.Or(s.st.And(q, rec(d.hi)), s.st.And(s.st.Not(q), rec(d.lo)))
			memo[n] = f
		}
		return f
	}
	return rec(n)
}
