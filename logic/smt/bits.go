package smt

import (
	"craig/logic/num"
	"craig/logic/smt/internal/model"
	"craig/logic/term"
)

// bitOp checks an operation on bits.
func (c *candidate) bitOp(t term.Term) {
	v, ok := model.Operate(t, []model.Value{c.value(t.Arg(0)), c.value(t.Arg(1))})
	if ok && v.Equal(c.value(t)) {
		return
	}
	st := c.e.st
	x, y := t.Arg(0), t.Arg(1)
	switch t.Op() {
	case term.BitOr: // x | y = x + y - (x & y)
		c.need(lemma{st.Eq(t, st.Sub(st.Add(x, y), st.BitAnd(x, y)))})
	case term.BitXor: // x ^ y = x + y - 2·(x & y)
		c.need(lemma{st.Eq(t, st.Sub(st.Add(x, y), st.Scale(num.I(2).Rat(), st.BitAnd(x, y))))})
	case term.BitAnd:
		c.bitAnd(t, x, y)
	case term.Shl:
		c.shiftLeft(t, x, y)
	case term.Shr:
		c.shiftRight(t, x, y)
	}
}

// masked is x & m as a linear term over remainders: each run of ones in m, from bit l up to but
// without bit h, contributes (x mod 2^h) - (x mod 2^l); below 0 it is x - (x & ¬m).
func (c *candidate) masked(x term.Term, m num.Int) term.Term {
	st := c.e.st
	if m.Sign() < 0 {
		return st.Sub(x, c.masked(x, m.Neg().Sub(num.I(1))))
	}
	sum := []term.Term{st.Int(0)}
	for i, n := uint(0), uint(m.BitLen()); i < n; {
		if m.Shr(i).And(num.I(1)).IsZero() {
			i++
			continue
		}
		h := i
		for !m.Shr(h).And(num.I(1)).IsZero() {
			h++
		}
		sum = append(sum, st.Mod(x, st.IntNum(num.Pow2(h))), st.Neg(st.Mod(x, st.IntNum(num.Pow2(i)))))
		i = h
	}
	return st.Add(sum...)
}

// maxBits is up to which bit an operation is looked at bit by bit.
const maxBits = 64

// bitAnd: with a constant it is linear. Otherwise first signs and bounds, then single bits, then
// the value of one side.
func (c *candidate) bitAnd(t, x, y term.Term) {
	st := c.e.st
	if _, ok := x.IntValue(); ok {
		x, y = y, x
	}
	if m, ok := y.IntValue(); ok {
		c.need(lemma{st.Eq(t, c.masked(x, m))})
		return
	}
	o := st.Int(0)
	vx, vy, vt := c.value(x).Num, c.value(y).Num, c.value(t).Num
	before := len(c.lemmas)
	for _, s := range [2][2]term.Term{{x, y}, {y, x}} {
		v, w := vx, vy
		if s[0] == y {
			v, w = vy, vx
		}
		if v.Sign() >= 0 && (vt.Sign() < 0 || v.Less(vt)) { // x ≥ 0 ⇒ 0 ≤ t ≤ x
			c.need(lemma{st.Lt(s[0], o), st.Ge(t, o)})
			c.need(lemma{st.Lt(s[0], o), st.Le(t, s[0])})
		}
		if v.Sign() < 0 && w.Sign() < 0 && (vt.Sign() >= 0 || v.Less(vt)) { // x, y < 0 ⇒ t ≤ x
			c.need(lemma{st.Ge(s[0], o), st.Ge(s[1], o), st.Le(t, s[0])})
		}
	}
	or := vx.Add(vy).Sub(vt) // what the candidate says of x | y
	for _, s := range [2]term.Term{x, y} {
		if c.value(s).Num.Sign() < 0 && or.Sign() >= 0 { // x < 0 ⇒ x | y < 0
			c.need(lemma{st.Ge(s, o), st.Ge(t, st.Add(x, y, st.Int(1)))})
		}
	}
	if k := power(vx, vy, false); k.Rat().Cmp(or) <= 0 { // x, y < 2^k ⇒ x | y < 2^k
		p := st.IntNum(k)
		c.need(lemma{st.Ge(x, p), st.Ge(y, p), st.Gt(t, st.Sub(st.Add(x, y), p))})
	}
	if k := power(vx, vy, true).Neg(); vt.Less(k.Rat()) { // x, y ≥ -2^k ⇒ t ≥ -2^k
		p := st.IntNum(k)
		c.need(lemma{st.Lt(x, p), st.Lt(y, p), st.Ge(t, p)})
	}
	if vx.Eq(vy) && !vt.Eq(vx) {
		c.need(lemma{st.Ne(x, y), st.Eq(t, x)})
	}
	if len(c.lemmas) > before {
		return
	}
	bit := func(t term.Term, i uint) term.Term {
		return st.Eq(st.Mod(st.Div(t, st.IntNum(num.Pow2(i))), st.Int(2)), st.Int(1))
	}
	wrong := vx.Num().And(vy.Num()).Xor(vt.Num())
	for i := uint(0); i < maxBits; i++ {
		if wrong.Shr(i).And(num.I(1)).IsZero() {
			continue
		}
		bx, by, bt := bit(x, i), bit(y, i), bit(t, i)
		c.need(lemma{st.Not(bt), bx})
		c.need(lemma{st.Not(bt), by})
		c.need(lemma{bt, st.Not(bx), st.Not(by)})
		if len(c.lemmas) >= before+6 {
			return
		}
	}
	if len(c.lemmas) == before {
		m := vy.Num()
		c.needFor(y, st.IntNum(m), st.Eq(t, c.masked(x, m)))
	}
}

