package float

import "craig/logic/num"

// Set is a set of numbers of a format: those whose keys (Format.Key) lie from Lo to Hi, and NaN. The zero
// value has the two zeros alone. No finite or infinite numbers are in it if Hi < Lo.
//
// A set does not tell -0 from +0: an operation on sets allows for both.
type Set struct {
	Lo, Hi int64
	NaN    bool
}

// All has everything, Numbers everything but NaN, Finite neither NaN nor infinities.
func (f Format) All() Set     { return Set{-int64(f.Inf()), int64(f.Inf()), true} }
func (f Format) Numbers() Set { return Set{-int64(f.Inf()), int64(f.Inf()), false} }

// Nothing has no element.
func Nothing() Set { return Set{Lo: 1} }

// OnlyNaN has NaN alone.
func OnlyNaN() Set { return Set{Lo: 1, NaN: true} }

// Single has the pattern x, and the other zero if x is one.
func (f Format) Single(x uint64) Set {
	if f.IsNaN(x) {
		return OnlyNaN()
	}
	return Set{Lo: f.Key(x), Hi: f.Key(x)}
}

// NoNumber reports whether the set has nothing but perhaps NaN.
func (s Set) NoNumber() bool { return s.Hi < s.Lo }

// IsEmpty reports whether the set has no element.
func (s Set) IsEmpty() bool { return s.NoNumber() && !s.NaN }

// Join has what is in one of both, and what lies between.
func (s Set) Join(t Set) Set {
	nan := s.NaN || t.NaN
	switch {
	case s.NoNumber():
		return Set{t.Lo, t.Hi, nan}.normal()
	case t.NoNumber():
		return Set{s.Lo, s.Hi, nan}
	}
	return Set{min(s.Lo, t.Lo), max(s.Hi, t.Hi), nan}
}

// Meet has what is in both.
func (s Set) Meet(t Set) Set {
	return Set{max(s.Lo, t.Lo), min(s.Hi, t.Hi), s.NaN && t.NaN}.normal()
}

// normal has one form for sets without numbers.
func (s Set) normal() Set {
	if s.NoNumber() {
		return Set{Lo: 1, NaN: s.NaN}
	}
	return s
}

// In reports whether s ⊆ t.
func (s Set) In(t Set) bool {
	return (t.NaN || !s.NaN) && (s.NoNumber() || t.Lo <= s.Lo && s.Hi <= t.Hi)
}

// Has reports whether the pattern x is in the set.
func (f Format) Has(s Set, x uint64) bool {
	if f.IsNaN(x) {
		return s.NaN
	}
	k := f.Key(x)
	return s.Lo <= k && k <= s.Hi
}

// has reports whether the set has the key k.
func (s Set) has(k int64) bool { return s.Lo <= k && k <= s.Hi }

// infinite reports which infinities are in the set.
func (f Format) infinite(s Set) bool {
	return !s.NoNumber() && (s.Lo == -int64(f.Inf()) || s.Hi == int64(f.Inf()))
}

// hull has the results of op at the given pairs of patterns, NaN left out, and nan.
func (f Format) hull(nan bool, xs, ys []uint64, op func(x, y uint64) uint64) Set {
	r := Set{Lo: 1, NaN: nan}
	for _, x := range xs {
		for _, y := range ys {
			if v := op(x, y); !f.IsNaN(v) {
				r = r.Join(f.Single(v))
			}
		}
	}
	return r
}

// noNumber is the result of an operation on sets one of which has no number: NaN, if both have anything.
func noNumber(s, t Set) Set {
	return Set{Lo: 1, NaN: !s.IsEmpty() && !t.IsEmpty()}
}

// ends are the patterns with the least and the greatest key.
func (f Format) ends(s Set) []uint64 { return []uint64{f.OfKey(s.Lo), f.OfKey(s.Hi)} }

