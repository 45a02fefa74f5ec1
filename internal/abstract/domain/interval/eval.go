package interval

import (
	"craig/internal/abstract/domain"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Eval has at least the values that e may have in a state of s, as package sem defines them.
func (d *Domain) Eval(s State, e *ir.Expr) Value {
	if s.bottom {
		return Empty()
	}
	switch e.Op {
	case ir.OpConst:
		return One(e.Val)
	case ir.OpVar:
		return d.Get(s, e.Var)
	case ir.OpFToInt:
		if d.isFloat(e.Args[0].Type) {
			return d.truncated(s, e.Args[0])
		}
		return All()
	}
	if d.isFloat(e.Type) {
		return d.Float(s, e).Patterns(e.Type.Format())
	}
	switch e.Op {
	case ir.OpAddr:
		return One(e.Obj.Addr)
	case ir.OpLoad:
		return d.Type(e.Type)
	case ir.OpPtrAdd:
		return d.Eval(s, e.Args[0]).Add(d.Eval(s, e.Args[1]))
	case ir.OpPtrDiff:
		return d.Eval(s, e.Args[0]).Sub(d.Eval(s, e.Args[1]))
	case ir.OpCast:
		v := d.Eval(s, e.Args[0])
		if d.castIsIdentity(e, v) {
			return v
		}
		return v.wrap(e.Type)
	case ir.OpOfBool:
		switch d.Decide(s, e.Args[0]) {
		case Always:
			return One(num.I(1))
		case Never:
			return One(num.I(0))
		}
		return Range(num.I(0), num.I(1))
	case ir.OpIte:
		switch d.Decide(s, e.Args[0]) {
		case Always:
			return d.Eval(s, e.Args[1])
		case Never:
			return d.Eval(s, e.Args[2])
		}
		return d.Eval(d.Assume(s, e.Args[0], true), e.Args[1]).Join(d.Eval(d.Assume(s, e.Args[0], false), e.Args[2]))
	}
	if e.Op >= ir.OpNeg && e.Op <= ir.OpXor {
		v := d.Exact(s, e)
		if d.wraps(e) {
			v = v.wrap(e.Type)
		}
		return v
	}
	if e.Type.Kind == ir.Logical {
		switch d.Decide(s, e) {
		case Always:
			return One(num.I(1))
		case Never:
			return One(num.I(0))
		}
		return Range(num.I(0), num.I(1))
	}
	return All()
}

// wraps says that sem takes the arithmetic operation e modulo 2^Bits.
func (d *Domain) wraps(e *ir.Expr) bool {
	if e.NoWrap || !d.mode.Wraps(e.Type) {
		return false
	}
	switch e.Op {
	case ir.OpDiv:
		return e.Type.IsSigned()
	case ir.OpRem, ir.OpShr, ir.OpAnd, ir.OpOr, ir.OpXor:
		return false
	}
	return true
}

// castIsIdentity says that the cast e leaves values of v, its operand's, as they are.
func (d *Domain) castIsIdentity(e *ir.Expr, v Value) bool {
	return e.NoWrap || d.mode.Math || e.Type.Contains(e.Args[0].Type) || v.In(OfType(e.Type))
}

// Exact has at least the mathematical results of the arithmetic operation e.
func (d *Domain) Exact(s State, e *ir.Expr) Value {
	a := d.Eval(s, e.Args[0])
	switch e.Op {
	case ir.OpNeg:
		return a.Neg()
	case ir.OpCompl:
		return a.compl()
	}
	b := d.Eval(s, e.Args[1])
	if (e.Op == ir.OpDiv || e.Op == ir.OpRem) && !d.truncates(e, a, b) {
		return All()
	}
	switch e.Op {
	case ir.OpAdd:
		return a.Add(b)
	case ir.OpSub:
		return a.Sub(b)
	case ir.OpMul:
		return a.Mul(b)
	case ir.OpDiv:
		return a.Quo(b)
	case ir.OpRem:
		return a.Rem(b)
	case ir.OpShl:
		if d.mode.Wraps(e.Type) {
			// A distance of Bits or more gives 0.
			bits := num.I(int64(e.Type.Bits))
			if v := b.Meet(AtMost(bits.Sub(num.I(1)))); !v.Eq(b) {
				return a.shl(v).Join(One(num.I(0)))
			}
		}
		return a.shl(b)
	case ir.OpShr:
		return a.shr(b)
	case ir.OpAnd:
		return a.and(b)
	case ir.OpOr:
		return a.or(b)
	case ir.OpXor:
		return a.xor(b)
	}
	return All()
}

// truncates says that the division e of a by b is as C says: sem's division of unsigned numbers
// is Euclidean, which is the same for those that are in their type.
func (d *Domain) truncates(e *ir.Expr, a, b Value) bool {
	return e.Type.IsSigned() || d.mode.Math || a.nonNegative() && b.nonNegative()
}

// Truth says in which of a state's executions a condition holds.
type Truth uint8

const (
	Unknown Truth = iota
	Always
	Never
)

// Not is the truth of the negation.
func (t Truth) Not() Truth {
	switch t {
	case Always:
		return Never
	case Never:
		return Always
	}
	return Unknown
}

// Decide says whether a condition holds in all states of s, or in none. Always and Never are
// proofs, Unknown is not.
func (d *Domain) Decide(s State, c *ir.Expr) Truth {
	if s.bottom {
		return Never
	}
	switch c.Op {
	case ir.OpConst:
		if c.Val.IsZero() {
			return Never
		}
		return Always
	case ir.OpNot:
		return d.Decide(s, c.Args[0]).Not()
	case ir.OpLAnd, ir.OpLOr:
		unit, zero := Always, Never
		if c.Op == ir.OpLOr {
			unit, zero = Never, Always
		}
		all := unit
		for _, a := range ir.Operands(c) {
			switch t := d.Decide(s, a); t {
			case zero:
				return zero
			case Unknown:
				all = t
			}
		}
		if all == unit {
			return unit
		}
		// The operands may be at odds only together.
		if ir.Larger(c, domain.MaxTogether) {
			return Unknown
		}
		if d.Assume(s, c, unit != Always).bottom {
			return unit
		}
		if d.Assume(s, c, unit == Always).bottom {
			return zero
		}
		return Unknown
	case ir.OpInRange:
		x := c.Args[0]
		if d.farShift(s, x) {
			return Unknown
		}
		if d.Math(s, x).In(OfType(x.Type)) {
			return Always
		}
		if d.Math(s, x).Meet(OfType(x.Type)).IsEmpty() {
			return Never
		}
		return Unknown
	}
	if d.isFloatComparison(c) {
		return d.decideFloats(s, c)
	}
	if c.Op < ir.OpEq || c.Op > ir.OpGe {
		return Unknown
	}
	return Compare(c.Op, d.Eval(s, c.Args[0]), d.Eval(s, c.Args[1]))
}

// Math has at least the mathematical values of x, as InRange looks at it.
func (d *Domain) Math(s State, x *ir.Expr) Value {
	if x.Op >= ir.OpNeg && x.Op <= ir.OpXor {
		return d.Exact(s, x)
	}
	return d.Eval(s, x)
}

// Compare decides v op w.
func Compare(op ir.Op, v, w Value) Truth {
	switch op {
	case ir.OpEq, ir.OpNe:
		t := Unknown
		a, aok := v.Single()
		b, bok := w.Single()
		switch {
		case v.Meet(w).IsEmpty():
			t = Never
		case aok && bok && a.Eq(b):
			t = Always
		}
		if op == ir.OpNe {
			t = t.Not()
		}
		return t
	case ir.OpLt:
		return less(v, w)
	case ir.OpGe:
		return less(v, w).Not()
	case ir.OpGt:
		return less(w, v)
	}
	return less(w, v).Not() // v <= w
}

// less decides v < w.
func less(v, w Value) Truth {
	vl, okvl := v.Lo()
	vh, okvh := v.Hi()
	wl, okwl := w.Lo()
	wh, okwh := w.Hi()
	switch {
	case okvh && okwl && vh.Less(wl):
		return Always
	case okvl && okwh && !vl.Less(wh):
		return Never
	}
	return Unknown
}

// farShift tells whether x may be a shift by as many bits as its type has, or more. Its exact result counts as 0 then, and is out of
// range all the same, but for that of 0.
func (d *Domain) farShift(s State, x *ir.Expr) bool {
	return x.Op == ir.OpShl && d.mode.Wraps(x.Type) && !d.Eval(s, x.Args[1]).In(AtMost(num.I(int64(x.Type.Bits)-1))) &&
		!d.Eval(s, x.Args[0]).In(One(num.I(0)))
}
