package term

import "craig/logic/num"

// MaxShift is the largest constant by which Shl and Shr become multiplication and division;
// larger shifts of anything but constants stay as they are.
const MaxShift = 4096

// constantLast orders a commutative operator's arguments; a constant comes last.
func constantLast(a, b Term) (x, y Term, c num.Int, isConst bool) {
	if a.n.op == Const {
		a, b = b, a
	}
	c, isConst = b.IntValue()
	return a, b, c, isConst
}

// under returns the x and c of x op c, if a is that.
func under(op Op, a Term) (x Term, c num.Int, ok bool) {
	if a.n.op != op {
		return a, c, false
	}
	x, _, c, ok = constantLast(a.n.args[0], a.n.args[1])
	return x, c, ok
}

// of returns y for t = x op y or y op x.
func of(op Op, t, x Term) (y Term, ok bool) {
	if t.n.op != op {
		return t, false
	}
	switch x {
	case t.n.args[0]:
		return t.n.args[1], true
	case t.n.args[1]:
		return t.n.args[0], true
	}
	return t, false
}

// absorbed simplifies a op b where one is part of the other, for op one of BitAnd and BitOr.
func absorbed(op, dual Op, a, b Term) (Term, bool) {
	for range 2 {
		if _, ok := of(dual, b, a); ok { // x & (x | y) → x, x | (x & y) → x
			return a, true
		}
		if _, ok := of(op, b, a); ok { // x & (x & y) → x & y, x | (x | y) → x | y
			return b, true
		}
		a, b = b, a
	}
	return Term{}, false
}

// BitAnd works on two's complement integers of unbounded width.
func (s *Store) BitAnd(a, b Term) Term {
	need(a.Sort() == Int && b.Sort() == Int, "bitand", a, b)
	a, b, c, isConst := constantLast(a, b)
	switch {
	case a == b: // x & x → x
		return a
	case !isConst:
	case c.IsZero(): // x & 0 → 0
		return b
	case c.Eq(num.I(-1)): // x & -1 → x
		return a
	case a.n.op == Const:
		return s.IntNum(a.n.num.Num().And(c))
	default:
		if k, ok := c.Add(num.I(1)).Log2(); ok { // x & (2^k - 1) → x mod 2^k
			return s.modConst(a, num.Pow2(k))
		}
		if k, ok := c.Neg().Log2(); ok { // x & -2^k → x - x mod 2^k
			return s.Sub(a, s.modConst(a, num.Pow2(k)))
		}
		if x, d, ok := under(BitAnd, a); ok { // (x & d) & c → x & (d & c)
			return s.BitAnd(x, s.IntNum(d.And(c)))
		}
	}
	if t, ok := absorbed(BitAnd, BitOr, a, b); ok {
		return t
	}
	return s.sorted(BitAnd, Int, a, b)
}

func (s *Store) BitOr(a, b Term) Term {
	need(a.Sort() == Int && b.Sort() == Int, "bitor", a, b)
	a, b, c, isConst := constantLast(a, b)
	switch {
	case a == b: // x | x → x
		return a
	case !isConst:
	case c.IsZero(): // x | 0 → x
		return a
	case c.Eq(num.I(-1)): // x | -1 → -1
		return b
	case a.n.op == Const:
		return s.IntNum(a.n.num.Num().Or(c))
	default:
		if k, ok := c.Add(num.I(1)).Log2(); ok { // x | (2^k - 1) → x - x mod 2^k + 2^k - 1
			return s.Add(a, s.Neg(s.modConst(a, num.Pow2(k))), b)
		}
		if x, d, ok := under(BitOr, a); ok { // (x | d) | c → x | (d | c)
			return s.BitOr(x, s.IntNum(d.Or(c)))
		}
	}
	if t, ok := absorbed(BitOr, BitAnd, a, b); ok {
		return t
	}
	return s.sorted(BitOr, Int, a, b)
}

func (s *Store) BitXor(a, b Term) Term {
	need(a.Sort() == Int && b.Sort() == Int, "bitxor", a, b)
	a, b, c, isConst := constantLast(a, b)
	switch {
	case a == b: // x ^ x → 0
		return s.zero(Int)
	case !isConst:
	case c.IsZero(): // x ^ 0 → x
		return a
	case c.Eq(num.I(-1)): // x ^ -1 → -x - 1
		return s.Sub(b, a)
	case a.n.op == Const:
		return s.IntNum(a.n.num.Num().Xor(c))
	default:
		if x, d, ok := under(BitXor, a); ok { // (x ^ d) ^ c → x ^ (d ^ c)
			return s.BitXor(x, s.IntNum(d.Xor(c)))
		}
	}
	if y, ok := of(BitXor, a, b); ok { // (x ^ y) ^ x → y
		return y
	}
	if y, ok := of(BitXor, b, a); ok {
		return y
	}
	return s.sorted(BitXor, Int, a, b)
}

// Shl is a·2^b for b >= 0, a for b < 0.
func (s *Store) Shl(a, b Term) Term {
	need(a.Sort() == Int && b.Sort() == Int, "shl", a, b)
	if v, ok := a.IntValue(); ok && v.IsZero() { // 0 << s → 0
		return a
	}
	k, ok := b.IntValue()
	switch {
	case !ok:
	case k.Sign() <= 0: // x << -k → x
		return a
	case k.Cmp(num.I(MaxShift)) <= 0: // x << k → 2^k·x
		v, _ := k.Int64()
		return s.Scale(num.Pow2(uint(v)).Rat(), a)
	}
	return s.mk2(Shl, Int, a, b)
}

// Shr is floor(a / 2^b) for b >= 0, a for b < 0.
func (s *Store) Shr(a, b Term) Term {
	need(a.Sort() == Int && b.Sort() == Int, "shr", a, b)
	v, isConst := a.IntValue()
	if isConst && (v.IsZero() || v.Eq(num.I(-1))) { // 0 >> s → 0, -1 >> s → -1
		return a
	}
	k, ok := b.IntValue()
	switch {
	case !ok:
	case k.Sign() <= 0: // x >> -k → x
		return a
	case isConst: // c >> k
		return s.IntNum(shr(v, k))
	case k.Cmp(num.I(MaxShift)) <= 0: // x >> k → x div 2^k
		w, _ := k.Int64()
		return s.divConst(a, num.Pow2(uint(w)))
	}
	return s.mk2(Shr, Int, a, b)
}

// shr is floor(v / 2^k) for k >= 0, however large.
func shr(v, k num.Int) num.Int {
	if w, ok := k.Int64(); ok && w < int64(v.BitLen()) {
		return v.Shr(uint(w))
	}
	if v.Sign() < 0 {
		return num.I(-1)
	}
	return num.Int{}
}
