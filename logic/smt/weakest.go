package smt

import (
	"context"
	"slices"

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
	// Definitions x = t in the part remove the variables that A does not know.
	for {
		x := unknownVar(f, known)
		if !x.Valid() {
			break
		}
		g := term.Term{}
		for _, c := range cs {
			if t := solved(st, c, x); t.Valid() {
				g = st.Subst(f, map[term.Term]term.Term{x: t})
				for i := range cs {
					cs = slices.Clone(cs)
					cs[i] = st.Subst(cs[i], map[term.Term]term.Term{x: t})
				}
				break
			}
		}
		switch {
		case g.Valid():
		case x.Sort() == term.Bool:
			g = st.And(st.Subst(f, map[term.Term]term.Term{x: st.True()}), st.Subst(f, map[term.Term]term.Term{x: st.False()}))
		default:
			return term.Term{}, "incomplete: " + x.Name() + " cannot be eliminated"
		}
		f = g
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

// unknownVar returns a variable of f that is not known, the one made last; no term if there is
// none.
func unknownVar(f term.Term, known map[string]bool) term.Term {
	var x term.Term
	for _, v := range term.Vars(f, map[term.Term]bool{}, nil) {
		if !known[v.Name()] && (!x.Valid() || v.ID() > x.ID()) {
			x = v
		}
	}
	return x
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

// simplify drops conjuncts of interpolants that the next one does not need.
func (p *interpolator) simplify(ctx context.Context, parts, itps []term.Term) {
	e := p.solver
	for k := len(parts) - 1; k > 0; k-- {
		cs := term.Conjuncts(itps[k])
		if len(cs) < 2 {
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
