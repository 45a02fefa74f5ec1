package smt

import (
	"craig/internal/logic/sat"
	"craig/logic/num"
	"craig/logic/smt/internal/interpolate"
	"craig/logic/term"
)

// reader reads interpolants off a refutation.
type reader struct {
	e        *Native
	st       *term.Store
	tree     *interpolate.Tree
	strength Strength
	ids      []sat.ClauseID
	symbols  map[string]interpolate.Span
	terms    map[term.Term]interpolate.Span
	vars     []varSpan   // by SAT variable
	partial  []term.Term // by clause: its partial interpolant for the current cut
}

func newReader(e *Native, parts [][]term.Term, t *interpolate.Tree, s Strength) *reader {
	p := &reader{e: e, st: e.st, tree: t, strength: s, symbols: map[string]interpolate.Span{}, terms: map[term.Term]interpolate.Span{}}
	for i, fs := range parts {
		here := t.Of(i)
		for _, f := range fs {
			term.Walk(f, func(u term.Term) {
				if name := interpolate.Symbol(u); name != "" {
					if at, ok := p.symbols[name]; !ok {
						p.symbols[name] = here
					} else if !here.A.Within(at.A) || !here.B.Within(at.B) {
						p.symbols[name] = at.Join(here)
					}
				}
			})
		}
	}
	return p
}

// varSpan is a span that may not have been computed yet.
type varSpan struct {
	known bool
	interpolate.Span
}

// span is that of a SAT variable: a gate belongs to its part, an atom goes where its symbols go.
func (p *reader) span(v sat.Var) interpolate.Span {
	p.vars = grow(p.vars, int(v))
	if !p.vars[v].known {
		p.vars[v] = varSpan{true, p.spanOfVar(v)}
	}
	return p.vars[v].Span
}

// oneSided reports whether at every cut one side knows all the literals.
func (p *reader) oneSided(lits []sat.Lit) bool {
	s := p.tree.All
	for _, l := range lits {
		s = s.Meet(p.span(l.Var()))
	}
	return s.Whole()
}

func (p *reader) spanOfVar(v sat.Var) interpolate.Span {
	if v == p.e.trueLit.Var() {
		return p.tree.All
	}
	if n := p.e.ownerOf(v); n != 0 {
		x := &p.e.nodes[n]
		if x.kind == gate {
			return p.tree.Of(int(x.part))
		}
		return p.spanOf(x.t)
	}
	if a := p.e.atomOfVar(v); a != nil {
		s := p.tree.All
		for _, m := range p.e.ar.definition(a.v) {
			s = s.Meet(p.spanOf(p.e.nodes[p.e.nodeOfVar[m.Var]].t))
		}
		return s
	}
	return p.tree.All
}

// spanOf is the span of a term. An index at which two arrays differ belongs to one part that
// speaks of both.
func (p *reader) spanOf(t term.Term) interpolate.Span {
	if s, ok := p.terms[t]; ok {
		return s
	}
	s := p.tree.All
	if name := interpolate.Symbol(t); name != "" {
		at, ok := p.symbols[name]
		if eq, isWitness := p.e.witnessOf[t]; !ok && isWitness {
			at = p.owner(p.spanOf(eq))
		}
		s = at
	}
	for _, a := range t.Args() {
		s = s.Meet(p.spanOf(a))
	}
	p.terms[t] = s
	return s
}

// owner is the span of the first part that knows what has span s: at every cut its side does.
func (p *reader) owner(s interpolate.Span) interpolate.Span {
	best := p.tree.Of(len(p.tree.Parent) - 1)
	for i := len(p.tree.Parent) - 1; i >= 0; i-- {
		if at := p.tree.Of(i); at.A.Within(s.A) && at.B.Within(s.B) {
			best = at
		}
	}
	return best
}

