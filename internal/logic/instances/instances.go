// Package instances decides formulas with quantifiers over anything: uninterpreted functions, arrays, numbers and bit
// vectors. It refutes them by instances, and finds models in which each quantified formula has been decided.
//
// A quantified formula ∃y. f is an application P(x1, …, xn) of a predicate of its own to the variables that f has besides y (or
// to true), as in package quant. Two kinds of lemmas say what it means:
//
//   - a witness: P(t) ⇒ f[t, w], for new constants w;
//   - an instance: f[t, s] ⇒ P(t), for any terms s.
//
// Check looks for a model of the assertions and the lemmas so far, in which quantified formulas are Boolean variables. The model is
// made total (total.go). Where P(t) is false in it and that matters, terms s are looked for with which f[t, s] is true: by matching
// patterns with the terms in use, modulo the equalities of the model [de Moura, Bjørner 2007] (match.go); and by deciding ∃y. f with all
// functions written out as the model has them [Ge, de Moura 2009] (verify.go). Where that is unsatisfiable, P(t) is false indeed.
//
// So Unsat follows from lemmas, which CheckLemmas checks; Sat is said of a model in which every quantified formula that matters
// has been decided; and Unknown is the rest, after maxLemmas at the latest.
package instances

import (
	"context"
	"slices"

	"craig/internal/logic/quant"
	"craig/logic/smt"
	"craig/logic/term"
)

// Formulas are the quantified formulas of one store.
type Formulas struct {
	st    *term.Store
	games *quant.Formulas       // whose formulas may be parts of these
	defs  map[string]definition // by the name of the predicate
}

// definition is ∃ vars. body, where params are the other variables of body.
type definition struct {
	params, vars []term.Term
	body         term.Term
	arrays       []term.Term // the two that it says differ, if it was made by Differ
}

// New has no formulas yet. Formulas of games may be parts of those to come, but not the other way round.
func New(st *term.Store, games *quant.Formulas) *Formulas {
	return &Formulas{st: st, games: games, defs: map[string]definition{}}
}

// Exists is a term that means ∃ vars. f, and that a Solver of these formulas understands. It has no quantifier where that is
// easy to see.
func (q *Formulas) Exists(vars []term.Term, f term.Term) term.Term {
	vars, f = q.solved(q.flat(vars, f))
	if len(vars) == 0 {
		return f
	}
	switch f.Op() {
	case term.Or: // ∃x. f ∨ g is ∃x. f ∨ ∃x. g
		parts := make([]term.Term, f.NumArgs())
		for i, g := range f.Args() {
			parts[i] = q.Exists(vars, g)
		}
		return q.st.Or(parts...)
	case term.And: // ∃x. f ∧ g is f ∧ ∃x. g if x is not in f
		var outside, inside []term.Term
		for _, g := range f.Args() {
			if mentions(g, vars) {
				inside = append(inside, g)
			} else {
				outside = append(outside, g)
			}
		}
		if len(outside) > 0 {
			return q.st.And(append(outside, q.Exists(vars, q.st.And(inside...)))...)
		}
	}
	return q.define(definition{vars: vars, body: f})
}

// Differ is a term that means ∃ index. f, where f says that two arrays differ at the index.
func (q *Formulas) Differ(a, b, index, f term.Term) term.Term {
	if !mentions(f, []term.Term{index}) {
		return f
	}
	return q.define(definition{vars: []term.Term{index}, body: f, arrays: []term.Term{a, b}})
}

// define is an application that stands for a definition, whose params it finds.
func (q *Formulas) define(d definition) term.Term {
	seen := map[term.Term]bool{}
	for _, f := range append(d.arrays[:len(d.arrays):len(d.arrays)], d.body) {
		for _, v := range term.Vars(f, seen, nil) {
			if !slices.Contains(d.vars, v) {
				d.params = append(d.params, v)
			}
		}
	}
	name := q.st.Fresh("\x00instances", term.Bool).Name() // no script can write it
	q.defs[name] = d
	if len(d.params) == 0 { // an application without arguments would be a variable
		return q.st.Apply(name, term.Bool, q.st.True())
	}
	return q.st.Apply(name, term.Bool, d.params...)
}

