package dagger

import (
	"craig/abstract/domain/congruence"
	"craig/abstract/domain/polyhedra"
	"craig/logic/term"
	"craig/program/ir"
	"craig/program/sem"
)

// congruent is the product of a domain with congruences. Error states know nothing of those.
type congruent struct {
	values
	mod *congruence.Domain
}

// with is s with congruences; bottom if one of the two is.
func (c congruent) with(s state, m congruence.State) state {
	if c.mod.IsBottom(m) || c.values.IsBottom(s) {
		return c.Bottom()
	}
	s.mod = m
	return s
}

func (c congruent) Bottom() state {
	s := c.values.Bottom()
	s.mod = c.mod.Bottom()
	return s
}

func (c congruent) Leq(a, b state) bool {
	return c.values.IsBottom(a) || c.mod.Leq(a.mod, b.mod) && c.values.Leq(a, b)
}

func (c congruent) Join(a, b state) state {
	return c.with(c.values.Join(a, b), c.mod.Join(a.mod, b.mod))
}

func (c congruent) Meet(a, b state) state {
	return c.with(c.values.Meet(a, b), c.mod.Meet(a.mod, b.mod))
}

func (c congruent) Widen(a, b state) state {
	return c.with(c.values.Widen(a, b), c.mod.Widen(a.mod, b.mod))
}

func (c congruent) WidenUpTo(a, b state, t []polyhedra.Constraint) state {
	return c.with(c.values.WidenUpTo(a, b, t), c.mod.Widen(a.mod, b.mod))
}

func (c congruent) Post(s state, e *ir.Edge) state {
	m := c.mod.Post(s.mod, e)
	if c.mod.IsBottom(m) {
		return c.Bottom()
	}
	return c.with(c.values.Post(s, e), m)
}

func (c congruent) Forget(s state, vars []*ir.Var) state {
	return c.with(c.values.Forget(s, vars), c.mod.Forget(s.mod, vars...))
}

func (c congruent) Same(a, b state) bool { return a.mod == b.mod && c.values.Same(a, b) }

func (c congruent) Formula(x *sem.Context, s state) term.Term {
	return x.Store.And(c.values.Formula(x, s), c.mod.Formula(x, s.mod))
}
