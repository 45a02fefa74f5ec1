package quant

import (
	"context"
	"slices"

	"craig/internal/logic/qe"
	"craig/logic/smt"
	"craig/logic/term"
)

// The game is that of [Bjørner, Janota 2015] on formulas that need not be prenex, and with
// lemmas in place of strategies.
//
// A player looks for a model of a formula in which each quantified formula ∃y. f is a Boolean
// variable b, its name. Where b matters if it is true, the player has b ⇒ f too, and so looks for
// y himself. Where it matters if it is false, the model may be wrong about it: an opponent takes
// the model's values of the variables that f has besides y, and looks for y. If he finds a model
// of f, its projection g to those variables is a lemma for everybody, g ⇒ b. If he does not, he
// says why, if asked: a conjunction h that is true in the player's model, of literals that he
// finds no y for, and h ⇒ ¬b is a lemma.
//
// The opponent is a player, and f may have quantifiers. All lemmas are valid, and for a formula
// there are finitely many projections, so that the game ends.

// instance is a quantified formula, with variables of its own.
type instance struct {
	app    term.Term
	name   term.Term // a Boolean variable: the formula is true
	vars   []term.Term
	free   []term.Term // the other variables
	body   term.Term   // with names in place of quantified formulas
	parts  []part      // the quantified formulas in body
	lemmas []term.Term // about name and free, valid
	falses []term.Term // conjunctions that have been found to make it false
	player *player     // that looks for vars; nil before the first time
}

// part is a quantified formula, and where it stands.
type part struct {
	*instance
	polarity
}

// polarity is a set: whether it matters that a formula is true, or that it is false.
type polarity uint8

const (
	positive polarity = 1
	negative polarity = 2
	both     polarity = 3
)

func (p polarity) flip() polarity { return p>>1 | p<<1&both }

// abstract puts names for quantified formulas.
func (s *Solver) abstract(f term.Term) term.Term {
	m := map[term.Term]term.Term{}
	for _, q := range s.parts(f) {
		m[q.app] = q.name
	}
	return s.st.Subst(f, m)
}

// parts are the quantified formulas in f, but not those in them.
func (s *Solver) parts(f term.Term) []part {
	if !s.Occurs(f) {
		return nil
	}
	var found []part
	at := map[*instance]int{}
	seen := map[term.Term]polarity{}
	var walk func(term.Term, polarity)
	walk = func(t term.Term, p polarity) {
		if seen[t]|p == seen[t] {
			return
		}
		seen[t] |= p
		switch {
		case s.definition(t) != nil:
			q := s.instance(t)
			if _, ok := at[q]; !ok {
				at[q] = len(found)
				found = append(found, part{instance: q})
			}
			found[at[q]].polarity |= p
			return
		case t.Op() == term.Not:
			p = p.flip()
		case t.Op() != term.And && t.Op() != term.Or:
			p = both
		}
		for _, a := range t.Args() {
			walk(a, p)
		}
	}
	walk(f, positive)
	return found
}

// instance is the quantified formula that an application means.
func (s *Solver) instance(app term.Term) *instance {
	if q := s.byApp[app]; q != nil {
		return q
	}
	q := &instance{app: app, name: s.st.Fresh("exists", term.Bool)}
	s.byApp[app] = q
	vars, body := s.expand(app)
	q.vars = vars
	for _, v := range term.Vars(body, nil, nil) {
		if !slices.Contains(q.vars, v) {
			q.free = append(q.free, v)
		}
	}
	q.body, q.parts = s.abstract(body), s.parts(body)
	return q
}

// player looks for a model of formulas.
type player struct {
	s        *Solver
	solver   smt.Solver
	formulas []term.Term // with names; asserted
	locals   []term.Term // the variables of quantifiers that the player looks for
	roots    []part      // in what was asked
	known    []*instance // whose lemmas are asserted, as far as told
	told     map[*instance]int
	expanded map[*instance]bool
}

func (s *Solver) newPlayer(solver smt.Solver) *player {
	return &player{s: s, solver: solver, told: map[*instance]int{}, expanded: map[*instance]bool{}}
}

// add has the player know quantified formulas of what was asked.
func (p *player) add(parts []part) {
	p.roots = append(p.roots, parts...)
	p.expand(parts)
}

func (p *player) expand(parts []part) {
	for _, q := range parts {
		if _, ok := p.told[q.instance]; !ok {
			p.told[q.instance] = 0
			p.known = append(p.known, q.instance)
		}
		if q.polarity&positive != 0 && !p.expanded[q.instance] {
			p.expanded[q.instance] = true
			p.locals = append(p.locals, q.vars...)
			p.assert(p.s.st.Implies(q.name, q.body))
			p.expand(q.parts)
		}
	}
}

func (p *player) assert(f term.Term) {
	p.formulas = append(p.formulas, f)
	p.solver.Assert(f)
}

