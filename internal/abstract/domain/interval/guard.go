package interval

import (
	"craig/internal/abstract/domain"
	"craig/internal/program/ir"
	"craig/logic/num"
)

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
		return domain.AssumeAny[State](d, d.Assume, s, c, truth)
	case ir.OpInRange:
		x := c.Args[0]
		ty := OfType(x.Type)
		if !truth {
			if d.farShift(s, x) {
				return s
			}
			return d.restrictMath(s, x, outside(d.Math(s, x), ty))
		}
		return d.restrictMath(s, x, ty)
	}
	if d.isFloatComparison(c) {
		return d.assumeFloats(s, c, truth)
	}
	if c.Op < ir.OpEq || c.Op > ir.OpGe {
		return s
	}
	op := c.Op
	if !truth {
		op = Negate(op)
	}
	a, b := c.Args[0], c.Args[1]
	if a.Op == ir.OpVar && b.Op == ir.OpConst {
		return d.assumeConst(s, a.Var, op, b.Val)
	}
	v, w := d.Eval(s, a), d.Eval(s, b)
	wantA, wantB := v, w
	switch op {
	case ir.OpEq:
		wantA, wantB = w, v
	case ir.OpNe:
		if k, ok := w.Single(); ok {
			wantA = v.without(k)
		}
		if k, ok := v.Single(); ok {
			wantB = w.without(k)
		}
		if k, ok := v.Single(); ok && w.Eq(One(k)) {
			return d.Bottom()
		}
	case ir.OpLt:
		wantA, wantB = w.below(1), v.above(1)
	case ir.OpLe:
		wantA, wantB = w.below(0), v.above(0)
	case ir.OpGt:
		wantA, wantB = w.above(1), v.below(1)
	case ir.OpGe:
		wantA, wantB = w.above(0), v.below(0)
	}
	s = d.restrict(s, a, wantA)
	return d.restrict(s, b, wantB)
}

// assumeConst is Assume for the comparison of a variable with a constant, as most are, without a walk through its operands.
func (d *Domain) assumeConst(s State, x *ir.Var, op ir.Op, k num.Int) State {
	v := d.Get(s, x)
	want := v
	switch op {
	case ir.OpEq:
		want = v.Meet(One(k))
	case ir.OpNe:
		if v.Eq(One(k)) {
			return d.Bottom()
		}
		want = v.without(k)
	case ir.OpLt:
		want = v.Meet(AtMost(k.Sub(num.I(1))))
	case ir.OpLe:
		want = v.Meet(AtMost(k))
	case ir.OpGt:
		want = v.Meet(AtLeast(k.Add(num.I(1))))
	case ir.OpGe:
		want = v.Meet(AtLeast(k))
	}
	switch {
	case want.IsEmpty():
		return d.Bottom()
	case want.Eq(v):
		return s
	}
	return d.set(s, x, want)
}

// Negate is the comparison that holds where op does not.
func Negate(op ir.Op) ir.Op {
	return [...]ir.Op{ir.OpNe, ir.OpEq, ir.OpGe, ir.OpGt, ir.OpLe, ir.OpLt}[op-ir.OpEq]
}

// outside is v less ty, as far as that is an interval.
func outside(v, ty Value) Value {
	low := v.Meet(AtMost(ty.lo.Sub(num.I(1))))
	high := v.Meet(AtLeast(ty.hi.Add(num.I(1))))
	return low.Join(high)
}

// restrict keeps the states in which e's value is in want: at least those. What an operation is
// restricted to, it hands on to its operands.
func (d *Domain) restrict(s State, e *ir.Expr, want Value) State {
	if s.bottom {
		return s
	}
	if d.isFloat(e.Type) {
		return d.restrictFloat(s, e, ofPatterns(e.Type.Format(), want))
	}
	v := d.Eval(s, e)
	want = want.Meet(v)
	if want.IsEmpty() {
		return d.Bottom()
	}
	if v.Eq(want) && e.Op != ir.OpVar {
		return s // nothing new
	}
	switch e.Op {
	case ir.OpVar:
		return d.set(s, e.Var, want)
	case ir.OpCast:
		if d.castIsIdentity(e, d.Eval(s, e.Args[0])) {
			return d.restrict(s, e.Args[0], want)
		}
		return s
	case ir.OpFToInt:
		if d.isFloat(e.Args[0].Type) {
			return d.restrictTruncated(s, e.Args[0], want)
		}
		return s
	case ir.OpOfBool:
		if k, ok := want.Single(); ok {
			return d.Assume(s, e.Args[0], !k.IsZero())
		}
		return s
	case ir.OpIte:
		yes := d.restrict(d.Assume(s, e.Args[0], true), e.Args[1], want)
		no := d.restrict(d.Assume(s, e.Args[0], false), e.Args[2], want)
		return d.Join(yes, no)
	case ir.OpPtrAdd:
		return d.restrictSum(s, e.Args[0], e.Args[1], want)
	case ir.OpPtrDiff:
		return d.restrictDifference(s, e.Args[0], e.Args[1], want)
	}
	if e.Op >= ir.OpNeg && e.Op <= ir.OpXor && (!d.wraps(e) || d.Exact(s, e).In(OfType(e.Type))) {
		return d.restrictMath(s, e, want)
	}
	return s
}

