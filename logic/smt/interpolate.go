package smt

import (
	"context"
	"math"

	"craig/logic/num"
	"craig/logic/sat"
	"craig/logic/term"
)

// Strength selects the propositional rules by which interpolants are read off a refutation.
type Strength uint8

const (
	McMillan Strength = iota // stronger interpolants [McMillan 2003]
	Pudlak                   // weaker ones, symmetric [Pudlák 1997]
)

// interpolator is the package's Interpolator.
//
// It takes an unsatisfiable core of the parts and refutes it with an Engine that records its proof, in which every gate belongs to one
// part and every atom speaks of variables that occur together in one part, and reads the partial
// interpolants off the proof, for each cut between parts in turn: by the propositional rules, and
// for lemmas by their Farkas coefficients. Where a lemma mixes the sides of a cut, that cut's
// interpolant is computed backwards from the next one (weakest.go).
type interpolator struct {
	st       *term.Store
	solver   *Engine // for cores and simplification; without assertions between calls
	strength Strength
	stats    InterpolatorStats
}

// InterpolatorStats counts which method gave how many interpolants.
type InterpolatorStats struct {
	Proof, Backward, Failed int64
}

// InterpolatorOption configures an Interpolator.
type InterpolatorOption func(*interpolator)

// WithStrength selects the propositional rules.
func WithStrength(s Strength) InterpolatorOption {
	return func(p *interpolator) { p.strength = s }
}

// NewInterpolator makes an Interpolator for terms of st.
func NewInterpolator(st *term.Store, opts ...InterpolatorOption) Interpolator {
	p := &interpolator{st: st, solver: New(st)}
	for _, o := range opts {
		o(p)
	}
	return p
}

// Interpolate decides the conjunction of the parts and interpolates.
func (p *interpolator) Interpolate(ctx context.Context, parts []term.Term) (Answer, []term.Term) {
	n := len(parts)
	needed, ans := p.core(ctx, parts)
	if ans.Status != Unsat {
		return ans, nil
	}
	itps := make([]term.Term, n+1)
	itps[0], itps[n] = p.st.True(), p.st.False()
	p.fromProof(ctx, needed, itps)
	if why := p.fill(ctx, parts, itps); why != "" {
		p.stats.Failed++
		ans.Reason = why
		return ans, nil
	}
	p.simplify(ctx, needed, itps)
	return ans, itps
}

// core decides the parts and returns of each what the refutation needs: less to prove again, and
// less for the interpolants to speak of.
func (p *interpolator) core(ctx context.Context, parts []term.Term) ([]term.Term, Answer) {
	p.solver.Push()
	defer p.solver.Pop()
	var cs []term.Term
	for _, f := range parts {
		cs = append(cs, term.Conjuncts(f)...)
	}
	ans := p.solver.Check(ctx, cs...)
	if ans.Status != Unsat {
		return nil, ans
	}
	in := map[term.Term]bool{}
	for _, c := range ans.Core {
		in[c] = true
	}
	needed := make([]term.Term, len(parts))
	for i, f := range parts {
		var cs []term.Term
		for _, c := range term.Conjuncts(f) {
			if in[c] {
				cs = append(cs, c)
			}
		}
		needed[i] = p.st.And(cs...)
	}
	return needed, Answer{Status: Unsat}
}

// maxProofFinals bounds the final checks of an interpolating run, which may not use all of the
// integer reasoning.
const maxProofFinals = 500

// fromProof refutes the parts with a recorded proof and enters the interpolants that it gives.
func (p *interpolator) fromProof(ctx context.Context, parts, itps []term.Term) {
	rec := &recorder{}
	e := newEngine(p.st, rec)
	pf := newProof(e, parts, p.strength)
	rec.proof = pf
	if e.refute(ctx, parts).Status != Unsat {
		return
	}
	pf.ids = rec.needed()
	pf.partial = make([]term.Term, len(rec.steps))
	for k := 1; k < len(parts); k++ {
		itps[k] = pf.interpolant(int32(k))
	}
}

