package sem

import (
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/num"
	"craig/logic/term"
)

// Expr is e's value under env: sort Int, Bool for a Logical expression, an array for a region.
// Wrapping is explicit: an unsigned result is t mod 2^k, a signed one
// ((t + 2^(k-1)) mod 2^k) - 2^(k-1); quotients and bit operations stay terms, see package term.
//
// It agrees with ir.Mode on every operator. Where that has no value (division by zero, which the
// program excludes) the term has one all the same.
func (c *Context) Expr(e *ir.Expr, env Env) term.Term {
	switch e.Op {
	case ir.OpConst:
		switch e.Type.Kind {
		case ir.Logical:
			return c.Store.Bool(!e.Val.IsZero())
		case ir.Memory:
			return c.Store.ConstArray(Sort(e.Type), c.Store.IntNum(e.Val))
		}
		return c.Store.IntNum(e.Val)
	case ir.OpVar:
		return env(e.Var)
	case ir.OpAddr:
		return c.Store.IntNum(e.Obj.Addr)
	case ir.OpLoad:
		return c.Store.Select(env(e.Region), c.Expr(e.Args[0], env))
	}
	if e.Op >= ir.OpNeg && e.Op <= ir.OpXor {
		t := c.exact(e, env)
		if !e.NoWrap && c.mode.Wraps(e.Type) && canLeave(e.Op, e.Type) {
			t = c.wrap(e.Type, t)
		}
		return t
	}
	if e.Op >= ir.OpEq && e.Op <= ir.OpGe {
		return c.compare(e, env)
	}
	if e.Op >= ir.OpFAdd && e.Op <= ir.OpFLe {
		return c.float(e, env)
	}
	st := c.Store
	switch e.Op {
	case ir.OpPtrAdd:
		return st.Add(c.Expr(e.Args[0], env), c.Expr(e.Args[1], env))
	case ir.OpPtrDiff:
		return st.Sub(c.Expr(e.Args[0], env), c.Expr(e.Args[1], env))
	case ir.OpCast:
		t := c.Expr(e.Args[0], env)
		if e.NoWrap || c.mode.Math || e.Type.Contains(e.Args[0].Type) {
			return t
		}
		return c.wrap(e.Type, t)
	case ir.OpOfBool:
		return st.Ite(c.Expr(e.Args[0], env), st.Int(1), st.Int(0))
	case ir.OpNot:
		return st.Not(c.Expr(e.Args[0], env))
	case ir.OpLAnd:
		return st.And(c.Expr(e.Args[0], env), c.Expr(e.Args[1], env))
	case ir.OpLOr:
		return st.Or(c.Expr(e.Args[0], env), c.Expr(e.Args[1], env))
	case ir.OpIte:
		return st.Ite(c.Expr(e.Args[0], env), c.Expr(e.Args[1], env), c.Expr(e.Args[2], env))
	case ir.OpInRange:
		a := e.Args[0]
		if a.Op >= ir.OpNeg && a.Op <= ir.OpXor {
			in := c.fits(a.Type, c.exact(a, env))
			if a.Op == ir.OpShl && c.mode.Wraps(a.Type) { // shl is 0 where the exact result is not
				x, by := c.Expr(a.Args[0], env), c.Expr(a.Args[1], env)
				in = st.And(in, st.Or(st.Lt(by, st.Int(int64(a.Type.Bits))), st.Eq(x, st.Int(0))))
			}
			return in
		}
		return c.fits(a.Type, c.Expr(a, env))
	}
	panic(fmt.Sprintf("sem: operator %d", e.Op))
}

// canLeave says whether an arithmetic operator's exact result can lie outside the type of its
// operands.
func canLeave(op ir.Op, ty ir.Type) bool {
	switch op {
	case ir.OpDiv:
		return ty.IsSigned() // INT_MIN / -1
	case ir.OpRem, ir.OpShr, ir.OpAnd, ir.OpOr, ir.OpXor:
		return false
	}
	return true
}

