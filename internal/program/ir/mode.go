package ir

import "craig/logic/num"

// Mode is how arithmetic works in a program.
type Mode struct {
	Math   bool
	Signed Signed
}

// Mode returns p's arithmetic.
func (p *Program) Mode() Mode { return Mode{Math: p.Math, Signed: p.Signed} }

// MaxShift bounds the distance of a left shift whose result Apply computes.
const MaxShift = 4096

// Wraps says whether operations on t wrap. Pointers do not take part in arithmetic but in casts.
func (m Mode) Wraps(t Type) bool {
	return !m.Math && (!t.IsSigned() || m.Signed == SignedWrap)
}

// Convert is v cast to t.
func (m Mode) Convert(t Type, v num.Int) num.Int {
	if m.Math {
		return v
	}
	return t.Wrap(v)
}

// Apply is the value of an arithmetic operator (OpNeg to OpXor; b is ignored by OpNeg and
// OpCompl) at type t. Where the operation does not wrap it is the mathematical result, which need
// not fit t. ok is false for a division by zero and for a left shift beyond MaxShift that does
// not wrap to 0. A shift by a negative distance is the left operand, as in package term.
func (m Mode) Apply(op Op, t Type, a, b num.Int) (v num.Int, ok bool) {
	switch op {
	case OpNeg:
		v = a.Neg()
	case OpCompl:
		v = a.Neg().Sub(num.I(1))
	case OpAdd:
		v = a.Add(b)
	case OpSub:
		v = a.Sub(b)
	case OpMul:
		v = a.Mul(b)
	case OpDiv, OpRem:
		if b.IsZero() {
			return num.Int{}, false
		}
		q, r := a.QuoRem(b)
		v = q
		if op == OpRem {
			v = r
		}
	case OpShl:
		k, small := b.Int64()
		switch {
		case b.Sign() < 0 || a.IsZero():
			v = a
		case m.Wraps(t) && (!small || k >= int64(t.Bits)):
			return num.Int{}, true // a multiple of 2^Bits
		case !small || k > MaxShift:
			return num.Int{}, false
		default:
			v = a.Shl(uint(k))
		}
	case OpShr:
		k, small := b.Int64()
		switch {
		case b.Sign() < 0:
			v = a
		case small && k <= MaxShift:
			v = a.Shr(uint(k))
		case a.Abs().Less(num.Pow2(MaxShift)):
			v = num.I(0)
			if a.Sign() < 0 {
				v = num.I(-1)
			}
		default:
			return num.Int{}, false
		}
	case OpAnd:
		v = a.And(b)
	case OpOr:
		v = a.Or(b)
	case OpXor:
		v = a.Xor(b)
	default:
		return num.Int{}, false
	}
	if m.Wraps(t) {
		v = t.Wrap(v)
	}
	return v, true
}

// Holds is the value of a comparison (OpEq to OpGe).
func Holds(op Op, a, b num.Int) bool {
	c := a.Cmp(b)
	switch op {
	case OpEq:
		return c == 0
	case OpNe:
		return c != 0
	case OpLt:
		return c < 0
	case OpLe:
		return c <= 0
	case OpGt:
		return c > 0
	case OpGe:
		return c >= 0
	}
	panic("ir.Holds: not a comparison")
}