// power is the least power of 2 that is above x and y, or with negative, for which -2^k is not
// above either.
func power(x, y num.Rat, negative bool) num.Int {
	k := 0
	for _, v := range [2]num.Rat{x, y} {
		n := v.Num()
		if negative {
			n = num.I(-1).Sub(n)
		}
		if n.Sign() > 0 {
			k = max(k, n.BitLen())
		}
	}
	return num.Pow2(uint(k))
}

// shiftLeft: t = x·2^s, x for s < 0. For the value k of s it is linear, and ±x ≥ 0 ∧ s ≥ k ⇒
// ±t ≥ ±2^k·x, ±x ≥ 0 ∧ s ≤ k ⇒ ±t ≤ ±2^k·x.
func (c *candidate) shiftLeft(t, x, s term.Term) {
	st, o := c.e.st, c.e.st.Int(0)
	c.need(lemma{st.Ge(s, o), st.Eq(t, x)})
	c.need(lemma{st.Ne(x, o), st.Eq(t, o)})
	v, small := c.value(s).Num.Num().Int64()
	if v < 0 && small {
		return
	}
	if !small || v > term.MaxShift {
		v = term.MaxShift
		c.prefer = append(c.prefer, st.Le(s, st.Int(v)))
	}
	p := num.Pow2(uint(v)).Rat()
	k := st.Int(v)
	c.needFor(s, k, st.Eq(t, st.Scale(p, x)))
	c.need(lemma{st.Le(x, o), st.Lt(s, o), st.Ge(t, st.Add(s, s))}) // 2^s ≥ 2s
	c.need(lemma{st.Ge(x, o), st.Lt(s, o), st.Le(t, st.Neg(st.Add(s, s)))})
	c.need(lemma{st.Lt(x, o), st.Lt(s, k), st.Ge(t, st.Scale(p, x))})
	c.need(lemma{st.Gt(x, o), st.Lt(s, k), st.Le(t, st.Scale(p, x))})
	c.need(lemma{st.Lt(x, o), st.Gt(s, k), st.Le(t, st.Scale(p, x))})
	c.need(lemma{st.Gt(x, o), st.Gt(s, k), st.Ge(t, st.Scale(p, x))})
}

// shiftRight: t = x div 2^s, x for s < 0. For the value k of s it is linear; larger shifts are
// closer to 0 or -1.
func (c *candidate) shiftRight(t, x, s term.Term) {
	st, o := c.e.st, c.e.st.Int(0)
	c.need(lemma{st.Ge(s, o), st.Eq(t, x)})
	v, small := c.value(s).Num.Num().Int64()
	if v < 0 && small {
		return
	}
	if !small || v > term.MaxShift {
		v = term.MaxShift
		c.prefer = append(c.prefer, st.Le(s, st.Int(v)))
	}
	k := st.Int(v)
	q := st.Div(x, st.IntNum(num.Pow2(uint(v))))
	c.needFor(s, k, st.Eq(t, q))
	c.need(lemma{st.Lt(x, o), st.Ge(t, o)})
	c.need(lemma{st.Ge(x, o), st.Lt(t, o)})
	c.need(lemma{st.Le(t, o), st.Lt(s, o), st.Ge(x, st.Add(s, s))}) // 2^s ≥ 2s
	c.need(lemma{st.Ge(t, st.Int(-1)), st.Lt(s, o), st.Lt(x, st.Neg(st.Add(s, s)))})
	c.need(lemma{st.Lt(x, o), st.Lt(s, k), st.Le(t, q)})
	c.need(lemma{st.Ge(x, o), st.Lt(s, k), st.Ge(t, q)})
	c.need(lemma{st.Lt(x, o), st.Gt(s, k), st.Ge(t, q)})
	c.need(lemma{st.Ge(x, o), st.Gt(s, k), st.Le(t, q)})
}