// refute decides the conjunction of the parts with a recorded proof.
func (e *Engine) refute(ctx context.Context, parts []term.Term) Answer {
	e.ctx = ctx
	for i, f := range parts {
		e.part = int32(i)
		for _, g := range term.Conjuncts(f) {
			e.stack = append(e.stack, entry{f: g})
			n, l := e.formula(g, positive)
			if n != 0 {
				e.use(n)
			}
			e.clause(l)
		}
	}
	return e.solve(len(e.stack))
}

// span tells in which parts something occurs: it is known to A, the parts before k, iff
// first < k, and to B, the parts from k on, iff last >= k.
type span struct{ first, last int32 }

var everywhere = span{-1, math.MaxInt32}

// meet is the span of a thing that has parts with spans s and t.
func (s span) meet(t span) span { return span{max(s.first, t.first), min(s.last, t.last)} }

func (s span) inA(k int32) bool { return s.first < k }
func (s span) inB(k int32) bool { return s.last >= k }

// proof reads interpolants off a refutation.
type proof struct {
	e        *Engine
	st       *term.Store
	strength Strength
	ids      []sat.ClauseID
	symbols  map[string]span
	terms    map[term.Term]span
	vars     []varSpan   // by SAT variable
	partial  []term.Term // by clause: its partial interpolant for the current cut
}

func newProof(e *Engine, parts []term.Term, s Strength) *proof {
	p := &proof{e: e, st: e.st, strength: s, symbols: map[string]span{}, terms: map[term.Term]span{}}
	for i, f := range parts {
		term.Walk(f, func(t term.Term) {
			if name := symbol(t); name != "" {
				at, ok := p.symbols[name]
				if !ok {
					at.first = int32(i)
				}
				at.last = int32(i)
				p.symbols[name] = at
			}
		})
	}
	return p
}

// symbol is the name by which a variable or function counts as a symbol; "" for other terms.
func symbol(t term.Term) string {
	switch t.Op() {
	case term.Var:
		return t.Name()
	case term.Apply:
		return "(" + t.Name()
	}
	return ""
}

// varSpan is a span that may not have been computed yet.
type varSpan struct {
	known bool
	span
}

// span is that of a SAT variable: a gate belongs to its part, an atom goes where its symbols go.
func (p *proof) span(v sat.Var) span {
	p.vars = grow(p.vars, int(v))
	if !p.vars[v].known {
		p.vars[v] = varSpan{true, p.spanOfVar(v)}
	}
	return p.vars[v].span
}

// oneSided reports whether at every cut one side knows all the literals.
func (p *proof) oneSided(lits []sat.Lit) bool {
	s := everywhere
	for _, l := range lits {
		s = s.meet(p.span(l.Var()))
	}
	return s.first <= s.last
}

func (p *proof) spanOfVar(v sat.Var) span {
	if v == p.e.trueLit.Var() {
		return everywhere
	}
	if n := p.e.ownerOf(v); n != 0 {
		x := &p.e.nodes[n]
		if x.kind == gate {
			return span{x.part, x.part}
		}
		return p.spanOf(x.t)
	}
	if a := p.e.atomOfVar(v); a != nil {
		s := everywhere
		for _, m := range p.e.ar.definition(a.v) {
			s = s.meet(p.spanOf(p.e.nodes[p.e.nodeOfVar[m.v]].t))
		}
		return s
	}
	return everywhere
}

// spanOf is the span of a term. An index at which two arrays differ belongs to one part that
// speaks of both.
func (p *proof) spanOf(t term.Term) span {
	if s, ok := p.terms[t]; ok {
		return s
	}
	s := everywhere
	if name := symbol(t); name != "" {
		at, ok := p.symbols[name]
		if eq, isWitness := p.e.witnessOf[t]; !ok && isWitness {
			w := p.spanOf(eq)
			at = span{w.first, w.first}
		}
		s = at
	}
	for _, a := range t.Args() {
		s = s.meet(p.spanOf(a))
	}
	p.terms[t] = s
	return s
}

