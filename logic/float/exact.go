package float

import (
	"math/big"

	"craig/logic/num"
)

// parts are the sign, the significand and the exponent of a finite number: ±v·2^e.
func (f Format) parts(x uint64) (neg bool, v num.Int, e int) {
	mag := f.magnitude(x)
	exp := int(mag >> (f.Sig - 1))
	frac := mag & (1<<(f.Sig-1) - 1)
	if exp == 0 {
		exp = 1
	} else {
		frac |= 1 << (f.Sig - 1)
	}
	return f.IsNegative(x), Bits(frac), exp - f.bias() - int(f.Sig) + 1
}

func (f Format) zero(neg bool) uint64 { return f.withSign(neg, 0) }
func (f Format) inf(neg bool) uint64  { return f.withSign(neg, f.Inf()) }

func (f Format) withSign(neg bool, x uint64) uint64 {
	if neg {
		return x | f.SignBit()
	}
	return x
}

// away reports whether a significand is rounded away from 0: odd if its last bit is 1, half how what
// is cut off, which is not 0, compares with half of that bit.
func (m Mode) away(neg, odd bool, half int) bool {
	switch m {
	case NearestEven:
		return half > 0 || half == 0 && odd
	case NearestAway:
		return half >= 0
	case Up:
		return !neg
	case Down:
		return neg
	}
	return false
}

// cut is v / 2^k rounded to an integer, for v ≥ 0 and k > 0.
func (m Mode) cut(neg bool, v num.Int, k int) num.Int {
	q := v.Shr(uint(k))
	rest := v.Sub(q.Shl(uint(k)))
	if rest.IsZero() {
		return q
	}
	odd := !q.And(num.I(1)).IsZero()
	if m.away(neg, odd, rest.Cmp(num.Pow2(uint(k-1)))) {
		return q.Add(num.I(1))
	}
	return q
}

// round is the number nearest to ±v·2^e, v ≥ 0. With more, it is that of a number strictly between
// v·2^e and (v + 1)·2^e, and v must have two bits more than a significand.
func (f Format) round(m Mode, neg bool, v num.Int, e int, more bool) uint64 {
	if more {
		v, e = v.Shl(1).Add(num.I(1)), e-1
	}
	if v.IsZero() {
		return f.zero(neg)
	}
	fraction := int(f.Sig) - 1
	least := 1 - f.bias() - fraction // the exponent of the last bit of subnormal numbers
	last := max(e+v.BitLen()-1-fraction, least)
	if e >= last {
		v = v.Shl(uint(e - last))
	} else {
		v = m.cut(neg, v, last-e)
	}
	// v has at most Sig bits, or is 2^Sig, which moves the exponent.
	if last-least >= 1<<f.Exp-2 {
		return f.overflow(m, neg)
	}
	bits := f.Pattern(v) + uint64(last-least)<<fraction
	if bits >= f.Inf() {
		return f.overflow(m, neg)
	}
	return f.withSign(neg, bits)
}

// overflow is the result where the exact one is beyond the finite numbers.
func (f Format) overflow(m Mode, neg bool) uint64 {
	if m == ToZero || m == Up && neg || m == Down && !neg {
		return f.withSign(neg, f.MaxFinite())
	}
	return f.inf(neg)
}

// quotient is ±n/d·2^e, n ≥ 0, d > 0.
func (f Format) quotient(m Mode, neg bool, n, d num.Int, e int) uint64 {
	if n.IsZero() {
		return f.zero(neg)
	}
	k := max(int(f.Sig)+3-n.BitLen()+d.BitLen(), 0)
	q, r := n.Shl(uint(k)).QuoRem(d)
	return f.round(m, neg, q, e-k, !r.IsZero())
}

// sum is v·2^e + w·2^d; the sign of an exact 0 is that of the mode if the signs of the summands,
// zeros among them, differ.
func (f Format) sum(m Mode, vneg bool, v num.Int, e int, wneg bool, w num.Int, d int) uint64 {
	k := min(e, d)
	if vneg {
		v = v.Neg()
	}
	if wneg {
		w = w.Neg()
	}
	r := v.Shl(uint(e - k)).Add(w.Shl(uint(d - k)))
	if r.IsZero() {
		if vneg == wneg {
			return f.zero(vneg)
		}
		return f.zero(m == Down)
	}
	return f.round(m, r.Sign() < 0, r.Abs(), k, false)
}

func (f Format) exactAdd(m Mode, x, y uint64) uint64 {
	switch {
	case f.IsNaN(x) || f.IsNaN(y):
		return f.NaN()
	case f.IsInf(x):
		if f.IsInf(y) && f.magnitude(x^y) == 0 && x != y {
			return f.NaN() // ∞ - ∞
		}
		return x
	case f.IsInf(y):
		return y
	}
	xn, v, e := f.parts(x)
	yn, w, d := f.parts(y)
	return f.sum(m, xn, v, e, yn, w, d)
}