// interpolant is the interpolant of the cut of node k; no term if a lemma mixes the sides.
func (p *reader) interpolant(k int) term.Term {
	for _, id := range p.ids {
		s := &p.e.rec.steps[id]
		var i term.Term
		if s.kind == derived {
			i = p.resolve(s, k)
		} else {
			i = p.leaf(s, k)
		}
		if !i.Valid() {
			return i
		}
		p.partial[id] = i
	}
	return p.partial[p.e.rec.empty]
}

// resolve combines the partial interpolants along a chain.
func (p *reader) resolve(s *step, k int) term.Term {
	i := p.partial[s.chain[0]]
	for j, c := range s.chain[1:] {
		pivot := s.pivots[j]
		at, q := p.span(pivot.Var()), p.partial[c]
		switch {
		case !at.InB(k) || at.InA(k) && p.strength == Dual:
			i = p.st.Or(i, q)
		case !at.InA(k) || p.strength == McMillan:
			i = p.st.And(i, q)
		default:
			l := p.lit(pivot)
			if !l.Valid() {
				return l
			}
			i = p.st.And(p.st.Or(l, i), p.st.Or(p.st.Not(l), q))
		}
	}
	return i
}

// leaf is the partial interpolant of an original clause or a lemma.
func (p *reader) leaf(s *step, k int) term.Term {
	if s.kind == original || s.kind == assertion {
		if p.tree.Inside(int(s.part), k) {
			return p.fromA(s, k)
		}
		return p.fromB(s, k)
	}
	allA, allB := true, true
	for _, l := range s.lits {
		at := p.span(l.Var())
		allA = allA && at.InA(k)
		allB = allB && at.InB(k)
	}
	switch {
	case allA && p.strength == Dual:
		return p.fromA(s, k)
	case allB && p.strength != Dual:
		return p.fromB(s, k)
	case s.why == farkas:
		if i := p.farkas(s, k); i.Valid() {
			return i
		}
	case s.why == divisible:
		if i := p.divisible(s, k); i.Valid() {
			return i
		}
	}
	switch {
	case allA:
		return p.fromA(s, k)
	case allB:
		return p.fromB(s, k)
	}
	return term.Term{}
}

// fromA is the partial interpolant of a clause of A.
func (p *reader) fromA(s *step, k int) term.Term {
	if p.strength != McMillan {
		return p.st.False()
	}
	return p.restricted(s, func(at interpolate.Span) bool { return at.InB(k) })
}

// fromB is the partial interpolant of a clause of B.
func (p *reader) fromB(s *step, k int) term.Term {
	if p.strength != Dual {
		return p.st.True()
	}
	f := p.restricted(s, func(at interpolate.Span) bool { return at.InA(k) })
	if !f.Valid() {
		return f
	}
	return p.st.Not(f)
}

// restricted is a clause without what is not known; no term if that cannot be written.
func (p *reader) restricted(s *step, known func(interpolate.Span) bool) term.Term {
	var ds []term.Term
	for _, l := range s.lits {
		if known(p.span(l.Var())) {
			t := p.lit(l)
			if !t.Valid() {
				return t
			}
			ds = append(ds, t)
		}
	}
	return p.st.Or(ds...)
}

// lit is a literal that is known to both sides, as a term; no term if there is none.
func (p *reader) lit(l sat.Lit) term.Term {
	v := l.Var()
	var t term.Term
	switch n := p.e.ownerOf(v); {
	case v == p.e.trueLit.Var():
		t = p.st.True()
	case n != 0:
		t = p.e.nodes[n].t
	default:
		f, strict, ok := p.constraint(v.Pos())
		if !ok {
			return t
		}
		t = p.st.CompareZero(relation(strict), f)
	}
	if l.IsNeg() {
		return p.st.Not(t)
	}
	return t
}

func relation(strict bool) term.Op {
	if strict {
		return term.LtZero
	}
	return term.LeZero
}

