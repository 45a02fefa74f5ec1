// Package quant decides formulas with quantifiers over linear arithmetic that are too large to be
// eliminated: by a game between the formula and its quantifiers (game.go).
//
// A quantified formula ∃y. f is an application P(x1, …, xn) of a predicate of its own to the
// variables that f has besides y (or to true), so that substitution means what it should, also
// below other quantifiers. Solver takes such applications for what they mean.
package quant

import (
	"context"
	"slices"

	"craig/internal/logic/qe"
	"craig/logic/smt"
	"craig/logic/term"
)

// Formulas are the quantified formulas of one store.
type Formulas struct {
	st   *term.Store
	defs map[string]*definition // by the name of the predicate
}

// definition is ∃ vars. body, where params are the other variables of body.
type definition struct {
	params, vars []term.Term
	body         term.Term
}

// New has no formulas yet.
func New(st *term.Store) *Formulas { return &Formulas{st: st, defs: map[string]*definition{}} }

// maxCubes is how many cases elimination may distinguish before a quantifier is left to the game.
var maxCubes = 64 // variable for the sake of tests

// Exists is a term that means ∃ vars. f: without the quantifier if that takes little, otherwise
// an application that only a Solver of these formulas understands. ok is false if f has more than
// linear arithmetic and Boolean structure and elimination is too hard, or ctx is done.
func (q *Formulas) Exists(ctx context.Context, vars []term.Term, f term.Term) (g term.Term, ok bool) {
	if !q.Occurs(f) {
		if g, ok = qe.ExistsWithin(ctx, q.st, vars, f, maxCubes); ok {
			return g, true
		}
	}
	if ctx.Err() != nil || !q.linear(f) {
		return term.Term{}, false
	}
	d := &definition{vars: vars, body: f}
	for _, v := range term.Vars(f, nil, nil) {
		if !slices.Contains(vars, v) {
			d.params = append(d.params, v)
		}
	}
	name := q.st.Fresh("\x00exists", term.Bool).Name() // no script can write it
	q.defs[name] = d
	if len(d.params) == 0 { // an application without arguments would be a variable
		return q.st.Apply(name, term.Bool, q.st.True()), true
	}
	return q.st.Apply(name, term.Bool, d.params...), true
}

// Occurs says whether one of the terms has a quantifier.
func (q *Formulas) Occurs(ts ...term.Term) (found bool) {
	if len(q.defs) == 0 {
		return false
	}
	for _, t := range ts {
		term.Walk(t, func(u term.Term) { found = found || q.definition(u) != nil })
	}
	return found
}

// Is says whether t is one of these formulas.
func (q *Formulas) Is(t term.Term) bool { return q.definition(t) != nil }

// definition is what t, an application, means; nil if it is none of these formulas.
func (q *Formulas) definition(t term.Term) *definition {
	if t.Op() != term.Apply {
		return nil
	}
	return q.defs[t.Name()]
}

// expand is what an application means: ∃ vars. body, with variables of its own.
func (q *Formulas) expand(app term.Term) (vars []term.Term, body term.Term) {
	d := q.definition(app)
	m := map[term.Term]term.Term{}
	for i, p := range d.params {
		m[p] = app.Arg(i)
	}
	for _, v := range d.vars {
		w := q.st.Fresh(v.Name(), v.Sort())
		m[v] = w
		vars = append(vars, w)
	}
	return vars, q.st.Subst(d.body, m)
}

// Eliminate is a formula without quantifiers that is equivalent to f. ok is false if that was too
// hard, or ctx is done.
func (q *Formulas) Eliminate(ctx context.Context, f term.Term) (g term.Term, ok bool) {
	if !q.Occurs(f) {
		return f, true
	}
	m := map[term.Term]term.Term{}
	ok = true
	term.Walk(f, func(u term.Term) {
		if !ok || q.definition(u) == nil {
			return
		}
		vars, body := q.expand(u)
		if body, ok = q.Eliminate(ctx, body); ok {
			m[u], ok = qe.Exists(ctx, q.st, vars, body)
		}
	})
	if !ok {
		return term.Term{}, false
	}
	return q.st.Subst(f, m), true
}

// linear says whether f has nothing but Boolean structure, linear arithmetic with quotients and
// remainders by constants, and quantifiers.
func (q *Formulas) linear(f term.Term) bool {
	ok := true
	term.Walk(f, func(u term.Term) {
		switch u.Op() {
		case term.Var, term.Const:
			ok = ok && (u.Sort() == term.Bool || u.Sort().IsNumeric())
		case term.True, term.False, term.Not, term.And, term.Or, term.Ite, term.Eq, term.Sum,
			term.LeZero, term.LtZero, term.EqZero, term.ToReal:
		case term.Div, term.Mod:
			ok = ok && u.Arg(1).IsConst() && u.Arg(1).Num().Sign() != 0
		default:
			ok = ok && q.definition(u) != nil
		}
	})
	return ok
}

// Solver is an smt.Solver for terms with these formulas in them. Its models tell of a quantified
// formula that was asserted what the assertions need: true where it is true, and false where
// it is false or where no assertion becomes true by it.
type Solver struct {
	*Formulas
	Levels
	byApp map[term.Term]*instance
}

// Solver decides with the help of inner, which nobody else may use, and package smt.
func (q *Formulas) Solver(inner smt.Solver) *Solver {
	return &Solver{Formulas: q, Levels: Levels{Ground: inner}, byApp: map[term.Term]*instance{}}
}

// Assert adds a formula to the current level.
func (s *Solver) Assert(f term.Term) {
	if s.Occurs(f) {
		s.Kept = append(s.Kept, f)
	}
	s.Ground.Assert(s.abstract(f))
}

// Check decides the assertions with the assumptions.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) smt.Answer {
	if len(s.Kept) == 0 && !s.Occurs(assumptions...) {
		return s.Ground.Check(ctx, assumptions...)
	}
	abstract := make([]term.Term, len(assumptions))
	for i, a := range assumptions {
		abstract[i] = s.abstract(a)
	}
	s.Ground.Push()
	defer s.Ground.Pop()
	p := s.newPlayer(s.Ground)
	for _, f := range append(slices.Clone(s.Kept), assumptions...) {
		p.add(s.parts(f))
	}
	ans, _ := p.play(ctx, abstract, false)
	switch ans.Status {
	case smt.Sat:
		values := map[term.Term]term.Term{}
		for app, q := range s.byApp {
			values[app] = ans.Model.Eval(q.name)
		}
		ans.Model = model{ans.Model, values}
	case smt.Unsat:
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

// model is a model with the values of quantified formulas.
type model struct {
	smt.Model
	values map[term.Term]term.Term
}

func (m model) Eval(t term.Term) term.Term {
	if v, ok := m.values[t]; ok {
		return v
	}
	return m.Model.Eval(t)
}
