package smt

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"craig/logic/qe"
	"craig/logic/term"
)

// fill computes the interpolants that the proof did not give, each from the one after it: as the
// weakest precondition of its part, Ik = ∀ x: Ak ⇒ Ik+1 for the x that A does not know, where of
// Ak only what the refutation needs is taken. The reason is "" if all are there.
func (p *interpolator) fill(ctx context.Context, parts, itps []term.Term) string {
	for k := len(parts) - 1; k > 0; k-- {
		if itps[k].Valid() {
			p.stats.Proof++
			continue
		}
		f, why := p.backward(ctx, parts, itps, k)
		if why != "" {
			return why
		}
		p.stats.Backward++
		itps[k] = f
	}
	return ""
}

// backward computes itps[k] from itps[k+1].
func (p *interpolator) backward(ctx context.Context, parts, itps []term.Term, k int) (term.Term, string) {
	st := p.st
	from := k - 1 // the last cut before k with an interpolant
	for !itps[from].Valid() {
		from--
	}
	e := p.solver
	e.Push()
	defer e.Pop()
	e.Assert(itps[from])
	known := map[string]bool{}
	for i, f := range parts[:k] {
		if i >= from {
			e.Assert(f)
		}
		addSymbols(known, f)
	}
	e.Assert(st.Not(itps[k+1]))
	cs := term.Conjuncts(parts[k])
	a := e.Check(ctx, cs...)
	switch a.Status {
	case Sat:
		return term.Term{}, "incomplete: the interpolants of the proof are not a sequence"
	case Unknown:
		return term.Term{}, a.Reason
	}
	f := st.Implies(st.And(a.Core...), itps[k+1])
	f = p.inline(f, cs, known)
	if vars := unknownVars(f, known); len(vars) > 0 {
		models := New(st)
		g, exact, err := qe.Project(st, vars, st.Not(f), maxProjections, func(rest term.Term) (qe.Model, bool, error) {
			models.Push()
			defer models.Pop()
			models.Assert(rest)
			switch ans := models.Check(ctx); ans.Status {
			case Sat:
				return ans.Model, true, nil
			case Unknown:
				return nil, false, errors.New(ans.Reason)
			}
			return nil, false, nil
		})
		if err != nil {
			return term.Term{}, err.Error()
		}
		if !exact {
			return term.Term{}, "incomplete: " + vars[0].Name() + " cannot be eliminated"
		}
		f = st.Not(g)
	}
	for name := range symbolsOf(f) {
		if !known[name] {
			return term.Term{}, "incomplete: a function cannot be eliminated"
		}
	}
	return f, ""
}

func addSymbols(m map[string]bool, f term.Term) {
	term.Walk(f, func(t term.Term) {
		if s := symbol(t); s != "" {
			m[s] = true
		}
	})
}

func symbolsOf(f term.Term) map[string]bool {
	m := map[string]bool{}
	addSymbols(m, f)
	return m
}

// inline removes variables that are not known from f by definitions x = t among cs.
func (p *interpolator) inline(f term.Term, cs []term.Term, known map[string]bool) term.Term {
	st := p.st
	for again := true; again; {
		again = false
		vars := unknownVars(f, known)
	vars:
		for _, x := range slices.Backward(vars) {
			for _, c := range cs {
				t := solved(st, c, x)
				if !t.Valid() {
					continue
				}
				m := map[term.Term]term.Term{x: t}
				f = st.Subst(f, m)
				rest := make([]term.Term, len(cs))
				for i := range cs {
					rest[i] = st.Subst(cs[i], m)
				}
				cs, again = rest, true
				break vars
			}
		}
	}
	return f
}

// maxProjections bounds the cubes of an elimination.
const maxProjections = 64

// unknownVars returns the variables of f that are not known, by creation.
func unknownVars(f term.Term, known map[string]bool) []term.Term {
	vars := slices.DeleteFunc(term.Vars(f, map[term.Term]bool{}, nil), func(v term.Term) bool { return known[v.Name()] })
	slices.SortFunc(vars, func(a, b term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	return vars
}

// solved returns the t of a formula that is equivalent to x = t, without x in t; otherwise no
// term.
func solved(st *term.Store, c, x term.Term) term.Term {
	var t term.Term
	switch c.Op() {
	case term.Var:
		if c == x {
			return st.True()
		}
	case term.Not:
		if c.Arg(0) == x {
			return st.False()
		}
	case term.Eq:
		for i := range 2 {
			if a, b := c.Arg(i), c.Arg(1-i); a == x {
				t = b
			} else if a.Op() == term.Not && a.Arg(0) == x {
				t = st.Not(b)
			}
		}
	case term.EqZero:
		s := c.Arg(0)
		if s == x {
			if s.Sort() == term.Real {
				return st.RealNum(s.Store().Int(0).Num())
			}
			return st.Int(0)
		}
		if s.Op() != term.Sum {
			break
		}
		for i, a := range s.Args() {
			k := s.Coeff(i)
			if a == x && (s.Sort() == term.Real || k.Abs().IsOne()) { // k·x + r = 0 → x = x - (1/k)·s
				t = st.Sub(x, st.Scale(k.Inv(), s))
			}
		}
	}
	if t.Valid() && term.Contains(t, x) {
		return term.Term{}
	}
	return t
}

// maxSimplify is the size up to which an interpolant is simplified.
const maxSimplify = 3000

// simplify drops conjuncts of interpolants that the next one does not need.
func (p *interpolator) simplify(ctx context.Context, parts, itps []term.Term) {
	e := p.solver
	for k := len(parts) - 1; k > 0; k-- {
		cs := term.Conjuncts(itps[k])
		if len(cs) < 2 || term.Size(itps[k]) > maxSimplify {
			continue
		}
		e.Push()
		e.Assert(parts[k])
		e.Assert(p.st.Not(itps[k+1]))
		if a := e.Check(ctx, cs...); a.Status == Unsat {
			itps[k] = p.st.And(a.Core...)
		}
		e.Pop()
	}
}