// interpolant is the interpolant of the cut before part k; no term if a lemma mixes the sides.
func (p *proof) interpolant(k int32) term.Term {
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
func (p *proof) resolve(s *step, k int32) term.Term {
	i := p.partial[s.chain[0]]
	for j, c := range s.chain[1:] {
		pivot := s.pivots[j]
		at, q := p.span(pivot.Var()), p.partial[c]
		switch {
		case !at.inB(k):
			i = p.st.Or(i, q)
		case !at.inA(k) || p.strength == McMillan:
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
func (p *proof) leaf(s *step, k int32) term.Term {
	if s.kind == original {
		if s.part < k {
			return p.fromA(s, k)
		}
		return p.st.True()
	}
	allA, allB := true, true
	for _, l := range s.lits {
		at := p.span(l.Var())
		allA = allA && at.inA(k)
		allB = allB && at.inB(k)
	}
	switch {
	case allB:
		return p.st.True()
	case s.why == farkas:
		if i := p.farkas(s, k); i.Valid() {
			return i
		}
	case s.why == divisible:
		if i := p.divisible(s, k); i.Valid() {
			return i
		}
	}
	if allA {
		return p.fromA(s, k)
	}
	return term.Term{}
}

// fromA is the partial interpolant of a clause of A.
func (p *proof) fromA(s *step, k int32) term.Term {
	if p.strength == Pudlak {
		return p.st.False()
	}
	var ds []term.Term
	for _, l := range s.lits {
		if p.span(l.Var()).inB(k) {
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
func (p *proof) lit(l sat.Lit) term.Term {
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
func (p *proof) constraint(l sat.Lit) (sum term.Term, strict, ok bool) {
	a := p.e.atomOfVar(l.Var())
	b, sign := a.bound, num.I(1).Rat()
	if l.IsNeg() {
		b, sign = a.next, num.I(-1).Rat()
	}
	ms := p.e.ar.definition(a.v)
	s := term.Int
	for _, m := range ms {
		switch t := p.e.nodes[p.e.nodeOfVar[m.v]].t; t.Sort() {
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
		t := p.e.nodes[p.e.nodeOfVar[m.v]].t
		if s == term.Real && t.Sort() == term.Int {
			t = p.st.ToReal(t)
		}
		ts = append(ts, t)
		coeff = append(coeff, m.c.Rat().Mul(sign))
	}
	return p.st.Linear(s, coeff, ts, b.r.Mul(sign).Neg()), !b.d.IsZero(), true
}

// combine adds up coef·form(l) over the lemma's literals that only A knows. Over Int the
// coefficients are made coprime integers first; scale is what they were multiplied with.
func (p *proof) combine(s *step, k int32) (sum term.Term, strict bool, scale num.Int, ok bool) {
	den := num.I(1)
	for i, l := range s.lits {
		if !p.span(l.Var()).inB(k) {
			den = den.Lcm(s.coefs[i].Den())
		}
	}
	var ints, reals []term.Term
	for i, l := range s.lits {
		if p.span(l.Var()).inB(k) {
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

// farkas is the part of the lemma's contradiction that A contributes: Σ coef·form <= 0.
func (p *proof) farkas(s *step, k int32) term.Term {
	sum, strict, _, ok := p.combine(s, k)
	if !ok || !p.shared(sum, k) {
		return term.Term{}
	}
	return p.st.CompareZero(relation(strict), sum)
}

// divisible is the part of A in a combination of equations that no integers solve: its sum is an
// integer combination of variables of A, so that scale divides it [Jain, Clarke, Grumberg 2008].
func (p *proof) divisible(s *step, k int32) term.Term {
	sum, _, scale, ok := p.combine(s, k)
	if !ok || sum.Sort() != term.Int {
		return term.Term{}
	}
	// What only A knows has coefficients that scale divides: modulo scale it vanishes.
	i := p.st.Eq(p.st.Mod(sum, p.st.IntNum(scale)), p.st.Int(0))
	if !p.shared(i, k) {
		return term.Term{}
	}
	return i
}

// shared reports whether every symbol of t is known to both sides.
func (p *proof) shared(t term.Term, k int32) bool {
	s := p.spanOf(t)
	return s.inA(k) && s.inB(k)
}

// Stats returns the counters.
func (p *interpolator) Stats() InterpolatorStats { return p.stats }