// AddSets has the sums. Rounding is monotone, so that the ends decide.
func (f Format) AddSets(m Mode, s, t Set) Set {
	inf := int64(f.Inf())
	nan := s.NaN || t.NaN || s.has(inf) && t.has(-inf) || s.has(-inf) && t.has(inf)
	if s.NoNumber() || t.NoNumber() {
		return noNumber(s, t)
	}
	add := func(x, y uint64) uint64 { return f.Add(m, x, y) }
	r := f.hull(nan, f.ends(s)[:1], f.ends(t)[:1], add).Join(f.hull(nan, f.ends(s)[1:], f.ends(t)[1:], add))
	if nan { // ends of opposite infinities have no sum, but what is beside them has
		if s.has(-inf) || t.has(-inf) {
			r = r.Join(Set{Lo: -inf, Hi: -inf, NaN: true})
		}
		if s.has(inf) || t.has(inf) {
			r = r.Join(Set{Lo: inf, Hi: inf, NaN: true})
		}
		if f.infinite(s) || f.infinite(t) {
			r = r.Join(f.finiteSums(m, s, t))
		}
	}
	return r
}

// finite is s without infinities.
func (f Format) finite(s Set) Set {
	return s.Meet(Set{Lo: -int64(f.MaxFinite()), Hi: int64(f.MaxFinite())})
}

func (f Format) finiteSums(m Mode, s, t Set) Set {
	s, t = f.finite(s), f.finite(t)
	if s.NoNumber() || t.NoNumber() {
		return Nothing()
	}
	return Set{f.Key(f.Add(m, f.OfKey(s.Lo), f.OfKey(t.Lo))), f.Key(f.Add(m, f.OfKey(s.Hi), f.OfKey(t.Hi))), false}
}

// NegSet has the negations.
func (s Set) NegSet() Set {
	if s.NoNumber() {
		return s
	}
	return Set{-s.Hi, -s.Lo, s.NaN}
}

// AbsSet has the absolute values.
func (s Set) AbsSet() Set {
	switch {
	case s.NoNumber() || s.Lo >= 0:
		return s
	case s.Hi <= 0:
		return s.NegSet()
	}
	return Set{0, max(-s.Lo, s.Hi), s.NaN}
}

// corners are where products and quotients are extreme: the ends, and zeros of both signs and infinities
// inside, at which they are no numbers.
func (f Format) corners(s Set) []uint64 {
	list := f.ends(s)
	if s.has(0) {
		list = append(list, 0, f.SignBit())
	}
	for _, k := range [...]int64{1, -1, int64(f.MaxFinite()), -int64(f.MaxFinite())} {
		if s.has(k) {
			list = append(list, f.OfKey(k))
		}
	}
	return list
}

// MulSets has the products.
func (f Format) MulSets(m Mode, s, t Set) Set {
	nan := s.NaN || t.NaN || s.has(0) && f.infinite(t) || t.has(0) && f.infinite(s)
	if s.NoNumber() || t.NoNumber() {
		return noNumber(s, t)
	}
	return f.hull(nan, f.corners(s), f.corners(t), func(x, y uint64) uint64 { return f.Mul(m, x, y) })
}

// DivSets has the quotients.
func (f Format) DivSets(m Mode, s, t Set) Set {
	nan := s.NaN || t.NaN || s.has(0) && t.has(0) || f.infinite(s) && f.infinite(t)
	if s.NoNumber() || t.NoNumber() {
		return noNumber(s, t)
	}
	return f.hull(nan, f.corners(s), f.corners(t), func(x, y uint64) uint64 { return f.Div(m, x, y) })
}

// monotone has the results of a monotone operation of one operand.
func (f Format) monotone(s Set, op func(x uint64) uint64) Set {
	if s.NoNumber() {
		return s
	}
	return Set{f.Key(op(f.OfKey(s.Lo))), f.Key(op(f.OfKey(s.Hi))), s.NaN}
}

// SqrtSet has the square roots.
func (f Format) SqrtSet(m Mode, s Set) Set {
	below := !s.NoNumber() && s.Lo < 0
	s = Set{max(s.Lo, 0), s.Hi, s.NaN || below}.normal()
	return f.monotone(s, func(x uint64) uint64 { return f.Sqrt(m, x) })
}

// RoundSet has the numbers rounded to integers.
func (f Format) RoundSet(m Mode, s Set) Set {
	return f.monotone(s, func(x uint64) uint64 { return f.Round(m, x) })
}

