package tracer

import (
	"craig/internal/program/ir"
	"craig/logic/term"
)

// project lists constraints over program variables that the current state implies: ⟦σ⟧, as far
// as its inputs can be expressed by variables that have them as their values: if possible
// variables that l, if it is not nil, leaves alone.
func (s *search) project(l *loop) []term.Term {
	pr := s.newProjection(l)
	var out []term.Term
	s.path.Each(func(v *ir.Var, t term.Term) {
		if x := s.sem.Var(v); pr.stands[x] != t {
			out = pr.equation(out, x, t)
		}
	})
	for _, f := range s.path.pc {
		for _, g := range term.Conjuncts(f) {
			if g, ok := pr.over(g); ok && !g.IsConst() {
				out = append(out, g)
			}
		}
	}
	return out
}

// projection expresses inputs by program variables.
type projection struct {
	s      *search
	by     map[term.Term]term.Term // inputs over program variables
	stands map[term.Term]term.Term // the variables that are used for that, with their values
}

func (s *search) newProjection(l *loop) *projection {
	pr := &projection{s: s, by: map[term.Term]term.Term{}, stands: map[term.Term]term.Term{}}
	take := func(modified bool) {
		s.path.Each(func(v *ir.Var, t term.Term) {
			if l != nil && l.modifies[v] != modified {
				return
			}
			x := s.sem.Var(v)
			in, val, ok := s.invert(t, x)
			if ok && !pr.by[in].Valid() && !pr.unassigned(in) {
				pr.by[in] = val
				pr.stands[x] = t
			}
		})
	}
	take(false)
	if l != nil {
		take(true)
	}
	return pr
}

// invert solves t = x for the one input in t, if t is c ± input or an array input.
func (s *search) invert(t, x term.Term) (in, val term.Term, ok bool) {
	switch {
	case t.Op() == term.Var:
		return t, x, true
	case t.Op() == term.Sum && t.Sort() == term.Int && t.NumArgs() == 1 && t.Arg(0).Op() == term.Var:
		c := s.st.Sub(x, s.st.IntNum(t.Num().Num())) // x - const = coeff·input
		switch coeff := t.Coeff(0); {
		case coeff.IsOne():
			return t.Arg(0), c, true
		case coeff.Neg().IsOne():
			return t.Arg(0), s.st.Neg(c), true
		}
	}
	return in, val, false
}

// unassigned says that x is the initial value of a variable that still has it.
func (pr *projection) unassigned(x term.Term) bool {
	v := pr.s.sem.VarOf(x)
	return v != nil && pr.s.path.Get(v) == x
}

// over rewrites f, over inputs, to program variables.
func (pr *projection) over(f term.Term) (term.Term, bool) {
	m := pr.s.path.subst
	clear(m)
	for _, x := range pr.s.path.vars.of(f) {
		if t := pr.by[x]; t.Valid() {
			m[x] = t
		} else if !pr.unassigned(x) {
			return f, false
		}
	}
	return pr.s.st.Subst(f, m), true
}

// equation appends what is known of a variable x with the value t.
func (pr *projection) equation(out []term.Term, x, t term.Term) []term.Term {
	st := pr.s.st
	if !t.Sort().IsArray() {
		if u, ok := pr.over(t); ok {
			if f := st.Eq(x, u); !f.IsConst() {
				out = append(out, f)
			}
		}
		return out
	}
	known := map[term.Term]bool{}
	for t.Op() == term.Store_ && t.Arg(1).IsConst() {
		i, e := t.Arg(1), t.Arg(2)
		if !known[i] {
			known[i] = true
			if u, ok := pr.over(e); ok {
				out = append(out, st.Eq(st.Select(x, i), u))
			}
		}
		t = t.Arg(0)
	}
	return out
}
