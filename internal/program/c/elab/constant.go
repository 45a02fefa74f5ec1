package elab

// Constant expressions: C11 6.6. They are elaborated as others are, and the core that comes of it is evaluated with the
// arithmetic of the machine. What C does not define, such as (int)3e9 and 1 << 40, is no constant there (6.6, 4); gcc gives it a value, and
// so do we.

import (
	"math"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// constant is the value of an integer constant expression, with its type; what names it in messages.
func (u *unit) constant(x syntax.Expr, what string) (types.Integer, *types.Type) {
	var o operand
	code := u.scratch(func() { o = u.rvalue(u.expr(x)) })
	if o.x == nil || !o.typ.IsInteger() {
		u.fail(syntax.Start(x), "", "%s is an integer, not %v", what, o.typ)
	}
	v, ok := u.foldInt(o.x)
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

// foldInt is the value of an expression of integer type; ok is false if that is not a constant, or not known.
func (u *unit) foldInt(x core.Expr) (v types.Integer, ok bool) {
	switch x := x.(type) {
	case *core.IntConst:
		return x.Value, true
	case *core.Convert:
		return u.foldConvert(x)
	case *core.Unary:
		return u.foldUnary(x)
	case *core.Binary:
		return u.foldBinary(x)
	case *core.Logical:
		a, ok := u.foldTruth(x.X)
		if !ok || a == x.Or {
			return types.IntOf(btoi(a)), ok
		}
		b, ok := u.foldTruth(x.Y)
		return types.IntOf(btoi(b)), ok
	case *core.Cond:
		c, ok := u.foldTruth(x.X)
		if !ok {
			return v, false
		}
		if c {
			return u.foldInt(x.Then)
		}
		return u.foldInt(x.Else)
	case *core.PtrDiff:
		a, aOffset, ok1 := u.foldAddress(x.X)
		b, bOffset, ok2 := u.foldAddress(x.Y)
		size := x.X.Type().Elem.SizeOf()
		if ok1 && ok2 && a == b && size > 0 {
			return types.IntOf((aOffset - bOffset) / size), true
		}
	}
	return v, false
}

func btoi(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (u *unit) foldConvert(x *core.Convert) (v types.Integer, ok bool) {
	if !x.Typ.IsInteger() {
		return v, false
	}
	from := x.X.Type()
	switch {
	case from.IsInteger():
		v, ok = u.foldInt(x.X)
		return u.tt.Wrap(x.Typ, v), ok
	case from.IsReal():
		r, ok := u.foldReal(x.X)
		if !ok {
			return v, false
		}
		return u.tt.RealToInt(x.Typ, r), true
	case from.Kind == types.Pointer:
		base, offset, ok := u.foldAddress(x.X)
		if ok && base == nil {
			return u.tt.Wrap(x.Typ, types.IntOf(offset)), true
		}
	}
	return v, false
}

func (u *unit) foldUnary(x *core.Unary) (v types.Integer, ok bool) {
	if x.Op == core.Not {
		b, ok := u.foldTruth(x.X)
		return types.IntOf(btoi(!b)), ok
	}
	if !x.Typ.IsInteger() {
		return v, false
	}
	v, ok = u.foldInt(x.X)
	if x.Op == core.Neg {
		v = v.Neg()
	} else {
		v = v.Not()
	}
	return u.tt.Wrap(x.Typ, v), ok
}

func (u *unit) foldBinary(x *core.Binary) (v types.Integer, ok bool) {
	t := x.X.Type()
	switch {
	case t.IsReal():
		a, ok1 := u.foldReal(x.X)
		b, ok2 := u.foldReal(x.Y)
		if !ok1 || !ok2 || !x.Op.IsComparison() {
			return v, false
		}
		c := types.RealCmp(a, b)
		if c == 2 {
			return types.IntOf(btoi(x.Op == core.Ne)), true
		}
		return types.IntOf(btoi(compared(x.Op, c))), true
	case t.Kind == types.Pointer:
		a, aOffset, ok1 := u.foldAddress(x.X)
		b, bOffset, ok2 := u.foldAddress(x.Y)
		switch {
		case !ok1 || !ok2:
			return v, false
		case a == b:
			c := 0
			if aOffset != bOffset {
				c = int(1 - 2*btoi(aOffset < bOffset))
			}
			return types.IntOf(btoi(compared(x.Op, c))), true
		case (a == nil || b == nil) && aOffset == 0 && bOffset == 0 && (x.Op == core.Eq || x.Op == core.Ne) && !weak(a) && !weak(b):
			return types.IntOf(btoi(x.Op == core.Ne)), true
		}
		return v, false
	case !t.IsInteger():
		return v, false
	}
	a, ok1 := u.foldInt(x.X)
	b, ok2 := u.foldInt(x.Y)
	if !ok1 || !ok2 {
		return v, false
	}
	signed := t.IsSigned()
	switch x.Op {
	case core.Add:
		v = a.Add(b)
	case core.Sub:
		v = a.Sub(b)
	case core.Mul:
		v = a.Mul(b)
	case core.Div, core.Rem:
		if b.IsZero() {
			return v, false
		}
		q, r := a.QuoRem(b, signed)
		if v = q; x.Op == core.Rem {
			v = r
		}
	case core.Shl, core.Shr:
		n, ok := b.Int64()
		most := int64(t.Bits())
		switch {
		case !ok || n < 0 || n > math.MaxInt32:
			return v, false
		case n >= most:
			if x.Op == core.Shr && signed {
				v = a.Shr(uint(most - 1))
			}
		case x.Op == core.Shl:
			v = a.Shl(uint(n))
		case signed:
			v = a.Shr(uint(n))
		default:
			v = a.UShr(uint(n))
		}
	case core.And:
		v = a.And(b)
	case core.Or:
		v = a.Or(b)
	case core.Xor:
		v = a.Xor(b)
	default:
		c := a.UCmp(b)
		if signed {
			c = a.Cmp(b)
		}
		return types.IntOf(btoi(compared(x.Op, c))), true
	}
	return u.tt.Wrap(x.Typ, v), true
}

// compared is the result of a comparison of values of which the first is less (c < 0), equal or greater.
func compared(op core.BinaryOp, c int) bool {
	switch op {
	case core.Eq:
		return c == 0
	case core.Ne:
		return c != 0
	case core.Lt:
		return c < 0
	case core.Le:
		return c <= 0
	case core.Gt:
		return c > 0
	}
	return c >= 0
}

// foldTruth tells whether a scalar is not 0.
func (u *unit) foldTruth(x core.Expr) (b, ok bool) {
	t := x.Type()
	switch {
	case t.IsInteger():
		v, ok := u.foldInt(x)
		return !v.IsZero(), ok
	case t.IsReal():
		r, ok := u.foldReal(x)
		return ok && (r.X == nil || r.X.Sign() != 0), ok
	case t.Kind == types.Pointer:
		base, offset, ok := u.foldAddress(x)
		if !ok || weak(base) || base != nil && offset != 0 {
			return false, false
		}
		return base != nil || offset != 0, true
	}
	return false, false
}

// foldReal is the value of an expression of real type.
func (u *unit) foldReal(x core.Expr) (r types.Real, ok bool) {
	switch x := x.(type) {
	case *core.RealConst:
		return x.Value, !x.Imag
	case *core.Convert:
		from := x.X.Type()
		switch {
		case !x.Typ.IsReal():
		case from.IsReal():
			r, ok = u.foldReal(x.X)
			return u.tt.Round(x.Typ, r), ok
		case from.IsInteger():
			v, ok := u.foldInt(x.X)
			if ok {
				r = u.tt.IntToReal(x.Typ, from, v)
			}
			return r, ok
		}
	case *core.Unary:
		if x.Op == core.Neg {
			if r, ok = u.foldReal(x.X); ok {
				r = r.Negate()
			}
			return r, ok
		}
	case *core.Binary:
		ops := map[core.BinaryOp]byte{core.Add: '+', core.Sub: '-', core.Mul: '*', core.Div: '/'}
		a, ok1 := u.foldReal(x.X)
		b, ok2 := u.foldReal(x.Y)
		if ok1 && ok2 && ops[x.Op] != 0 {
			return u.tt.RealBinary(x.Typ, ops[x.Op], a, b), true
		}
	case *core.Cond:
		c, ok := u.foldTruth(x.X)
		if !ok {
			return r, false
		}
		if c {
			return u.foldReal(x.Then)
		}
		return u.foldReal(x.Else)
	}
	return r, false
}

// weak tells whether a symbol may be absent, so that its address may be 0.
func weak(base any) bool {
	v, ok := base.(*core.Var)
	if !ok {
		return false
	}
	for _, a := range v.Attrs {
		if a.Name == "weak" {
			return true
		}
	}
	return false
}

// foldAddress is a pointer as a number of bytes behind the beginning of an object of static storage duration, which is a *core.Var, a
// *core.Literal, a *core.Label, or nil for a number that is an address.
func (u *unit) foldAddress(x core.Expr) (base any, offset int64, ok bool) {
	switch x := x.(type) {
	case *core.AddrOf:
		return u.foldPlace(x.X)
	case *core.Decay:
		return u.foldPlace(x.X)
	case *core.LabelAddr:
		return x.Label, 0, true
	case *core.PtrAdd:
		base, offset, ok = u.foldAddress(x.X)
		n, ok2 := u.foldInt(x.N)
		k, ok3 := n.Int64()
		if size := x.Typ.Elem.SizeOf(); ok && ok2 && ok3 && size >= 0 {
			if x.Sub {
				k = -k
			}
			return base, offset + k*size, true
		}
	case *core.Convert:
		if x.Typ.Kind != types.Pointer {
			return nil, 0, false
		}
		if x.X.Type().Kind == types.Pointer {
			return u.foldAddress(x.X)
		}
		if x.X.Type().IsInteger() {
			if v, ok := u.foldInt(x.X); ok {
				n, ok := v.Int64()
				return nil, n, ok
			}
			// a pointer that was an integer of the same size
			if c, ok := x.X.(*core.Convert); ok && c.X.Type().Kind == types.Pointer && c.Typ.SizeOf() == x.Typ.SizeOf() {
				return u.foldAddress(c.X)
			}
		}
	case *core.Cond:
		c, ok := u.foldTruth(x.X)
		if !ok {
			return nil, 0, false
		}
		if c {
			return u.foldAddress(x.Then)
		}
		return u.foldAddress(x.Else)
	}
	return nil, 0, false
}

func (u *unit) foldPlace(p core.Place) (base any, offset int64, ok bool) {
	switch p := p.(type) {
	case *core.VarPlace:
		return p.Var, 0, p.Var.Storage == core.Static
	case *core.LiteralPlace:
		return p.Literal, 0, true
	case *core.DerefPlace:
		return u.foldAddress(p.X)
	case *core.FieldPlace:
		base, offset, ok = u.foldPlace(p.X)
		return base, offset + p.Field.Offset, ok
	case *core.PartPlace:
		base, offset, ok = u.foldPlace(p.X)
		if p.Imag {
			offset += p.Typ.SizeOf()
		}
		return base, offset, ok
	}
	return nil, 0, false
}

// isStaticConst tells whether an initializer of static storage duration may have a value.
func (u *unit) isStaticConst(x core.Expr) bool {
	t := x.Type()
	switch {
	case t.IsInteger():
		if _, ok := u.foldInt(x); ok {
			return true
		}
		return u.isAddressNumber(x)
	case t.IsReal():
		_, ok := u.foldReal(x)
		return ok
	case t.Kind == types.Pointer:
		_, _, ok := u.foldAddress(x)
		return ok
	case t.Kind == types.Complex:
		return u.isComplexConst(x)
	}
	return false
}

// isComplexConst tells whether a complex expression is made of constants.
func (u *unit) isComplexConst(x core.Expr) bool {
	switch x := x.(type) {
	case *core.RealConst:
		return true
	case *core.Convert:
		if x.X.Type().Kind == types.Complex {
			return u.isComplexConst(x.X)
		}
		return u.isStaticConst(x.X)
	case *core.Unary:
		return u.isComplexConst(x.X)
	case *core.Binary:
		return u.isStaticConst(x.X) && u.isStaticConst(x.Y)
	}
	return false
}

// isAddressNumber tells whether an integer is an address that the linker knows, such as (long)&x + 1, or the difference of two labels.
func (u *unit) isAddressNumber(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Convert:
		if x.X.Type().Kind == types.Pointer {
			_, _, ok := u.foldAddress(x.X)
			return ok && x.Typ.SizeOf() >= x.X.Type().SizeOf()
		}
		return x.X.Type().IsInteger() && u.isAddressNumber(x.X)
	case *core.Binary:
		_, isConst := u.foldInt(x.Y)
		if (x.Op == core.Add || x.Op == core.Sub) && u.isAddressNumber(x.X) {
			return isConst || u.isAddressNumber(x.Y)
		}
		_, isConst = u.foldInt(x.X)
		return x.Op == core.Add && isConst && u.isAddressNumber(x.Y)
	case *core.PtrDiff:
		a, _, ok1 := u.foldAddress(x.X)
		b, _, ok2 := u.foldAddress(x.Y)
		_, l1 := a.(*core.Label)
		_, l2 := b.(*core.Label)
		return ok1 && ok2 && l1 && l2
	}
	return false
}
