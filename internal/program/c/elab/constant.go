package elab

// Expressions that are constants, or have to be: C11 6.6. Package constant evaluates them.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// constant is the value of an integer constant expression, with its type; what names it in messages.
func (u *unit) constant(x syntax.Expr, what string) (types.Integer, *types.Type) {
	var o operand
	u.required++
	code := u.scratch(func() { o = u.rvalue(u.expr(x)) })
	u.required--
	if o.x == nil || !o.typ.IsInteger() {
		u.fail(syntax.Start(x), "", "%s is an integer, not %v", what, o.typ)
	}
	v, ok := u.fold.Int(o.x)
	if !ok || len(code) > 0 {
		u.fail(syntax.Start(x), "", "%s is no constant", what)
	}
	return v, o.typ
}

// constInt64 is a constant that fits into 64 bits.
func (u *unit) constInt64(x syntax.Expr, what string) int64 {
	v, _ := u.constant(x, what)
	n, ok := v.Int64()
	if !ok {
		u.fail(syntax.Start(x), "", "%s is too large", what)
	}
	return n
}

func (u *unit) staticAssert(x *syntax.StaticAssert) {
	v, _ := u.constant(x.X, "what is asserted")
	if v.IsZero() {
		msg := ""
		if x.Message != nil {
			for _, p := range x.Message.Parts {
				msg += " " + p
			}
		}
		u.fail(x.At, "", "the static assertion fails:%s", msg)
	}
}

// known tells whether a scalar is not 0, if that is known whatever the direction of rounding is, or the scalar has to be a constant.
func (u *unit) known(x core.Expr) (b, ok bool) {
	b, ok = u.fold.Truth(x)
	return b, ok && u.settled(x)
}

// settled tells of a constant whether it is computed before the program runs (C11 F.8.4).
func (u *unit) settled(x core.Expr) bool {
	return u.fn == nil || u.required > 0 || u.fold.Exact(x)
}

// toNearest evaluates a constant that has been computed to nearest, so that it is seen where the program rounds otherwise.
func (u *unit) toNearest(x core.Expr) {
	if !u.settled(x) {
		u.saved(x, x.Pos())
	}
}
