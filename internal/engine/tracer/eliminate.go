package tracer

import (
	"craig/internal/evidence/verdict"
	"craig/logic/num"
	"craig/logic/smt"
	"craig/logic/term"
)

// eliminate is a clause without unknowns that implies ∀ unknowns. f, and that the current state
// satisfies as it satisfies f. The unknowns' negation, a conjunction of literals, is projected:
// equalities are solved, inequalities combined after Fourier and Motzkin, and what is not linear
// is dropped, which makes the projection larger and the clause stronger. A clause that the state
// does not satisfy any more is replaced by constraints of the state.
func (s *search) eliminate(f term.Term, us []unknown) term.Term {
	var lits []term.Term
	found, exact := false, true
	for _, u := range us {
		if !s.path.vars.mentions(f, u.t) {
			continue
		}
		if !found {
			found = true
			for _, d := range term.Disjuncts(f) {
				lits = append(lits, s.st.Not(d))
			}
		}
		var ok bool
		lits, ok = s.projectOut(lits, u)
		exact = exact && ok
	}
	if !found {
		return f
	}
	or := make([]term.Term, 0, len(lits))
	for _, l := range lits {
		or = append(or, s.st.Not(l))
	}
	g := s.clause(s.st.Or(or...))
	if exact || s.path.implies(s.path.at(g)) {
		return g
	}
	return s.fromState(f)
}

// fromState is a conjunction of constraints of the current state that implies the clause f
// whatever the unknowns in f are.
func (s *search) fromState(f term.Term) term.Term {
	if s.decide(s.st.Not(f)).Status == smt.Unsat {
		return s.st.True()
	}
	lits := s.project(nil)
	ans := s.decide(s.st.Not(f), lits...)
	if ans.Status != smt.Unsat {
		if g, ok := s.craig(f); ok {
			return g
		}
		s.giveUp(verdict.Interpolant, "no interpolant over program variables was found")
		return s.st.False()
	}
	return s.st.And(ans.Core...)
}

// maxProducts bounds the inequalities that a combination makes.
const maxProducts = 48

// projectOut is implied by ∃ u. ∧ lits; ok says that it is equivalent.
func (s *search) projectOut(lits []term.Term, u unknown) (out []term.Term, ok bool) {
	type bound struct {
		c num.Int // c > 0: c·u <= t, or t <= c·u
		t term.Term
	}
	st := s.st
	var uppers, lowers []bound
	ok = true
	distinct := 0
	for i, l := range lits {
		if !s.path.vars.mentions(l, u.t) {
			out = append(out, l)
			continue
		}
		atom := l
		if l.Op() == term.Not {
			atom = l.Arg(0)
		}
		c, rest, linear := s.solveFor(atom, u.t)
		switch {
		case !linear:
			ok = false
		case l.Op() == term.Not: // u differs from something
			distinct++
		case atom.Op() == term.EqZero:
			if c.Sign() > 0 {
				rest = st.Neg(rest)
			}
			return s.solveOut(lits, i, u, c.Abs(), rest)
		case c.Sign() > 0:
			uppers = append(uppers, bound{c, st.Neg(rest)})
		default:
			lowers = append(lowers, bound{c.Neg(), rest})
		}
	}
	if distinct > 0 && (len(uppers)+len(lowers) > 0 || u.ty.Bits <= 8) {
		ok = false // the values between the bounds may be just the excluded ones
	}
	if len(uppers)+len(lowers) == 0 {
		return out, ok
	}
	if !s.prog.Math && u.ty.IsNumber() {
		uppers = append(uppers, bound{num.I(1), st.IntNum(u.ty.Max())})
		lowers = append(lowers, bound{num.I(1), st.IntNum(u.ty.Min())})
	}
	if len(uppers)*len(lowers) > maxProducts {
		return out, false
	}
	for _, up := range uppers {
		for _, lo := range lowers {
			if !up.c.IsOne() && !lo.c.IsOne() {
				ok = false
			}
			// lo.t <= lo.c·u and up.c·u <= up.t
			f := st.Le(st.Scale(up.c.Rat(), lo.t), st.Scale(lo.c.Rat(), up.t))
			if !f.IsTrue() {
				out = append(out, f)
			}
		}
	}
	return out, ok
}

// solveOut is ∃ u. ∧ lits, where lits[i] says that c·u = t, c > 0: u is t/c, if t is a multiple of
// c. In the other literals c times u is replaced by t; ok is false if one of them is not linear.
func (s *search) solveOut(lits []term.Term, i int, u unknown, c num.Int, t term.Term) (out []term.Term, ok bool) {
	st := s.st
	ok = true
	for j, l := range lits {
		if j == i {
			continue
		}
		if !s.path.vars.mentions(l, u.t) {
			out = append(out, l)
			continue
		}
		if c.IsOne() {
			out = append(out, s.substitute(l, map[term.Term]term.Term{u.t: t}))
			continue
		}
		atom := l
		if l.Op() == term.Not {
			atom = l.Arg(0)
		}
		d, rest, linear := s.solveFor(atom, u.t)
		if !linear {
			ok = false
			continue
		}
		scaled := st.CompareZero(atom.Op(), st.Add(st.Scale(d.Rat(), t), st.Scale(c.Rat(), rest)))
		if l.Op() == term.Not {
			scaled = st.Not(scaled)
		}
		out = append(out, scaled)
	}
	if !c.IsOne() {
		out = append(out, st.Eq(st.Mod(t, st.IntNum(c)), st.Int(0)))
	}
	if !s.prog.Math && u.ty.IsNumber() {
		out = append(out,
			st.Le(st.IntNum(c.Mul(u.ty.Min())), t), st.Le(t, st.IntNum(c.Mul(u.ty.Max()))))
	}
	return out, ok
}

// solveFor reads an atom as c·x + rest rel 0.
func (s *search) solveFor(atom, x term.Term) (c num.Int, rest term.Term, ok bool) {
	if op := atom.Op(); op != term.LeZero && op != term.EqZero {
		return c, rest, false
	}
	sum := atom.Arg(0)
	if sum == x {
		return num.I(1), s.st.Int(0), true
	}
	if sum.Op() != term.Sum || sum.Sort() != term.Int {
		return c, rest, false
	}
	for i, a := range sum.Args() {
		if a == x {
			c = sum.Coeff(i).Num()
		} else if s.path.vars.mentions(a, x) {
			return c, rest, false
		}
	}
	rest = s.st.Sub(sum, s.st.Scale(c.Rat(), x))
	return c, rest, true
}
