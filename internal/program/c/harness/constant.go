package harness

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// constant is the value of an integer that does not depend on variables; false if it does, or if it is too large.
func constant(x core.Expr) (int64, bool) {
	switch x := x.(type) {
	case *core.IntConst:
		return x.Value.Int64()
	case *core.Convert:
		v, ok := constant(x.X)
		return v, ok && x.Typ.IsInteger() && fits(x.Typ, v)
	case *core.Unary:
		v, ok := constant(x.X)
		switch x.Op {
		case core.Neg:
			return -v, ok && fits(x.Typ, -v)
		case core.BitNot:
			return ^v, ok && fits(x.Typ, ^v)
		}
	case *core.Binary:
		a, ok := constant(x.X)
		b, ok2 := constant(x.Y)
		if !ok || !ok2 {
			return 0, false
		}
		v, ok := compute(x.Op, a, b)
		return v, ok && fits(x.Typ, v)
	}
	return 0, false
}

// compute is an operation on small numbers.
func compute(op core.BinaryOp, a, b int64) (int64, bool) {
	const large = 1 << 31
	if a > large || a < -large || b > large || b < -large {
		return 0, false
	}
	switch op {
	case core.Add:
		return a + b, true
	case core.Sub:
		return a - b, true
	case core.Mul:
		return a * b, true
	case core.And:
		return a & b, true
	case core.Or:
		return a | b, true
	case core.Xor:
		return a ^ b, true
	}
	switch {
	case op == core.Div && b != 0:
		return a / b, true
	case op == core.Rem && b != 0:
		return a % b, true
	case op == core.Shl && a >= 0 && b >= 0 && b < 32:
		return a << b, true
	case op == core.Shr && a >= 0 && b >= 0 && b < 32:
		return a >> b, true
	}
	return 0, false
}

// fits tells whether a value is one of an integer type.
func fits(t *types.Type, v int64) bool {
	bits := t.Bits()
	if t.IsSigned() {
		return bits >= 64 || v >= -1<<(bits-1) && v < 1<<(bits-1)
	}
	return v >= 0 && (bits >= 63 || v < 1<<bits)
}
