// Package congruence is the domain of congruences: x ≡ r modulo m for each variable of numbers
// [Granger 1989]. Arithmetic that wraps keeps what holds modulo powers of 2, such as parity.
//
//	Value     classes of integers          (value.go)
//	Domain    states and statements        (congruence.go)
//	          expressions and conditions   (eval.go)
package congruence

import (
	"craig/internal/abstract/domain"
	"craig/internal/program/ir"
	"craig/internal/program/sem"
	"craig/logic/num"
	"craig/logic/term"
)

// State maps variables to values. A variable that is not there has any. States are comparable: equal
// ones share all that they say.
type State struct {
	vals   *domain.Tree[Value] // by ir.Var.ID
	bottom bool
}

// Domain has the operations on the states of one program. It implements domain.Domain[State].
type Domain struct {
	p    *ir.Program
	mode ir.Mode
	vars []*ir.Var // by ID
}

// New makes the domain of p's states.
func New(p *ir.Program) *Domain {
	d := &Domain{p: p, mode: p.Mode()}
	p.AllVars(func(v *ir.Var) {
		if v.ID >= len(d.vars) {
			d.vars = append(d.vars, make([]*ir.Var, v.ID+1-len(d.vars))...)
		}
		d.vars[v.ID] = v
	})
	return d
}

func (d *Domain) Top() State            { return State{} }
func (d *Domain) Bottom() State         { return State{bottom: true} }
func (d *Domain) IsBottom(s State) bool { return s.bottom }

// Get is v's value.
func (d *Domain) Get(s State, v *ir.Var) Value {
	if x, ok := s.vals.Get(v.ID); ok {
		return x
	}
	return All()
}

func (d *Domain) set(s State, v *ir.Var, x Value) State {
	switch {
	case s.bottom || !v.Type.IsNumber():
	case x.IsAll():
		s.vals = s.vals.Delete(v.ID)
	default:
		if old, ok := s.vals.Get(v.ID); !ok || !old.Eq(x) {
			s.vals = s.vals.Set(v.ID, x)
		}
	}
	return s
}

func (d *Domain) Leq(a, b State) bool {
	if a.bottom || b.bottom {
		return a.bottom
	}
	return domain.Includes(a.vals, b.vals, func(_ int, v, w Value) bool { return v.In(w) })
}

func (d *Domain) Join(a, b State) State {
	if a.bottom {
		return b
	}
	if b.bottom {
		return a
	}
	return State{vals: domain.Intersect(a.vals, b.vals, func(_ int, v, w Value) (Value, bool) {
		r := v.Join(w)
		return r, !r.IsAll()
	}, Value.Eq)}
}

// Widen is Join: a modulus that changes becomes one of its divisors.
func (d *Domain) Widen(a, b State) State { return d.Join(a, b) }

func (d *Domain) Meet(a, b State) State {
	if a.bottom || b.bottom {
		return d.Bottom()
	}
	none := false
	vals := domain.Union(a.vals, b.vals, func(_ int, v, w Value) Value {
		m, ok := v.Meet(w)
		none = none || !ok
		return m
	})
	if none {
		return d.Bottom()
	}
	return State{vals: vals}
}

// Forget drops what s says of vars.
func (d *Domain) Forget(s State, vars ...*ir.Var) State {
	for _, v := range vars {
		s = d.set(s, v, All())
	}
	return s
}

// Post executes one statement. A Call or Alloc may write any global variable.
func (d *Domain) Post(s State, e *ir.Edge) State {
	if s.bottom {
		return s
	}
	switch stmt := e.Stmt.(type) {
	case *ir.Assign:
		return d.set(s, stmt.Var, d.Eval(s, stmt.Expr))
	case *ir.Assume:
		return d.Assume(s, stmt.Cond, true)
	case *ir.Havoc:
		return d.Forget(s, stmt.Var)
	case *ir.Call, *ir.Alloc:
		s = d.Forget(s, d.p.Globals...)
		if v := ir.Written(stmt); v != nil {
			s = d.Forget(s, v)
		}
	}
	return s
}

// Formula writes the congruences.
func (d *Domain) Formula(c *sem.Context, s State) term.Term {
	st := c.Store
	if s.bottom {
		return st.False()
	}
	var parts []term.Term
	s.vals.Each(func(id int, v Value) bool {
		x := c.Var(d.vars[id])
		if k, ok := v.Single(); ok {
			parts = append(parts, st.Eq(x, st.IntNum(k)))
		} else {
			parts = append(parts, st.Eq(st.Mod(x, st.IntNum(v.mod)), st.IntNum(v.rem)))
		}
		return true
	})
	return st.And(parts...)
}

// String writes what s knows.
func (d *Domain) String(s State) string {
	return d.Formula(sem.New(term.NewStore(), d.p), s).String()
}

// modulus is 2^Bits, where operations on t wrap.
func modulus(t ir.Type) num.Int { return num.Pow2(uint(t.Bits)) }
