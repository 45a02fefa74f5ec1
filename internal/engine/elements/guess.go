package elements

import (
	"maps"
	"slices"
	"time"

	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/abstract/fixpoint"
	"craig/internal/abstract/polynomial"
	"craig/internal/engine"
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// scalars adds the facts that are about no elements: what is assumed, what closed forms there may be, such as that of a sum over elements, and what
// polyhedra say.
func (s *search) scalars() {
	s.facts = map[ir.Loc][]*fact{}
	p := s.task.Program
	for _, h := range s.heads[1:] {
		if f := s.task.Assume[h]; f.Valid() {
			s.add(h, 0, term.Conjuncts(s.st.Import(f))...)
		}
	}
	ctx, done := worked(s.ctx, time.Second)
	defer done()
	closed := polynomial.Candidates(ctx, p, s.st)
	for _, h := range s.heads[1:] {
		s.add(h, 0, closed[h]...)
	}
	d := polyhedra.New(p, polyhedra.Options{Stop: func() bool { return ctx.Err() != nil }})
	states, err := fixpoint.Run(ctx, p, p.Main, d, d.Top(), fixpoint.Options{})
	if err != nil {
		return
	}
	for _, h := range s.heads[1:] {
		s.add(h, 0, term.Conjuncts(d.Formula(s.sem, states[h]))...)
	}
}

// add adds facts for a head that are not there yet.
func (s *search) add(h ir.Loc, bound int, list ...term.Term) {
	for _, f := range list {
		if f.IsTrue() || slices.ContainsFunc(s.facts[h], func(g *fact) bool { return g.f == f }) {
			continue
		}
		s.guessed(h, &fact{f: f, bound: bound})
	}
}

func (s *search) guessed(h ir.Loc, f *fact) {
	s.guesses++
	s.facts[h] = append(s.facts[h], f)
	s.event(engine.Label, h, f.f)
}

// mostGuesses bounds the facts for one head that have the same number of indices.
const mostGuesses = 6000

// stage is what is guessed: what suffices for many programs comes first.
type stage int

const (
	scalars  stage = iota // no elements
	ends                  // the elements at single indices, and how these lie to each other
	prefixes              // one element, of those up to some index
	ranges                // one element, between any two indices, or under some condition
	strides               // one element, of every other one, or by its row and column
	singles               // one element, also at one index, in words for what is given on the way, too
	pairs                 // two elements
	last     = pairs
)

// guess makes facts. Those of earlier stages that were dropped may be inductive together with new ones, and are guessed
// again.
func (s *search) guess(at stage) {
	n := 1
	switch at {
	case scalars:
		s.scalars()
		return
	case pairs:
		n = 2
	}
	s.speak()
	narrow := s.words
	switch at { // what is guessed at ends and singles is no part of what comes after: that are many facts, of which few matter
	case ends, singles:
		facts := maps.Clone(s.facts)
		s.undo = func() { s.facts, s.words = facts, narrow }
		s.words = s.vocabulary(true)
	case prefixes, pairs:
		if s.undo != nil {
			s.undo()
		}
	}
	if at == ends {
		s.ends()
		return
	}
	v := s.words
	say := s.sayings(v, n)
	if at == strides {
		say = append(say, s.byRows(v)...)
	}
	for _, h := range s.heads[1:] {
		live := s.withBound(h)
		over := func(list []term.Term) (some []term.Term) {
			for _, t := range list {
				if s.over(t, live) {
					some = append(some, t)
				}
			}
			return some
		}
		said := over(say)
		pivots := over(v.pivots)
		if at == strides {
			s.classes(h)
			pivots = s.rows(pivots)
		}
		list := s.premises(pivots, over(v.conditions), at)
		if at == strides {
			list = append(list, s.stridden(pivots)...)
		}
		if len(said) == 0 {
			continue
		}
		if at == singles && slices.Equal(v.pivots, narrow.pivots) && slices.Equal(v.atoms, narrow.atoms) {
			list = nil
		}
		list = s.possible(h, list)
		seen := map[term.Term]bool{}
		for _, f := range s.facts[h] {
			f.dead = false
			seen[f.f] = true
		}
		seenIn, guessed := s.table(h, n), 0
		if at == prefixes {
			for _, a := range over(v.plain) {
				for _, f := range s.like(a) {
					if !seenIn.refutes(s.st.False(), f) {
						s.add(h, 0, f)
					}
				}
			}
		}
		if at == singles {
			s.single(h, v.pivots, say, live, seenIn)
		}
		for _, not := range list { // what has the simplest premise comes first
			for _, f := range said {
				if guessed >= mostGuesses || seenIn.refutes(not, f) {
					continue
				}
				if c := s.st.Or(not, f); !c.IsTrue() && !seen[c] {
					seen[c] = true
					guessed++
					s.guessed(h, &fact{f: c, bound: n})
				}
			}
		}
	}
}

// speak finds the words of the program and executes it, once: what has been shown until then is sure.
func (s *search) speak() {
	if s.words != nil {
		return
	}
	for _, h := range s.heads[1:] {
		for _, f := range s.alive(h) {
			f.sure = true
		}
	}
	s.words = s.vocabulary(false)
	s.sample()
}

// mostSingle bounds the facts for one head about one element each.
const mostSingle = 600

// single guesses what holds of the element at a pivot, such as a[h] == x since that was stored, for a search that comes to it.
// Nothing need read h again: its pivots are over all variables, and not only the live ones.
func (s *search) single(h ir.Loc, pivots, say []term.Term, live map[term.Term]bool, seenIn *table) {
	k, guessed := s.bound[0], 0
	for _, p := range pivots {
		not := s.st.Ne(k, p)
		for _, f := range say {
			if guessed >= mostSingle || !s.over(f, live) || seenIn.refutes(not, f) {
				continue
			}
			guessed++
			s.add(h, 0, s.st.Subst(f, map[term.Term]term.Term{k: p}))
		}
	}
}

// withBound are the live variables of a head and the bound ones.
func (s *search) withBound(h ir.Loc) map[term.Term]bool {
	m := map[term.Term]bool{s.bound[0]: true, s.bound[1]: true}
	for x := range s.live[h] {
		m[x] = true
	}
	return m
}

// premises are negations of bounds by pivots, and of other conditions.
func (s *search) premises(pivots, conditions []term.Term, at stage) (list []term.Term) {
	st := s.st
	var lows, highs []term.Term
	low := func(k, p term.Term) term.Term { return st.Lt(k, p) }  // not p <= k
	high := func(k, p term.Term) term.Term { return st.Gt(k, p) } // not k <= p
	for _, p := range pivots {
		lows = add(add(lows, p, 40), st.Add(p, st.Int(1)), 40)
		highs = add(add(highs, st.Sub(p, st.Int(1)), 40), p, 40)
	}
	lows = slices.DeleteFunc(lows, term.Term.IsConst)
	lows = append([]term.Term{st.Int(0)}, lows...)
	k, l := s.bound[0], s.bound[1]
	if at != pairs {
		for _, b := range highs {
			list = append(list, st.Or(low(k, lows[0]), high(k, b)))
		}
		list = append(list, st.False())
		if at == prefixes || at == singles || at == strides {
			return list
		}
		for _, c := range conditions {
			for _, b := range highs {
				list = append(list, st.Or(c, low(k, lows[0]), high(k, b)))
			}
		}
		for _, a := range lows {
			list = append(list, low(k, a))
		}
		for _, b := range highs {
			list = append(list, high(k, b))
		}
		for _, a := range lows[1:] {
			for _, b := range highs {
				list = append(list, st.Or(low(k, a), high(k, b)))
			}
		}
		for _, p := range pivots {
			if !p.IsConst() {
				for _, b := range highs {
					list = append(list, st.Or(st.Ne(k, p), high(k, b)))
				}
			}
		}
		return list
	}
	order := st.Ge(k, l)
	first := low(k, lows[0])
	for _, b := range highs {
		list = append(list, st.Or(order, first, high(l, b)))
	}
	for _, b := range highs {
		for _, c := range highs {
			list = append(list, st.Or(order, first, high(k, c), high(l, b)))
		}
		for _, c := range lows[1:] {
			list = append(list, st.Or(order, first, low(l, c), high(l, b)), st.Or(order, low(k, c), high(l, b)))
		}
	}
	for _, p := range pivots { // on both sides of a hole
		if !p.IsConst() {
			for _, b := range highs {
				list = append(list, st.Or(order, first, high(k, st.Sub(p, st.Int(1))), low(l, st.Add(p, st.Int(1))), high(l, b)))
			}
		}
	}
	return list
}

// possible are the premises that can be met at h, by what is known of variables there.
func (s *search) possible(h ir.Loc, premises []term.Term) (list []term.Term) {
	q := &setting{s: s, p: &path{}, solver: s.solver(), ranged: map[term.Term]bool{}}
	defer q.close()
	for _, f := range s.facts[h] {
		if f.sure {
			q.assert(f.f)
		}
	}
	met := make([]bool, len(premises))
	for i, not := range premises {
		if met[i] {
			continue
		}
		q.solver.Push()
		q.solver.Assert(s.st.Not(not))
		q.bounds(not)
		ans := s.check(q.solver)
		q.solver.Pop()
		if ans.Status == smt.Sat {
			for j := i; j < len(premises); j++ {
				met[j] = met[j] || ans.Model.Eval(premises[j]).IsFalse()
			}
		}
		met[i] = met[i] || ans.Status != smt.Unsat
	}
	for i, not := range premises {
		if met[i] {
			list = append(list, not)
		}
	}
	return list
}

// sayings are what may hold of n elements: comparisons of the program, with a bound variable for an index.
func (s *search) sayings(v *vocabulary, n int) (list []term.Term) {
	st := s.st
	say := func(g term.Term) {
		if n == 2 {
			list = add(add(list, g, 200), st.Not(g), 200)
			return
		}
		for _, f := range s.like(g) {
			list = add(list, f, 200)
		}
	}
	var all []term.Term
	for _, a := range v.atoms {
		var general []term.Term
		sels := s.elements(a)
		if n == 1 {
			for _, e := range sels {
				k := s.bound[0]
				r := s.layouts[e.Arg(0)]
				i := r.IndexOf(s.sem, e.Arg(1))
				for _, x := range term.Vars(i, map[term.Term]bool{}, nil) {
					if g, ok := s.alone(st.Sub(i, k), x); ok {
						general = add(general, st.Subst(a, map[term.Term]term.Term{x: g}), 50)
					}
				}
				general = add(general, st.Subst(a, map[term.Term]term.Term{e: st.Select(e.Arg(0), r.Addr(s.sem, k))}), 50)
			}
		} else {
			for i, e := range sels {
				for j, d := range sels {
					if i != j {
						general = add(general, st.Subst(a, map[term.Term]term.Term{
							e: st.Select(e.Arg(0), s.layouts[e.Arg(0)].Addr(s.sem, s.bound[0])),
							d: st.Select(d.Arg(0), s.layouts[d.Arg(0)].Addr(s.sem, s.bound[1])),
						}), 50)
					}
				}
			}
		}
		for _, g := range general {
			say(g)
			all = add(all, g, 100)
		}
	}
	if n == 1 {
		for _, g := range s.before(v, all) {
			say(g)
		}
	}
	return list
}

// before are what has to hold of elements for the sayings to hold once the program has written what it
// writes: c[k] == 0 after c[i] = a[i] + b[i] wants a[k] + b[k] == 0.
func (s *search) before(v *vocabulary, sayings []term.Term) (list []term.Term) {
	st, k := s.st, s.bound[0]
	type definition struct{ elem, val term.Term }
	var defs []definition
	for _, w := range v.writes {
		e := st.Select(w.region, s.layouts[w.region].Addr(s.sem, k))
		for _, x := range term.Vars(w.index, map[term.Term]bool{}, nil) {
			if g, ok := s.alone(st.Sub(w.index, k), x); ok {
				defs = append(defs, definition{e, st.Subst(w.val, map[term.Term]term.Term{x: g})})
			}
		}
	}
	for range 2 {
		for _, a := range slices.Concat(sayings, list) {
			for _, d := range defs {
				if term.Contains(a, d.elem) {
					if b := st.Subst(a, map[term.Term]term.Term{d.elem: d.val}); s.speaks(b) && !slices.Contains(sayings, b) {
						list = add(list, b, 40)
					}
				}
			}
		}
	}
	return list
}

// elements are the reads of a whose addresses read nothing.
func (s *search) elements(a term.Term) (list []term.Term) {
	term.Walk(a, func(t term.Term) {
		if t.Op() == term.Select && s.layouts[t.Arg(0)] != nil && !s.speaks(t.Arg(1)) {
			list = append(list, t)
		}
	})
	return list
}

// like are comparisons of what a compares.
func (s *search) like(a term.Term) (list []term.Term) {
	st := s.st
	switch a.Op() {
	case term.LeZero, term.LtZero, term.EqZero:
	default:
		return nil
	}
	zero, e := st.Int(0), a.Arg(0)
	if a.Op() == term.EqZero {
		return []term.Term{a, st.Not(a), st.Le(e, zero), st.Ge(e, zero)}
	}
	list = append(list, a, st.Not(a), st.Eq(e, zero))
	if a.Op() == term.LeZero {
		d := st.Sub(e, st.IntNum(num.I(1)))
		list = append(list, st.Eq(d, zero), st.Le(d, zero), st.Ne(d, zero))
	}
	list = append(list, st.Ge(e, zero), st.Ne(e, zero))
	return list
}