// exact is the mathematical result of an arithmetic operator.
func (c *Context) exact(e *ir.Expr, env Env) term.Term {
	st := c.Store
	a := c.Expr(e.Args[0], env)
	switch e.Op {
	case ir.OpNeg:
		return st.Neg(a)
	case ir.OpCompl: // -a - 1
		return st.Sub(st.Neg(a), st.Int(1))
	}
	b := c.Expr(e.Args[1], env)
	switch e.Op {
	case ir.OpAdd:
		return st.Add(a, b)
	case ir.OpSub:
		return st.Sub(a, b)
	case ir.OpMul:
		return st.Mul(a, b)
	case ir.OpDiv:
		return c.truncate(e.Type, a, b, st.Div)
	case ir.OpRem:
		return c.truncate(e.Type, a, b, st.Mod)
	case ir.OpShl:
		return c.shl(e.Type, a, b)
	case ir.OpShr:
		return st.Shr(a, b)
	case ir.OpAnd:
		return st.BitAnd(a, b)
	case ir.OpOr:
		return st.BitOr(a, b)
	case ir.OpXor:
		return st.BitXor(a, b)
	}
	panic(fmt.Sprintf("sem: operator %d", e.Op))
}

// truncate is C's quotient or remainder by the Euclidean op: of |a|, with the sign of a brought
// back. (Euclidean division by a negative b gives -(a div |b|) and a mod |b|, so that b's sign
// needs nothing.)
func (c *Context) truncate(ty ir.Type, a, b term.Term, op func(a, b term.Term) term.Term) term.Term {
	st := c.Store
	if !ty.IsSigned() && !c.mode.Math {
		return op(a, b)
	}
	return st.Ite(st.Ge(a, st.Int(0)), op(a, b), st.Neg(op(st.Neg(a), b)))
}

// shl is a·2^b. Where the type wraps, a distance of Bits or more gives 0, and it must not be
// built: 2^b may be anything.
func (c *Context) shl(ty ir.Type, a, b term.Term) term.Term {
	st := c.Store
	if !c.mode.Wraps(ty) {
		return st.Shl(a, b)
	}
	bits := num.I(int64(ty.Bits))
	if v, ok := b.IntValue(); ok && !v.Less(bits) {
		return st.Int(0)
	} else if ok {
		return st.Shl(a, b)
	}
	return st.Ite(st.Lt(b, st.IntNum(bits)), st.Shl(a, b), st.Int(0))
}

func (c *Context) compare(e *ir.Expr, env Env) term.Term {
	st := c.Store
	if b := e.Args[1]; b.Op == ir.OpConst && b.Val.IsZero() && e.Args[0].Op == ir.OpOfBool && (e.Op == ir.OpNe || e.Op == ir.OpEq) {
		t := c.Expr(e.Args[0].Args[0], env) // (c ? 1 : 0) != 0 is c
		if e.Op == ir.OpEq {
			t = st.Not(t)
		}
		return t
	}
	a, b := c.Expr(e.Args[0], env), c.Expr(e.Args[1], env)
	switch e.Op {
	case ir.OpEq:
		return st.Eq(a, b)
	case ir.OpNe:
		return st.Ne(a, b)
	case ir.OpLt:
		return st.Lt(a, b)
	case ir.OpLe:
		return st.Le(a, b)
	case ir.OpGt:
		return st.Gt(a, b)
	}
	return st.Ge(a, b)
}

// Loads appends the range of every cell that e reads under env: a cell always holds a value of
// the type that it is read as (package alias splits memory that way), which the array that stands
// for the region does not say.
func (c *Context) Loads(e *ir.Expr, env Env, to []term.Term) []term.Term {
	for _, a := range e.Args {
		to = c.Loads(a, env, to)
	}
	if e.Op == ir.OpLoad {
		cell := c.Expr(e, env)
		if op := cell.Op(); op != term.Select && op != term.Ite {
			return to // what was stored there
		}
		if r := c.Range(e.Type, cell); !r.IsTrue() {
			to = append(to, r)
		}
	}
	return to
}
