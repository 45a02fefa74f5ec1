package blast

import (
	"craig/logic/float"
	"craig/logic/num"
)

// floatFma is x·y + z, rounded once.
func (c *circuit) floatFma(f float.Format, m float.Mode, x, y, z unpacked) word {
	sign := c.xor(x.sign, y.sign)
	infinite := c.or(x.inf, y.inf)
	nan := c.or(c.or(c.or(x.nan, y.nan), z.nan), c.or(c.and(x.inf, y.zero), c.and(x.zero, y.inf)))
	nan = c.or(nan, c.and(c.and(infinite, z.inf), c.xor(sign, z.sign)))
	exp, sig := c.product(x, y)
	none := c.or(x.zero, y.zero)
	n := len(sig)
	other := append(make(word, n-len(z.sig)), z.sig...)
	// The larger exponent first; a 0 has none. Three bits more keep what cancellation needs.
	swap := c.or(none, c.and(z.zero.not(), c.less(exp, z.exp)))
	k := max(len(exp), len(z.exp))
	ea, eb := c.muxWord(swap, z.exp.extend(k), exp.extend(k)), c.muxWord(swap, exp.extend(k), z.exp.extend(k))
	sa, sb := c.muxWord(swap, other, sig), c.muxWord(swap, sig, other)
	one0 := c.or(none, z.zero) // at most one is not 0
	by := c.clamped(c.muxWord(one0, make(word, k+1), c.minus(ea, eb)), int64(n)+3)
	guard := make(word, 3)
	sa = natural(append(guard[:3:3], sa...))
	sb = c.shiftOut(append(guard[:3:3], sb...), by)
	for i := range sb {
		sb[i] = c.and(sb[i], one0.not())
	}
	differ := c.xor(sign, z.sign)
	// Exponents that are equal may leave the larger significand second: the difference is negative.
	sum := c.muxWord(differ, c.sub(natural(sa), natural(natural(sb))), c.add(natural(sa), natural(natural(sb)), zero))
	negative := sum.sign()
	sum = c.muxWord(negative, c.neg(sum), sum)
	sum = sum[:len(sum)-1]
	isZero := c.anyOf(sum).not()
	s := c.xor(c.mux(swap, z.sign, sign), negative)
	sum, shift := c.normalise(sum)
	e := c.minus(c.plus(ea, signedBits(1, 0)), natural(shift))
	r := c.round(f, m, s, e, sum, false)
	r = c.muxWord(isZero, signedPattern(f, c.exactZeroSign(m, sign, z.sign), 0), r)
	r = c.muxWord(c.and(none, z.zero), signedPattern(f, c.exactZeroSign(m, sign, z.sign), 0), r)
	r = c.muxWord(z.inf, signedPattern(f, z.sign, f.Inf()), r)
	r = c.muxWord(infinite, signedPattern(f, sign, f.Inf()), r)
	return c.muxWord(nan, pattern(f, f.NaN()), r)
}

// floatConvert is a number of another format.
func (c *circuit) floatConvert(f, from float.Format, m float.Mode, x unpacked) word {
	// With more exponents the subnormal numbers of from are normal.
	normal := emin(f) <= emin(from)-int64(from.Sig)
	r := c.round(f, m, x.sign, x.exp, x.sig, normal)
	r = c.muxWord(x.zero, signedPattern(f, x.sign, 0), r)
	r = c.muxWord(x.inf, signedPattern(f, x.sign, f.Inf()), r)
	return c.muxWord(x.nan, pattern(f, f.NaN()), r)
}

// floatFromInt is the number nearest to an integer.
func (c *circuit) floatFromInt(f float.Format, m float.Mode, x word) word {
	sign := x.sign()
	sig := c.muxWord(sign, c.neg(x), x) // a natural number: -2^(n-1) has n bits
	isZero := c.anyOf(sig).not()
	sig, shift := c.normalise(sig)
	exp := c.minus(signedBits(int64(len(sig)-1), 0), natural(shift))
	r := c.round(f, m, sign, exp, sig, emin(f) <= 0)
	return c.muxWord(isZero, pattern(f, 0), r)
}

// floatToInt is x as an integer between -2^n and 2^n; NaN is -2^n.
func (c *circuit) floatToInt(f float.Format, m float.Mode, n int, x unpacked) word {
	// The significand as if the exponent were n - 1, with bits after the point, and then to the right.
	k := len(x.sig)
	reg := append(make(word, max(0, n+2-k)), x.sig...)
	point := len(reg) - n // so many bits are after it, at least two
	if point < 2 {
		reg = append(make(word, 2-point), reg...)
		point = 2
	}
	by := c.minus(signedBits(int64(n-1), 0), x.exp)
	large := by.sign()
	reg = c.shiftOut(reg, c.clamped(c.muxWord(large, make(word, len(by)), by), int64(n+2)))
	whole := reg[point:]
	up := c.away(m, x.sign, whole[0], reg[point-1], c.anyOf(reg[:point-1]))
	whole = c.add(widened(whole, n+2), make(word, n+2), up)
	whole = c.muxWord(x.zero, make(word, n+2), whole)
	limit := constant(num.Pow2(uint(n)), n+2)
	whole = c.muxWord(c.or(large, x.inf), limit, whole)
	whole = c.muxWord(x.sign, c.neg(whole), whole)
	return c.muxWord(x.nan, c.neg(limit), whole)
}

// floatRound rounds to an integer: it clears the bits after the point, and adds one there to round away from 0,
// which may move the exponent. That the result is no greater than x, or no less, needs no search then.
func (c *circuit) floatRound(f float.Format, m float.Mode, w word) word {
	n := int(f.Sig)
	sign := w[f.Width()-1]
	exponent, sig, nan, _, isZero := c.raw(f, w)
	by := c.minus(signedBits(bias(f)+int64(n-1), 0), natural(exponent)) // so many bits are after the point
	whole := c.less(by, signedBits(1, 0))                               // infinities and NaNs too
	small := c.less(signedBits(int64(n-1), 0), by)                      // less than 1
	at := make(word, n)
	for i := 1; i < n; i++ {
		at[i] = c.equal(by, signedBits(int64(i), 0))
	}
	cleared := make(word, n) // bits below the point
	for i := n - 2; i >= 0; i-- {
		cleared[i] = c.or(cleared[i+1], at[i+1])
	}
	odd, half, rest := zero, zero, zero
	r := append(word(nil), w[:f.Width()-1]...)
	step := make(word, len(r))
	for i := range n {
		odd = c.or(odd, c.and(at[i], sig[i]))
		if i > 0 {
			half = c.or(half, c.and(at[i], sig[i-1]))
			rest = c.or(rest, c.and(cleared[i], sig[i-1]))
		}
		if i < n-1 {
			r[i] = c.and(r[i], cleared[i].not())
		}
		step[i] = at[i]
	}
	up := c.away(m, sign, odd, half, rest)
	for i := range step {
		step[i] = c.and(step[i], up)
	}
	r = append(c.add(r, step, zero), sign)
	// Below 1 the bit before the point is 0, and the one after it 1 if the number is at least a half.
	halves := c.equal(by, signedBits(int64(n), 0))
	up = c.away(m, sign, zero, halves, c.or(halves.not(), c.anyOf(w[:n-1])))
	r = c.muxWord(small, c.muxWord(up, signedPattern(f, sign, f.One()), signedPattern(f, sign, 0)), r)
	r = c.muxWord(c.or(whole, isZero), w, r)
	return c.muxWord(nan, pattern(f, f.NaN()), r)
}
