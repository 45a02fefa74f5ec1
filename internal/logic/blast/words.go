package blast

import "craig/logic/num"

// word is a number in two's complement, the lowest bit first; the last one is its sign. It has at
// least one bit.
type word []lit

func (w word) sign() lit { return w[len(w)-1] }

// extend is w with n bits: cut off, or with its sign repeated.
func (w word) extend(n int) word {
	if n <= len(w) {
		return w[:n:n]
	}
	r := make(word, n)
	copy(r, w)
	for i := len(w); i < n; i++ {
		r[i] = w.sign()
	}
	return r
}

// constant is v modulo 2^n.
func constant(v num.Int, n int) word {
	r := make(word, n)
	if x, ok := v.Int64(); ok {
		for i := range r {
			r[i] = lit(x >> min(i, 63) & 1)
		}
		return r
	}
	for i := range r {
		if !v.Shr(uint(i)).And(num.I(1)).IsZero() {
			r[i] = one
		}
	}
	return r
}

// add is x + y + carry modulo 2^n, for words of n bits.
func (c *circuit) add(x, y word, carry lit) word {
	r := make(word, len(x))
	for i := range x {
		r[i] = c.xor(c.xor(x[i], y[i]), carry)
		carry = c.maj(x[i], y[i], carry)
	}
	return r
}

func (w word) not() word {
	r := make(word, len(w))
	for i := range w {
		r[i] = w[i].not()
	}
	return r
}

func (c *circuit) sub(x, y word) word { return c.add(x, y.not(), one) }

// neg is -x modulo 2^n.
func (c *circuit) neg(x word) word { return c.add(make(word, len(x)), x.not(), one) }

// shifted is x·2^k with the same number of bits.
func shifted(x word, k int) word {
	r := make(word, len(x))
	copy(r[min(k, len(r)):], x)
	return r
}

// scale is v·x modulo 2^n, by the non-adjacent form of v.
func (c *circuit) scale(v num.Int, x word) word {
	var r word
	neg := v.Sign() < 0
	v = v.Abs()
	for k := 0; !v.IsZero() && k < len(x); k++ {
		if !v.And(num.I(1)).IsZero() {
			digit := num.I(1)
			if v.And(num.I(3)).Eq(num.I(3)) {
				digit = num.I(-1)
			}
			v = v.Sub(digit)
			y := shifted(x, k)
			switch {
			case digit.Sign() < 0 == neg && r == nil:
				r = y
			case digit.Sign() < 0 == neg:
				r = c.add(r, y, zero)
			case r == nil:
				r = c.neg(y)
			default:
				r = c.sub(r, y)
			}
		}
		v = v.Shr(1)
	}
	if r == nil {
		return make(word, len(x))
	}
	return r
}

// mul is x·y modulo 2^n. The words may be of any length.
func (c *circuit) mul(x, y word, n int) word {
	x, y = x[:min(n, len(x))], y[:min(n, len(y))]
	ones := func(w word) (k int) { // how many bits make a row
		for _, l := range w {
			if l != zero {
				k++
			}
		}
		return k
	}
	if ones(y) < ones(x) {
		x, y = y, x
	}
	y = y.extend(n)
	r := make(word, n)
	for i, b := range x {
		if b == zero || i >= n {
			continue
		}
		row := shifted(y, i)
		for j := i; j < n; j++ {
			row[j] = c.and(row[j], b)
		}
		if i == len(x)-1 { // the sign counts -2^i
			r = c.sub(r, row)
		} else {
			r = c.add(r, row, zero)
		}
	}
	return r
}

// mux is x if s, otherwise y; of the same length.
func (c *circuit) muxWord(s lit, x, y word) word {
	r := make(word, len(x))
	for i := range r {
		r[i] = c.mux(s, x[i], y[i])
	}
	return r
}

// same is the longer length of the two, to which both are extended.
func same(x, y word) (word, word) {
	n := max(len(x), len(y))
	return x.extend(n), y.extend(n)
}

// equal says x = y.
func (c *circuit) equal(x, y word) lit {
	x, y = same(x, y)
	r := one
	for i := range x {
		r = c.and(r, c.xor(x[i], y[i]).not())
	}
	return r
}

// less says x < y.
func (c *circuit) less(x, y word) lit {
	x, y = same(x, y)
	n := len(x) - 1
	borrow := zero
	for i := range n {
		borrow = c.maj(x[i].not(), y[i], borrow)
	}
	return c.maj(x[n], y[n].not(), borrow) // signs count the other way
}

// shl is the lowest n bits of x·2^s, of x for s < 0.
func (c *circuit) shl(x word, s word, n int) word {
	r := x.extend(n)
	for j, b := range s[:len(s)-1] {
		moved := make(word, n)
		if j < 31 && 1<<j < n {
			moved = shifted(r, 1<<j)
		}
		r = c.muxWord(b, moved, r)
	}
	return c.muxWord(s.sign(), x.extend(n), r)
}

// shr is floor(x / 2^s), x for s < 0.
func (c *circuit) shr(x word, s word) word {
	n := len(x)
	r := x
	for j, b := range s[:len(s)-1] {
		moved := word{x.sign()}.extend(n)
		if j < 31 && 1<<j < n {
			copy(moved, r[1<<j:])
		}
		r = c.muxWord(b, moved, r)
	}
	return c.muxWord(s.sign(), x, r)
}

// abs is |x| with one more bit, which is 0.
func (c *circuit) abs(x word) word {
	y := x.extend(len(x) + 1)
	return c.muxWord(x.sign(), c.neg(y), y)
}

// divide is the Euclidean quotient and remainder of x by y, which is not 0: x = q·y + r and
// 0 ≤ r < |y|. Quotient and remainder have as many bits as need be.
func (c *circuit) divide(x, y word) (q, r word) {
	dividend, divisor := c.abs(x), c.abs(y)
	n, m := len(dividend), len(divisor)
	// Restoring division: rest < |y| at each step, so that 2·rest + 1 has one more bit.
	rest := make(word, m)
	quot := make(word, n+1)
	wide := divisor.extend(m + 1)
	for i := n - 1; i >= 0; i-- {
		next := append(word{dividend[i]}, rest...)
		less := c.less(next, wide)
		quot[i] = less.not()
		rest = c.muxWord(less, next, c.sub(next, wide))[:m]
	}
	// For x < 0: round away from 0, and take the remainder from the other side.
	exact := one
	for _, l := range rest {
		exact = c.and(exact, l.not())
	}
	up := c.and(x.sign(), exact.not())
	bump := make(word, n+1)
	bump[0] = up
	quot = c.add(quot, bump, zero)
	rest = c.muxWord(up, c.sub(divisor, rest), rest)
	negative := c.xor(x.sign(), y.sign())
	return c.muxWord(negative, c.neg(quot), quot), rest
}