func (f Format) exactMul(m Mode, x, y uint64) uint64 {
	neg := f.IsNegative(x ^ y)
	switch {
	case f.IsNaN(x) || f.IsNaN(y) || f.IsInf(x) && f.IsZero(y) || f.IsZero(x) && f.IsInf(y):
		return f.NaN()
	case f.IsInf(x) || f.IsInf(y):
		return f.inf(neg)
	}
	_, v, e := f.parts(x)
	_, w, d := f.parts(y)
	return f.round(m, neg, v.Mul(w), e+d, false)
}

func (f Format) exactDiv(m Mode, x, y uint64) uint64 {
	neg := f.IsNegative(x ^ y)
	switch {
	case f.IsNaN(x) || f.IsNaN(y) || f.IsInf(x) && f.IsInf(y) || f.IsZero(x) && f.IsZero(y):
		return f.NaN()
	case f.IsInf(x) || f.IsZero(y):
		return f.inf(neg)
	case f.IsInf(y):
		return f.zero(neg)
	}
	_, v, e := f.parts(x)
	_, w, d := f.parts(y)
	return f.quotient(m, neg, v, w, e-d)
}

func (f Format) exactSqrt(m Mode, x uint64) uint64 {
	switch {
	case f.IsNaN(x):
		return f.NaN()
	case f.IsZero(x):
		return x
	case f.IsNegative(x):
		return f.NaN()
	case f.IsInf(x):
		return x
	}
	_, v, e := f.parts(x)
	k := 2*int(f.Sig) + 6 - v.BitLen()
	if (e-k)%2 != 0 {
		k++
	}
	v, e = v.Shl(uint(k)), e-k
	root := new(big.Int).Sqrt(v.Big())
	r := num.FromBig(root)
	return f.round(m, false, r, e/2, !r.Mul(r).Eq(v))
}

func (f Format) exactFma(m Mode, x, y, z uint64) uint64 {
	neg := f.IsNegative(x ^ y)
	switch {
	case f.IsNaN(x) || f.IsNaN(y) || f.IsNaN(z) || f.IsInf(x) && f.IsZero(y) || f.IsZero(x) && f.IsInf(y):
		return f.NaN()
	case f.IsInf(x) || f.IsInf(y):
		if f.IsInf(z) && f.IsNegative(z) != neg {
			return f.NaN()
		}
		return f.inf(neg)
	case f.IsInf(z):
		return z
	}
	_, v, e := f.parts(x)
	_, w, d := f.parts(y)
	zn, u, c := f.parts(z)
	return f.sum(m, neg, v.Mul(w), e+d, zn, u, c)
}

// exactMod is x - n·y with n = x/y rounded by the mode. A result 0 has the sign of x.
func (f Format) exactMod(x, y uint64, m Mode) uint64 {
	switch {
	case f.IsNaN(x) || f.IsNaN(y) || f.IsInf(x) || f.IsZero(y):
		return f.NaN()
	case f.IsInf(y) || f.IsZero(x):
		return x
	}
	neg, v, e := f.parts(x)
	_, w, d := f.parts(y)
	k := min(e, d)
	v, w = v.Shl(uint(e-k)), w.Shl(uint(d-k))
	q, r := v.QuoRem(w)
	if m == NearestEven {
		if c := r.Shl(1).Cmp(w); c > 0 || c == 0 && !q.And(num.I(1)).IsZero() {
			r = r.Sub(w)
		}
	}
	if r.IsZero() {
		return f.zero(neg)
	}
	return f.round(NearestEven, neg != (r.Sign() < 0), r.Abs(), k, false)
}

// integer is a finite number rounded to an integer.
func (f Format) integer(m Mode, x uint64) num.Int {
	neg, v, e := f.parts(x)
	if e >= 0 {
		v = v.Shl(uint(e))
	} else {
		v = m.cut(neg, v, -e)
	}
	if neg {
		return v.Neg()
	}
	return v
}

func (f Format) exactRound(m Mode, x uint64) uint64 {
	switch {
	case f.IsNaN(x):
		return f.NaN()
	case f.IsInf(x):
		return x
	}
	// The integers nearest to a number of the format are numbers of it, or so large that rounding
	// them again gives an infinity, as in formats with few exponents.
	return f.round(m, f.IsNegative(x), f.integer(m, x).Abs(), 0, false)
}

func (f Format) exactConvert(from Format, m Mode, x uint64) uint64 {
	neg := from.IsNegative(x)
	switch {
	case from.IsNaN(x):
		return f.NaN()
	case from.IsInf(x):
		return f.inf(neg)
	}
	_, v, e := from.parts(x)
	return f.round(m, neg, v, e, false)
}
