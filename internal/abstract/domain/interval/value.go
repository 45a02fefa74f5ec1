package interval

import (
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Value is a set of integers: all from lo to hi, where either may be infinite. The zero value is
// the set of 0 alone.
type Value struct {
	lo, hi num.Int
	flags  uint8
}

const (
	noLo  uint8 = 1 << iota // no least element
	noHi                    // no greatest
	empty                   // then lo and hi are 0
)

// All, Empty, One and Range make values.
func All() Value          { return Value{flags: noLo | noHi} }
func Empty() Value        { return Value{flags: empty} }
func One(v num.Int) Value { return Value{lo: v, hi: v} }
func Range(lo, hi num.Int) Value {
	if hi.Less(lo) {
		return Empty()
	}
	return Value{lo: lo, hi: hi}
}

// AtLeast and AtMost are half-lines.
func AtLeast(lo num.Int) Value { return Value{lo: lo, flags: noHi} }
func AtMost(hi num.Int) Value  { return Value{hi: hi, flags: noLo} }

// OfType is what fits an Integer or Pointer type.
func OfType(t ir.Type) Value {
	if t.Bits <= 64 {
		if t.IsSigned() {
			return typeRanges[1][t.Bits]
		}
		return typeRanges[0][t.Bits]
	}
	return Value{lo: t.Min(), hi: t.Max()}
}

// typeRanges by signedness and width, made once since the wide ones allocate.
var typeRanges = func() (r [2][65]Value) {
	for bits := uint8(1); bits <= 64; bits++ {
		for s := range r {
			t := ir.Int(bits, s == 1)
			r[s][bits] = Value{lo: t.Min(), hi: t.Max()}
		}
	}
	return r
}()

func (v Value) IsEmpty() bool { return v.flags&empty != 0 }
func (v Value) IsAll() bool   { return v.flags == noLo|noHi }

// Lo and Hi are the bounds; ok is false if there is none, or the value is empty.
func (v Value) Lo() (lo num.Int, ok bool) { return v.lo, v.flags&(noLo|empty) == 0 }
func (v Value) Hi() (hi num.Int, ok bool) { return v.hi, v.flags&(noHi|empty) == 0 }

// Single is the only element, if there is just one.
func (v Value) Single() (num.Int, bool) { return v.lo, v.flags == 0 && v.lo.Eq(v.hi) }

func (v Value) hasLo() bool { return v.flags&noLo == 0 }
func (v Value) hasHi() bool { return v.flags&noHi == 0 }

func (v Value) Eq(w Value) bool { return v.flags == w.flags && v.lo.Eq(w.lo) && v.hi.Eq(w.hi) }

// Contains says whether k is in v.
func (v Value) Contains(k num.Int) bool { return One(k).In(v) }

// In says whether v ⊆ w.
func (v Value) In(w Value) bool {
	if v.IsEmpty() {
		return true
	}
	if w.IsEmpty() {
		return false
	}
	return (!w.hasLo() || v.hasLo() && !v.lo.Less(w.lo)) && (!w.hasHi() || v.hasHi() && !w.hi.Less(v.hi))
}

// Join is the least interval with both.
func (v Value) Join(w Value) Value {
	if v.IsEmpty() {
		return w
	}
	if w.IsEmpty() {
		return v
	}
	r := v
	if !w.hasLo() {
		r.flags |= noLo
	} else if r.hasLo() && w.lo.Less(r.lo) {
		r.lo = w.lo
	}
	if !w.hasHi() {
		r.flags |= noHi
	} else if r.hasHi() && r.hi.Less(w.hi) {
		r.hi = w.hi
	}
	return r.normal()
}

// normal clears bounds that are not there, so that Eq compares what matters.
func (v Value) normal() Value {
	if v.flags&(noLo|empty) != 0 {
		v.lo = num.Int{}
	}
	if v.flags&(noHi|empty) != 0 {
		v.hi = num.Int{}
	}
	return v
}

// Meet is the intersection.
func (v Value) Meet(w Value) Value {
	if v.IsEmpty() || w.IsEmpty() {
		return Empty()
	}
	r := v
	if w.hasLo() && (!r.hasLo() || r.lo.Less(w.lo)) {
		r.lo, r.flags = w.lo, r.flags&^noLo
	}
	if w.hasHi() && (!r.hasHi() || w.hi.Less(r.hi)) {
		r.hi, r.flags = w.hi, r.flags&^noHi
	}
	if r.flags == 0 && r.hi.Less(r.lo) {
		return Empty()
	}
	return r
}

// without is v less k, as far as that is an interval.
func (v Value) without(k num.Int) Value {
	if v.hasLo() && v.lo.Eq(k) {
		return v.Meet(AtLeast(k.Add(num.I(1))))
	}
	if v.hasHi() && v.hi.Eq(k) {
		return v.Meet(AtMost(k.Sub(num.I(1))))
	}
	return v
}

// below and above are what is less, or greater, than some element of v by at least d.
func (v Value) below(d int64) Value {
	if v.IsEmpty() || !v.hasHi() {
		return Value{flags: v.flags&empty | noLo | noHi}.orEmpty()
	}
	return AtMost(v.hi.Sub(num.I(d)))
}

func (v Value) above(d int64) Value {
	if v.IsEmpty() || !v.hasLo() {
		return Value{flags: v.flags&empty | noLo | noHi}.orEmpty()
	}
	return AtLeast(v.lo.Add(num.I(d)))
}

func (v Value) orEmpty() Value {
	if v.IsEmpty() {
		return Empty()
	}
	return v
}

// Add, Sub, Neg and Mul are exact: the least interval with all results.
func (v Value) Add(w Value) Value {
	if v.IsEmpty() || w.IsEmpty() {
		return Empty()
	}
	r := Value{flags: v.flags | w.flags}
	if r.hasLo() {
		r.lo = v.lo.Add(w.lo)
	}
	if r.hasHi() {
		r.hi = v.hi.Add(w.hi)
	}
	return r
}

func (v Value) Neg() Value {
	if v.IsEmpty() {
		return v
	}
	return Value{lo: v.hi.Neg(), hi: v.lo.Neg(), flags: v.flags&noLo<<1 | v.flags&noHi>>1}
}

func (v Value) Sub(w Value) Value { return v.Add(w.Neg()) }

func (v Value) Mul(w Value) Value {
	if v.IsEmpty() || w.IsEmpty() {
		return Empty()
	}
	if _, ok := v.Single(); ok {
		v, w = w, v
	}
	if k, ok := w.Single(); ok {
		return v.scale(k)
	}
	if v.flags|w.flags == 0 {
		return corners(v, w, num.Int.Mul)
	}
	switch {
	case v.nonNegative() && w.nonNegative():
		return AtLeast(v.lo.Mul(w.lo))
	case v.nonNegative() && w.Neg().nonNegative(), v.Neg().nonNegative() && w.nonNegative():
		return AtMost(num.I(0))
	case v.Neg().nonNegative() && w.Neg().nonNegative():
		return AtLeast(num.I(0))
	}
	return All()
}

func (v Value) scale(k num.Int) Value {
	switch {
	case k.IsZero():
		return One(k)
	case k.Sign() < 0:
		return v.Neg().scale(k.Neg())
	}
	r := Value{flags: v.flags}
	if r.hasLo() {
		r.lo = v.lo.Mul(k)
	}
	if r.hasHi() {
		r.hi = v.hi.Mul(k)
	}
	return r
}

// corners is the least interval with op at the four pairs of bounds; v and w are finite.
func corners(v, w Value, op func(a, b num.Int) num.Int) Value {
	r := One(op(v.lo, w.lo))
	for _, x := range [...]num.Int{op(v.lo, w.hi), op(v.hi, w.lo), op(v.hi, w.hi)} {
		if x.Less(r.lo) {
			r.lo = x
		}
		if r.hi.Less(x) {
			r.hi = x
		}
	}
	return r
}

func (v Value) nonNegative() bool { return !v.IsEmpty() && v.hasLo() && v.lo.Sign() >= 0 }

// Quo is C's division, which truncates. What a division by 0 gives is unknown.
func (v Value) Quo(w Value) Value {
	if v.IsEmpty() || w.IsEmpty() {
		return Empty()
	}
	if w.Contains(num.I(0)) {
		return All()
	}
	if !w.nonNegative() {
		return v.Neg().Quo(w.Neg())
	}
	// w > 0; without an upper bound the quotient comes as near to 0 as it likes.
	q := v.quo(w.lo)
	if !w.hasHi() {
		return q.Join(One(num.I(0)))
	}
	return q.Join(v.quo(w.hi))
}

// quo is Quo by a positive constant.
func (v Value) quo(d num.Int) Value {
	r := Value{flags: v.flags}
	if r.hasLo() {
		r.lo, _ = v.lo.QuoRem(d)
	}
	if r.hasHi() {
		r.hi, _ = v.hi.QuoRem(d)
	}
	return r
}

// Rem is C's remainder, with the sign of the dividend. What a division by 0 gives is unknown.
func (v Value) Rem(w Value) Value {
	if v.IsEmpty() || w.IsEmpty() {
		return Empty()
	}
	if w.Contains(num.I(0)) {
		return All()
	}
	if a, ok := v.Single(); ok {
		if b, ok := w.Single(); ok {
			_, r := a.QuoRem(b)
			return One(r)
		}
	}
	if !w.nonNegative() {
		w = w.Neg()
	}
	// |v| < |w| is its own remainder.
	if v.In(Range(w.lo.Neg().Add(num.I(1)), w.lo.Sub(num.I(1)))) {
		return v
	}
	// Within one period of a constant, the remainder only grows.
	if k, ok := w.Single(); ok && v.flags == 0 && v.lo.Sign() >= 0 {
		q, lo := v.lo.QuoRem(k)
		if p, hi := v.hi.QuoRem(k); p.Eq(q) {
			return Value{lo: lo, hi: hi}
		}
	}
	r := All()
	if w.hasHi() {
		m := w.hi.Sub(num.I(1))
		r = Value{lo: m.Neg(), hi: m}
	}
	if v.nonNegative() {
		r = r.Meet(AtLeast(num.I(0)))
	} else if v.Neg().nonNegative() {
		r = r.Meet(AtMost(num.I(0)))
	}
	// and it is no farther from 0 than the dividend
	return r.Meet(v.Join(One(num.I(0))))
}

// wrap is v converted to t: exact if v spans no border of t's ranges modulo 2^Bits.
func (v Value) wrap(t ir.Type) Value {
	all := OfType(t)
	if v.In(all) {
		return v
	}
	if v.flags != 0 {
		return all
	}
	m := num.Pow2(uint(t.Bits))
	p, lo := v.lo.Sub(all.lo).DivMod(m)
	q, hi := v.hi.Sub(all.lo).DivMod(m)
	if !p.Eq(q) {
		return all
	}
	return Value{lo: lo.Add(all.lo), hi: hi.Add(all.lo)}
}

func (v Value) String() string {
	if v.IsEmpty() {
		return "{}"
	}
	s := "[-oo"
	if v.hasLo() {
		s = "[" + v.lo.String()
	}
	s += ", "
	if v.hasHi() {
		return s + v.hi.String() + "]"
	}
	return s + "oo]"
}
