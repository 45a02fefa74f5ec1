package blast

import (
	"craig/internal/logic/interval"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// Floating-point operations. A pattern is taken apart into sign, exponent and significand; an exact
// result, or one with a last bit that stands for all that is cut off, is rounded once (round, pack).
// Words here are natural numbers unless they are exponents: those are in two's complement.

// unpacked is a number ±sig·2^(exp - (len(sig) - 1)) with the first bit of sig 1 unless it is 0.
type unpacked struct {
	nan, inf, zero, sign lit
	exp, sig             word
}

// floatTerm is the pattern, or integer, that t is, with a sign bit.
func (e *encoder) floatTerm(t term.Term) word {
	o := t.FloatOp()
	c := e.c
	f := o.Format
	operand := func(i int) unpacked { return e.unpack(f, t.Arg(i)) }
	var r word
	switch o.Kind {
	case term.FloatAdd:
		r = c.floatAdd(f, o.Mode, e.low(t.Arg(0), f.Width()), e.low(t.Arg(1), f.Width()))
	case term.FloatMul:
		r = c.floatMul(f, o.Mode, operand(0), operand(1))
	case term.FloatDiv:
		r = c.floatDiv(f, o.Mode, operand(0), operand(1))
	case term.FloatSqrt:
		r = c.floatSqrt(f, o.Mode, operand(0))
	case term.FloatFma:
		r = c.floatFma(f, o.Mode, operand(0), operand(1), operand(2))
	case term.FloatRem, term.FloatFmod:
		r = c.floatRem(f, operand(0), operand(1), o.Kind == term.FloatRem)
	case term.FloatRound:
		r = c.floatRound(f, o.Mode, e.low(t.Arg(0), f.Width()))
	case term.FloatConvert:
		r = c.floatConvert(f, o.From, o.Mode, e.unpack(o.From, t.Arg(0)))
	case term.FloatFromInt:
		r = c.floatFromInt(f, o.Mode, e.word(t.Arg(0)))
	case term.FloatToInt:
		if w, ok := e.thereAndBack(t); ok {
			return w
		}
		return c.floatToInt(f, o.Mode, int(o.Bits), operand(0))
	}
	e.confine(f, t, r)
	return append(r[:len(r):len(r)], zero)
}

// thereAndBack is the integer that t, a conversion to an integer, is made of: one that all formats on the way hold.
func (e *encoder) thereAndBack(t term.Term) (w word, ok bool) {
	to := t.FloatOp()
	exact := func(f float.Format) int64 { return min(int64(f.Sig), bias(f)) } // up to 2^exact all integers are numbers
	digits, x := min(exact(to.Format), int64(to.Bits)), t.Arg(0)
	for x.Op() == term.Float && x.FloatOp().Kind == term.FloatConvert {
		digits = min(digits, exact(x.FloatOp().From))
		x = x.Arg(0)
	}
	if x.Op() != term.Float || x.FloatOp().Kind != term.FloatFromInt {
		return nil, false
	}
	x = x.Arg(0)
	i := e.interval(x)
	most := num.Pow2(uint(digits))
	if !i.Bounded() || i.Lo.Less(most.Neg()) || most.Less(i.Hi) {
		return nil, false
	}
	return e.word(x), true
}

// unpack takes a pattern apart, once for each term.
func (e *encoder) unpack(f float.Format, t term.Term) unpacked {
	key := unpackKey{t, f}
	if u, ok := e.unpacked[key]; ok {
		return u
	}
	u := e.c.unpack(f, e.low(t, f.Width()))
	if e.unpacked == nil {
		e.unpacked = map[unpackKey]unpacked{}
	}
	e.unpacked[key] = u
	return u
}

// floatRange is the interval of a floating-point operation by those of its operands.
func (e *encoder) floatRange(t term.Term) interval.Interval {
	o := t.FloatOp()
	var ins [3]term.Range
	for i, a := range t.Args() {
		if r := e.interval(a); r.Bounded() && !r.Hi.Less(r.Lo) {
			ins[i] = term.Range{Lo: r.Lo, Hi: r.Hi, Known: true}
		}
	}
	r := o.Range(ins[:t.NumArgs()]...)
	return interval.Span(r.Lo, r.Hi)
}

type unpackKey struct {
	t term.Term
	f float.Format
}

// Exponents of a format: that of 1, and the limits of normal numbers.
func bias(f float.Format) int64 { return 1<<(f.Exp-1) - 1 }
func emin(f float.Format) int64 { return 1 - bias(f) }

func (c *circuit) anyOf(w word) lit {
	r := zero
	for _, l := range w {
		r = c.or(r, l)
	}
	return r
}

func (c *circuit) allOf(w word) lit {
	r := one
	for _, l := range w {
		r = c.and(r, l)
	}
	return r
}

// natural is w with a sign bit.
func natural(w word) word { return append(w[:len(w):len(w)], zero) }

// signedBits is v in as many bits as it needs, but at least n.
func signedBits(v int64, n int) word { return constant(num.I(v), max(n, interval.Bits(num.I(v)))) }

// plus is x + y without overflow, of exponents.
func (c *circuit) plus(x, y word) word {
	n := max(len(x), len(y)) + 1
	return c.add(x.extend(n), y.extend(n), zero)
}

// minus is x - y without overflow.
func (c *circuit) minus(x, y word) word {
	n := max(len(x), len(y)) + 1
	return c.sub(x.extend(n), y.extend(n))
}

// unsignedLess says x < y of natural numbers.
func (c *circuit) unsignedLess(x, y word) lit { return c.less(natural(x), natural(y)) }

// raw are the exponent of a pattern, as if subnormal numbers were normal ones, the significand with
// the bit that is not stored, and classes.
func (c *circuit) raw(f float.Format, w word) (exponent, sig word, nan, inf, isZero lit) {
	fraction := w[:f.Sig-1]
	field := w[f.Sig-1 : f.Width()-1]
	ones, any, rest := c.allOf(field), c.anyOf(field), c.anyOf(fraction)
	exponent = append(word(nil), field...)
	exponent[0] = c.or(exponent[0], any.not())
	sig = append(fraction[:len(fraction):len(fraction)], any)
	return exponent, sig, c.and(ones, rest), c.and(ones, rest.not()), c.and(any.not(), rest.not())
}

func (c *circuit) unpack(f float.Format, w word) unpacked {
	exponent, sig, nan, inf, isZero := c.raw(f, w)
	sig, shift := c.normalise(sig)
	exp := c.minus(c.minus(natural(exponent), natural(shift)), signedBits(bias(f), 0))
	return unpacked{nan: nan, inf: inf, zero: isZero, sign: w[f.Width()-1], exp: exp, sig: sig}
}

// normalise shifts x to the left until its first bit is 1, by shift; if x is 0, by less than 2·len(x).
func (c *circuit) normalise(x word) (r, shift word) {
	return c.normaliseUpTo(x, nil)
}

// normaliseUpTo does not shift by more than the budget, if there is one, which is lessened by shift.
func (c *circuit) normaliseUpTo(x word, budget word) (r, rest word) {
	n := len(x)
	stages := 0
	for 1<<stages < n {
		stages++
	}
	r = x
	shift := make(word, max(stages, 1))
	left := budget
	for j := stages - 1; j >= 0; j-- {
		k := 1 << j
		if k >= n {
			continue
		}
		move := c.anyOf(r[n-k:]).not()
		if budget != nil {
			enough := zero // left ≥ 2^j
			for i := j; i < len(left); i++ {
				enough = c.or(enough, left[i])
			}
			move = c.and(move, enough)
			amount := make(word, len(left))
			if j < len(left) {
				amount[j] = move
			}
			left = c.sub(left, amount)
		}
		shift[j] = move
		r = c.muxWord(move, shifted(r, k), r)
	}
	if budget != nil {
		return r, left
	}
	return r, shift
}

// shiftOut is x / 2^s for a natural s, with the last bit 1 if anything is lost.
func (c *circuit) shiftOut(x, s word) word {
	n := len(x)
	r, lost := x, zero
	for j, b := range s {
		moved := make(word, n)
		out := r
		if j < 31 && 1<<j < n {
			copy(moved, r[1<<j:])
			out = r[:1<<j]
		}
		lost = c.or(lost, c.and(b, c.anyOf(out)))
		r = c.muxWord(b, moved, r)
	}
	r = append(word(nil), r...)
	r[0] = c.or(r[0], lost)
	return r
}

// clamped is a natural number, or limit if that is less; the result is as wide as limit.
func (c *circuit) clamped(w word, limit int64) word {
	bound := signedBits(limit, 0)
	n := len(bound) - 1
	if len(w) < n {
		w = append(w[:len(w):len(w)], make(word, n-len(w))...)
	}
	over := c.unsignedLess(bound[:n], w)
	return c.muxWord(over, bound[:n], w[:n])
}

// pattern is a constant pattern.
func pattern(f float.Format, bits uint64) word {
	r := make(word, f.Width())
	for i := range r {
		r[i] = lit(bits >> i & 1)
	}
	return r
}

// signedPattern is a constant with the sign s.
func signedPattern(f float.Format, s lit, bits uint64) word {
	r := pattern(f, bits)
	r[f.Width()-1] = s
	return r
}

// away says whether a significand whose last bit is odd is rounded away from 0, where half is the first
// bit that is cut off and rest whether there are more.
func (c *circuit) away(m float.Mode, sign, odd, half, rest lit) lit {
	switch m {
	case float.NearestEven:
		return c.and(half, c.or(odd, rest))
	case float.NearestAway:
		return half
	case float.Up:
		return c.and(sign.not(), c.or(half, rest))
	case float.Down:
		return c.and(sign, c.or(half, rest))
	}
	return zero
}

// pack rounds ±sig·2^(emin + base - k), where sig has k bits after the first one and base is a natural number.
// The first bit of sig is 1 or base is 0.
func (c *circuit) pack(f float.Format, m float.Mode, sign lit, base, sig word) word {
	if short := int(f.Sig) + 2 - len(sig); short > 0 {
		sig = append(make(word, short), sig...)
	}
	cut := len(sig) - int(f.Sig)
	mant := sig[cut:]
	up := c.away(m, sign, mant[0], sig[cut-1], c.anyOf(sig[:cut-1]))
	// base·2^(Sig-1) + mant + up: a carry moves the exponent, and the first bit counts one.
	n := len(base) + int(f.Sig)
	bits := append(make(word, f.Sig-1), natural(base)...)
	whole := append(append(word(nil), mant...), make(word, n-len(mant))...)
	bits = c.add(bits, whole, up)
	inf := constant(float.Bits(f.Inf()), n+1)
	if len(inf) < f.Width()+1 {
		inf = constant(float.Bits(f.Inf()), f.Width()+1)
	}
	over := c.less(natural(bits), inf).not()
	for len(bits) < f.Width()-1 {
		bits = append(bits, zero)
	}
	bits = append(bits[:f.Width()-1:f.Width()-1], sign)
	return c.muxWord(over, c.overflow(f, m, sign), bits)
}

// overflow is an infinity or the largest finite number.
func (c *circuit) overflow(f float.Format, m float.Mode, sign lit) word {
	inf, most := signedPattern(f, sign, f.Inf()), signedPattern(f, sign, f.MaxFinite())
	switch m {
	case float.ToZero:
		return most
	case float.Up:
		return c.muxWord(sign, most, inf)
	case float.Down:
		return c.muxWord(sign, inf, most)
	}
	return inf
}

// round rounds a number whose significand has its first bit 1; with normal, it is known to be no less than the
// least normal number. A significand that is 0 gives any result.
func (c *circuit) round(f float.Format, m float.Mode, sign lit, exp, sig word, normal bool) word {
	base := c.minus(exp, signedBits(emin(f), 0))
	if normal {
		return c.pack(f, m, sign, base[:len(base)-1], sig)
	}
	// Three bits more than the significand, the last one for all others.
	keep := int(f.Sig) + 2
	if len(sig) > keep {
		cut := len(sig) - keep
		rest := c.anyOf(sig[:cut])
		sig = append(word(nil), sig[cut:]...)
		sig[0] = c.or(sig[0], rest)
	} else {
		sig = append(make(word, keep-len(sig)), sig...)
	}
	small := base.sign()
	amount := c.neg(base.extend(len(base) + 1))
	zeros := make(word, len(base))
	by := c.clamped(c.muxWord(small, amount[:len(base)], zeros), int64(keep))
	return c.pack(f, m, sign, c.muxWord(small, zeros, base)[:len(base)-1], c.shiftOut(sig, by))
}

// floatAdd adds patterns.
func (c *circuit) floatAdd(f float.Format, m float.Mode, x, y word) word {
	w := f.Width()
	_, _, xn, xi, _ := c.raw(f, x)
	_, _, yn, yi, _ := c.raw(f, y)
	differ := c.xor(x[w-1], y[w-1])
	nan := c.or(c.or(xn, yn), c.and(c.and(xi, yi), differ))
	// The larger magnitude first.
	swap := c.unsignedLess(x[:w-1], y[:w-1])
	a, b := c.muxWord(swap, y, x), c.muxWord(swap, x, y)
	ea, sa, _, infinite, _ := c.raw(f, a)
	eb, sb, _, _, _ := c.raw(f, b)
	by := c.clamped(c.sub(ea, eb), int64(f.Sig)+3)
	guard := make(word, 3)
	sa = append(guard[:3:3], sa...)
	sb = c.shiftOut(append(guard[:3:3], sb...), by)
	sa, sb = natural(sa), natural(sb)
	n := len(sa)
	inverted := make(word, n)
	for i := range inverted {
		inverted[i] = c.xor(sb[i], differ)
	}
	sum := c.add(sa, inverted, differ)
	isZero := c.anyOf(sum).not()
	// The first bit of the sum is that of a carry. Exponents begin at 1, so that ea counts from emin for it.
	r, base := c.normaliseUpTo(sum, ea)
	s := a[w-1]
	packed := c.pack(f, m, s, base, r)
	none := signedPattern(f, c.exactZeroSign(m, x[w-1], y[w-1]), 0)
	packed = c.muxWord(isZero, none, packed)
	packed = c.muxWord(infinite, signedPattern(f, s, f.Inf()), packed)
	return c.muxWord(nan, pattern(f, f.NaN()), packed)
}

// exactZeroSign is the sign of an exact sum 0 of numbers with these signs.
func (c *circuit) exactZeroSign(m float.Mode, x, y lit) lit {
	if m == float.Down {
		return c.or(x, y)
	}
	return c.and(x, y)
}

// floatMul multiplies.
func (c *circuit) floatMul(f float.Format, m float.Mode, x, y unpacked) word {
	sign := c.xor(x.sign, y.sign)
	nan := c.or(c.or(x.nan, y.nan), c.or(c.and(x.inf, y.zero), c.and(x.zero, y.inf)))
	exp, sig := c.product(x, y)
	r := c.round(f, m, sign, exp, sig, false)
	r = c.muxWord(c.or(x.zero, y.zero), signedPattern(f, sign, 0), r)
	r = c.muxWord(c.or(x.inf, y.inf), signedPattern(f, sign, f.Inf()), r)
	return c.muxWord(nan, pattern(f, f.NaN()), r)
}

// product is the exact product of two significands with its exponent.
func (c *circuit) product(x, y unpacked) (exp, sig word) {
	n := len(x.sig) + len(y.sig)
	sig = c.mul(natural(x.sig), natural(y.sig), n)
	exp = c.plus(x.exp, y.exp)
	carry := sig[n-1] // 2 ≤ product < 4
	sig = c.muxWord(carry, sig, shifted(sig, 1))
	return c.plus(exp, word{carry, zero}), sig
}
