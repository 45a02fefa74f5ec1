package congruence

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Eval has at least the values that e may have in a state of s.
func (d *Domain) Eval(s State, e *ir.Expr) Value {
	switch e.Op {
	case ir.OpConst:
		return One(e.Val)
	case ir.OpVar:
		if e.Type.IsNumber() {
			return d.Get(s, e.Var)
		}
	case ir.OpAddr:
		return One(e.Obj.Addr)
	case ir.OpCast:
		if e.Type.IsNumber() && e.Args[0].Type.IsNumber() {
			return d.converted(s, e)
		}
	case ir.OpIte:
		return d.Eval(s, e.Args[1]).Join(d.Eval(s, e.Args[2]))
	}
	if e.Op < ir.OpNeg || e.Op > ir.OpXor {
		return All()
	}
	v := d.exact(s, e)
	if e.NoWrap || !d.mode.Wraps(e.Type) {
		return v
	}
	return wrapped(e.Type, v)
}

// wrapped has v's numbers as numbers of t.
func wrapped(t ir.Type, v Value) Value {
	if k, ok := v.Single(); ok {
		return One(t.Wrap(k))
	}
	return v.Modulo(modulus(t))
}

func (d *Domain) converted(s State, e *ir.Expr) Value {
	v := d.Eval(s, e.Args[0])
	if e.NoWrap || d.mode.Math || e.Type.Contains(e.Args[0].Type) {
		return v
	}
	return wrapped(e.Type, v)
}

// exact has the mathematical results of an arithmetic operator.
func (d *Domain) exact(s State, e *ir.Expr) Value {
	a := d.Eval(s, e.Args[0])
	switch e.Op {
	case ir.OpNeg:
		return a.Neg()
	case ir.OpCompl:
		return a.Neg().Sub(One(num.I(1)))
	}
	b := d.Eval(s, e.Args[1])
	k, single := b.Single()
	if j, ok := a.Single(); ok && single {
		if v, ok := d.mode.Apply(e.Op, e.Type, j, k); ok {
			return One(v)
		}
		return All()
	}
	switch e.Op {
	case ir.OpAdd:
		return a.Add(b)
	case ir.OpSub:
		return a.Sub(b)
	case ir.OpMul:
		return a.Mul(b)
	case ir.OpShl:
		if single && k.Sign() >= 0 && k.Less(num.I(int64(e.Type.Bits))) {
			n, _ := k.Int64()
			return a.Mul(One(num.Pow2(uint(n))))
		}
	case ir.OpRem:
		if single && !k.IsZero() {
			return d.remainder(e, a, k)
		}
	case ir.OpAnd:
		if _, ok := k.Add(num.I(1)).Log2(); single && k.Sign() > 0 && ok { // a mod k + 1
			m := k.Add(num.I(1))
			if m.Divides(a.mod) {
				_, r := a.rem.DivMod(m)
				return One(r)
			}
			return a.Modulo(m)
		}
	}
	return All()
}

// remainder is that of a's numbers by k, with the sign of the dividend.
func (d *Domain) remainder(e *ir.Expr, a Value, k num.Int) Value {
	v := a.Modulo(k)
	k = k.Abs()
	if k.Divides(v.mod) && (v.rem.IsZero() || !e.Type.IsSigned() && !d.mode.Math) {
		return One(v.rem)
	}
	return v
}

