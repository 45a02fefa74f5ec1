// Package sem gives ir programs their meaning as formulas: symbolic states, path and block
// formulas, strongest postconditions and weakest preconditions.
//
// A formula over program variables uses one term variable for each ir variable, named by
// ir.Var.Name: sort Int for scalars, (Array Int Int) for regions. Invariants, labels and
// interpolants of engines are such formulas, and never mention anything else.
//
//	Context   expressions and statements as terms     (sem.go, expr.go, wp.go)
//	State     a store and what executing edges does   (state.go)
package sem

import (
	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Context translates one program into terms of one store.
type Context struct {
	Store   *term.Store
	Program *ir.Program
	// Unbounded: pointers are any natural numbers, as on a machine whose memory has no end.
	Unbounded bool

	vars   []*[varPage]term.Term  // by ir.Var.ID, in pages: a formula of a large program speaks of few of its variables
	byTerm map[term.Term]*ir.Var  // the way back
	pow    map[uint8][2]term.Term // bits: 2^k and 2^(k-1)
	mode   ir.Mode
}

const varPage = 64

// New makes a context for p's formulas in st.
func New(st *term.Store, p *ir.Program) *Context {
	return &Context{Store: st, Program: p, byTerm: map[term.Term]*ir.Var{}, pow: map[uint8][2]term.Term{}, mode: p.Mode()}
}

// Env gives variables their current terms.
type Env func(*ir.Var) term.Term

// Sort is the sort of the terms that stand for values of type ty.
func Sort(ty ir.Type) term.Sort {
	switch ty.Kind {
	case ir.Logical:
		return term.Bool
	case ir.Memory:
		return term.Array(term.Int, term.Int)
	}
	return term.Int
}

// Var is the term that stands for v in formulas over program variables; it is itself an Env.
func (c *Context) Var(v *ir.Var) term.Term {
	if t := c.own(v.ID); t.Valid() {
		return t
	}
	page := v.ID / varPage
	t := c.Store.Var(v.Name, Sort(v.Type))
	if page >= len(c.vars) {
		c.vars = append(c.vars, make([]*[varPage]term.Term, page+1-len(c.vars))...)
	}
	if c.vars[page] == nil {
		c.vars[page] = new([varPage]term.Term)
	}
	c.vars[page][v.ID%varPage] = t
	c.byTerm[t] = v
	return t
}

// own is the term of a variable, by its ID; not Valid if Var has not been called for it.
func (c *Context) own(id int) term.Term {
	if page := id / varPage; page < len(c.vars) && c.vars[page] != nil {
		return c.vars[page][id%varPage]
	}
	return term.Term{}
}

// VarOf is the variable that t stands for in formulas over program variables; nil if there is
// none, or if Var has not been called for it.
func (c *Context) VarOf(t term.Term) *ir.Var { return c.byTerm[t] }

// Range says that t is a value of type ty; true for regions, floats and under --integers math.
func (c *Context) Range(ty ir.Type, t term.Term) term.Term {
	if c.Program.Math || !ty.IsNumber() {
		return c.Store.True()
	}
	if c.Unbounded && ty.Kind == ir.Pointer {
		return c.Store.Ge(t, c.Store.Int(0))
	}
	return c.fits(ty, t)
}

func (c *Context) fits(ty ir.Type, t term.Term) term.Term {
	st := c.Store
	return st.And(st.Le(st.IntNum(ty.Min()), t), st.Le(t, st.IntNum(ty.Max())))
}

// wrap is the value of type ty that is congruent to t modulo 2^Bits.
func (c *Context) wrap(ty ir.Type, t term.Term) term.Term {
	st := c.Store
	if v, ok := t.IntValue(); ok {
		return st.IntNum(ty.Wrap(v))
	}
	p, ok := c.pow[ty.Bits]
	if !ok {
		p = [2]term.Term{st.IntNum(num.Pow2(uint(ty.Bits))), st.IntNum(num.Pow2(uint(ty.Bits) - 1))}
		c.pow[ty.Bits] = p
	}
	if ty.IsSigned() {
		return st.Sub(st.Mod(st.Add(t, p[1]), p[0]), p[1])
	}
	return st.Mod(t, p[0])
}
