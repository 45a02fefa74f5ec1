package types

import (
	"math/big"
	"math/bits"
)

// Integer is an integer of 128 bits in two's complement, which holds the values of all integer types but the upper half of
// unsigned __int128; there it stands for itself modulo 2^128. Table.Wrap makes it a value of a type.
type Integer struct{ Hi, Lo uint64 }

// IntOf is v.
func IntOf(v int64) Integer { return Integer{uint64(v >> 63), uint64(v)} }

// UintOf is v.
func UintOf(v uint64) Integer { return Integer{0, v} }

// Int64 is x, and whether it has a value of that type.
func (x Integer) Int64() (int64, bool) { return int64(x.Lo), x.Hi == uint64(int64(x.Lo)>>63) }

// Sign is -1, 0 or 1.
func (x Integer) Sign() int {
	switch {
	case int64(x.Hi) < 0:
		return -1
	case x.Hi|x.Lo == 0:
		return 0
	}
	return 1
}

// IsZero tells whether x is 0.
func (x Integer) IsZero() bool { return x.Hi|x.Lo == 0 }

// BitLen is how many bits a non-negative x has, and of a negative one how many its complement has.
func (x Integer) BitLen() int {
	if x.Sign() < 0 {
		x = x.Not()
	}
	if x.Hi != 0 {
		return 64 + bits.Len64(x.Hi)
	}
	return bits.Len64(x.Lo)
}

func (x Integer) Add(y Integer) Integer {
	lo, c := bits.Add64(x.Lo, y.Lo, 0)
	hi, _ := bits.Add64(x.Hi, y.Hi, c)
	return Integer{hi, lo}
}

func (x Integer) Sub(y Integer) Integer {
	lo, c := bits.Sub64(x.Lo, y.Lo, 0)
	hi, _ := bits.Sub64(x.Hi, y.Hi, c)
	return Integer{hi, lo}
}

func (x Integer) Neg() Integer { return Integer{}.Sub(x) }
func (x Integer) Not() Integer { return Integer{^x.Hi, ^x.Lo} }

func (x Integer) And(y Integer) Integer { return Integer{x.Hi & y.Hi, x.Lo & y.Lo} }
func (x Integer) Or(y Integer) Integer  { return Integer{x.Hi | y.Hi, x.Lo | y.Lo} }
func (x Integer) Xor(y Integer) Integer { return Integer{x.Hi ^ y.Hi, x.Lo ^ y.Lo} }

func (x Integer) Mul(y Integer) Integer {
	hi, lo := bits.Mul64(x.Lo, y.Lo)
	return Integer{hi + x.Hi*y.Lo + x.Lo*y.Hi, lo}
}

// Shl is x * 2^n, for n from 0 to 127.
func (x Integer) Shl(n uint) Integer {
	if n >= 64 {
		return Integer{x.Lo << (n - 64), 0}
	}
	return Integer{x.Hi<<n | x.Lo>>(64-n), x.Lo << n}
}

// Shr is x / 2^n rounded down, for n from 0 to 127.
func (x Integer) Shr(n uint) Integer {
	if n >= 64 {
		return Integer{uint64(int64(x.Hi) >> 63), uint64(int64(x.Hi) >> (n - 64))}
	}
	return Integer{uint64(int64(x.Hi) >> n), x.Lo>>n | x.Hi<<(64-n)}
}

// UShr is Shr of x taken for an unsigned number.
func (x Integer) UShr(n uint) Integer {
	if n >= 64 {
		return Integer{0, x.Hi >> (n - 64)}
	}
	return Integer{x.Hi >> n, x.Lo>>n | x.Hi<<(64-n)}
}

// Cmp compares.
func (x Integer) Cmp(y Integer) int {
	switch {
	case int64(x.Hi) != int64(y.Hi):
		if int64(x.Hi) < int64(y.Hi) {
			return -1
		}
		return 1
	case x.Lo != y.Lo:
		if x.Lo < y.Lo {
			return -1
		}
		return 1
	}
	return 0
}

// UCmp compares x and y taken for unsigned numbers.
func (x Integer) UCmp(y Integer) int {
	top := Integer{Hi: 1 << 63}
	return x.Xor(top).Cmp(y.Xor(top))
}

// QuoRem divides as C does; signed tells whether x and y are signed. y is not 0.
func (x Integer) QuoRem(y Integer, signed bool) (q, r Integer) {
	if a, ok := x.Int64(); ok && (signed || a >= 0) {
		if b, ok := y.Int64(); ok && (signed && b != -1 || b > 0) {
			return IntOf(a / b), IntOf(a % b)
		}
	}
	bq, br := new(big.Int).QuoRem(x.Big(signed), y.Big(signed), new(big.Int))
	return BigInt(bq), BigInt(br)
}

// Big is x as a big.Int, or x taken for an unsigned number.
func (x Integer) Big(signed bool) *big.Int {
	neg := signed && x.Sign() < 0
	if neg {
		x = x.Neg()
	}
	b := new(big.Int).SetUint64(x.Hi)
	b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(x.Lo))
	if neg {
		b.Neg(b)
	}
	return b
}

// BigInt is b modulo 2^128.
func BigInt(b *big.Int) Integer {
	m := new(big.Int).Abs(b)
	mask := new(big.Int).SetUint64(^uint64(0))
	x := Integer{new(big.Int).And(new(big.Int).Rsh(m, 64), mask).Uint64(), new(big.Int).And(m, mask).Uint64()}
	if b.Sign() < 0 {
		x = x.Neg()
	}
	return x
}

// Wrap is the value of integer type t that is equal to x modulo 2 to the number of its bits; of _Bool it tells whether x is
// not 0.
func (tt *Table) Wrap(t *Type, x Integer) Integer {
	if t.Kind == Bool {
		if x.IsZero() {
			return Integer{}
		}
		return IntOf(1)
	}
	n := uint(128 - t.Bits())
	if t.IsSigned() {
		return x.Shl(n).Shr(n)
	}
	return x.Shl(n).UShr(n)
}

// Fits tells whether x is a value of integer type t.
func (tt *Table) Fits(t *Type, x Integer) bool {
	return tt.Wrap(t, x) == x && (t.Kind != UInt128 || x.Sign() >= 0)
}

// Max is the greatest value of integer type t.
func (tt *Table) Max(t *Type) Integer {
	n := t.Bits()
	if t.IsSigned() {
		n--
	}
	return Integer{^uint64(0), ^uint64(0)}.UShr(uint(128 - n))
}

// String is x in decimal.
func (x Integer) String() string { return x.Big(true).String() }
