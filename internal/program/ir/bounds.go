package ir

import "craig/logic/num"

const maxBoundsDepth = 6 // of expressions that bounds looks into

// Bounds are the least and the greatest mathematical value that e may have, as far as its
// operators and the types of what it reads tell.
func (m Mode) Bounds(e *Expr) (lo, hi num.Int) { return m.bounds(e, 0) }

func (m Mode) bounds(e *Expr, depth int) (lo, hi num.Int) {
	lo, hi = e.Type.Min(), e.Type.Max()
	if depth > maxBoundsDepth {
		return lo, hi
	}
	sub := func(i int) (num.Int, num.Int) { return m.bounds(e.Args[i], depth+1) }
	var l, h num.Int
	switch e.Op {
	case OpConst:
		return e.Val, e.Val
	case OpOfBool:
		return num.I(0), num.I(1)
	case OpCast:
		l, h = sub(0)
	case OpNeg:
		l, h = sub(0)
		l, h = h.Neg(), l.Neg()
	case OpAdd, OpSub:
		l, h = sub(0)
		l2, h2 := sub(1)
		if e.Op == OpSub {
			l2, h2 = h2.Neg(), l2.Neg()
		}
		l, h = l.Add(l2), h.Add(h2)
	case OpMul:
		l, h = mulBounds(sub(0))(sub(1))
	case OpShl:
		l, h = shlBounds(sub(0))(sub(1))
	case OpDiv:
		l, h = sub(0)
		d := e.Args[1]
		if !d.IsConst() || d.Val.Sign() <= 0 {
			if l2, _ := sub(1); l2.Sign() < 0 {
				return lo, hi.Add(num.I(1)) // only INT_MIN / -1 does not fit
			}
			return lo, hi
		}
		l, _ = l.QuoRem(d.Val)
		h, _ = h.QuoRem(d.Val)
	case OpRem:
		d := e.Args[1]
		if !d.IsConst() || d.Val.IsZero() {
			return lo, hi
		}
		h = d.Val.Abs().Sub(num.I(1))
		if l, _ = sub(0); l.Sign() < 0 {
			l = h.Neg()
		} else {
			l = num.I(0)
		}
	case OpAnd:
		if d := e.Args[1]; d.IsConst() && d.Val.Sign() >= 0 {
			return num.I(0), d.Val
		}
		return lo, hi
	case OpIte:
		l, h = sub(1)
		l2, h2 := sub(2)
		if l2.Less(l) {
			l = l2
		}
		if h.Less(h2) {
			h = h2
		}
	default:
		return lo, hi
	}
	if m.Wraps(e.Type) || e.Op == OpCast {
		if !e.Type.Fits(l) || !e.Type.Fits(h) {
			return lo, hi
		}
	}
	return l, h
}

// shlBounds are the bounds of a left shift, by distances as Mode has them: by a negative one
// nothing is shifted.
func shlBounds(l, h num.Int) func(from, to num.Int) (lo, hi num.Int) {
	return func(from, to num.Int) (lo, hi num.Int) {
		const far = 256 // whatever is not 0 has left its type by then
		power := func(k num.Int) num.Int {
			switch n, ok := k.Int64(); {
			case k.Sign() <= 0:
				return num.I(1)
			case ok && n < far:
				return num.Pow2(uint(n))
			}
			return num.Pow2(far)
		}
		return mulBounds(l, h)(power(from), power(to))
	}
}

// mulBounds are the bounds of a product.
func mulBounds(l1, h1 num.Int) func(l2, h2 num.Int) (lo, hi num.Int) {
	return func(l2, h2 num.Int) (lo, hi num.Int) {
		lo = l1.Mul(l2)
		hi = lo
		for _, p := range []num.Int{l1.Mul(h2), h1.Mul(l2), h1.Mul(h2)} {
			if p.Less(lo) {
				lo = p
			}
			if hi.Less(p) {
				hi = p
			}
		}
		return lo, hi
	}
}

// IsIndex is the condition that n is at least 0, and less than a limit.
func (m Mode) IsIndex(n *Expr, limit int64) *Expr {
	c := m.notBelow(n, num.I(0))
	if _, hi := m.Bounds(n); !hi.Less(num.I(limit)) {
		c = And(c, m.compare(OpLt, n, num.I(limit)))
	}
	return c
}

// HasValue is the condition that type t has the value of an integer.
func (m Mode) HasValue(t Type, e *Expr) *Expr {
	c := m.notBelow(e, t.Min())
	if _, hi := m.Bounds(e); t.Max().Less(hi) {
		c = And(c, m.compare(OpLe, e, t.Max()))
	}
	return c
}

func (m Mode) notBelow(e *Expr, least num.Int) *Expr {
	if lo, _ := m.Bounds(e); !lo.Less(least) {
		return True()
	}
	return m.compare(OpGe, e, least)
}

// compare compares an integer with a number of its type.
func (m Mode) compare(op Op, e *Expr, n num.Int) *Expr {
	c := Compare(op, e, Const(e.Type, n))
	if e.IsConst() {
		c = m.Fold(c)
	}
	return c
}
