package dagger

import (
	"craig/internal/abstract/domain/congruence"
	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// congruent is the product of a domain with congruences. Error states know nothing of those.
type congruent struct {
	values
	mod  *congruence.Domain
	poly *polyhedra.Domain
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

func (c congruent) Between(w, h state) state {
	return c.with(c.values.Between(w, h), c.mod.Meet(w.mod, h.mod))
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
	s = c.with(c.values.Post(s, e), m)
	if a, ok := e.Stmt.(*ir.Assume); ok && !c.IsBottom(s) && c.misses(s, a) {
		return c.Bottom()
	}
	return s
}

// misses says that a variable of a condition has a congruence that no number between its bounds has.
func (c congruent) misses(s state, a *ir.Assume) bool {
	found := false
	ir.EachVar(a.Cond, func(v *ir.Var) {
		x := c.mod.Get(s.mod, v)
		if found || x.IsAll() {
			return
		}
		bounds := c.On(s, []int{v.ID})
		l := polyhedra.Linear{Terms: []polyhedra.Monomial{{Var: v.ID, Coeff: num.I(1)}}}
		lo, ok := c.poly.Minimum(bounds, l)
		if !ok {
			return
		}
		neg, ok := c.poly.Minimum(bounds, l.Scale(num.I(-1)))
		found = ok && neg.Neg().Less(x.Next(lo.Ceil()).Rat())
	})
	return found
}

func (c congruent) Forget(s state, vars []*ir.Var) state {
	return c.with(c.values.Forget(s, vars), c.mod.Forget(s.mod, vars...))
}

func (c congruent) Same(a, b state) bool { return a.mod == b.mod && c.values.Same(a, b) }

func (c congruent) Formula(x *sem.Context, s state) term.Term {
	return x.Store.And(c.values.Formula(x, s), c.mod.Formula(x, s.mod))
}
