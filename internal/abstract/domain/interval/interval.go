// Package interval is the domain of intervals: for each scalar variable a least and a greatest
// value. It understands C's arithmetic with its conversions, shifts, bit operations, and guards,
// which it carries back to the variables in them.
//
//	Value      sets of integers         (value.go)
//	Floats     sets of floats           (floats.go)
//	Domain     states and statements    (interval.go)
//	           expressions and guards   (eval.go, guard.go, floatguard.go)
package interval

import (
	"cmp"
	"slices"
	"strings"

	"craig/internal/abstract/domain"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// State maps variables to values. A variable that is not there has any value of its type; of
// regions nothing is ever known.
type State struct {
	vals   *domain.Tree[Value]  // by ir.Var.ID
	floats *domain.Tree[Floats] // by ir.Var.ID, of variables that isFloat
	bottom bool
	// beyond says that a value may reach beyond its variable's type, as the mathematical result
	// of an overflow does that no assumption excludes. Otherwise a missing value is greatest.
	beyond bool
}

// Domain has the operations on the states of one program. It implements
// domain.Domain[State] and domain.Narrower[State].
type Domain struct {
	p          *ir.Program
	mode       ir.Mode
	vars       []*ir.Var   // by ID
	thresholds [][]num.Int // by ID, ascending: where Widen stops
	levels     [2][]int64  // ascending keys of float32 and float64: where Widen stops
}

// New makes the domain of p's states.
func New(p *ir.Program) *Domain {
	d := NewPlain(p)
	d.collectThresholds()
	d.collectLevels()
	return d
}

// NewPlain is New without thresholds: Widen moves bounds at once to those of types.
func NewPlain(p *ir.Program) *Domain {
	d := &Domain{p: p, mode: p.Mode()}
	p.AllVars(func(v *ir.Var) {
		if v.ID >= len(d.vars) {
			d.vars = append(d.vars, make([]*ir.Var, v.ID+1-len(d.vars))...)
		}
		d.vars[v.ID] = v
	})
	d.thresholds = make([][]num.Int, len(d.vars))
	return d
}

// Type is the value of which nothing is known but its type.
func (d *Domain) Type(t ir.Type) Value {
	if d.mode.Math || !t.IsNumber() {
		return All()
	}
	return OfType(t)
}

func (d *Domain) Top() State            { return State{} }
func (d *Domain) Bottom() State         { return State{bottom: true} }
func (d *Domain) IsBottom(s State) bool { return s.bottom }

// Box and Intervals are s and d, Pack is empty: what package octagon has of them.
func (d *Domain) Box(s State) State        { return s }
func (d *Domain) Intervals() *Domain       { return d }
func (d *Domain) Pack(v *ir.Var) []*ir.Var { return nil }

// Get is v's value: of a float the range of its patterns.
func (d *Domain) Get(s State, v *ir.Var) Value {
	if s.bottom {
		return Empty()
	}
	if d.isFloat(v.Type) {
		if x, ok := s.floats.Get(v.ID); ok {
			return x.Patterns(v.Type.Format())
		}
		return d.Type(v.Type)
	}
	if x, ok := s.vals.Get(v.ID); ok {
		return x
	}
	return d.Type(v.Type)
}

// Same says that s and t say the same of v.
func (d *Domain) Same(s, t State, v *ir.Var) bool {
	if d.isFloat(v.Type) {
		return s.bottom == t.bottom && d.float(s, v) == d.float(t, v)
	}
	return d.Get(s, v).Eq(d.Get(t, v))
}

// Knows says that s says something of v, which its type does not.
func (d *Domain) Knows(s State, v *ir.Var) bool { return !d.Same(s, d.Top(), v) }

// Known lists the variables of which s says something, in the order of their numbers.
func (d *Domain) Known(s State) []*ir.Var {
	var vs []*ir.Var
	s.vals.Each(func(id int, _ Value) bool {
		vs = append(vs, d.vars[id])
		return true
	})
	s.floats.Each(func(id int, _ Floats) bool {
		vs = append(vs, d.vars[id])
		return true
	})
	slices.SortFunc(vs, func(a, b *ir.Var) int { return cmp.Compare(a.ID, b.ID) })
	return vs
}

// Restrict keeps the states in which v's value is in x.
func (d *Domain) Restrict(s State, v *ir.Var, x Value) State {
	if d.isFloat(v.Type) {
		return d.setFloat(s, v, d.float(s, v).Meet(ofPatterns(v.Type.Format(), x)))
	}
	return d.set(s, v, d.Get(s, v).Meet(x))
}

// set gives v a value.
func (d *Domain) set(s State, v *ir.Var, x Value) State {
	switch {
	case s.bottom || v.Type.Kind == ir.Memory:
	case d.isFloat(v.Type):
		return d.setFloat(s, v, ofPatterns(v.Type.Format(), x))
	case x.IsEmpty():
		return d.Bottom()
	case x.Eq(d.Type(v.Type)):
		s.vals = s.vals.Delete(v.ID)
	default:
		if old, ok := s.vals.Get(v.ID); !ok || !old.Eq(x) {
			s.vals = s.vals.Set(v.ID, x)
			s.beyond = s.beyond || !x.In(d.Type(v.Type))
		}
	}
	return s
}

func (d *Domain) Leq(a, b State) bool {
	if a.bottom || b.bottom {
		return a.bottom
	}
	if !domain.Includes(a.floats, b.floats, func(_ int, v, w Floats) bool { return v.In(w) }) {
		return false
	}
	if !a.beyond && !b.beyond {
		return domain.Includes(a.vals, b.vals, func(_ int, v, w Value) bool { return v.In(w) })
	}
	return domain.Differ(a.vals, b.vals, func(id int, v Value, inA bool, w Value, inB bool) bool {
		ty := d.Type(d.vars[id].Type)
		if !inA {
			v = ty
		}
		if !inB {
			w = ty
		}
		return v.In(w)
	})
}

// combine applies f, and to floats g, to the values of each variable.
func (d *Domain) combine(a, b State, f func(id int, v, w Value) Value, g func(id int, v, w Floats) Floats) State {
	vals := domain.Intersect(a.vals, b.vals, func(id int, v, w Value) (Value, bool) {
		r := f(id, v, w)
		return r, !r.Eq(d.Type(d.vars[id].Type))
	}, Value.Eq)
	floats := domain.Intersect(a.floats, b.floats, func(id int, v, w Floats) (Floats, bool) {
		r := g(id, v, w)
		return r, d.known(id, r)
	}, func(v, w Floats) bool { return v == w })
	r := State{vals: vals, floats: floats, beyond: a.beyond || b.beyond}
	if !r.beyond {
		return r
	}
	// A variable that only one knows has any value, and perhaps more.
	domain.Differ(a.vals, b.vals, func(id int, v Value, inA bool, w Value, inB bool) bool {
		x := d.vars[id]
		ty := d.Type(x.Type)
		switch {
		case inA && !inB && !v.In(ty):
			r = d.set(r, x, f(id, v, ty))
		case inB && !inA && !w.In(ty):
			r = d.set(r, x, f(id, ty, w))
		}
		return true
	})
	return r
}

func (d *Domain) Join(a, b State) State {
	if a.bottom {
		return b
	}
	if b.bottom {
		return a
	}
	return d.combine(a, b, func(_ int, v, w Value) Value { return v.Join(w) },
		func(_ int, v, w Floats) Floats { return v.Join(w) })
}

func (d *Domain) Meet(a, b State) State {
	if a.bottom || b.bottom {
		return d.Bottom()
	}
	none := false
	r := State{vals: domain.Union(a.vals, b.vals, func(_ int, v, w Value) Value {
		m := v.Meet(w)
		none = none || m.IsEmpty()
		return m
	}), floats: domain.Union(a.floats, b.floats, func(_ int, v, w Floats) Floats {
		m := v.Meet(w)
		none = none || m.IsEmpty()
		return m
	}), beyond: a.beyond || b.beyond}
	if none {
		return d.Bottom()
	}
	if !r.beyond {
		return r
	}
	// What is known on one side only still is within the type on the other.
	r.vals.Each(func(id int, v Value) bool {
		ty := d.Type(d.vars[id].Type)
		if v.In(ty) {
			return true
		}
		_, inA := a.vals.Get(id)
		_, inB := b.vals.Get(id)
		if !inA || !inB {
			r = d.set(r, d.vars[id], v.Meet(ty))
		}
		return true
	})
	return r
}

// Narrow takes from b the bounds that a does not have, or has only from its type.
func (d *Domain) Narrow(a, b State) State {
	if a.bottom || b.bottom {
		return d.Bottom()
	}
	r := a
	m := d.Meet(a, b)
	if m.bottom {
		return m
	}
	m.vals.Each(func(id int, w Value) bool {
		x := d.vars[id]
		v, ty := d.Get(a, x), d.Type(x.Type)
		if w.hasLo() && (!v.hasLo() || ty.hasLo() && v.lo.Eq(ty.lo)) {
			v = v.Meet(AtLeast(w.lo))
		}
		if w.hasHi() && (!v.hasHi() || ty.hasHi() && v.hi.Eq(ty.hi)) {
			v = v.Meet(AtMost(w.hi))
		}
		r = d.set(r, x, v)
		return true
	})
	m.floats.Each(func(id int, w Floats) bool {
		x := d.vars[id]
		r = d.setFloat(r, x, d.narrowFloats(x.Type, d.float(a, x), w))
		return true
	})
	return r
}

// Post executes one statement. A Call or Alloc may write any global variable.
func (d *Domain) Post(s State, e *ir.Edge) State {
	if s.bottom {
		return s
	}
	switch stmt := e.Stmt.(type) {
	case *ir.Assign:
		if stmt.Var.Type.Kind == ir.Memory {
			return s
		}
		if d.isFloat(stmt.Var.Type) {
			return d.setFloat(s, stmt.Var, d.Float(s, stmt.Expr))
		}
		return d.set(s, stmt.Var, d.Eval(s, stmt.Expr))
	case *ir.Assume:
		return d.Assume(s, stmt.Cond, true)
	case *ir.Havoc:
		return d.set(s, stmt.Var, d.Type(stmt.Var.Type))
	case *ir.Call, *ir.Alloc:
		for _, v := range d.p.Globals {
			s = d.set(s, v, d.Type(v.Type))
		}
		if v := ir.Written(stmt); v != nil {
			s = d.set(s, v, d.Type(v.Type))
		}
	}
	return s
}

// Formula writes the bounds.
func (d *Domain) Formula(c *sem.Context, s State) term.Term {
	return d.FormulaOf(c, s, nil)
}

// FormulaOf writes the bounds of the variables that keep accepts; nil accepts all.
func (d *Domain) FormulaOf(c *sem.Context, s State, keep func(*ir.Var) bool) term.Term {
	st := c.Store
	if s.bottom {
		return st.False()
	}
	var parts []term.Term
	s.vals.Each(func(id int, v Value) bool {
		if x := d.vars[id]; keep == nil || keep(x) {
			parts = append(parts, d.bounds(c, x, v)...)
		}
		return true
	})
	s.floats.Each(func(id int, v Floats) bool {
		if x := d.vars[id]; keep == nil || keep(x) {
			parts = append(parts, formulaOfFloats(c, x.Type.Format(), c.Var(x), v))
		}
		return true
	})
	return st.And(parts...)
}

// FormulaOver writes the bounds of vars. Others cost nothing, however many s has.
func (d *Domain) FormulaOver(c *sem.Context, s State, vars []*ir.Var) term.Term {
	if s.bottom {
		return c.Store.False()
	}
	var parts []term.Term
	for _, x := range vars {
		if v, ok := s.vals.Get(x.ID); ok {
			parts = append(parts, d.bounds(c, x, v)...)
		}
		if v, ok := s.floats.Get(x.ID); ok {
			parts = append(parts, formulaOfFloats(c, x.Type.Format(), c.Var(x), v))
		}
	}
	return c.Store.And(parts...)
}

// bounds says that x is in v, as far as its type does not say so.
func (d *Domain) bounds(c *sem.Context, x *ir.Var, v Value) (parts []term.Term) {
	st := c.Store
	t, ty := c.Var(x), d.Type(x.Type)
	if k, ok := v.Single(); ok {
		return []term.Term{st.Eq(t, st.IntNum(k))}
	}
	if v.hasLo() && !(ty.hasLo() && v.lo.Eq(ty.lo)) {
		parts = append(parts, st.Le(st.IntNum(v.lo), t))
	}
	if v.hasHi() && !(ty.hasHi() && v.hi.Eq(ty.hi)) {
		parts = append(parts, st.Le(t, st.IntNum(v.hi)))
	}
	return parts
}

// String writes what s knows: "x [0, 9], y [1, oo]".
func (d *Domain) String(s State) string {
	if s.bottom {
		return "unreachable"
	}
	var parts []string
	s.vals.Each(func(id int, v Value) bool {
		parts = append(parts, d.vars[id].Name+" "+v.String())
		return true
	})
	s.floats.Each(func(id int, v Floats) bool {
		parts = append(parts, d.vars[id].Name+" "+v.text(d.vars[id].Type.Format()))
		return true
	})
	return strings.Join(parts, ", ")
}
