// Package num has exact integers and rationals that are machine words until they overflow
// and math/big numbers after that. The common case allocates nothing.
//
// Values are immutable; the zero values are the number 0. Compare with Cmp or Eq, not with ==.
package num

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Int is an integer. If big is nil the value is small, otherwise it is *big and does not fit an
// int64 (the representation is canonical).
type Int struct {
	small int64
	big   *big.Int
}

// I is the integer v.
func I(v int64) Int { return Int{small: v} }

// FromBig is the value of b, which is copied.
func FromBig(b *big.Int) Int {
	if b.IsInt64() {
		return Int{small: b.Int64()}
	}
	return Int{big: new(big.Int).Set(b)}
}

// own is FromBig without the copy: nobody else may change b.
func own(b *big.Int) Int {
	if b.IsInt64() {
		return Int{small: b.Int64()}
	}
	return Int{big: b}
}

// ParseInt reads a decimal number with an optional sign; ok is false if s is anything else.
func ParseInt(s string) (v Int, ok bool) {
	if v, err := strconv.ParseInt(s, 10, 64); err == nil {
		return Int{small: v}, true
	}
	b, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return Int{}, false
	}
	return own(b), true
}

// Pow2 is 2^k.
func Pow2(k uint) Int { return I(1).Shl(k) }

// Int64 is the value as a machine word; ok is false if it does not fit.
func (a Int) Int64() (v int64, ok bool) { return a.small, a.big == nil }

// Big is a fresh copy of the value.
func (a Int) Big() *big.Int {
	if a.big != nil {
		return new(big.Int).Set(a.big)
	}
	return big.NewInt(a.small)
}

// view is the value as a big.Int that must not be changed.
func (a Int) view() *big.Int {
	if a.big != nil {
		return a.big
	}
	return big.NewInt(a.small)
}

// Sign is -1, 0 or 1.
func (a Int) Sign() int {
	if a.big != nil {
		return a.big.Sign()
	}
	return sign64(a.small)
}

// Cmp is -1 if a < b, 0 if a = b, 1 if a > b.
func (a Int) Cmp(b Int) int {
	switch {
	case a.big == nil && b.big == nil:
		switch {
		case a.small < b.small:
			return -1
		case a.small > b.small:
			return 1
		}
		return 0
	case a.big == nil: // b is beyond every small number
		return -b.big.Sign()
	case b.big == nil:
		return a.big.Sign()
	}
	return a.big.Cmp(b.big)
}

func (a Int) Eq(b Int) bool   { return a.Cmp(b) == 0 }
func (a Int) Less(b Int) bool { return a.Cmp(b) < 0 }
func (a Int) IsZero() bool    { return a.big == nil && a.small == 0 }
func (a Int) IsOne() bool     { return a.big == nil && a.small == 1 }

// Hash is equal for equal values.
func (a Int) Hash() uint64 {
	if a.big == nil {
		return mix(uint64(a.small))
	}
	h := mix(uint64(a.big.Sign()) + 7)
	for _, w := range a.big.Bits() {
		h = mix(h ^ uint64(w))
	}
	return h
}

func (a Int) Add(b Int) Int {
	if a.big == nil && b.big == nil {
		if s, ok := add64(a.small, b.small); ok {
			return Int{small: s}
		}
	}
	return own(new(big.Int).Add(a.view(), b.view()))
}

func (a Int) Sub(b Int) Int {
	if a.big == nil && b.big == nil {
		if s, ok := sub64(a.small, b.small); ok {
			return Int{small: s}
		}
	}
	return own(new(big.Int).Sub(a.view(), b.view()))
}

func (a Int) Mul(b Int) Int {
	if a.big == nil && b.big == nil {
		if s, ok := mul64(a.small, b.small); ok {
			return Int{small: s}
		}
	}
	return own(new(big.Int).Mul(a.view(), b.view()))
}

func (a Int) Neg() Int {
	if a.big == nil && a.small != math.MinInt64 {
		return Int{small: -a.small}
	}
	return own(new(big.Int).Neg(a.view()))
}

