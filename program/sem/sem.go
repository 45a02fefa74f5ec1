// Package sem gives ir programs their meaning as formulas: symbolic states, path and block
// formulas, strongest postconditions and weakest preconditions.
//
// A formula over program variables uses one term variable for each ir variable, named by
// ir.Var.Name: sort Int for scalars, (Array Int Int) for regions. Invariants, labels and
// interpolants of engines are such formulas, and never mention anything else.
package sem

import (
	"craig/logic/term"
	"craig/program/ir"
)

// Context translates one program into terms of one store.
type Context struct {
	Store   *term.Store
	Program *ir.Program
}

func New(st *term.Store, p *ir.Program) *Context { return &Context{Store: st, Program: p} }

// Env gives variables their current terms.
type Env func(*ir.Var) term.Term

// Var is the term that stands for v in formulas over program variables; it is itself an Env.
func (c *Context) Var(v *ir.Var) term.Term { panic("unimplemented") }

// Expr is e's value under env: sort Int, Bool for a Logical expression, an array for a region.
// Wrapping is explicit (mod 2^k); quotients and bit operations stay terms, see package term.
func (c *Context) Expr(e *ir.Expr, env Env) term.Term { panic("unimplemented") }

// Range says that t is a value of type ty; true for regions and under --integers math.
func (c *Context) Range(ty ir.Type, t term.Term) term.Term { panic("unimplemented") }

// WP is the weakest precondition of one statement (no Call, no Alloc) for a formula over program
// variables. ok is false for a Havoc of a variable that post mentions: that needs a quantifier.
func (c *Context) WP(s ir.Stmt, post term.Term) (pre term.Term, ok bool) { panic("unimplemented") }
