package sem

import (
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/term"
)

// WP is the weakest precondition of one statement (no Call, no Alloc) for a formula over program
// variables. ok is false for a Havoc of a variable that post mentions: that needs a quantifier.
func (c *Context) WP(s ir.Stmt, post term.Term) (pre term.Term, ok bool) {
	switch s := s.(type) {
	case *ir.Skip:
		return post, true
	case *ir.Assign:
		return c.Store.Subst(post, map[term.Term]term.Term{c.Var(s.Var): c.Expr(s.Expr, c.Var)}), true
	case *ir.Assume:
		return c.Store.Implies(c.Expr(s.Cond, c.Var), post), true
	case *ir.Store:
		a := c.Var(s.Region)
		return c.Store.Subst(post, map[term.Term]term.Term{a: c.stored(s, c.Var)}), true
	case *ir.Havoc:
		v := c.Var(s.Var)
		for _, x := range term.Vars(post, map[term.Term]bool{}, nil) {
			if x == v {
				return term.Term{}, false
			}
		}
		return post, true
	}
	panic(fmt.Sprintf("sem: weakest precondition of %T", s))
}

// stored is the region after a store.
func (c *Context) stored(s *ir.Store, env Env) term.Term {
	return c.Store.Store(env(s.Region), c.Expr(s.Addr, env), c.Expr(s.Val, env))
}
