package tracer

import (
	"craig/logic/smt"
	"craig/logic/term"
)

// interpolate turns weakest preconditions into the interpolants that the configuration asks for:
// each clause becomes a conjunction that implies it and that the current state implies.
func (s *search) interpolate(l label) label {
	if s.cfg.Interpolants == WP {
		return l
	}
	var out label
	for _, c := range l {
		for _, f := range s.interpolated(c.f) {
			out = append(out, clause{f, c.cand})
		}
	}
	return s.simplify(out)
}

// interpolated is INTERP of the current state and the negation of f, as a conjunction.
func (s *search) interpolated(f term.Term) []term.Term {
	if f.IsConst() {
		return []term.Term{f}
	}
	switch s.cfg.Interpolants {
	case Core:
		if ans := s.decide(s.st.Not(f), s.project(nil)...); ans.Status == smt.Unsat {
			return ans.Core
		}
	case Craig:
		if g, ok := s.craig(f); ok {
			return term.Conjuncts(g)
		}
	}
	return []term.Term{f}
}

// craig is a Craig interpolant between the current state and ¬f.
func (s *search) craig(f term.Term) (term.Term, bool) {
	if s.itp == nil {
		if s.task.NewInterpolator == nil {
			return f, false
		}
		s.itp = s.task.NewInterpolator(s.st)
	}
	return s.between(f)
}

// between asks the interpolator for I with ⟦σ⟧ ⇒ I ⇒ f, whatever unknowns in f are. Program variables get names of their own
// for their current values, since their plain names also stand for their initial values.
func (s *search) between(f term.Term) (term.Term, bool) {
	p := s.path
	now, back := map[term.Term]term.Term{}, map[term.Term]term.Term{}
	a := append([]term.Term(nil), p.pc...)
	b := []term.Term{s.st.Not(f)}
	for _, x := range p.vars.of(f) {
		v := s.sem.VarOf(x)
		if v == nil { // an unknown
			b = append(b, p.rangeOf(x))
			continue
		}
		y := s.st.Var(v.Name+"'now", x.Sort())
		now[x], back[y] = y, x
		a = append(a, s.st.Eq(y, p.Get(v)), p.Range(v.Type, y))
	}
	for _, g := range a[:len(a):len(a)] {
		for _, x := range p.vars.of(g) {
			if r := p.rangeOf(x); !r.IsTrue() {
				a = append(a, r)
			}
		}
	}
	ans, itp := s.itp.Interpolate(s.ctx, []term.Term{s.st.And(a...), s.st.Subst(s.st.And(b...), now)})
	s.stats.queries++
	if ans.Status != smt.Unsat || len(itp) < 2 {
		return f, false
	}
	return s.st.Subst(itp[1], back), true
}
