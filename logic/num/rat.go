package num

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// Rat is a rational in lowest terms with a positive denominator. If big is nil it is n/d, and
// otherwise *big, whose numerator or denominator does not fit an int64.
type Rat struct {
	n, d int64 // d == 0 stands for 1, so that the zero value is 0; it is never 1
	big  *big.Rat
}

// R is n/d. d must not be 0.
func R(n, d int64) Rat {
	if d == 0 {
		panic("num: denominator 0")
	}
	g := gcd64(abs64(n), abs64(d))
	un, ud := abs64(n)/g, abs64(d)/g
	if (un <= math.MaxInt64 || (un == 1<<63 && (n < 0) != (d < 0))) && ud <= math.MaxInt64 {
		v := int64(un)
		if (n < 0) != (d < 0) {
			v = -v // also right for 2^63
		}
		return small(v, int64(ud))
	}
	return ownRat(big.NewRat(n, d))
}

// small is n/d in lowest terms with d > 0.
func small(n, d int64) Rat {
	if d == 1 {
		d = 0
	}
	return Rat{n: n, d: d}
}

// Quo is a/b. b must not be 0.
func Quo(a, b Int) Rat {
	if a.big == nil && b.big == nil {
		return R(a.small, b.small)
	}
	return ownRat(new(big.Rat).SetFrac(a.view(), b.view()))
}

// ownRat is the value of b, which nobody else may change.
func ownRat(b *big.Rat) Rat {
	if b.Num().IsInt64() && b.Denom().IsInt64() {
		return small(b.Num().Int64(), b.Denom().Int64())
	}
	return Rat{big: b}
}

// ParseRat reads a number as "3", "-3/4" or "2.50"; ok is false if s is anything else.
func ParseRat(s string) (v Rat, ok bool) {
	if i, ok := ParseInt(s); ok {
		return i.Rat(), true
	}
	if n, d, ok := strings.Cut(s, "/"); ok {
		a, ok1 := ParseInt(n)
		b, ok2 := ParseInt(d)
		if !ok1 || !ok2 || b.IsZero() {
			return Rat{}, false
		}
		return Quo(a, b), true
	}
	whole, frac, ok := strings.Cut(s, ".")
	if !ok || whole == "" || frac == "" || frac[0] == '+' || frac[0] == '-' {
		return Rat{}, false
	}
	a, ok := ParseInt(whole + frac)
	if !ok {
		return Rat{}, false
	}
	d := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(frac))), nil)
	return Quo(a, own(d)), true
}

// den is the denominator of a small number.
func (a Rat) den() int64 {
	if a.d == 0 {
		return 1
	}
	return a.d
}

// view is the value as a big.Rat that must not be changed.
func (a Rat) view() *big.Rat {
	if a.big != nil {
		return a.big
	}
	return big.NewRat(a.n, a.den())
}

// Big is a fresh copy of the value.
func (a Rat) Big() *big.Rat { return new(big.Rat).Set(a.view()) }

// Num is the numerator; it has the sign.
func (a Rat) Num() Int {
	if a.big == nil {
		return Int{small: a.n}
	}
	return FromBig(a.big.Num())
}

// Den is the denominator, positive.
func (a Rat) Den() Int {
	if a.big == nil {
		return Int{small: a.den()}
	}
	return FromBig(a.big.Denom())
}

// Sign is -1, 0 or 1.
func (a Rat) Sign() int {
	if a.big != nil {
		return a.big.Sign()
	}
	return sign64(a.n)
}

// Cmp is -1 if a < b, 0 if a = b, 1 if a > b.
func (a Rat) Cmp(b Rat) int {
	if a.big != nil || b.big != nil {
		return a.view().Cmp(b.view())
	}
	if a.d == b.d {
		switch {
		case a.n < b.n:
			return -1
		case a.n > b.n:
			return 1
		}
		return 0
	}
	s, t := sign64(a.n), sign64(b.n)
	if s != t {
		if s < t {
			return -1
		}
		return 1
	}
	// Both signs are s: compare |a.n|·b.d with |b.n|·a.d in 128 bits.
	ah, al := bits.Mul64(abs64(a.n), uint64(b.den()))
	bh, bl := bits.Mul64(abs64(b.n), uint64(a.den()))
	switch {
	case ah == bh && al == bl:
		return 0
	case ah < bh || ah == bh && al < bl:
		return -s
	}
	return s
}

func (a Rat) Eq(b Rat) bool {
	if a.big == nil && b.big == nil {
		return a.n == b.n && a.d == b.d
	}
	return a.big != nil && b.big != nil && a.big.Cmp(b.big) == 0
}

func (a Rat) Less(b Rat) bool { return a.Cmp(b) < 0 }
func (a Rat) IsZero() bool    { return a.big == nil && a.n == 0 }
func (a Rat) IsOne() bool     { return a.big == nil && a.n == 1 && a.d == 0 }