// Assume keeps the states of s in which c has the truth value truth: at least those.
func (d *Domain) Assume(s State, c *ir.Expr, truth bool) State {
	if s.bottom {
		return s
	}
	switch c.Op {
	case ir.OpConst:
		if c.Val.IsZero() == truth {
			return d.Bottom()
		}
		return s
	case ir.OpNot:
		return d.Assume(s, c.Args[0], !truth)
	case ir.OpLAnd, ir.OpLOr:
		if (c.Op == ir.OpLAnd) == truth {
			return d.Assume(d.Assume(s, c.Args[0], truth), c.Args[1], truth)
		}
		return d.Join(d.Assume(s, c.Args[0], truth), d.Assume(s, c.Args[1], truth))
	}
	if c.Op < ir.OpEq || c.Op > ir.OpGe || !c.Args[0].Type.IsNumber() {
		return s
	}
	equal, order := c.Op == ir.OpEq, c.Op == ir.OpLt || c.Op == ir.OpGt
	switch c.Op {
	case ir.OpEq, ir.OpNe:
		equal = equal == truth
	default:
		order = order == truth
	}
	a, b := d.Eval(s, c.Args[0]), d.Eval(s, c.Args[1])
	switch {
	case equal:
		return d.refine(d.refine(s, c.Args[0], b), c.Args[1], a)
	case order || c.Op == ir.OpEq || c.Op == ir.OpNe:
		return d.differ(d.differ(s, c.Args[0], b), c.Args[1], a)
	}
	return s
}

// differ keeps the states in which e is not the only value of v: of the two remainders by 2 it is the
// other one.
func (d *Domain) differ(s State, e *ir.Expr, v Value) State {
	k, ok := v.Single()
	if !ok || s.bottom {
		return s
	}
	if j, ok := d.Eval(s, e).Single(); ok && j.Eq(k) {
		return d.Bottom()
	}
	x, m, ok := d.modulo(e)
	if !ok || !m.Eq(num.I(2)) || !k.IsZero() && (!k.IsOne() || e.Op == ir.OpRem && (e.Type.IsSigned() || d.mode.Math)) {
		return s
	}
	return d.refine(s, x, Class(m, num.I(1).Sub(k)))
}

// modulo recognises remainders by constants and masks of low bits: e is congruent to x modulo m.
func (d *Domain) modulo(e *ir.Expr) (x *ir.Expr, m num.Int, ok bool) {
	if e.Op != ir.OpRem && e.Op != ir.OpAnd || !e.Args[1].IsConst() {
		return nil, m, false
	}
	k := e.Args[1].Val
	if e.Op == ir.OpRem {
		return e.Args[0], k.Abs(), !k.IsZero()
	}
	m = k.Add(num.I(1))
	_, ok = m.Log2()
	return e.Args[0], m, ok && k.Sign() > 0
}

// refine keeps the states in which e's value may be in v.
func (d *Domain) refine(s State, e *ir.Expr, v Value) State {
	if s.bottom || v.IsAll() {
		return s
	}
	m, ok := d.Eval(s, e).Meet(v)
	if !ok {
		return d.Bottom()
	}
	if e.Op == ir.OpVar && e.Type.IsNumber() {
		return d.set(s, e.Var, m)
	}
	if x, m, ok := d.modulo(e); ok {
		return d.refine(s, x, v.Modulo(m))
	}
	if e.Op != ir.OpCast && (e.Op < ir.OpNeg || e.Op > ir.OpSub) || !e.Type.IsNumber() || !e.Args[0].Type.IsNumber() {
		return s
	}
	// What holds of the result modulo 2^Bits holds of the operation without wrapping.
	if !d.mode.Math && !e.NoWrap {
		v = v.Modulo(modulus(e.Type))
	}
	switch e.Op {
	case ir.OpCast:
		return d.refine(s, e.Args[0], v)
	case ir.OpNeg:
		return d.refine(s, e.Args[0], v.Neg())
	case ir.OpAdd:
		a, b := d.Eval(s, e.Args[0]), d.Eval(s, e.Args[1])
		return d.refine(d.refine(s, e.Args[0], v.Sub(b)), e.Args[1], v.Sub(a))
	case ir.OpSub:
		a, b := d.Eval(s, e.Args[0]), d.Eval(s, e.Args[1])
		return d.refine(d.refine(s, e.Args[0], v.Add(b)), e.Args[1], a.Sub(v))
	}
	return s
}