// ConvertSet has the numbers of another format in this one.
func (f Format) ConvertSet(from Format, m Mode, s Set) Set {
	if s.NoNumber() {
		return s
	}
	convert := func(k int64) int64 { return f.Key(f.Convert(from, m, from.OfKey(k))) }
	return Set{convert(s.Lo), convert(s.Hi), s.NaN}
}

// FmaSets has x·y + z: the exact product lies between products rounded down and up, and so does the sum.
func (f Format) FmaSets(m Mode, s, t, u Set) Set {
	if s.IsEmpty() || t.IsEmpty() || u.IsEmpty() {
		return Nothing()
	}
	low, high := f.MulSets(Down, s, t), f.MulSets(Up, s, t)
	p := low.Join(high)
	r := f.AddSets(m, p, u)
	// A product beyond the finite numbers is none: its sum may be finite where that of an infinity is not.
	if f.infinite(p) {
		r = f.Numbers().Join(Set{Lo: 1, NaN: r.NaN || s.NaN || t.NaN || u.NaN})
	}
	return r
}

// ModSets has the remainders, C's fmod or IEEE's: of the sign of x or less than half of y, no larger than either.
func (f Format) ModSets(s, t Set, nearest bool) Set {
	nan := s.NaN || t.NaN || f.infinite(s) || t.has(0)
	if s.NoNumber() || t.NoNumber() {
		return noNumber(s, t)
	}
	a, b := s.AbsSet(), t.AbsSet()
	most := min(a.Hi, b.Hi, int64(f.MaxFinite()))
	r := Set{-most, most, nan}
	if !nearest {
		if s.Lo >= 0 {
			r.Lo = 0
		}
		if s.Hi <= 0 {
			r.Hi = 0
		}
	}
	return r
}

// FromInts has integers between limits as numbers.
func (f Format) FromInts(m Mode, lo, hi num.Int) Set {
	return Set{Lo: f.Key(f.FromInt(m, lo)), Hi: f.Key(f.FromInt(m, hi))}
}

// ToInts are limits of the set's elements rounded to integers, see ToInt; NaN among them.
func (f Format) ToInts(m Mode, bits int, s Set) (lo, hi num.Int, ok bool) {
	if s.IsEmpty() {
		return lo, hi, false
	}
	if s.NaN {
		lo = num.Pow2(uint(bits)).Neg()
		hi = lo
	}
	if !s.NoNumber() {
		a, b := f.ToInt(m, bits, f.OfKey(s.Lo)), f.ToInt(m, bits, f.OfKey(s.Hi))
		if !s.NaN {
			lo = a
		}
		hi = b
	}
	return lo, hi, true
}

// OfPatterns has the numbers whose patterns lie from lo to hi.
func (f Format) OfPatterns(lo, hi uint64) Set {
	r := Nothing()
	part := func(a, b uint64, neg bool) { // magnitudes
		if a > b {
			return
		}
		s := Set{Lo: int64(a), Hi: int64(min(b, f.Inf())), NaN: b > f.Inf()}.normal()
		if neg {
			s = s.NegSet()
		}
		r = r.Join(s)
	}
	h := f.SignBit()
	if lo < h {
		part(lo, min(hi, h-1), false)
	}
	if hi >= h {
		part(max(lo, h)-h, hi-h, true)
	}
	return r
}

// Patterns are limits of the patterns of the set's elements; canonical says that NaN has one pattern only.
func (f Format) Patterns(s Set, canonical bool) (lo, hi uint64, ok bool) {
	add := func(a, b uint64) {
		if !ok {
			lo, hi, ok = a, b, true
			return
		}
		lo, hi = min(lo, a), max(hi, b)
	}
	if !s.NoNumber() {
		if s.Hi >= 0 {
			add(uint64(max(s.Lo, 0)), uint64(s.Hi))
		}
		if s.Lo <= 0 {
			add(f.SignBit()+uint64(max(-s.Hi, 0)), f.SignBit()+uint64(-s.Lo))
		}
	}
	if s.NaN {
		add(f.NaN(), f.NaN())
		if !canonical {
			add(f.Inf()+1, f.SignBit()<<1-1)
		}
	}
	return lo, hi, ok
}
