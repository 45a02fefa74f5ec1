package dagger

import (
	"craig/internal/abstract/domain"
	"craig/internal/abstract/domain/congruence"
	"craig/internal/abstract/domain/octagon"
	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/term"
)

// values is an abstract domain as explorations use it. Constraints, on variables by their numbers,
// are what it has in common with error states, which are polyhedra in all of them.
type values interface {
	domain.Domain[state]
	// WidenUpTo is Widen(a, b) for a ⊑ b with those of t that b satisfies, as far as the domain
	// has them. Chains of it become constant.
	WidenUpTo(a, b state, t []polyhedra.Constraint) state
	// Between is the meet of w, which WidenUpTo has made of something within h, with h.
	Between(w, h state) state
	// Forget is s without the given variables.
	Forget(s state, vars []*ir.Var) state
	// Entails says that c holds in s; true is a proof.
	Entails(s state, c polyhedra.Constraint) bool
	// On has at least the values of vars that s has, and contains what s says of them.
	On(s state, vars []int) polyhedra.State
	// Same says that a and b share all that they say; false is no refutation.
	Same(a, b state) bool
}

// state is a value of one domain: either a polyhedron, or an octagon or box by packs; and congruences.
type state struct {
	poly   polyhedra.State
	packed octagon.State
	mod    congruence.State
}

// whole is the domain of polyhedra.
type whole struct{ d *polyhedra.Domain }

func (w whole) Top() state                     { return state{poly: w.d.Top()} }
func (w whole) Bottom() state                  { return state{poly: w.d.Bottom()} }
func (w whole) IsBottom(s state) bool          { return w.d.IsBottom(s.poly) }
func (w whole) Leq(a, b state) bool            { return w.d.Leq(a.poly, b.poly) }
func (w whole) Join(a, b state) state          { return state{poly: w.d.Join(a.poly, b.poly)} }
func (w whole) Meet(a, b state) state          { return state{poly: w.d.Meet(a.poly, b.poly)} }
func (w whole) Widen(a, b state) state         { return state{poly: w.d.Widen(a.poly, b.poly)} }
func (w whole) Post(s state, e *ir.Edge) state { return state{poly: w.d.Post(s.poly, e)} }
func (w whole) Same(a, b state) bool           { return w.d.Same(a.poly, b.poly) }
func (w whole) Between(a, h state) state       { return w.Meet(a, h) }

func (w whole) Formula(c *sem.Context, s state) term.Term { return w.d.Formula(c, s.poly) }

func (w whole) Entails(s state, c polyhedra.Constraint) bool { return w.d.Entails(s.poly, c) }

func (w whole) On(s state, _ []int) polyhedra.State { return s.poly }

func (w whole) WidenUpTo(a, b state, t []polyhedra.Constraint) state {
	p := w.d.Widen(a.poly, b.poly)
	for _, c := range t {
		if w.d.Entails(b.poly, c) {
			p = w.d.With(p, c)
		}
	}
	return state{poly: p}
}

func (w whole) Forget(s state, vars []*ir.Var) state {
	ids := make([]int, len(vars))
	for i, v := range vars {
		ids[i] = v.ID
	}
	return state{poly: w.d.Forget(s.poly, ids...)}
}
