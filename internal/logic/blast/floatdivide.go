package blast

import "craig/logic/float"

// floatDiv divides.
func (c *circuit) floatDiv(f float.Format, m float.Mode, x, y unpacked) word {
	sign := c.xor(x.sign, y.sign)
	nan := c.or(c.or(x.nan, y.nan), c.or(c.and(x.inf, y.inf), c.and(x.zero, y.zero)))
	// Restoring division of significands, both from 1 up to 2: one bit before the point, Sig + 2 after it.
	n := int(f.Sig)
	divisor := natural(y.sig)
	rest := natural(x.sig)
	quot := make(word, n+3)
	for i := len(quot) - 1; i >= 0; i-- {
		less := c.less(natural(rest), natural(divisor))
		quot[i] = less.not()
		rest = c.muxWord(less, rest, c.sub(rest, divisor))
		rest = append(word{zero}, rest...)[:n+1] // rest < divisor, so that the first bit was 0
	}
	sig := append(word{c.anyOf(rest)}, quot...)
	first := sig[len(sig)-1]
	sig = c.muxWord(first, sig, shifted(sig, 1))
	exp := c.minus(x.exp, y.exp)
	exp = c.plus(exp, word{first.not(), first.not()}) // minus 1 if the quotient is less than 1
	r := c.round(f, m, sign, exp, sig, false)
	r = c.muxWord(c.or(x.zero, y.inf), signedPattern(f, sign, 0), r)
	r = c.muxWord(c.or(x.inf, y.zero), signedPattern(f, sign, f.Inf()), r)
	return c.muxWord(nan, pattern(f, f.NaN()), r)
}

// floatSqrt is the square root, digit by digit.
func (c *circuit) floatSqrt(f float.Format, m float.Mode, x unpacked) word {
	// x = sig·2^exp with an even exponent: 1 ≤ sig < 4. The root has one bit before the point.
	odd := x.exp[0]
	n := int(f.Sig)
	sig := append(x.sig[:n:n], zero)
	sig = c.muxWord(odd, shifted(sig, 1), sig) // two bits before the point
	if len(sig)%2 != 0 {
		sig = append(word{zero}, sig...)
	}
	steps := n + 2
	digit := func(i int) word { // the i-th pair of digits
		at := len(sig) - 2 - 2*i
		if at < 0 {
			return word{zero, zero}
		}
		return sig[at : at+2]
	}
	var root, rest word // rest ≤ 2·root
	rest = word{zero, zero}
	for i := range steps {
		rest = append(append(word(nil), digit(i)...), rest...)
		trial := append(word{one, zero}, root...) // 4·root + 1
		k := max(len(rest), len(trial))
		a, b := widened(rest, k), widened(trial, k)
		less := c.unsignedLess(a, b)
		rest = c.muxWord(less, a, c.sub(a, b))
		root = append(word{less.not()}, root...)
		rest = rest[:min(len(rest), len(root)+1)]
	}
	out := append(word{c.anyOf(rest)}, root...)
	half := append(x.exp[1:len(x.exp):len(x.exp)], x.exp.sign()) // floor(exp/2)
	r := c.round(f, m, zero, half, out, emin(f) <= -int64(f.Sig))
	r = c.muxWord(x.inf, pattern(f, f.Inf()), r)
	r = c.muxWord(c.or(x.nan, x.sign), pattern(f, f.NaN()), r)
	return c.muxWord(x.zero, signedPattern(f, x.sign, 0), r)
}

// widened is a natural number with k bits.
func widened(w word, k int) word {
	if len(w) >= k {
		return w[:k:k]
	}
	return append(w[:len(w):len(w)], make(word, k-len(w))...)
}

// floatRem is C's fmod, or IEEE's remainder, by long division: there are as many steps as exponents.
func (c *circuit) floatRem(f float.Format, x, y unpacked, nearest bool) word {
	n := int(f.Sig)
	nan := c.or(c.or(x.nan, y.nan), c.or(x.inf, y.zero))
	d := c.minus(x.exp, y.exp)
	// Everything in units of half the last bit of y: a bit for x that is half of y's exponent.
	divisor := widened(append(word{zero}, y.sig...), n+2)
	below := d.sign()
	rest := widened(append(word{zero}, x.sig...), n+2)
	even := one // whether the quotient is
	step := func(active lit) {
		less := c.unsignedLess(rest, divisor)
		rest = c.muxWord(c.and(active, less.not()), c.sub(rest, divisor), rest)
		even = c.mux(active, less, even)
	}
	step(below.not())
	most := int(2*bias(f)) + n // the largest difference of exponents
	for i := 1; i <= most; i++ {
		active := c.less(d, signedBits(int64(i), 0)).not()
		double := shifted(rest, 1)
		rest = c.muxWord(active, double, rest)
		step(active)
	}
	sign := x.sign
	unchanged := below
	if nearest {
		// x of half the exponent of y is x.sig in these units.
		same := c.equal(d, signedBits(-1, 0))
		unchanged = c.and(below, same.not())
		rest = c.muxWord(same, widened(x.sig, n+2), rest)
		even = c.or(even, same)
		twice := widened(append(word{zero}, rest...), n+3)
		wide := widened(divisor, n+3)
		over := c.or(c.unsignedLess(wide, twice), c.and(c.equal(natural(wide), natural(twice)), even.not()))
		rest = c.muxWord(over, c.sub(divisor, rest), rest)
		sign = c.xor(sign, over)
	}
	isZero := c.anyOf(rest).not()
	sig, shift := c.normalise(rest)
	exp := c.minus(y.exp, natural(shift))
	r := c.round(f, float.NearestEven, sign, c.plus(exp, signedBits(int64(len(rest)-1-n), 0)), sig, false)
	r = c.muxWord(isZero, signedPattern(f, x.sign, 0), r)
	keep := c.round(f, float.NearestEven, x.sign, x.exp, x.sig, false)
	r = c.muxWord(c.or(unchanged, y.inf), keep, r)
	r = c.muxWord(x.zero, signedPattern(f, x.sign, 0), r)
	return c.muxWord(nan, pattern(f, f.NaN()), r)
}