// restrictMath is restrict for the mathematical value of e.
func (d *Domain) restrictMath(s State, e *ir.Expr, want Value) State {
	if s.bottom {
		return s
	}
	if e.Op < ir.OpNeg || e.Op > ir.OpXor {
		return d.restrict(s, e, want)
	}
	want = want.Meet(d.Exact(s, e))
	if want.IsEmpty() {
		return d.Bottom()
	}
	a := e.Args[0]
	switch e.Op {
	case ir.OpNeg:
		return d.restrict(s, a, want.Neg())
	case ir.OpCompl:
		return d.restrict(s, a, want.compl())
	case ir.OpAdd:
		return d.restrictSum(s, a, e.Args[1], want)
	case ir.OpSub:
		return d.restrictDifference(s, a, e.Args[1], want)
	case ir.OpMul:
		s = d.restrictFactor(s, a, d.Eval(s, e.Args[1]), want)
		return d.restrictFactor(s, e.Args[1], d.Eval(s, a), want)
	case ir.OpShl:
		if k, ok := d.Eval(s, e.Args[1]).Single(); ok && k.Sign() >= 0 && k.Less(num.I(int64(e.Type.Bits))) {
			n, _ := k.Int64()
			return d.restrictFactor(s, a, One(num.Pow2(uint(n))), want)
		}
	case ir.OpDiv:
		if k, ok := d.Eval(s, e.Args[1]).Single(); ok && k.Sign() > 0 && d.truncates(e, d.Eval(s, a), One(k)) {
			return d.restrict(s, a, dividends(want, k))
		}
	case ir.OpShr:
		if k, ok := d.Eval(s, e.Args[1]).Single(); ok && k.Sign() >= 0 && k.Less(num.I(maxShift)) {
			n, _ := k.Int64()
			m := num.Pow2(uint(n))
			r := want.scale(m)
			if r.hasHi() {
				r.hi = r.hi.Add(m).Sub(num.I(1))
			}
			return d.restrict(s, a, r)
		}
	}
	return s
}

func (d *Domain) restrictSum(s State, a, b *ir.Expr, want Value) State {
	v, w := d.Eval(s, a), d.Eval(s, b)
	s = d.restrict(s, a, want.Sub(w))
	return d.restrict(s, b, want.Sub(v))
}

func (d *Domain) restrictDifference(s State, a, b *ir.Expr, want Value) State {
	v, w := d.Eval(s, a), d.Eval(s, b)
	s = d.restrict(s, a, want.Add(w))
	return d.restrict(s, b, v.Sub(want))
}

// restrictFactor keeps the states in which e times an element of by is in want.
func (d *Domain) restrictFactor(s State, e *ir.Expr, by, want Value) State {
	k, ok := by.Single()
	if !ok || k.IsZero() {
		return s
	}
	if k.Sign() < 0 {
		k, want = k.Neg(), want.Neg()
	}
	r := Value{flags: want.flags}
	if r.hasLo() { // ceil(lo / k)
		q, _ := want.lo.Neg().DivMod(k)
		r.lo = q.Neg()
	}
	if r.hasHi() {
		r.hi, _ = want.hi.DivMod(k)
	}
	if r.flags == 0 && r.hi.Less(r.lo) {
		return d.Bottom()
	}
	return d.restrict(s, e, r)
}

// dividends is what, divided by k > 0 as in C, is in want.
func dividends(want Value, k num.Int) Value {
	slack := k.Sub(num.I(1))
	r := Value{flags: want.flags}
	if r.hasLo() {
		r.lo = want.lo.Mul(k)
		if want.lo.Sign() <= 0 {
			r.lo = r.lo.Sub(slack)
		}
	}
	if r.hasHi() {
		r.hi = want.hi.Mul(k)
		if want.hi.Sign() >= 0 {
			r.hi = r.hi.Add(slack)
		}
	}
	return r
}
