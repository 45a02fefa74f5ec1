// Package num has exact integers and rationals that are machine words until they overflow
// and math/big numbers after that. The common case allocates nothing.
//
// Values are immutable; the zero values are the number 0. Compare with Cmp or Eq, not with ==.
package num

import "math/big"

// Int is an integer. If big is nil the value is small, otherwise it is *big and does not fit an
// int64 (the representation is canonical).
type Int struct {
	small int64
	big   *big.Int
}

// Rat is a rational in lowest terms with a positive denominator.
type Rat struct {
	n, d int64 // d == 0 stands for 1, so that the zero value is 0
	big  *big.Rat
}

func I(v int64) Int                     { return Int{small: v} }
func FromBig(b *big.Int) Int            { panic("unimplemented") } // copies b
func ParseInt(s string) (Int, bool)     { panic("unimplemented") } // decimal, optional sign
func Pow2(k uint) Int                   { panic("unimplemented") }
func (a Int) Int64() (v int64, ok bool) { return a.small, a.big == nil }
func (a Int) Big() *big.Int             { panic("unimplemented") } // a fresh copy
func (a Int) Sign() int                 { panic("unimplemented") }
func (a Int) Cmp(b Int) int             { panic("unimplemented") }
func (a Int) Eq(b Int) bool             { return a.Cmp(b) == 0 }
func (a Int) Less(b Int) bool           { return a.Cmp(b) < 0 }
func (a Int) IsZero() bool              { return a.Sign() == 0 }
func (a Int) IsOne() bool               { return a.big == nil && a.small == 1 }
func (a Int) Add(b Int) Int             { panic("unimplemented") }
func (a Int) Sub(b Int) Int             { panic("unimplemented") }
func (a Int) Mul(b Int) Int             { panic("unimplemented") }
func (a Int) Neg() Int                  { panic("unimplemented") }
func (a Int) Abs() Int                  { panic("unimplemented") }
func (a Int) Gcd(b Int) Int             { panic("unimplemented") } // not negative; Gcd(0, b) = |b|
// DivMod is Euclidean division as in SMT-LIB: a = q·b + r with 0 <= r < |b|. b must not be 0.
func (a Int) DivMod(b Int) (q, r Int) { panic("unimplemented") }

// QuoRem truncates towards zero as in C. b must not be 0.
func (a Int) QuoRem(b Int) (q, r Int) { panic("unimplemented") }

// And, Or and Xor work on two's complement numbers of unbounded width, as math/big does.
func (a Int) And(b Int) Int  { panic("unimplemented") }
func (a Int) Or(b Int) Int   { panic("unimplemented") }
func (a Int) Xor(b Int) Int  { panic("unimplemented") }
func (a Int) Shl(k uint) Int { panic("unimplemented") } // a·2^k
func (a Int) Shr(k uint) Int { panic("unimplemented") } // floor(a / 2^k)
func (a Int) Rat() Rat       { panic("unimplemented") }
func (a Int) String() string { panic("unimplemented") }

func R(n, d int64) Rat              { panic("unimplemented") } // d must not be 0
func Quo(a, b Int) Rat              { panic("unimplemented") } // a/b; b must not be 0
func FromBigRat(b *big.Rat) Rat     { panic("unimplemented") }
func (a Rat) Num() Int              { panic("unimplemented") }
func (a Rat) Den() Int              { panic("unimplemented") }
func (a Rat) Sign() int             { panic("unimplemented") }
func (a Rat) Cmp(b Rat) int         { panic("unimplemented") }
func (a Rat) Eq(b Rat) bool         { return a.Cmp(b) == 0 }
func (a Rat) IsZero() bool          { return a.Sign() == 0 }
func (a Rat) IsInt() bool           { panic("unimplemented") }
func (a Rat) Add(b Rat) Rat         { panic("unimplemented") }
func (a Rat) Sub(b Rat) Rat         { panic("unimplemented") }
func (a Rat) Mul(b Rat) Rat         { panic("unimplemented") }
func (a Rat) Div(b Rat) Rat         { panic("unimplemented") }
func (a Rat) Neg() Rat              { panic("unimplemented") }
func (a Rat) Inv() Rat              { panic("unimplemented") }
func (a Rat) Abs() Rat              { panic("unimplemented") }
func (a Rat) Floor() Int            { panic("unimplemented") }
func (a Rat) Ceil() Int             { panic("unimplemented") }
func (a Rat) Int() (v Int, ok bool) { panic("unimplemented") } // ok iff IsInt
func (a Rat) String() string        { panic("unimplemented") } // "3" or "3/4"