// learn asserts the lemmas that are new to the player.
func (p *player) learn() {
	for _, q := range p.known {
		for ; p.told[q] < len(q.lemmas); p.told[q]++ {
			p.assert(q.lemmas[p.told[q]])
		}
	}
}

// play decides the formulas, with what their quantifiers mean, and with what is fixed. If they
// are Sat and why is set, it returns besides a formula without names that is true in the model
// and that implies them for some values of the locals.
func (p *player) play(ctx context.Context, fixed []term.Term, why bool) (smt.Answer, term.Term) {
	for {
		p.learn()
		ans := p.solver.Check(ctx, fixed...)
		if ans.Status != smt.Sat {
			return ans, term.Term{}
		}
		var reasons []term.Term
		wrong := false
		for _, q := range p.doubtful(ans.Model) {
			answer, h := q.refute(ctx, p.s, ans.Model, why)
			switch answer.Status {
			case smt.Unknown:
				return answer, term.Term{}
			case smt.Sat:
				wrong = true
			case smt.Unsat:
				if why {
					reasons = append(reasons, h)
				}
			}
		}
		if !wrong {
			if !why {
				return ans, term.Term{}
			}
			m := map[term.Term]term.Term{}
			for _, q := range p.known {
				m[q.name] = ans.Model.Eval(q.name)
			}
			all := p.s.st.And(p.formulas...)
			return ans, p.s.st.And(p.s.st.Subst(all, m), p.s.st.And(reasons...))
		}
	}
}

// doubtful are the quantified formulas that are false in a model where that matters.
func (p *player) doubtful(m smt.Model) []*instance {
	var list []*instance
	seen := map[*instance]polarity{}
	var visit func([]part)
	visit = func(parts []part) {
		for _, q := range parts {
			fresh := q.polarity &^ seen[q.instance]
			seen[q.instance] |= q.polarity
			switch value := m.Eval(q.name).IsTrue(); {
			case value && fresh&positive != 0:
				visit(q.parts)
			case !value && fresh&negative != 0:
				list = append(list, q.instance)
			}
		}
	}
	visit(p.roots)
	return list
}

// refute decides a quantified formula for the values of its free variables in a model. If it is
// Sat, there is a new lemma. If it is Unsat and why is set, the term returned is true in the model
// and implies that it is false.
func (q *instance) refute(ctx context.Context, s *Solver, m smt.Model, why bool) (smt.Answer, term.Term) {
	for _, h := range q.falses {
		if s.holds(h, m) {
			return smt.Answer{Status: smt.Unsat}, h
		}
	}
	if q.player == nil {
		q.player = s.newPlayer(smt.New(s.st))
		q.player.locals = slices.Clone(q.vars)
		q.player.assert(q.body)
		q.player.add(q.parts)
	}
	fixed := make([]term.Term, len(q.free))
	for i, x := range q.free {
		fixed[i] = s.st.Eq(x, m.Eval(x))
	}
	ans, f := q.player.play(ctx, fixed, true)
	switch {
	case ans.Status == smt.Sat:
		g := qe.MBP(s.st, q.player.locals, f, ans.Model)
		q.lemmas = append(q.lemmas, s.st.Implies(g, q.name))
	case ans.Status == smt.Unsat && why:
		return q.explain(ctx, s, m)
	}
	return ans, term.Term{}
}

// explain says why q is false in a model in which its player found it to be. What he knows are
// formulas whose projection to the free variables is false in the model: literals of the
// model that are false in the projections of other models are added, until there are none.
func (q *instance) explain(ctx context.Context, s *Solver, m smt.Model) (smt.Answer, term.Term) {
	p := q.player
	hidden := slices.Clone(p.locals)
	for _, part := range p.known {
		hidden = append(hidden, part.name)
	}
	all := s.st.And(p.formulas...)
	var literals []term.Term
	for {
		ans := p.solver.Check(ctx, literals...)
		switch ans.Status {
		case smt.Unknown:
			return ans, term.Term{}
		case smt.Unsat:
			h := s.st.And(ans.Core...)
			q.falses = append(q.falses, h)
			q.lemmas = append(q.lemmas, s.st.Not(s.st.And(h, q.name)))
			return ans, h
		}
		g := qe.MBP(s.st, hidden, all, ans.Model)
		i := slices.IndexFunc(term.Conjuncts(g), func(l term.Term) bool { return !s.holds(l, m) })
		if i < 0 {
			return smt.Answer{Reason: "incomplete: a projection does not tell two models apart"}, term.Term{}
		}
		literals = append(literals, s.st.Not(term.Conjuncts(g)[i]))
	}
}

// holds says whether f is true in a model.
func (s *Solver) holds(f term.Term, m smt.Model) bool {
	v, ok := s.st.Eval(f, func(u term.Term) (term.Term, bool) { return m.Eval(u), true })
	return ok && v.IsTrue()
}
