package interval

import "craig/logic/num"

// maxShift bounds shift distances that are computed.
const maxShift = 256

// shl is a·2^b, and a for negative b.
func (v Value) shl(w Value) Value {
	if v.IsEmpty() || w.IsEmpty() {
		return Empty()
	}
	if !w.nonNegative() || !w.hasHi() || num.I(maxShift).Less(w.hi) {
		switch {
		case v.nonNegative():
			return AtLeast(v.lo)
		case v.Neg().nonNegative():
			return AtMost(v.hi)
		}
		return All()
	}
	lo, _ := w.lo.Int64()
	hi, _ := w.hi.Int64()
	return v.scale(num.Pow2(uint(lo))).Join(v.scale(num.Pow2(uint(hi))))
}

// shr is floor(a / 2^b), and a for negative b.
func (v Value) shr(w Value) Value {
	if v.IsEmpty() || w.IsEmpty() {
		return Empty()
	}
	r := Empty() // where it ends
	if !v.hasHi() || v.hi.Sign() >= 0 {
		r = One(num.I(0))
	}
	if !v.nonNegative() {
		r = r.Join(One(num.I(-1)))
	}
	if !w.nonNegative() {
		return r.Join(v)
	}
	lo := v.floorShift(w.lo)
	if !w.hasHi() {
		return r.Join(lo)
	}
	return lo.Join(v.floorShift(w.hi))
}

func (v Value) floorShift(by num.Int) Value {
	k, ok := by.Int64()
	if !ok || k > 1<<20 {
		k = 1 << 20
	}
	r := Value{flags: v.flags}
	if r.hasLo() {
		r.lo = v.lo.Shr(uint(k))
	}
	if r.hasHi() {
		r.hi = v.hi.Shr(uint(k))
	}
	return r
}

// mask is 0 … 2^n - 1 for the least such that has x.
func mask(x num.Int) num.Int { return num.Pow2(uint(x.BitLen())).Sub(num.I(1)) }

// twos is the range of the least two's complement type that has all of v and w; they are finite.
func twos(v, w Value) Value {
	k := uint(0)
	for _, x := range [...]num.Int{v.lo, v.hi, w.lo, w.hi} {
		if x.Sign() < 0 {
			x = x.Neg().Sub(num.I(1))
		}
		k = max(k, uint(x.BitLen()))
	}
	return Value{lo: num.Pow2(k).Neg(), hi: num.Pow2(k).Sub(num.I(1))}
}

// and, or and xor are on two's complement numbers of unbounded width.
func (v Value) and(w Value) Value {
	if v.IsEmpty() || w.IsEmpty() {
		return Empty()
	}
	a, aok := v.Single()
	b, bok := w.Single()
	if aok && bok {
		return One(a.And(b))
	}
	switch {
	case v.nonNegative() && w.nonNegative():
		r := AtLeast(num.I(0))
		if v.hasHi() {
			r = r.Meet(AtMost(v.hi))
		}
		if w.hasHi() {
			r = r.Meet(AtMost(w.hi))
		}
		return r
	case v.nonNegative():
		return Value{hi: v.hi, flags: v.flags & noHi}
	case w.nonNegative():
		return Value{hi: w.hi, flags: w.flags & noHi}
	}
	r := All()
	if v.flags|w.flags == 0 {
		r = twos(v, w)
	}
	if v.hasHi() && w.hasHi() && v.hi.Sign() < 0 && w.hi.Sign() < 0 {
		r = r.Meet(AtMost(num.I(-1)))
	}
	return r
}

func (v Value) or(w Value) Value {
	// a | b = ~(~a & ~b)
	return v.compl().and(w.compl()).compl().meetOr(v, w)
}

// meetOr adds what De Morgan's law loses: non-negative operands, whose union has no more bits
// than they and is no less than they.
func (r Value) meetOr(v, w Value) Value {
	if r.IsEmpty() || !v.nonNegative() || !w.nonNegative() {
		return r
	}
	r = r.Meet(AtLeast(v.lo)).Meet(AtLeast(w.lo))
	if v.hasHi() && w.hasHi() {
		r = r.Meet(AtMost(mask(maxOf(v.hi, w.hi))))
	}
	return r
}

func (v Value) xor(w Value) Value {
	if v.IsEmpty() || w.IsEmpty() {
		return Empty()
	}
	a, aok := v.Single()
	b, bok := w.Single()
	switch {
	case aok && bok:
		return One(a.Xor(b))
	case v.nonNegative() && w.nonNegative():
		if v.hasHi() && w.hasHi() {
			return Range(num.I(0), mask(maxOf(v.hi, w.hi)))
		}
		return AtLeast(num.I(0))
	case v.flags|w.flags == 0:
		return twos(v, w)
	}
	return All()
}

func (v Value) compl() Value { return v.Neg().Sub(One(num.I(1))) }

func maxOf(a, b num.Int) num.Int {
	if a.Less(b) {
		return b
	}
	return a
}
