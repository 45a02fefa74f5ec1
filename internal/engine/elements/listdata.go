package elements

import (
	"slices"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Limits of the facts about data.
const (
	mostSayings  = 60  // comparisons of one block, and of two
	mostLiterals = 160 // that clauses are made of, at one head
	mostClauses  = 500 // of one size, at one head
)

// data are the words about numbers in blocks. A comparison of one block is a term over bound[0], one of two over
// both bound variables.
type data struct {
	fields   []field
	of, both []term.Term
	plain    []term.Term // comparisons of variables only
}

// findData collects the words about numbers from all paths, those of errors first.
func (x *lists) findData(s *search) {
	known := map[term.Term]bool{}
	s.task.Program.AllVars(func(v *ir.Var) { known[s.sem.Var(v)] = true })
	for _, goals := range []bool{true, false} {
		for _, p := range s.paths {
			if s.task.Program.Locs[p.to].IsGoal() != goals {
				continue
			}
			x.compared(s, p.cond, known, goals)
			if goals {
				continue
			}
			for _, v := range s.sortedAfter(p) {
				x.compared(s, p.after[v], known, false)
				x.given(s, p, v, known)
			}
		}
	}
}

// compared notes the comparisons in t.
func (x *lists) compared(s *search, t term.Term, known map[term.Term]bool, goals bool) {
	term.Walk(t, func(t term.Term) {
		switch t.Op() {
		case term.LeZero, term.LtZero, term.EqZero:
			if t.Arg(0).Sort() == term.Int {
				x.say(s, s.tops(t), known, goals)
			}
		}
	})
}

// say notes what a comparison says of data.
func (x *lists) say(s *search, a term.Term, known map[term.Term]bool, goals bool) {
	if s.fits(a) {
		return
	}
	d := x.data
	reads := x.reads(s, a)
	k, l := s.bound[0], s.bound[1]
	to := func(of ...term.Term) {
		m := map[term.Term]term.Term{}
		for i, e := range reads {
			m[e.read] = s.st.Select(e.region, s.st.Add(of[min(i, len(of)-1)], s.st.IntNum(e.off)))
		}
		b := s.st.Subst(a, m)
		if known[k], known[l] = true, true; !s.over(b, known) {
			return
		}
		for _, f := range s.like(b) {
			if term.Contains(f, l) {
				d.both = add(d.both, f, mostSayings)
			} else {
				d.of = add(d.of, f, mostSayings)
			}
		}
	}
	switch len(reads) {
	case 0:
		if goals && !s.speaks(a) && s.over(a, known) {
			for _, f := range s.like(a) {
				d.plain = add(d.plain, f, mostSayings)
			}
		}
	case 1:
		to(k)
	case 2:
		if s.st.Sub(reads[0].base, reads[1].base).IsConst() {
			to(k)
		}
		to(k, l)
		to(l, k)
	}
}

// read is one of a number in a block: of a field, at a base.
type read struct {
	field
	read, base term.Term
}

// reads are those of numbers in a.
func (x *lists) reads(s *search, a term.Term) (list []read) {
	term.Walk(a, func(t term.Term) {
		if t.Op() != term.Select {
			return
		}
		if f, base, ok := x.number(s, t.Arg(0), t.Arg(1)); ok {
			list = append(list, read{f, t, base})
		}
	})
	return list
}

// number is the field of numbers that addr in the array r is of, and the block's base.
func (x *lists) number(s *search, r, addr term.Term) (f field, base term.Term, ok bool) {
	for r.Op() == term.Store_ {
		r = r.Arg(0)
	}
	l := s.layouts[r]
	if l == nil || l.Elem.Kind != ir.Integer || r == x.blocks || r == x.leads {
		return f, base, false
	}
	base, off := split(s, addr)
	f = field{r, off}
	if base.IsConst() {
		return f, base, false
	}
	if !slices.ContainsFunc(x.data.fields, func(g field) bool { return g.region == r && g.off.Eq(off) }) {
		x.data.fields = append(x.data.fields, f)
	}
	return f, base, true
}

// split takes an address apart: a base and what is added to it.
func split(s *search, a term.Term) (base term.Term, off num.Int) {
	if a.Op() == term.Sum {
		for _, v := range a.Args() {
			if c, ok := s.st.Sub(a, v).IntValue(); ok {
				return v, c
			}
		}
	}
	return a, off
}

// given notes what a path p gives to v: numbers that are stored, and sums of what is read.
func (x *lists) given(s *search, p *path, v term.Term, known map[term.Term]bool) {
	for t := p.after[v]; t.Op() == term.Store_; t = t.Arg(0) {
		f, _, ok := x.number(s, t.Arg(0), t.Arg(1))
		if !ok {
			if l := s.layouts[v]; l == nil || l.Elem.Kind != ir.Integer || v == x.blocks || v == x.leads {
				continue
			}
			for _, g := range slices.Clone(x.data.fields) { // of a block at a known place: any
				if g.region == v {
					x.stored(s, p, g, t.Arg(2), known)
				}
			}
			continue
		}
		x.stored(s, p, f, t.Arg(2), known)
	}
	if v.Sort() == term.Int && s.speaks(p.after[v]) {
		x.say(s, s.st.Eq(v, s.tops(p.after[v])), known, false)
	}
}

// stored notes that val is stored in the field f: what it is, or, if it is an input, what the path asks of it.
func (x *lists) stored(s *search, p *path, f field, val term.Term, known map[term.Term]bool) {
	here := s.st.Select(f.region, s.st.Add(s.bound[0], s.st.IntNum(f.off)))
	if slices.Contains(p.inputs, val) {
		term.Walk(p.cond, func(t term.Term) {
			switch t.Op() {
			case term.LeZero, term.LtZero, term.EqZero:
				if term.Contains(t, val) {
					x.say(s, s.st.Subst(s.tops(t), map[term.Term]term.Term{val: here}), known, false)
				}
			}
		})
		return
	}
	x.say(s, s.st.Eq(here, s.tops(val)), known, false)
}

// literals are those of clauses about the block k at a head, which is bound or a variable.
func (g *listFacts) literals(k term.Term) (list []term.Term) {
	st := g.st
	put := func(fs ...term.Term) {
		for _, f := range fs {
			if !f.IsTrue() && !f.IsFalse() {
				list = add(list, f, mostLiterals)
			}
		}
	}
	live := g.s.withBound(g.h)
	say := func(of []term.Term, k, l term.Term) {
		m := map[term.Term]term.Term{g.s.bound[0]: k, g.s.bound[1]: l}
		for _, a := range of {
			if g.s.over(a, live) {
				put(st.Subst(a, m))
			}
		}
	}
	kinds := func(k term.Term) {
		if len(g.marks) > 1 {
			for _, m := range g.marks {
				put(g.isA(k, m))
				if len(g.marks) > 2 {
					put(st.Not(g.isA(k, m)))
				}
			}
		}
	}
	for _, v := range g.ptrs {
		if v == k {
			continue
		}
		put(st.Eq(k, v), g.null(v), st.Not(g.null(v)))
		for _, f := range g.fields {
			put(st.Eq(g.at(f, k), v), st.Ne(g.at(f, k), v))
		}
	}
	kinds(k)
	for _, f := range g.fields {
		next := g.at(f, k)
		put(g.null(next), st.Not(g.null(next)), g.lives(next))
		for _, c := range g.fixed {
			put(st.Eq(next, st.IntNum(c)), st.Ne(next, st.IntNum(c)))
		}
	}
	g.is(func(f term.Term) { put(f) })
	if g.followed.Valid() && g.s.live[g.h][g.followed] {
		for _, c := range g.ends {
			put(st.Lt(g.followed, g.plus(k, c)), st.Ge(g.followed, g.plus(k, c)))
		}
	}
	d := g.data
	say(d.of, k, k)
	for _, f := range g.fields {
		next := g.at(f, k)
		say(d.of, next, next)
		say(d.both, k, next)
		kinds(next)
	}
	for _, v := range g.ptrs {
		if v != k {
			say(d.both, k, v)
			if g.s.bound[0] == k {
				put(st.Lt(k, v), st.Gt(k, v), st.Le(k, v), st.Ge(k, v))
			}
		}
	}
	return list
}

// numbers guesses facts about the numbers in blocks: clauses of n literals about any block that lives, and about those
// that variables lead to.
func (g *listFacts) numbers(n int) {
	for _, f := range g.data.plain {
		if g.s.over(f, g.s.live[g.h]) {
			g.fact(0, f)
		}
	}
	g.clauses(g.s.bound[0], 1, n)
	for _, v := range g.ptrs {
		g.clauses(v, 0, n)
	}
}

// clauses guesses clauses of n literals about the block k that no execution has refuted, though it has all that have
// fewer of their literals.
func (g *listFacts) clauses(k term.Term, bound, n int) {
	all := g.literals(k)
	t, gone := g.table(1), g.gone(k)
	if n > 1 {
		all = g.distinct(t, gone, all)
	}
	guessed := 0
	var chosen []int
	lines := make([]line, len(all))
	for i, f := range all {
		lines[i], _ = lineOf(f)
	}
	var choose func(from int, never []uint64)
	choose = func(from int, never []uint64) {
		for i := from; i < len(all) && guessed < mostClauses; i++ {
			if slices.ContainsFunc(chosen, func(j int) bool { return lines[j].of.Valid() && lines[j].idle(lines[i]) }) {
				continue
			}
			left, some := both(never, t.never(all[i]))
			switch {
			case some && len(chosen)+1 < n:
				chosen = append(chosen, i)
				choose(i+1, left)
				chosen = chosen[:len(chosen)-1]
			case !some && len(chosen)+1 == n && g.least(t, gone, all, append(chosen, i)):
				parts := []term.Term{gone, all[i]}
				for _, j := range chosen {
					parts = append(parts, all[j])
				}
				if c := g.st.Or(parts...); !c.IsTrue() {
					guessed++
					g.s.add(g.h, bound, c)
				}
			}
		}
	}
	choose(0, t.never(gone))
}

// distinct are the literals that are not true of every block that lives in all states that were reached, nor of the same
// ones as an earlier literal about the same term: that they are is said by clauses with fewer literals.
func (g *listFacts) distinct(t *table, gone term.Term, all []term.Term) (list []term.Term) {
	seen := map[term.Term][][]uint64{}
	for _, f := range all {
		never, some := both(t.never(gone), t.never(f))
		of := f
		if x, ok := lineOf(f); ok {
			of = x.of
		}
		if some && !slices.ContainsFunc(seen[of], func(b []uint64) bool { return slices.Equal(b, never) }) {
			seen[of] = append(seen[of], never)
			list = append(list, f)
		}
	}
	return list
}

// least says that some execution refutes the clause without any one of its literals.
func (g *listFacts) least(t *table, gone term.Term, all []term.Term, chosen []int) bool {
	for _, without := range chosen {
		never, some := t.never(gone), true
		for _, j := range chosen {
			if j != without {
				never, some = both(never, t.never(all[j]))
			}
		}
		if !some {
			return false
		}
	}
	return true
}

// line is a comparison of sign * of + c with 0.
type line struct {
	of   term.Term
	sign int64
	c    num.Int
	op   term.Op
	not  bool
}

// lineOf is what a compares; ok is false if it is no comparison of integers.
func lineOf(a term.Term) (x line, ok bool) {
	if x.not = a.Op() == term.Not; x.not {
		a = a.Arg(0)
	}
	switch x.op = a.Op(); x.op {
	case term.LeZero, term.LtZero, term.EqZero:
	default:
		return x, false
	}
	e, st := a.Arg(0), a.Store()
	if e.Op() == term.Sum {
		if !e.Num().IsInt() {
			return x, false
		}
		x.c = e.Num().Num()
		e = st.Sub(e, st.IntNum(x.c))
	}
	x.of, x.sign = e, 1
	if minus := st.Neg(e); minus.ID() < e.ID() {
		x.of, x.sign = minus, -1
	}
	return x, e.Sort() == term.Int
}

// at says whether the comparison is true if x.of is v.
func (x line) at(v num.Int) bool {
	sign := v.Mul(num.I(x.sign)).Add(x.c).Sign()
	switch x.op {
	case term.LeZero:
		return sign <= 0 != x.not
	case term.LtZero:
		return sign < 0 != x.not
	}
	return sign == 0 != x.not
}

// idle says that two comparisons of the same do not belong into one clause: one of them follows from the other, or from the
// negation of the other.
func (x line) idle(y line) bool {
	if x.of != y.of {
		return false
	}
	onlyX, onlyY, neither := false, false, false
	for _, end := range []num.Int{x.c.Mul(num.I(-x.sign)), y.c.Mul(num.I(-y.sign))} {
		for d := int64(-1); d <= 1; d++ {
			a, b := x.at(end.Add(num.I(d))), y.at(end.Add(num.I(d)))
			onlyX = onlyX || a && !b
			onlyY = onlyY || b && !a
			neither = neither || !a && !b
		}
	}
	return !onlyX || !onlyY || !neither
}
