// Package constant evaluates constant expressions: C11 6.6. They are elaborated as others are, and the core that comes of it is evaluated with the
// arithmetic of the machine, floats to nearest. What C does not define, such as (int)3e9 and 1 << 40, is no constant there (6.6, 4); gcc gives it a
// value, and so does this.
package constant

import (
	"math"
	"math/big"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// Fold evaluates with the types of a program.
type Fold struct{ Types *types.Table }

// Int is the value of an expression of integer type; ok is false if that is not a constant, or not known.
func (f Fold) Int(x core.Expr) (v types.Integer, ok bool) {
	switch x := x.(type) {
	case *core.IntConst:
		return x.Value, true
	case *core.Convert:
		return f.convert(x)
	case *core.Unary:
		return f.unary(x)
	case *core.Binary:
		return f.binary(x)
	case *core.Logical:
		a, ok := f.Truth(x.X)
		if !ok || a == x.Or {
			return types.IntOf(btoi(a)), ok
		}
		b, ok := f.Truth(x.Y)
		return types.IntOf(btoi(b)), ok
	case *core.Cond:
		c, ok := f.Truth(x.X)
		if !ok {
			return v, false
		}
		if c {
			return f.Int(x.Then)
		}
		return f.Int(x.Else)
	case *core.PtrDiff:
		a, aOffset, ok1 := f.Address(x.X)
		b, bOffset, ok2 := f.Address(x.Y)
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

func (f Fold) convert(x *core.Convert) (v types.Integer, ok bool) {
	if !x.Typ.IsInteger() {
		return v, false
	}
	from := x.X.Type()
	switch {
	case from.IsInteger():
		v, ok = f.Int(x.X)
		return f.Types.Wrap(x.Typ, v), ok
	case from.IsReal():
		r, ok := f.Real(x.X)
		if !ok {
			return v, false
		}
		return f.Types.RealToInt(x.Typ, r), true
	case from.Kind == types.Pointer:
		base, offset, ok := f.Address(x.X)
		if ok && base == nil {
			return f.Types.Wrap(x.Typ, types.IntOf(offset)), true
		}
	}
	return v, false
}

func (f Fold) unary(x *core.Unary) (v types.Integer, ok bool) {
	if x.Op == core.Not {
		b, ok := f.Truth(x.X)
		return types.IntOf(btoi(!b)), ok
	}
	if !x.Typ.IsInteger() {
		return v, false
	}
	v, ok = f.Int(x.X)
	if x.Op == core.Neg {
		v = v.Neg()
	} else {
		v = v.Not()
	}
	return f.Types.Wrap(x.Typ, v), ok
}

func (f Fold) binary(x *core.Binary) (v types.Integer, ok bool) {
	t := x.X.Type()
	switch {
	case t.IsReal():
		a, ok1 := f.Real(x.X)
		b, ok2 := f.Real(x.Y)
		if !ok1 || !ok2 || !x.Op.IsComparison() {
			return v, false
		}
		c := types.RealCmp(a, b)
		if c == 2 {
			return types.IntOf(btoi(x.Op == core.Ne)), true
		}
		return types.IntOf(btoi(compared(x.Op, c))), true
	case t.Kind == types.Pointer:
		a, aOffset, ok1 := f.Address(x.X)
		b, bOffset, ok2 := f.Address(x.Y)
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
	a, ok1 := f.Int(x.X)
	b, ok2 := f.Int(x.Y)
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
	return f.Types.Wrap(x.Typ, v), true
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

// Truth tells whether a scalar is not 0.
func (f Fold) Truth(x core.Expr) (b, ok bool) {
	t := x.Type()
	switch {
	case t.IsInteger():
		v, ok := f.Int(x)
		return !v.IsZero(), ok
	case t.IsReal():
		r, ok := f.Real(x)
		return ok && (r.X == nil || r.X.Sign() != 0), ok
	case t.Kind == types.Pointer:
		base, offset, ok := f.Address(x)
		if !ok || weak(base) || base != nil && offset != 0 {
			return false, false
		}
		return base != nil || offset != 0, true
	}
	return false, false
}

// Real is the value of an expression of real type.
func (f Fold) Real(x core.Expr) (r types.Real, ok bool) {
	switch x := x.(type) {
	case *core.RealConst:
		return x.Value, !x.Imag
	case *core.Convert:
		from := x.X.Type()
		switch {
		case !x.Typ.IsReal():
		case from.IsReal():
			r, ok = f.Real(x.X)
			return f.Types.Round(x.Typ, r), ok
		case from.IsInteger():
			v, ok := f.Int(x.X)
			if ok {
				r = f.Types.IntToReal(x.Typ, from, v)
			}
			return r, ok
		}
	case *core.Unary:
		if x.Op == core.Neg {
			if r, ok = f.Real(x.X); ok {
				r = r.Negate()
			}
			return r, ok
		}
	case *core.Binary:
		ops := map[core.BinaryOp]byte{core.Add: '+', core.Sub: '-', core.Mul: '*', core.Div: '/'}
		a, ok1 := f.Real(x.X)
		b, ok2 := f.Real(x.Y)
		if ok1 && ok2 && ops[x.Op] != 0 {
			return f.Types.RealBinary(x.Typ, ops[x.Op], a, b), true
		}
	case *core.Cond:
		c, ok := f.Truth(x.X)
		if !ok {
			return r, false
		}
		if c {
			return f.Real(x.Then)
		}
		return f.Real(x.Else)
	}
	return r, false
}

// Exact implies of a constant that its value is the same in all directions of rounding. The converse fails: of sums, products and quotients nothing is known.
func (f Fold) Exact(x core.Expr) bool {
	for y := range core.Operands(x) {
		if !f.Exact(y) {
			return false
		}
	}
	switch x := x.(type) {
	case *core.Binary:
		return !x.Typ.IsFloating()
	case *core.Convert:
		from := x.X.Type()
		switch {
		case !x.Typ.IsFloating() || !from.IsInteger() && !from.IsReal():
			return !x.Typ.IsFloating()
		case from.IsReal():
			r, ok1 := f.Real(x)
			all, ok2 := f.Real(x.X)
			return ok1 && ok2 && (r.X == nil || r.X.Cmp(all.X) == 0)
		}
		r, ok1 := f.Real(x)
		n, ok2 := f.Int(x.X)
		return ok1 && ok2 && r.X.Cmp(new(big.Float).SetInt(n.Big(from.IsSigned()))) == 0
	}
	return true
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

// Address is a pointer as a number of bytes behind the beginning of an object of static storage duration, which is a *core.Var, a
// *core.Literal, a *core.Label, or nil for a number that is an address.
func (f Fold) Address(x core.Expr) (base any, offset int64, ok bool) {
	switch x := x.(type) {
	case *core.AddrOf:
		return f.place(x.X)
	case *core.Decay:
		return f.place(x.X)
	case *core.LabelAddr:
		return x.Label, 0, true
	case *core.PtrAdd:
		base, offset, ok = f.Address(x.X)
		n, ok2 := f.Int(x.N)
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
			return f.Address(x.X)
		}
		if x.X.Type().IsInteger() {
			if v, ok := f.Int(x.X); ok {
				n, ok := v.Int64()
				return nil, n, ok
			}
			// a pointer that was an integer of the same size
			if c, ok := x.X.(*core.Convert); ok && c.X.Type().Kind == types.Pointer && c.Typ.SizeOf() == x.Typ.SizeOf() {
				return f.Address(c.X)
			}
		}
	case *core.Cond:
		c, ok := f.Truth(x.X)
		if !ok {
			return nil, 0, false
		}
		if c {
			return f.Address(x.Then)
		}
		return f.Address(x.Else)
	}
	return nil, 0, false
}

func (f Fold) place(p core.Place) (base any, offset int64, ok bool) {
	switch p := p.(type) {
	case *core.VarPlace:
		return p.Var, 0, p.Var.Storage == core.Static
	case *core.LiteralPlace:
		return p.Literal, 0, true
	case *core.DerefPlace:
		return f.Address(p.X)
	case *core.FieldPlace:
		base, offset, ok = f.place(p.X)
		return base, offset + p.Field.Offset, ok
	case *core.PartPlace:
		base, offset, ok = f.place(p.X)
		if p.Imag {
			offset += p.Typ.SizeOf()
		}
		return base, offset, ok
	}
	return nil, 0, false
}

// Static tells whether an initializer of static storage duration may have a value.
func (f Fold) Static(x core.Expr) bool {
	t := x.Type()
	switch {
	case t.IsInteger():
		if _, ok := f.Int(x); ok {
			return true
		}
		return f.addressNumber(x)
	case t.IsReal():
		_, ok := f.Real(x)
		return ok
	case t.Kind == types.Pointer:
		_, _, ok := f.Address(x)
		return ok
	case t.Kind == types.Complex:
		return f.complex(x)
	}
	return false
}

// complex tells whether a complex expression is made of constants.
func (f Fold) complex(x core.Expr) bool {
	switch x := x.(type) {
	case *core.RealConst:
		return true
	case *core.Convert:
		if x.X.Type().Kind == types.Complex {
			return f.complex(x.X)
		}
		return f.Static(x.X)
	case *core.Unary:
		return f.complex(x.X)
	case *core.Binary:
		return f.Static(x.X) && f.Static(x.Y)
	}
	return false
}

// addressNumber tells whether an integer is an address that the linker knows, such as (long)&x + 1, or the difference of two labels.
func (f Fold) addressNumber(x core.Expr) bool {
	switch x := x.(type) {
	case *core.Convert:
		if x.X.Type().Kind == types.Pointer {
			_, _, ok := f.Address(x.X)
			return ok && x.Typ.SizeOf() >= x.X.Type().SizeOf()
		}
		return x.X.Type().IsInteger() && f.addressNumber(x.X)
	case *core.Binary:
		_, isConst := f.Int(x.Y)
		if (x.Op == core.Add || x.Op == core.Sub) && f.addressNumber(x.X) {
			return isConst || f.addressNumber(x.Y)
		}
		_, isConst = f.Int(x.X)
		return x.Op == core.Add && isConst && f.addressNumber(x.Y)
	case *core.PtrDiff:
		a, _, ok1 := f.Address(x.X)
		b, _, ok2 := f.Address(x.Y)
		_, l1 := a.(*core.Label)
		_, l2 := b.(*core.Label)
		return ok1 && ok2 && l1 && l2
	}
	return false
}