func (a Int) Abs() Int {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Gcd is the greatest common divisor; it is not negative, and Gcd(0, b) = |b|.
func (a Int) Gcd(b Int) Int {
	if a.big == nil && b.big == nil {
		return fromUint(gcd64(abs64(a.small), abs64(b.small)))
	}
	return own(new(big.Int).GCD(nil, nil, a.Abs().view(), b.Abs().view()))
}

// Lcm is the least common multiple; it is not negative, and Lcm(0, b) = 0.
func (a Int) Lcm(b Int) Int {
	if a.IsZero() || b.IsZero() {
		return Int{}
	}
	q, _ := a.QuoRem(a.Gcd(b))
	return q.Mul(b).Abs()
}

// DivMod is Euclidean division as in SMT-LIB: a = q·b + r with 0 <= r < |b|. b must not be 0.
func (a Int) DivMod(b Int) (q, r Int) {
	if a.big == nil && b.big == nil && !(a.small == math.MinInt64 && b.small == -1) {
		q, r := a.small/b.small, a.small%b.small
		if r < 0 {
			if b.small > 0 {
				q, r = q-1, r+b.small
			} else {
				q, r = q+1, r-b.small
			}
		}
		return Int{small: q}, Int{small: r}
	}
	x, y := new(big.Int), new(big.Int)
	x.DivMod(a.view(), b.view(), y)
	return own(x), own(y)
}

// QuoRem truncates towards zero as in C. b must not be 0.
func (a Int) QuoRem(b Int) (q, r Int) {
	if a.big == nil && b.big == nil && !(a.small == math.MinInt64 && b.small == -1) {
		return Int{small: a.small / b.small}, Int{small: a.small % b.small}
	}
	x, y := new(big.Int), new(big.Int)
	x.QuoRem(a.view(), b.view(), y)
	return own(x), own(y)
}

// Divides says whether b is a multiple of a; 0 divides only 0.
func (a Int) Divides(b Int) bool {
	if a.IsZero() {
		return b.IsZero()
	}
	_, r := b.QuoRem(a)
	return r.IsZero()
}

// And, Or and Xor work on two's complement numbers of unbounded width, as math/big does.
func (a Int) And(b Int) Int {
	if a.big == nil && b.big == nil {
		return Int{small: a.small & b.small}
	}
	return own(new(big.Int).And(a.view(), b.view()))
}

func (a Int) Or(b Int) Int {
	if a.big == nil && b.big == nil {
		return Int{small: a.small | b.small}
	}
	return own(new(big.Int).Or(a.view(), b.view()))
}

func (a Int) Xor(b Int) Int {
	if a.big == nil && b.big == nil {
		return Int{small: a.small ^ b.small}
	}
	return own(new(big.Int).Xor(a.view(), b.view()))
}

// Shl is a·2^k.
func (a Int) Shl(k uint) Int {
	if a.big == nil {
		if a.small == 0 {
			return a
		}
		if k < 63 {
			if s := a.small << k; s>>k == a.small {
				return Int{small: s}
			}
		}
	}
	return own(new(big.Int).Lsh(a.view(), k))
}

// Shr is floor(a / 2^k).
func (a Int) Shr(k uint) Int {
	if a.big == nil {
		return Int{small: a.small >> min(k, 63)}
	}
	return own(new(big.Int).Rsh(a.big, k))
}

// BitLen is the length of |a| in bits; of 0 it is 0.
func (a Int) BitLen() int {
	if a.big == nil {
		return bits.Len64(abs64(a.small))
	}
	return a.big.BitLen()
}

// Log2 is the k with a = 2^k, if there is one.
func (a Int) Log2() (k uint, ok bool) {
	if a.Sign() <= 0 {
		return 0, false
	}
	if a.big == nil {
		return uint(bits.TrailingZeros64(uint64(a.small))), a.small&(a.small-1) == 0
	}
	k = a.big.TrailingZeroBits()
	return k, int(k) == a.big.BitLen()-1
}

// Rat is the integer as a rational.
func (a Int) Rat() Rat {
	if a.big == nil {
		return Rat{n: a.small}
	}
	return Rat{big: new(big.Rat).SetInt(a.big)}
}

func (a Int) String() string {
	if a.big == nil {
		return strconv.FormatInt(a.small, 10)
	}
	return a.big.String()
}

func sign64(v int64) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}

// abs64 is |v|, which fits also for the least number.
func abs64(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

func fromUint(v uint64) Int {
	if v <= math.MaxInt64 {
		return Int{small: int64(v)}
	}
	return Int{big: new(big.Int).SetUint64(v)}
}

func add64(a, b int64) (int64, bool) {
	s := a + b
	return s, (a^s)&(b^s) >= 0 // overflow: both signs differ from the sum's
}

func sub64(a, b int64) (int64, bool) {
	s := a - b
	return s, (a^b)&(a^s) >= 0
}

func mul64(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	hi -= uint64(a>>63&b) + uint64(b>>63&a) // from the unsigned to the signed product
	return int64(lo), int64(hi) == int64(lo)>>63
}

// gcd64 is Stein's algorithm.
func gcd64(a, b uint64) uint64 {
	if a == 0 {
		return b
	}
	if b == 0 {
		return a
	}
	k := bits.TrailingZeros64(a | b)
	a >>= bits.TrailingZeros64(a)
	for b != 0 {
		b >>= bits.TrailingZeros64(b)
		if a > b {
			a, b = b, a
		}
		if a == 1 {
			break
		}
		b -= a
	}
	return a << k
}

// mix spreads the bits of h (the finaliser of MurmurHash3).
func mix(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	h ^= h >> 33
	return h
}
