// Package float computes with binary floating-point numbers of IEEE 754 as bit patterns.
//
// A number of a format is the natural number below 2^Width that its bits are: sign, biased
// exponent, fraction. Every operation is the exact result rounded once. A result that is no number
// is the canonical NaN of the format, whatever the operands were; no operation tells NaNs apart.
//
// Rounding to nearest even in binary32 and binary64 uses the hardware, through Go's float32 and
// float64 with a conversion after every operation, so that nothing is fused. Other roundings and
// formats compute with integers of any size (exact.go); the tests compare both with each other and
// with a C compiler.
package float

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"craig/logic/num"
)

// Format is a binary interchange format or one like it. Exp is the number of bits of the exponent,
// at least 2 and at most 15; Sig that of the significand with the bit that is not stored, at least 2.
// The sum, which is the width, is at most 64.
type Format struct{ Exp, Sig uint8 }

var (
	Binary16 = Format{5, 11}
	Binary32 = Format{8, 24}
	Binary64 = Format{11, 53}
)

// Valid reports whether the package computes in the format.
func (f Format) Valid() bool {
	return f.Exp >= 2 && f.Exp <= 15 && f.Sig >= 2 && f.Width() <= 64
}

// String is "float64" for binary64, and "float" with both numbers for what has no such name.
func (f Format) String() string {
	switch f {
	case Binary16, Binary32, Binary64:
		return "float" + strconv.Itoa(f.Width())
	}
	return "float" + strconv.Itoa(int(f.Exp)) + "_" + strconv.Itoa(int(f.Sig))
}

// Mode says how a result is rounded. The zero value is what C programs do unless they ask for another.
type Mode uint8

const (
	NearestEven Mode = iota
	NearestAway
	Up     // towards +∞
	Down   // towards -∞
	ToZero // truncation
	NumModes
)

func (m Mode) String() string {
	return [...]string{"even", "away", "up", "down", "zero"}[m]
}

// Width is the number of bits.
func (f Format) Width() int { return int(f.Exp) + int(f.Sig) }

// SignBit is the bit that negative numbers have: also -0.
func (f Format) SignBit() uint64 { return 1 << (f.Width() - 1) }

// Inf is +∞; with the sign bit it is -∞.
func (f Format) Inf() uint64 { return (1<<f.Exp - 1) << (f.Sig - 1) }

// NaN is the canonical NaN: positive and quiet.
func (f Format) NaN() uint64 { return f.Inf() | 1<<(f.Sig-2) }

// MaxFinite is the largest finite number.
func (f Format) MaxFinite() uint64 { return f.Inf() - 1 }

// MinNormal is the least positive number that is not subnormal.
func (f Format) MinNormal() uint64 { return 1 << (f.Sig - 1) }

// One is 1.
func (f Format) One() uint64 { return uint64(f.bias()) << (f.Sig - 1) }

func (f Format) bias() int { return 1<<(f.Exp-1) - 1 }

// magnitude is x without its sign.
func (f Format) magnitude(x uint64) uint64 { return x & (f.SignBit() - 1) }

func (f Format) IsNaN(x uint64) bool      { return f.magnitude(x) > f.Inf() }
func (f Format) IsInf(x uint64) bool      { return f.magnitude(x) == f.Inf() }
func (f Format) IsFinite(x uint64) bool   { return f.magnitude(x) < f.Inf() }
func (f Format) IsZero(x uint64) bool     { return f.magnitude(x) == 0 }
func (f Format) IsNegative(x uint64) bool { return x&f.SignBit() != 0 } // the sign bit, also of zeros and NaNs

func (f Format) IsSubnormal(x uint64) bool {
	return !f.IsZero(x) && f.magnitude(x) < f.MinNormal()
}

// Key orders what is not NaN as the numbers are ordered: ±0 have the key 0, and the keys of
// neighbours differ by 1. Keys of NaNs lie beyond those of the infinities.
func (f Format) Key(x uint64) int64 {
	if f.IsNegative(x) {
		return -int64(f.magnitude(x))
	}
	return int64(x)
}

// OfKey is the number with that key; +0 for 0.
func (f Format) OfKey(k int64) uint64 {
	if k < 0 {
		return f.SignBit() | uint64(-k)
	}
	return uint64(k)
}

