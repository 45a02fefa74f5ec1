package elements

import (
	"slices"

	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of sums.
const (
	mostSums    = 6
	mostWords   = 40  // of an equation
	mostScalars = 16  // of these
	mostEnded   = 8   // up to which sums are
	mostSummed  = 14  // indices at which sums are spoken of on one path
	mostAdded   = 300 // addends that are added up in a sampled state
)

// aggregate is a sum of addends, one for each index, as verdict.Sum has it: P[0] is 0, and P[k+1] is P[k] + addend(k).
type aggregate struct {
	P      term.Term
	addend term.Term // over bound[0] and the variables of deps
	deps   []term.Term
}

// summing guesses equations between sums and variables; false if nothing is summed up.
func (s *search) summing() bool {
	s.speak()
	if s.wrapping == nil {
		s.wrapping = map[term.Term]term.Term{}
		s.findSums()
		s.carry()
	}
	if len(s.sums) == 0 {
		return false
	}
	s.equate()
	for _, h := range s.heads[1:] {
		s.congruences(h)
	}
	return true
}

// congruences guesses of variables that wrap around what sums, and differences of sums, they are modulo a power of 2.
func (s *search) congruences(h ir.Loc) {
	st, seenIn := s.st, s.table(h, 1)
	ends := append(s.summedTo(h), st.Int(0))
	for _, x := range s.scalarsOf(h) {
		m, ok := s.wrapping[x]
		if !ok {
			continue
		}
		for _, a := range s.sums {
			upTo := func(p term.Term) term.Term {
				if p == st.Int(0) {
					return p
				}
				return st.Select(a.P, p)
			}
			for _, p := range ends {
				for _, q := range ends {
					if p == q {
						continue
					}
					f := st.Eq(st.Mod(st.Sub(x, st.Sub(upTo(p), upTo(q))), m), st.Int(0))
					if !seenIn.refutes(st.False(), f) {
						s.add(h, 0, f)
					}
				}
			}
		}
	}
}

// findSums finds what loops add up: where x becomes x + a[i] in each round, or x + 1 in those in which a[i] is 5, a[k], and 1 or 0.
func (s *search) findSums() {
	known := map[term.Term]bool{}
	for _, h := range s.heads {
		for x := range s.live[h] {
			known[x] = true
		}
	}
	for _, h := range s.heads[1:] {
		var rounds []*path
		for _, p := range s.into[h] {
			if p.from == h {
				rounds = append(rounds, p)
			}
		}
		for _, x := range s.scalarsOf(h) {
			if a, ok := s.added(x, rounds); ok && len(s.sums) < mostSums {
				s.define(a, known, s.growth(rounds))
				for _, p := range rounds {
					if t := p.after[x]; t.Valid() && t.Op() == term.Mod && t.Arg(1).IsConst() {
						s.wrapping[x] = t.Arg(1)
					}
				}
			}
		}
	}
}

// scalarsOf are the live variables of h that are integers, in the order of their terms.
func (s *search) scalarsOf(h ir.Loc) (list []term.Term) {
	for x := range s.live[h] {
		if x.Sort() == term.Int {
			list = append(list, x)
		}
	}
	slices.SortFunc(list, func(a, b term.Term) int { return int(a.ID()) - int(b.ID()) })
	return list
}

// added is what the rounds of a loop add to x, by what the elements are that they compare; ok is false if it does not depend on elements.
func (s *search) added(x term.Term, rounds []*path) (sum term.Term, ok bool) {
	st := s.st
	sum = st.Int(0)
	var all []term.Term
	for _, p := range slices.Backward(rounds) {
		stored := s.storedOn(p)
		grown := st.Int(0)
		if t := p.after[x]; t.Valid() {
			if t.Op() == term.Mod { // it wraps around
				t = t.Arg(0)
			}
			grown = s.tops(st.Subst(st.Sub(t, x), stored))
		}
		if term.Contains(grown, x) {
			return sum, false
		}
		var when []term.Term
		for _, c := range term.Conjuncts(p.cond) {
			if c = s.tops(st.Subst(c, stored)); s.speaks(c) && !s.fits(c) && !s.inRange(c) {
				when = append(when, c)
			}
		}
		sum = st.Ite(st.And(when...), grown, sum)
		all = append(all, grown)
	}
	same := !slices.ContainsFunc(all, func(t term.Term) bool { return t != all[0] })
	return sum, len(all) > 0 && (!same || s.speaks(all[0]))
}

// inRange says that c is one of the bounds of the type of an element.
func (s *search) inRange(c term.Term) bool {
	return slices.ContainsFunc(s.elements(c), func(e term.Term) bool {
		return slices.Contains(term.Conjuncts(s.sem.Range(s.layouts[e.Arg(0)].Elem, e)), c)
	})
}

// storedOn has, for what p stores, the elements where it is afterwards.
func (s *search) storedOn(p *path) map[term.Term]term.Term {
	m := map[term.Term]term.Term{}
	for _, r := range s.sortedAfter(p) {
		for t := p.after[r]; t.Op() == term.Store_; t = t.Arg(0) {
			if v := t.Arg(2); v.Op() == term.Var && s.layouts[r] != nil {
				m[v] = s.st.Select(r, t.Arg(1))
			}
		}
	}
	return m
}

// define makes an aggregate of an addend for one round, by each of the indices that its elements have.
func (s *search) define(a term.Term, known map[term.Term]bool, steps map[term.Term]int64) {
	st, k := s.st, s.bound[0]
	for _, e := range s.elements(a) {
		i := s.layouts[e.Arg(0)].IndexOf(s.sem, e.Arg(1))
		for _, x := range term.Vars(i, map[term.Term]bool{}, nil) {
			g, ok := s.alone(st.Sub(i, k), x)
			if c := steps[x]; c > 1 {
				g = st.Mul(st.Int(c), k)
			} else if !ok {
				g = k
			}
			q := &aggregate{addend: st.Subst(a, map[term.Term]term.Term{x: g})}
			for _, y := range term.Vars(q.addend, map[term.Term]bool{}, nil) {
				if y != k {
					q.deps = append(q.deps, y)
				}
			}
			same := func(r *aggregate) bool { return r.addend == q.addend }
			if len(s.sums) < mostSums && s.speaks(q.addend) && s.over(q.addend, with(known, k)) && !slices.ContainsFunc(s.sums, same) {
				q.P = st.Var("$sum"+num.I(int64(len(s.sums)+1)).String(), term.Array(term.Int, term.Int))
				s.sums = append(s.sums, q)
			}
		}
	}
}

// growth is by how much variables grow in every one of the rounds.
func (s *search) growth(rounds []*path) map[term.Term]int64 {
	by := map[term.Term]int64{}
	for n, p := range rounds {
		for _, x := range s.sortedAfter(p) {
			if x.Sort() != term.Int {
				continue
			}
			c, ok := word(s.st.Sub(p.after[x], x).Num())
			if !s.st.Sub(p.after[x], x).IsConst() || !ok || n > 0 && by[x] != c {
				c = 0
			}
			by[x] = c
		}
	}
	return by
}

func with(set map[term.Term]bool, x term.Term) map[term.Term]bool {
	m := map[term.Term]bool{x: true}
	for y := range set {
		m[y] = true
	}
	return m
}

// carry gives the sums names after each path.
func (s *search) carry() {
	for _, p := range s.paths {
		for _, a := range s.sums {
			if slices.ContainsFunc(a.deps, func(d term.Term) bool { return p.after[d].Valid() && p.after[d] != d }) {
				p.after[a.P] = s.st.Fresh("sum", a.P.Sort())
			}
		}
	}
}

// at is the addend of index i where the variables have values.
func (a *aggregate) at(s *search, values map[term.Term]term.Term, i term.Term) term.Term {
	m := map[term.Term]term.Term{s.bound[0]: i}
	for _, d := range a.deps {
		if v := values[d]; v.Valid() {
			m[d] = v
		}
	}
	return s.st.Subst(a.addend, m)
}

// summed notes the indices at which t speaks of sums; any says that it does so at indices that are bound.
func (q *setting) summed(t term.Term) {
	term.Walk(t, func(t term.Term) {
		if t.Op() != term.Select || !q.s.isSum(q.p, t.Arg(0)) {
			return
		}
		if i := t.Arg(1); term.Contains(i, q.s.bound[0]) || term.Contains(i, q.s.bound[1]) {
			q.anywhere = true
		} else {
			q.sumsAt = add(q.sumsAt, i, mostSummed)
		}
	})
}

// isSum says that t is a sum, before p or after it.
func (s *search) isSum(p *path, t term.Term) bool {
	return slices.ContainsFunc(s.sums, func(a *aggregate) bool { return t == a.P || t == p.after[a.P] })
}

// unfold asserts what sums are at the indices that are spoken of, and next to them: by their definition, and after stores by what they were before.
func (q *setting) unfold() {
	st, s := q.s.st, q.s
	at := q.sumsAt
	if q.anywhere {
		for _, i := range q.indices {
			at = add(at, i, mostSummed)
		}
	}
	if len(at) == 0 {
		return
	}
	zero, one := st.Int(0), st.Int(1)
	for _, a := range s.sums {
		root := a.P
		values := map[term.Term]term.Term{} // of deps, before the stores
		grown := func(term.Term) term.Term { return zero }
		if p := q.p.after[a.P]; p.Valid() {
			now := map[term.Term]term.Term{}
			for _, d := range a.deps {
				if t := q.p.after[d]; t.Valid() {
					now[d] = t
				}
			}
			for _, d := range a.deps {
				for now[d].Valid() && now[d].Op() == term.Store_ && s.layouts[d] != nil {
					was := map[term.Term]term.Term{}
					for x, t := range now {
						was[x] = t
					}
					was[d] = now[d].Arg(0)
					i := s.indexIn(a, d, was, now[d].Arg(1))
					if !i.Valid() {
						break
					}
					more, old := st.Sub(a.at(s, now, i), a.at(s, was, i)), grown
					grown = func(t term.Term) term.Term {
						up := st.Ite(st.And(st.Le(zero, i), st.Lt(i, t)), more, zero)
						down := st.Ite(st.And(st.Le(t, i), st.Lt(i, zero)), more, zero)
						return st.Add(old(t), st.Sub(up, down))
					}
					now = was
				}
			}
			for _, d := range a.deps {
				if now[d].Valid() && now[d] != d {
					values[d] = now[d]
				}
			}
			if len(values) > 0 {
				root = st.Fresh("sum", a.P.Sort())
			}
			q.assert(st.Eq(st.Select(p, zero), zero))
			for _, t := range at {
				for _, t := range []term.Term{t, st.Add(t, one)} {
					q.assert(st.Eq(st.Select(p, t), st.Add(st.Select(root, t), grown(t))))
				}
			}
		}
		q.assert(st.Eq(st.Select(a.P, zero), zero))
		q.assert(st.Eq(st.Select(root, zero), zero))
		for _, t := range at {
			for _, t := range []term.Term{t, st.Add(t, one)} {
				last := st.Sub(t, one)
				add := a.at(s, values, last)
				q.assert(st.Eq(st.Select(root, t), st.Add(st.Select(root, last), add)))
				q.spoken(add)
			}
		}
	}
}

// indexIn is the index of the addend that reads the region d at addr, if the addend does so in one place; else not Valid.
func (s *search) indexIn(a *aggregate, d term.Term, values map[term.Term]term.Term, addr term.Term) (i term.Term) {
	var cells []term.Term
	term.Walk(a.addend, func(t term.Term) {
		if t.Op() == term.Select && t.Arg(0) == d {
			cells = append(cells, t.Arg(1))
		}
	})
	if slices.ContainsFunc(cells, func(c term.Term) bool { return c != cells[0] }) {
		return i
	}
	st, k := s.st, s.bound[0]
	cell := st.Subst(cells[0], values)
	rest := st.Subst(cell, map[term.Term]term.Term{k: st.Int(0)})
	c, ok := st.Sub(st.Subst(cell, map[term.Term]term.Term{k: st.Int(1)}), rest).IntValue()
	switch {
	case !ok || c.IsZero():
		return i
	case c.Sign() < 0:
		return st.Div(st.Sub(rest, addr), st.IntNum(c.Neg()))
	}
	return st.Div(st.Sub(addr, rest), st.IntNum(c))
}

// used are the sums that formulas speak of, as a proof has them.
func (s *search) used(formulas []term.Term) (list []verdict.Sum) {
	for _, a := range s.sums {
		if slices.ContainsFunc(formulas, func(f term.Term) bool { return term.Contains(f, a.P) }) {
			list = append(list, verdict.Sum{Name: a.P.Name(), Index: s.bound[0].Name(), Addend: a.addend})
		}
	}
	return list
}
