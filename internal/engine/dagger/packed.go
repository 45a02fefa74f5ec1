package dagger

import (
	"fmt"

	"craig/internal/abstract/domain/octagon"
	"craig/internal/abstract/domain/polyhedra"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// packed is the domain of octagons on packs of variables; of intervals, where a pack has one.
type packed struct {
	d    *octagon.Domain
	poly *polyhedra.Domain
	vars []*ir.Var // by ID
	on   map[onKey]polyhedra.State
}

// onKey is what On is asked.
type onKey struct {
	s    octagon.State
	vars string
}

// maxOn bounds the answers of On that are kept: error states come in great numbers that are about the same
// variables, and each is set beside the same few states.
const maxOn = 1 << 12

func newPacked(p *ir.Program, d Domain, poly *polyhedra.Domain) *packed {
	opts := octagon.Options{Plain: true, Loops: true, MaxPack: 64}
	if d == Interval {
		opts.MaxPack = 1
	}
	k := &packed{d: octagon.New(p, opts), poly: poly, on: map[onKey]polyhedra.State{}}
	p.AllVars(func(v *ir.Var) {
		if v.ID >= len(k.vars) {
			k.vars = append(k.vars, make([]*ir.Var, v.ID+1-len(k.vars))...)
		}
		k.vars[v.ID] = v
	})
	return k
}

func (k *packed) Top() state                     { return state{packed: k.d.Top()} }
func (k *packed) Bottom() state                  { return state{packed: k.d.Bottom()} }
func (k *packed) IsBottom(s state) bool          { return k.d.IsBottom(s.packed) }
func (k *packed) Leq(a, b state) bool            { return k.d.Leq(a.packed, b.packed) }
func (k *packed) Join(a, b state) state          { return state{packed: k.d.Join(a.packed, b.packed)} }
func (k *packed) Meet(a, b state) state          { return state{packed: k.d.Meet(a.packed, b.packed)} }
func (k *packed) Widen(a, b state) state         { return state{packed: k.d.Widen(a.packed, b.packed)} }
func (k *packed) Post(s state, e *ir.Edge) state { return state{packed: k.d.Post(s.packed, e)} }
func (k *packed) Same(a, b state) bool           { return a.packed == b.packed }
func (k *packed) Between(w, h state) state       { return state{packed: k.d.Between(w.packed, h.packed)} }

func (k *packed) Formula(c *sem.Context, s state) term.Term { return k.d.Formula(c, s.packed) }

func (k *packed) Forget(s state, vars []*ir.Var) state {
	return state{packed: k.d.Forget(s.packed, vars...)}
}

func (k *packed) WidenUpTo(a, b state, t []polyhedra.Constraint) state {
	var bounds []octagon.Bound
	for _, c := range t {
		for _, h := range c.Halves() {
			if k, ok := k.bound(h); ok {
				bounds = append(bounds, k)
			}
		}
	}
	return state{packed: k.d.WidenUpTo(a.packed, b.packed, bounds)}
}

func (k *packed) Entails(s state, c polyhedra.Constraint) bool {
	for _, h := range c.Halves() {
		b, ok := k.bound(h)
		if !ok || !k.d.Entails(s.packed, b) {
			return false
		}
	}
	return true
}

// On lists bounds by variables, and by pairs of them that are in a pack.
func (k *packed) On(s state, vars []int) polyhedra.State {
	if k.IsBottom(s) {
		return k.poly.Bottom()
	}
	key := onKey{s.packed, fmt.Sprint(vars)}
	if p, ok := k.on[key]; ok {
		return p
	}
	var vs []*ir.Var
	for _, id := range vars {
		if id < len(k.vars) && k.vars[id] != nil && k.vars[id].Type.IsNumber() {
			vs = append(vs, k.vars[id])
		}
	}
	p := k.poly.Top()
	for _, b := range k.d.Bounds(s.packed, vs) {
		l := polyhedra.Linear{Const: b.Max}
		for _, t := range b.Terms {
			l = l.Minus(polyhedra.Linear{Terms: []polyhedra.Monomial{{Var: t.Var.ID, Coeff: num.I(t.Coeff)}}})
		}
		p = k.poly.With(p, polyhedra.Constraint{Linear: l})
	}
	if len(k.on) == maxOn {
		clear(k.on)
	}
	k.on[key] = p
	return p
}

// bound is the inequality c; ok is false where its coefficients are large.
func (k *packed) bound(c polyhedra.Constraint) (b octagon.Bound, ok bool) {
	b.Max = c.Const
	for _, m := range c.Terms {
		n, ok := m.Coeff.Int64()
		if !ok || m.Var >= len(k.vars) {
			return b, false
		}
		b.Terms = append(b.Terms, octagon.Term{Var: k.vars[m.Var], Coeff: -n})
	}
	return b, true
}
