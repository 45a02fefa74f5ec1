package types

import "math/big"

// Real is a constant of a real floating-point type: a number, an infinity or a NaN.
type Real struct {
	X   *big.Float // nil: NaN
	Neg bool       // of a NaN: its sign
}

// Round is x as a value of real type t. It rounds to nearest, ties to even; the value of a long double or one with more than
// 64 bits that is not normal keeps its precision.
func (tt *Table) Round(t *Type, x Real) Real {
	if x.X == nil || x.X.IsInf() {
		return x
	}
	switch {
	case t.SizeOf() == 4:
		f, _ := x.X.Float32()
		return Real{X: zeroSign(new(big.Float).SetFloat64(float64(f)), x.X)}
	case t.SizeOf() == 8:
		f, _ := x.X.Float64()
		return Real{X: zeroSign(new(big.Float).SetFloat64(f), x.X)}
	}
	return Real{X: new(big.Float).SetPrec(tt.precision(t)).Set(x.X)}
}

// zeroSign is y with the sign of x, of which it is the rounding.
func zeroSign(y, x *big.Float) *big.Float {
	if x.Signbit() != y.Signbit() {
		y.Neg(y)
	}
	return y
}

// precision is how many bits the significand of a real type has.
func (tt *Table) precision(t *Type) uint {
	switch {
	case t.Kind == Float16:
		return 11
	case t.SizeOf() == 4:
		return 24
	case t.SizeOf() == 8:
		return 53
	case t.IsX87():
		return 64
	}
	return 113
}

// RealBinary is x op y as values of real type t, for op one of + - * /.
func (tt *Table) RealBinary(t *Type, op byte, x, y Real) Real {
	nan := Real{Neg: true} // as x86 makes it
	if x.X == nil {
		return x
	}
	if y.X == nil {
		return y
	}
	a, b := x.X, y.X
	z := new(big.Float).SetPrec(256)
	switch op {
	case '+', '-':
		if a.IsInf() && b.IsInf() && (a.Signbit() == b.Signbit()) == (op == '-') {
			return nan
		}
		// Enough bits for the exact sum, so that Round rounds once.
		if !a.IsInf() && !b.IsInf() && a.Sign() != 0 && b.Sign() != 0 {
			d := a.MantExp(nil) - b.MantExp(nil)
			z.SetPrec(uint(300 + max(d, -d)))
		}
		if op == '+' {
			z.Add(a, b)
		} else {
			z.Sub(a, b)
		}
	case '*':
		if a.Sign() == 0 && b.IsInf() || b.Sign() == 0 && a.IsInf() {
			return nan
		}
		z.Mul(a, b)
	case '/':
		if a.Sign() == 0 && b.Sign() == 0 || a.IsInf() && b.IsInf() {
			return nan
		}
		// 1024 bits of a quotient lie on the same side of every tie as the quotient itself, or are exact.
		z.SetPrec(1024).Quo(a, b)
	}
	return tt.Round(t, Real{X: z})
}

// RealCmp compares: -1, 0 or 1, and 2 where either is a NaN.
func RealCmp(x, y Real) int {
	if x.X == nil || y.X == nil {
		return 2
	}
	return x.X.Cmp(y.X)
}

// Negate is -x.
func (x Real) Negate() Real {
	if x.X == nil {
		return Real{Neg: !x.Neg}
	}
	return Real{X: new(big.Float).Neg(x.X)}
}

// RealToInt is the conversion of x to integer type t. Where C does not define it, it is what gcc makes of a constant: the nearest value
// of t, and 0 of a NaN.
func (tt *Table) RealToInt(t *Type, x Real) Integer {
	switch {
	case t.Kind == Bool && x.X != nil && x.X.Sign() == 0:
		return Integer{}
	case t.Kind == Bool:
		return IntOf(1)
	case x.X == nil:
		return Integer{}
	}
	low, high := new(big.Int), tt.Max(t).Big(false)
	if t.IsSigned() {
		low.Not(high)
	}
	b, _ := x.X.Int(nil) // nil for an infinity
	switch {
	case b == nil && x.X.Signbit() || b != nil && b.Cmp(low) < 0:
		b = low
	case b == nil || b.Cmp(high) > 0:
		b = high
	}
	return BigInt(b)
}

// IntToReal is the conversion of a value of integer type from to real type t.
func (tt *Table) IntToReal(t, from *Type, v Integer) Real {
	b := new(big.Float).SetPrec(256).SetInt(v.Big(from.IsSigned()))
	return tt.Round(t, Real{X: b})
}
