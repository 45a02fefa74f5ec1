package bitproof

import (
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// Sums, products and quotients of floating-point numbers, and numbers of other formats and integers as such. Each is an exact number, or one whose last
// bit says that something was cut off below it, which is rounded once. Magnitudes are counted in units: the least positive number of the format.

// real is what a pattern is: ±sig·2^(exp-1) units, if it is finite. sig has no sign bit, and its first bit may be 0; exp is at least 1.
type real struct {
	nan, inf, zero, sign Lit
	exp, sig             word
}

// floats are the bits of t, an operation on floating-point numbers; ok is false of those that have no circuit here.
func (e *encoder) floats(t term.Term, args []word) (w word, ok bool) {
	o, c := t.FloatOp(), e.c
	from := o.Format
	if o.Kind == term.FloatConvert {
		from = o.From
	}
	var x []real
	for _, a := range args {
		if o.Kind != term.FloatFromInt {
			x = append(x, c.real(from, a))
		}
	}
	switch o.Kind {
	case term.FloatAdd:
		w = c.floatSum(o.Format, o.Mode, x[0], x[1])
	case term.FloatMul:
		w = c.floatProduct(o.Format, o.Mode, x[0], x[1])
	case term.FloatDiv:
		w = c.floatQuotient(o.Format, o.Mode, x[0], x[1])
	case term.FloatToInt:
		return c.floatToInt(o.Format, o.Mode, int(o.Bits), x[0]), true
	case term.FloatConvert:
		exp := c.plus(x[0].exp, signed(unit(from)-unit(o.Format)-1), False, expBits)
		w = c.rounded(o.Format, o.Mode, x[0].sign, x[0].sig, exp)
		w = c.special(o.Format, w, x[0].sign, x[0].nan, x[0].inf, x[0].zero)
	case term.FloatFromInt:
		n := len(args[0])
		sign := args[0][n-1]
		size := c.chooseWord(sign, c.minus(word{False}, args[0], n), args[0], n) // of the least integer, its bits as a natural number
		w = c.rounded(o.Format, o.Mode, sign, size, signed(-unit(o.Format)))
		w = c.special(o.Format, w, False, False, False, -c.any(size))
	default:
		return nil, false
	}
	return append(w, False), true
}

// expBits is more than exponents need, in sums of a few: those of a format have 15 bits, and integers fewer than 2^15.
const expBits = 20

func signed(v int64) word { return number(num.I(v), expBits) }

func bias(f float.Format) int64 { return 1<<(f.Exp-1) - 1 }

// unit is the exponent of 2 that one unit of f is.
func unit(f float.Format) int64 { return 2 - bias(f) - int64(f.Sig) }

func (c *Circuit) any(w word) Lit {
	r := False
	for _, l := range w {
		r = c.or(r, l)
	}
	return r
}

// real takes the pattern apart that w is modulo 2^Width.
func (c *Circuit) real(f float.Format, w word) real {
	cut, top := int(f.Sig)-1, f.Width()-1
	fraction, field := w.wide(f.Width())[:cut], w.wide(f.Width())[cut:top]
	ones := True
	for _, l := range field {
		ones = c.and(ones, l)
	}
	normal, rest := c.any(field), c.any(fraction)
	exp := append(append(word{}, field...), False).wide(expBits)
	exp[0] = c.or(exp[0], -normal)
	return real{nan: c.and(ones, rest), inf: c.and(ones, -rest), zero: -c.or(normal, rest), sign: w.bit(top), exp: exp, sig: append(append(word{}, fraction...), normal)}
}

// special is w, or what the result is instead, with a sign.
func (c *Circuit) special(f float.Format, w word, sign, nan, inf, zero Lit) word {
	n := f.Width()
	w = c.chooseWord(zero, c.pattern(f, sign, 0), w, n)
	w = c.chooseWord(inf, c.pattern(f, sign, f.Inf()), w, n)
	return c.chooseWord(nan, c.pattern(f, False, f.NaN()), w, n)
}

// pattern is a magnitude with a sign.
func (c *Circuit) pattern(f float.Format, sign Lit, bits uint64) word {
	w := number(float.Bits(bits), f.Width())
	w[f.Width()-1] = sign
	return w
}

func (c *Circuit) floatProduct(f float.Format, m float.Mode, x, y real) word {
	n := 2 * int(f.Sig)
	size := c.times(natural(x.sig), natural(y.sig), n)
	// (exp-1)·(exp-1) units, each of which has another unit in it.
	exp := c.plus(c.plus(x.exp, y.exp, False, expBits), signed(unit(f)-2), False, expBits)
	sign := c.xor(x.sign, y.sign)
	nan := c.or(c.or(x.nan, y.nan), c.or(c.and(x.inf, y.zero), c.and(x.zero, y.inf)))
	return c.special(f, c.rounded(f, m, sign, size, exp), sign, nan, c.or(x.inf, y.inf), c.or(x.zero, y.zero))
}

func (c *Circuit) floatQuotient(f float.Format, m float.Mode, x, y real) word {
	// Both significands with the first bit 1, and room for two more bits of the quotient than are kept.
	sx, bx := c.leading(x.sig)
	sy, by := c.leading(y.sig)
	room := int(f.Sig) + 2
	q, rest := c.longDivision(up(sx, room), sy)
	exp := c.plus(c.minus(x.exp, y.exp, expBits), c.minus(by, bx, expBits), False, expBits)
	exp = c.plus(exp, signed(-unit(f)-int64(room)-1), False, expBits) // of the bit that says whether there is a remainder
	sign := c.xor(x.sign, y.sign)
	w := c.rounded(f, m, sign, append(word{c.any(rest)}, q...), exp)
	nan := c.or(c.or(x.nan, y.nan), c.or(c.and(x.inf, y.inf), c.and(x.zero, y.zero)))
	return c.special(f, w, sign, nan, c.or(x.inf, y.zero), c.or(x.zero, y.inf))
}

// longDivision is the quotient and the remainder of natural numbers x and y without sign bits; any numbers if y is 0.
func (c *Circuit) longDivision(x, y word) (q, r word) {
	n := len(y) + 2
	q, r = make(word, len(x)), number(num.Int{}, n)
	for i := len(x) - 1; i >= 0; i-- {
		r = append(word{x[i]}, r[:n-1]...)
		less := c.minus(r, natural(y), n)
		q[i] = -less[n-1]
		r = c.chooseWord(q[i], less, r, n)
	}
	return q, r
}

func (c *Circuit) floatSum(f float.Format, m float.Mode, x, y real) word {
	// a has the larger exponent. Both get room for what b loses where it is moved to the right.
	swap := c.less(x.exp, y.exp)
	room := int(f.Sig) + 2
	one := func(s Lit, x, y real) (sig, exp word, sign Lit) {
		sig = up(c.chooseWord(s, y.sig, x.sig, int(f.Sig)), room)
		return sig, c.chooseWord(s, y.exp, x.exp, expBits), c.choose(s, y.sign, x.sign)
	}
	a, exp, signA := one(swap, x, y)
	b, low, signB := one(-swap, x, y)
	b = c.movedRight(b, c.minus(exp, low, expBits))
	differ := c.xor(signA, signB)
	n := len(a) + 2
	sum := c.chooseWord(differ, c.minus(natural(a), natural(b), n), c.plus(natural(a), natural(b), False, n), n)
	less := sum[n-1]
	size := c.chooseWord(less, c.minus(word{False}, sum, n), sum, n)[:n-1]
	sign := c.xor(signA, less)
	w := c.rounded(f, m, sign, size, c.plus(exp, signed(-1-int64(room)), False, expBits))
	none := c.and(x.sign, y.sign)
	if m == float.Down {
		none = c.or(x.sign, y.sign)
	}
	w = c.chooseWord(-c.any(size), c.pattern(f, none, 0), w, f.Width())
	w = c.chooseWord(y.inf, c.pattern(f, y.sign, f.Inf()), w, f.Width())
	w = c.chooseWord(x.inf, c.pattern(f, x.sign, f.Inf()), w, f.Width())
	nan := c.or(c.or(x.nan, y.nan), c.and(c.and(x.inf, y.inf), c.xor(x.sign, y.sign)))
	return c.special(f, w, False, nan, False, False)
}

// natural is a natural number without a sign bit in n bits, or more.
func (w word) natural(n int) word {
	for w = w[:len(w):len(w)]; len(w) < n; {
		w = append(w, False)
	}
	return w
}

// natural is a number without a sign bit as one with it.
func natural(w word) word { return append(w[:len(w):len(w)], False) }

// movedRight is floor(x / 2^by) for natural numbers, by in two's complement, with the last bit 1 if anything is lost.
func (c *Circuit) movedRight(x, by word) word {
	lost := False
	for j, b := range by[:len(by)-1] {
		k := len(x)
		if j < 16 {
			k = min(k, 1<<j)
		}
		moved := make(word, len(x))
		for i := range moved {
			if moved[i] = False; i+k < len(x) {
				moved[i] = x[i+k]
			}
		}
		lost = c.or(lost, c.and(b, c.any(x[:k])))
		x = c.chooseWord(b, moved, x, len(x))
	}
	x[0] = c.or(x[0], lost)
	return x
}

// leading is x·2^by with the first bit 1, unless x is 0.
func (c *Circuit) leading(x word) (r, by word) {
	n, stages := len(x), 0
	for 1<<stages < n {
		stages++
	}
	by = make(word, stages+1)
	by[stages] = False
	for j := stages - 1; j >= 0; j-- {
		k := 1 << j
		by[j] = -c.any(x[n-k:])
		x = c.chooseWord(by[j], up(x[:n-k], k), x, n)
	}
	return x, by
}

// away says that a magnitude whose last bit is odd becomes larger, where half is the first bit that is cut off and rest says whether there are more.
func (c *Circuit) away(m float.Mode, sign, odd, half, rest Lit) Lit {
	switch m {
	case float.NearestEven:
		return c.and(half, c.or(odd, rest))
	case float.NearestAway:
		return half
	case float.Up:
		return c.and(-sign, c.or(half, rest))
	case float.Down:
		return c.and(sign, c.or(half, rest))
	}
	return False
}

// floatToInt is x as an integer from -2^n to 2^n; NaN is -2^n.
func (c *Circuit) floatToInt(f float.Format, m float.Mode, n int, x real) word {
	const fraction = 2 // bits: one half, and whether there is more
	exp := c.plus(x.exp, signed(unit(f)-1), False, expBits)
	small, none := exp[expBits-1], word{False}
	size := up(x.sig, fraction).natural(max(int(f.Sig), n+1) + fraction)
	size = c.movedRight(size, c.chooseWord(small, c.minus(none, exp, expBits), none, expBits))
	over := x.inf
	for j, b := range exp[:expBits-1] { // to the left
		k := len(size)
		if j < 16 {
			k = min(k, 1<<j)
		}
		b = c.and(b, -small)
		over = c.or(over, c.and(b, c.any(size[len(size)-k:])))
		size = c.chooseWord(b, up(size[:len(size)-k], k), size, len(size))
	}
	away := c.away(m, x.sign, size[fraction], size[1], size[0])
	bits := len(size) + 1
	w := c.plus(natural(size[fraction:]), none, away, bits)
	most := number(num.Pow2(uint(n)), bits)
	w = c.chooseWord(c.or(over, -c.less(w, most)), most, w, bits)
	negative := c.or(x.sign, x.nan)
	w = c.chooseWord(x.nan, most, w, bits)
	return c.chooseWord(negative, c.minus(none, w, bits), w, bits)
}

// rounded is the number of f that ±size·2^exp units is rounded to, for a natural size that is not 0, without a sign bit; exp has expBits.
func (c *Circuit) rounded(f float.Format, m float.Mode, sign Lit, size, exp word) word {
	sig := int(f.Sig)
	if short := sig + 2 - len(size); short > 0 {
		size = up(size, short)
		exp = c.plus(exp, signed(-int64(short)), False, expBits)
	}
	size, by := c.leading(size)
	cut := len(size) - sig
	exp = c.plus(c.minus(exp, by, expBits), signed(int64(cut)), False, expBits) // of the last bit that is kept
	small := exp[expBits-1]                                                     // below one unit
	none := word{False}
	size = c.movedRight(size, c.chooseWord(small, c.minus(none, exp, expBits), none, expBits))
	exp = c.chooseWord(small, none, exp, expBits)
	kept := size[cut:]
	away := c.away(m, sign, kept[0], size[cut-1], c.any(size[:cut-1]))
	// The first bit of kept, if it is 1, and a carry count as one of the exponent's field.
	n := expBits + sig + 1
	w := c.plus(up(exp, sig-1), natural(kept), away, n)
	inf := natural(number(float.Bits(f.Inf()), f.Width()))
	over := -c.less(w, inf)
	w = w[:f.Width()]
	w[f.Width()-1] = sign
	infinite, most := c.pattern(f, sign, f.Inf()), c.pattern(f, sign, f.MaxFinite())
	switch m {
	case float.ToZero:
		infinite = most
	case float.Up:
		infinite = c.chooseWord(sign, most, infinite, f.Width())
	case float.Down:
		infinite = c.chooseWord(sign, infinite, most, f.Width())
	}
	return c.chooseWord(over, infinite, w, f.Width())
}