// flat is an equivalent of ∃ vars. f in which quantified formulas in the conjunction f have become part of it.
func (q *Formulas) flat(vars []term.Term, f term.Term) ([]term.Term, term.Term) {
	if !q.Occurs(f) {
		return vars, f
	}
	var parts []term.Term
	vars = slices.Clone(vars)
	for _, g := range term.Conjuncts(f) {
		if !q.is(g) || len(q.defs[g.Name()].arrays) > 0 || !mentions(g, vars) {
			parts = append(parts, g)
			continue
		}
		d := q.expand(g)
		m := map[term.Term]term.Term{}
		for _, v := range d.vars {
			m[v] = q.st.Fresh(v.Name(), v.Sort())
			vars = append(vars, m[v])
		}
		parts = append(parts, q.st.Subst(d.body, m))
	}
	return vars, q.st.And(parts...)
}

// solved is an equivalent of ∃ vars. f without variables that f does not have, or says the value of: ∃x. x = t ∧ f is f[x := t].
func (q *Formulas) solved(vars []term.Term, f term.Term) ([]term.Term, term.Term) {
	for again := true; again; {
		again = false
		for _, g := range term.Conjuncts(f) {
			if g.Op() != term.Eq {
				continue
			}
			for i := range 2 {
				x, t := g.Arg(i), g.Arg(1-i)
				if slices.Contains(vars, x) && !term.Contains(t, x) {
					f, again = q.st.Subst(f, map[term.Term]term.Term{x: t}), true
					break
				}
			}
			if again {
				break
			}
		}
		in := map[term.Term]bool{}
		for _, v := range term.Vars(f, nil, nil) {
			in[v] = true
		}
		vars = slices.DeleteFunc(slices.Clone(vars), func(v term.Term) bool { return !in[v] })
	}
	return vars, f
}

// mentions says whether one of the variables is in t.
func mentions(t term.Term, vars []term.Term) (found bool) {
	term.Walk(t, func(u term.Term) { found = found || u.Op() == term.Var && slices.Contains(vars, u) })
	return found
}

// Inside says whether one of the variables is in an argument of a function or an array, so that f is nothing for elimination.
func (q *Formulas) Inside(f term.Term, vars []term.Term) (found bool) {
	has := map[term.Term]bool{}
	for _, v := range vars {
		has[v] = true
	}
	term.Walk(f, func(u term.Term) {
		if !slices.ContainsFunc(u.Args(), func(a term.Term) bool { return has[a] }) {
			return
		}
		has[u] = true
		switch u.Op() {
		case term.Apply:
			found = found || !q.games.Is(u)
		case term.Select, term.Store_, term.ConstArray:
			found = true
		case term.Eq:
			found = found || isElement(u.Arg(0).Sort())
		}
	})
	return found
}

// Occurs says whether one of the terms has one of these quantifiers.
func (q *Formulas) Occurs(ts ...term.Term) (found bool) {
	if len(q.defs) == 0 {
		return false
	}
	for _, t := range ts {
		term.Walk(t, func(u term.Term) { found = found || q.is(u) })
	}
	return found
}

// is says whether t is a quantified formula.
func (q *Formulas) is(t term.Term) bool {
	if t.Op() != term.Apply {
		return false
	}
	_, ok := q.defs[t.Name()]
	return ok
}

// expand is what an application means, over the variables of its definition.
func (q *Formulas) expand(app term.Term) (d definition) {
	d = q.defs[app.Name()]
	m := map[term.Term]term.Term{}
	for i, p := range d.params {
		m[p] = app.Arg(i)
	}
	d.body, d.arrays = q.st.Subst(d.body, m), slices.Clone(d.arrays)
	for i, a := range d.arrays {
		d.arrays[i] = q.st.Subst(a, m)
	}
	return d
}

// Solver is an smt.Solver for terms with these formulas in them. Its models tell of a quantified formula that was asserted what
// the assertions need: true where it is true, and false where it is false or where no assertion becomes true by it.
type Solver struct {
	*Formulas
	quant.Levels
	bits  bool // see PreferBits
	byApp map[term.Term]*quantified
	apps  []*quantified // in order
	last  *search       // of the last Check; nil if it had no quantifiers

	elements map[term.Sort]term.Term // constants of sorts that have no others
}

// Solver decides with the help of inner, which nobody else may use.
func (q *Formulas) Solver(inner smt.Solver) *Solver {
	return &Solver{Formulas: q, Levels: quant.Levels{Ground: inner}, byApp: map[term.Term]*quantified{}, elements: map[term.Sort]term.Term{}}
}

// PreferBits has quantified formulas be decided in a model by bits first. The inner solver is asked separately.
func (s *Solver) PreferBits() { s.bits = true }

