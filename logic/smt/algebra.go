package smt

import (
	"slices"

	"craig/logic/num"
	"craig/logic/term"
)

// Products as polynomials: a factor that is a remainder, or that the equations among the bounds say to be a
// sum, is replaced by what it stands for. Then products become monomials over few variables, and
// what holds because two polynomials are the same, over the integers or modulo m, is linear.

// Limits of algebra: how many factors a product may have, how many summands what a factor is
// replaced by, and up to how many products equations are solved.
const (
	maxExpanded    = 6
	maxReplacement = 6
	maxAlgebra     = 200
)

// algebraFinals is how many final checks a search that multiplies out may take before bits are tried. It begins
// where a short one without has not ended, so that the cores of easy questions stay those of easy lemmas.
const algebraFinals = 150

// cofactorFinals is the same for the search after that, which multiplies equations: what it finds it finds at once.
const cofactorFinals = 25

// multiplyOut adds lemmas about products, if that is news. They come to an end by themselves.
func (e *Native) multiplyOut() bool {
	if !e.fresh || len(e.live[products]) == 0 {
		return false
	}
	c := &candidate{e: e, eps: e.epsilon()}
	if !c.algebra() {
		return false
	}
	c.addLemmas()
	e.assumePending()
	return true
}

// algebra asks for products multiplied out, or finds tighter bounds. It reports whether that is news.
func (c *candidate) algebra() bool {
	ps := c.sorted(products)
	if !c.e.fresh || len(ps) > maxAlgebra {
		return false
	}
	for _, n := range ps {
		c.remainderFactor(c.e.nodes[n].t)
	}
	if len(c.lemmas) == 0 {
		c.tightened = c.equalFactors(ps)
	}
	if len(c.lemmas) == 0 && !c.tightened && c.e.cofactors {
		c.multiples(ps)
	}
	if len(c.lemmas) == 0 && !c.tightened {
		return false
	}
	c.e.diophAt = c.e.rounds + 1 // products may cancel
	return true
}

// news asks for the lemma that t = u if conds, false disjuncts, do not hold, unless it is in use.
func (c *candidate) news(t, u term.Term, conds ...term.Term) {
	st := c.e.st
	if l := append(lemma(conds), st.Eq(t, u)); !c.e.lemmas.inUse[st.Or(l...)] {
		c.need(l)
	}
}

// without is the product of t's factors but the ith.
func (c *candidate) without(t term.Term, i int) term.Term {
	p := c.e.st.Int(1)
	for k, f := range t.Args() {
		if k != i {
			p = c.e.st.Mul(p, f)
		}
	}
	return p
}

// remainderFactor: (x mod m)·b = x·b - m·(x div m)·b.
func (c *candidate) remainderFactor(t term.Term) {
	st := c.e.st
	if t.Sort() != term.Int || t.NumArgs() > maxExpanded {
		return
	}
	for i, f := range t.Args() {
		if f.Op() != term.Mod {
			continue
		}
		m, ok := f.Arg(1).IntValue()
		if !ok || m.Sign() <= 0 {
			continue
		}
		x, rest := f.Arg(0), c.without(t, i)
		q := st.Div(x, f.Arg(1))
		c.news(t, st.Sub(st.Mul(x, rest), st.Scale(m.Rat(), st.Mul(q, rest))))
		return
	}
}

// equalFactors: x = Σ ⇒ x·b = Σ·b, for the solutions of the equations among the bounds. It reports whether
// these solutions give other bounds instead.
func (c *candidate) equalFactors(ps []int32) (tightened bool) {
	d, ok := c.e.ar.equations()
	if len(ps) == 0 || !ok {
		return false
	}
	d.eqs = slices.DeleteFunc(d.eqs, func(q equation) bool { // or a factor would become a polynomial, without end
		for v := range q.form {
			if c.e.nodes[c.e.nodeOfVar[v]].t.Op() == term.Mul {
				return true
			}
		}
		return false
	})
	if bad, done := d.solve(); bad != nil || !done {
		return false
	}
	st := c.e.st
	for _, n := range ps {
		t := c.e.nodes[n].t
		if t.Sort() != term.Int || t.NumArgs() > maxExpanded {
			continue
		}
		for i, x := range t.Args() {
			if sum, ok := c.solution(d, x); ok {
				c.news(t, st.Mul(sum, c.without(t, i)), st.Ne(x, sum))
				break
			}
		}
	}
	return len(c.lemmas) == 0 && c.e.tighten(d)
}

// solution is what x, a factor, is equal to by the equations: a short sum of earlier terms.
func (c *candidate) solution(d *dioph, x term.Term) (sum term.Term, ok bool) {
	n := c.e.lookup(x)
	if n == 0 || c.e.nodes[n].lv < 0 || d.subs[c.e.nodes[n].lv] == nil {
		return sum, false
	}
	q := &equation{form: map[int32]num.Int{c.e.nodes[n].lv: num.I(1)}, by: map[int32]num.Rat{}}
	d.apply(q)
	if d.steps > maxDiophStep || len(q.form) > maxReplacement {
		return sum, false
	}
	st := c.e.st
	sum = st.IntNum(q.c)
	for _, v := range q.vars() {
		if v < 0 {
			return sum, false
		}
		y := c.e.nodes[c.e.nodeOfVar[v]].t
		if y == x {
			return sum, false
		}
		sum = st.Add(sum, st.Scale(q.form[v].Rat(), y))
	}
	return sum, !slices.Contains(sum.Args(), x)
}