// constraint writes an arithmetic literal as sum <= 0, or < 0 if strict. ok is false for atoms
// over elements of uninterpreted sorts.
func (p *reader) constraint(l sat.Lit) (sum term.Term, strict, ok bool) {
	a := p.e.atomOfVar(l.Var())
	b, sign := a.bound, num.I(1).Rat()
	if l.IsNeg() {
		b, sign = a.next, num.I(-1).Rat()
	}
	ms := p.e.ar.definition(a.v)
	s := term.Int
	for _, m := range ms {
		switch t := p.e.nodes[p.e.nodeOfVar[m.Var]].t; t.Sort() {
		case term.Int:
		case term.Real:
			s = term.Real
		default:
			return sum, false, false
		}
	}
	var coeff []num.Rat
	var ts []term.Term
	for _, m := range ms {
		t := p.e.nodes[p.e.nodeOfVar[m.Var]].t
		if s == term.Real && t.Sort() == term.Int {
			t = p.st.ToReal(t)
		}
		ts = append(ts, t)
		coeff = append(coeff, m.Coeff.Rat().Mul(sign))
	}
	return p.st.Linear(s, coeff, ts, b.R.Mul(sign).Neg()), !b.D.IsZero(), true
}

// combine adds up coef·form(l) over the lemma's literals that only A knows; for Dual, that only B
// knows. Over Int the coefficients are made coprime integers first; scale is what they were
// multiplied with.
func (p *reader) combine(s *step, k int) (sum term.Term, strict bool, scale num.Int, ok bool) {
	other := interpolate.Span.InB
	if p.strength == Dual {
		other = interpolate.Span.InA
	}
	den := num.I(1)
	for i, l := range s.lits {
		if !other(p.span(l.Var()), k) {
			den = den.Lcm(s.coefs[i].Den())
		}
	}
	var ints, reals []term.Term
	for i, l := range s.lits {
		if other(p.span(l.Var()), k) {
			continue
		}
		f, st, ok := p.constraint(l.Not())
		if !ok {
			return sum, false, den, false
		}
		strict = strict || st
		f = p.st.Scale(s.coefs[i].Mul(den.Rat()), f)
		if f.Sort() == term.Int {
			ints = append(ints, f)
		} else {
			reals = append(reals, f)
		}
	}
	switch {
	case len(reals) == 0 && len(ints) == 0:
		return p.st.Int(0), false, den, true
	case len(reals) == 0:
		return p.st.Add(ints...), strict, den, true
	}
	for _, f := range ints {
		reals = append(reals, p.st.ToReal(f))
	}
	return p.st.Add(reals...), strict, den, true
}

// farkas is the part of the lemma's contradiction that A contributes: Σ coef·form <= 0; for Dual,
// the negation of B's.
func (p *reader) farkas(s *step, k int) term.Term {
	sum, strict, _, ok := p.combine(s, k)
	if !ok || !p.shared(sum, k) {
		return term.Term{}
	}
	return p.sided(p.st.CompareZero(relation(strict), sum))
}

// sided negates what B says.
func (p *reader) sided(f term.Term) term.Term {
	if p.strength == Dual {
		return p.st.Not(f)
	}
	return f
}

// divisible is the part of A in a combination of equations that no integers solve: its sum is an
// integer combination of variables of A, so that scale divides it [Jain, Clarke, Grumberg 2008].
func (p *reader) divisible(s *step, k int) term.Term {
	sum, _, scale, ok := p.combine(s, k)
	if !ok || sum.Sort() != term.Int {
		return term.Term{}
	}
	// What only A knows has coefficients that scale divides: modulo scale it vanishes.
	i := p.st.Eq(p.st.Mod(sum, p.st.IntNum(scale)), p.st.Int(0))
	if !p.shared(i, k) {
		return term.Term{}
	}
	return p.sided(i)
}

// shared reports whether every symbol of t is known to both sides.
func (p *reader) shared(t term.Term, k int) bool {
	s := p.spanOf(t)
	return s.InA(k) && s.InB(k)
}