// Assert adds a formula to the current level.
func (s *Solver) Assert(f term.Term) {
	s.Kept = append(s.Kept, f)
	s.Ground.Assert(s.abstract(f))
}

// Check decides the assertions with the assumptions.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	s.last = nil
	if !s.Occurs(s.Kept...) && !s.Occurs(assumptions...) {
		return s.Ground.Check(ctx, assumptions...)
	}
	s.Ground.Push()
	defer s.Ground.Pop()
	s.last = s.newSearch(ctx)
	for _, f := range s.Kept {
		s.last.know(f, 0)
	}
	abstract := make([]term.Term, len(assumptions))
	for i, a := range assumptions {
		abstract[i] = s.abstract(a)
		s.last.know(a, 0)
	}
	ans := s.last.run(abstract)
	if ans.Status == smt.Unsat {
		var core []term.Term
		for i, a := range assumptions {
			if slices.Contains(ans.Core, abstract[i]) {
				core = append(core, a)
			}
		}
		ans.Core = core
	}
	return ans
}

// Lemmas are what the last Check used beside the assertions and assumptions.
func (s *Solver) Lemmas() []Lemma {
	if s.last == nil {
		return nil
	}
	return s.last.lemmas
}

// Names are Boolean variables in place of the quantified formulas of the last Check, for terms without quantifiers.
func (s *Solver) Names(f term.Term) term.Term { return s.abstract(f) }

// quantified is a quantified formula.
type quantified struct {
	app, name term.Term   // name is a Boolean variable: the formula is true
	vars      []term.Term // of the quantifier
	body      term.Term   // over vars
	shape     term.Term   // body with names for quantified formulas without vars, inner
	inner     []*quantified
	arrays    []term.Term // see definition; as shape
	opaque    bool        // shape has quantified formulas: it cannot be evaluated
	patterns  [][]term.Term
	bounds    map[term.Term][]term.Term // by variable: terms without variables that the body compares it with
	known     []Lemma                   // about it
	used      map[string]bool
	age       int // how many instances led to it
}

// abstract puts names for quantified formulas.
func (s *Solver) abstract(f term.Term) term.Term {
	if !s.Occurs(f) {
		return f
	}
	m := map[term.Term]term.Term{}
	term.Walk(f, func(u term.Term) {
		if s.is(u) {
			m[u] = s.quantified(u).name
		}
	})
	return s.st.Subst(f, m)
}

// quantified is what an application means.
func (s *Solver) quantified(app term.Term) *quantified {
	if q := s.byApp[app]; q != nil {
		return q
	}
	q := &quantified{app: app, name: s.st.Fresh("exists", term.Bool), used: map[string]bool{}}
	s.byApp[app] = q
	s.apps = append(s.apps, q)
	d := s.expand(app)
	q.vars, q.body, q.arrays = d.vars, d.body, d.arrays
	names := map[term.Term]term.Term{}
	for _, t := range append(d.arrays[:len(d.arrays):len(d.arrays)], d.body) {
		s.occurrences(t, func(app term.Term, _ polarity) {
			if !names[app].Valid() && !mentions(app, q.vars) {
				i := s.quantified(app)
				names[app] = i.name
				q.inner = append(q.inner, i)
			}
		})
	}
	q.shape = s.st.Subst(q.body, names)
	for i, a := range q.arrays {
		q.arrays[i] = s.st.Subst(a, names)
	}
	q.opaque = s.Occurs(q.shape) || s.games.Occurs(q.shape)
	q.patterns = s.choosePatterns(q)
	q.bounds = s.boundsOf(q)
	return q
}

// polarity is a set: whether it matters that a formula is true, or that it is false.
type polarity uint8

const (
	positive polarity = 1
	negative polarity = 2
)

// occurrences calls found with every quantified formula of f that is in no other, and how it matters.
func (q *Formulas) occurrences(f term.Term, found func(app term.Term, p polarity)) {
	if !q.Occurs(f) {
		return
	}
	seen := map[term.Term]polarity{}
	var walk func(term.Term, polarity)
	walk = func(t term.Term, p polarity) {
		if seen[t]|p == seen[t] {
			return
		}
		seen[t] |= p
		switch {
		case q.is(t):
			found(t, p)
			return
		case t.Op() == term.Not:
			p = p>>1 | p<<1&negative
		case t.Op() != term.And && t.Op() != term.Or:
			p = positive | negative
		}
		for _, a := range t.Args() {
			walk(a, p)
		}
	}
	walk(f, positive)
}