// Neg has the other sign, also of a NaN.
func (f Format) Neg(x uint64) uint64 { return x ^ f.SignBit() }

func (f Format) Eq(x, y uint64) bool { return f.Le(x, y) && f.Le(y, x) }
func (f Format) Lt(x, y uint64) bool { return f.ordered(x, y) && f.Key(x) < f.Key(y) }
func (f Format) Le(x, y uint64) bool { return f.ordered(x, y) && f.Key(x) <= f.Key(y) }

func (f Format) ordered(x, y uint64) bool { return !f.IsNaN(x) && !f.IsNaN(y) }

// hardware reports whether Go computes in this format and mode.
func (f Format) hardware(m Mode) bool {
	return m == NearestEven && (f == Binary32 || f == Binary64)
}

func f32(x uint64) float32 { return math.Float32frombits(uint32(x)) }
func f64(x uint64) float64 { return math.Float64frombits(x) }

// double is the value of a number of binary32 or binary64.
func (f Format) double(x uint64) float64 {
	if f == Binary32 {
		return float64(f32(x))
	}
	return f64(x)
}

// bits32 and bits64 are the bits of a result.
func bits32(v float32) uint64 {
	if v != v {
		return Binary32.NaN()
	}
	return uint64(math.Float32bits(v))
}

func bits64(v float64) uint64 {
	if v != v {
		return Binary64.NaN()
	}
	return math.Float64bits(v)
}

// ofDouble is the bits of v, a number of binary32 or binary64.
func (f Format) ofDouble(v float64) uint64 {
	if f == Binary32 {
		return bits32(float32(v))
	}
	return bits64(v)
}

// Add is x + y.
func (f Format) Add(m Mode, x, y uint64) uint64 {
	if !f.hardware(m) {
		return f.exactAdd(m, x, y)
	}
	if f == Binary32 {
		return bits32(float32(f32(x) + f32(y)))
	}
	return bits64(float64(f64(x) + f64(y)))
}

// Mul is x·y.
func (f Format) Mul(m Mode, x, y uint64) uint64 {
	if !f.hardware(m) {
		return f.exactMul(m, x, y)
	}
	if f == Binary32 {
		return bits32(float32(f32(x) * f32(y)))
	}
	return bits64(float64(f64(x) * f64(y)))
}

// Div is x/y.
func (f Format) Div(m Mode, x, y uint64) uint64 {
	if !f.hardware(m) {
		return f.exactDiv(m, x, y)
	}
	if f == Binary32 {
		return bits32(float32(f32(x) / f32(y)))
	}
	return bits64(float64(f64(x) / f64(y)))
}

// Sqrt is the square root.
func (f Format) Sqrt(m Mode, x uint64) uint64 {
	if !f.hardware(m) {
		return f.exactSqrt(m, x)
	}
	return f.ofDouble(math.Sqrt(f.double(x))) // rounding twice is harmless: 53 ≥ 2·24 + 2
}

// Fma is x·y + z, rounded once.
func (f Format) Fma(m Mode, x, y, z uint64) uint64 {
	if f == Binary64 && m == NearestEven {
		return bits64(math.FMA(f64(x), f64(y), f64(z)))
	}
	return f.exactFma(m, x, y, z)
}

// Fmod is C's fmod: x - n·y with n = x/y truncated. It is exact.
func (f Format) Fmod(x, y uint64) uint64 {
	if f.hardware(NearestEven) {
		return f.ofDouble(math.Mod(f.double(x), f.double(y)))
	}
	return f.exactMod(x, y, ToZero)
}

// Rem is IEEE's remainder: x - n·y with n the integer nearest to x/y, the even one of two. It is exact.
func (f Format) Rem(x, y uint64) uint64 {
	if f.hardware(NearestEven) {
		return f.ofDouble(math.Remainder(f.double(x), f.double(y)))
	}
	return f.exactMod(x, y, NearestEven)
}

// Round is x rounded to an integer. A zero result has the sign of x.
func (f Format) Round(m Mode, x uint64) uint64 {
	if f != Binary32 && f != Binary64 {
		return f.exactRound(m, x)
	}
	v := f.double(x)
	switch m {
	case NearestEven:
		v = math.RoundToEven(v)
	case NearestAway:
		v = math.Round(v)
	case Up:
		v = math.Ceil(v)
	case Down:
		v = math.Floor(v)
	case ToZero:
		v = math.Trunc(v)
	}
	return f.ofDouble(v)
}