// IsInt says whether the denominator is 1.
func (a Rat) IsInt() bool {
	if a.big == nil {
		return a.d == 0
	}
	return a.big.IsInt()
}

// Hash is equal for equal values.
func (a Rat) Hash() uint64 {
	if a.big == nil {
		if a.d == 0 {
			return mix(uint64(a.n))
		}
		return mix(mix(uint64(a.n)) ^ uint64(a.d))
	}
	return mix(a.Num().Hash() + 3*a.Den().Hash())
}

func (a Rat) Add(b Rat) Rat {
	if a.big == nil && b.big == nil {
		if a.d|b.d == 0 {
			if s, ok := add64(a.n, b.n); ok {
				return Rat{n: s}
			}
		} else if s, ok := addSmall(a.n, a.den(), b.n, b.den()); ok {
			return s
		}
	}
	return ownRat(new(big.Rat).Add(a.view(), b.view()))
}

// addSmall is n1/d1 + n2/d2 (Knuth, volume 2, 4.5.1): the numbers stay as small as they can.
func addSmall(n1, d1, n2, d2 int64) (Rat, bool) {
	g := int64(gcd64(uint64(d1), uint64(d2)))
	x, ok1 := mul64(n1, d2/g)
	y, ok2 := mul64(n2, d1/g)
	t, ok3 := add64(x, y)
	if !ok1 || !ok2 || !ok3 {
		return Rat{}, false
	}
	h := int64(gcd64(abs64(t), uint64(g)))
	d, ok := mul64(d1/g, d2/h)
	return small(t/h, d), ok
}

func (a Rat) Sub(b Rat) Rat {
	if a.big == nil && b.big == nil {
		if a.d|b.d == 0 {
			if s, ok := sub64(a.n, b.n); ok {
				return Rat{n: s}
			}
		} else if b.n != math.MinInt64 {
			if s, ok := addSmall(a.n, a.den(), -b.n, b.den()); ok {
				return s
			}
		}
	}
	return ownRat(new(big.Rat).Sub(a.view(), b.view()))
}

func (a Rat) Mul(b Rat) Rat {
	if a.big == nil && b.big == nil {
		if a.d|b.d == 0 {
			if s, ok := mul64(a.n, b.n); ok {
				return Rat{n: s}
			}
		} else if s, ok := mulSmall(a.n, a.den(), b.n, b.den()); ok {
			return s
		}
	}
	return ownRat(new(big.Rat).Mul(a.view(), b.view()))
}

// mulSmall is n1/d1 · n2/d2, reduced crosswise.
func mulSmall(n1, d1, n2, d2 int64) (Rat, bool) {
	g := int64(gcd64(abs64(n1), uint64(d2)))
	h := int64(gcd64(abs64(n2), uint64(d1)))
	n, ok1 := mul64(n1/g, n2/h)
	d, ok2 := mul64(d1/h, d2/g)
	return small(n, d), ok1 && ok2
}

// Div is a/b. b must not be 0.
func (a Rat) Div(b Rat) Rat { return a.Mul(b.Inv()) }

func (a Rat) Neg() Rat {
	if a.big == nil && a.n != math.MinInt64 {
		return Rat{n: -a.n, d: a.d}
	}
	return ownRat(new(big.Rat).Neg(a.view()))
}

// Inv is 1/a. a must not be 0.
func (a Rat) Inv() Rat {
	if a.big == nil {
		return R(a.den(), a.n)
	}
	return ownRat(new(big.Rat).Inv(a.big))
}

func (a Rat) Abs() Rat {
	if a.Sign() < 0 {
		return a.Neg()
	}
	return a
}

// Floor is the greatest integer that is not above a.
func (a Rat) Floor() Int {
	if a.big == nil {
		if a.d == 0 {
			return Int{small: a.n}
		}
		q, _ := Int{small: a.n}.DivMod(Int{small: a.d})
		return q
	}
	return own(new(big.Int).Div(a.big.Num(), a.big.Denom())) // Euclidean; the divisor is positive
}

// Ceil is the least integer that is not below a.
func (a Rat) Ceil() Int {
	f := a.Floor()
	if a.IsInt() {
		return f
	}
	return f.Add(I(1))
}

// Int is the value as an integer; ok iff IsInt.
func (a Rat) Int() (v Int, ok bool) {
	if a.big == nil {
		return Int{small: a.n}, a.d == 0
	}
	if !a.big.IsInt() {
		return Int{}, false
	}
	return FromBig(a.big.Num()), true
}

// String is "3" or "3/4".
func (a Rat) String() string {
	if a.big == nil {
		s := strconv.FormatInt(a.n, 10)
		if a.d != 0 {
			s += "/" + strconv.FormatInt(a.d, 10)
		}
		return s
	}
	return a.big.RatString()
}