// Convert is the number x of the format from in the format f.
func (f Format) Convert(from Format, m Mode, x uint64) uint64 {
	if f.hardware(m) && from.hardware(m) {
		return f.ofDouble(from.double(x))
	}
	return f.exactConvert(from, m, x)
}

// FromInt is the number nearest to v, as the mode says.
func (f Format) FromInt(m Mode, v num.Int) uint64 {
	return f.round(m, v.Sign() < 0, v.Abs(), 0, false)
}

// FromRat is the number nearest to v, as the mode says.
func (f Format) FromRat(m Mode, v num.Rat) uint64 {
	n, d := v.Num().Abs(), v.Den()
	return f.quotient(m, v.Sign() < 0, n, d, 0)
}

// ToInt is x rounded to an integer, between -2^bits and 2^bits: what is less or greater is that, and
// NaN is -2^bits. So with bits = 64 the conversion to an integer type of at most 64 bits is defined if
// and only if the result is a value of the type.
func (f Format) ToInt(m Mode, bits int, x uint64) num.Int {
	limit := num.Pow2(uint(bits))
	switch {
	case f.IsNaN(x) || f.IsInf(x) && f.IsNegative(x):
		return limit.Neg()
	case f.IsInf(x):
		return limit
	}
	v := f.integer(m, x)
	switch {
	case limit.Less(v):
		return limit
	case v.Less(limit.Neg()):
		return limit.Neg()
	}
	return v
}

// ToRat is the value of a finite number.
func (f Format) ToRat(x uint64) (num.Rat, bool) {
	if !f.IsFinite(x) {
		return num.Rat{}, false
	}
	neg, v, e := f.parts(x)
	if neg {
		v = v.Neg()
	}
	if e >= 0 {
		return v.Shl(uint(e)).Rat(), true
	}
	return num.Quo(v, num.Pow2(uint(-e))), true
}

// Text is the shortest decimal that reads back as x; nan, inf and -inf where there is none.
func (f Format) Text(x uint64) string {
	switch {
	case f.IsNaN(x) && f.IsNegative(x):
		return "-nan"
	case f.IsNaN(x):
		return "nan"
	case f.IsInf(x) && f.IsNegative(x):
		return "-inf"
	case f.IsInf(x):
		return "inf"
	case f == Binary32:
		return decimal(float64(f32(x)), 32)
	case f.Exp <= 11 && f.Sig <= 53:
		return decimal(f64(Binary64.Convert(f, NearestEven, x)), 64)
	}
	r, _ := f.ToRat(x)
	return r.String()
}

// decimal has a point or an exponent, so that it reads as a floating-point number.
func decimal(v float64, bits int) string {
	s := strconv.FormatFloat(v, 'g', -1, bits)
	for _, c := range s {
		if c == '.' || c == 'e' {
			return s
		}
	}
	return s + ".0"
}

// Bits is the pattern as an integer.
func Bits(x uint64) num.Int {
	if x <= math.MaxInt64 {
		return num.I(int64(x))
	}
	return num.FromBig(new(big.Int).SetUint64(x))
}

// Pattern is v modulo 2^Width, as a pattern.
func (f Format) Pattern(v num.Int) uint64 {
	if k, ok := v.Int64(); ok {
		return uint64(k) & (f.SignBit()<<1 - 1)
	}
	return v.And(num.Pow2(64).Sub(num.I(1))).Big().Uint64() & (f.SignBit()<<1 - 1)
}

// ParseFormat reads what Format.String writes.
func ParseFormat(s string) (Format, bool) {
	for _, f := range [...]Format{Binary16, Binary32, Binary64} {
		if s == f.String() {
			return f, true
		}
	}
	rest, ok := strings.CutPrefix(s, "float")
	exp, sig, found := strings.Cut(rest, "_")
	e, err1 := strconv.ParseUint(exp, 10, 8)
	g, err2 := strconv.ParseUint(sig, 10, 8)
	f := Format{uint8(e), uint8(g)}
	return f, ok && found && err1 == nil && err2 == nil && f.Valid() && f.String() == s
}
