package conditions

import (
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// Operators whose results are those of terms: of two operands, of floats of one format, and roundings of these to integers.
var (
	binary = map[ir.Op]func(st *term.Store, p, q term.Term) term.Term{
		ir.OpAdd: add, ir.OpPtrAdd: add, ir.OpSub: (*term.Store).Sub, ir.OpPtrDiff: (*term.Store).Sub, ir.OpMul: (*term.Store).Mul,
		ir.OpAnd: (*term.Store).BitAnd, ir.OpOr: (*term.Store).BitOr, ir.OpXor: (*term.Store).BitXor, ir.OpShr: (*term.Store).Shr,
		ir.OpEq: (*term.Store).Eq, ir.OpNe: (*term.Store).Ne, ir.OpLt: (*term.Store).Lt, ir.OpLe: (*term.Store).Le,
		ir.OpGt: (*term.Store).Gt, ir.OpGe: (*term.Store).Ge,
		ir.OpLAnd: func(st *term.Store, p, q term.Term) term.Term { return st.And(p, q) },
		ir.OpLOr:  func(st *term.Store, p, q term.Term) term.Term { return st.Or(p, q) },
	}
	floatUnary = map[ir.Op]func(*term.Store, float.Format, term.Term) term.Term{
		ir.OpFSqrt: (*term.Store).FSqrt, ir.OpFNeg: (*term.Store).FNeg, ir.OpFAbs: (*term.Store).FAbs,
	}
	floatBinary = map[ir.Op]func(st *term.Store, f float.Format, p, q term.Term) term.Term{
		ir.OpFAdd: (*term.Store).FAdd, ir.OpFSub: (*term.Store).FSub, ir.OpFMul: (*term.Store).FMul, ir.OpFDiv: (*term.Store).FDiv,
		ir.OpFMod: (*term.Store).FFmod, ir.OpFRem: (*term.Store).FRem,
		ir.OpFEq: (*term.Store).FEq, ir.OpFLt: (*term.Store).FLt, ir.OpFLe: (*term.Store).FLe,
	}
	floatRound = map[ir.Op]float.Mode{
		ir.OpFRint: float.NearestEven, ir.OpFRound: float.NearestAway, ir.OpFFloor: float.Down, ir.OpFCeil: float.Up, ir.OpFTrunc: float.ToZero,
	}
)

func add(st *term.Store, p, q term.Term) term.Term { return st.Add(p, q) }

// within says that x is a value of type t. What has no numbers, and mathematical integers, have no limits.
func (b *paths) within(t ir.Type, x term.Term) term.Term {
	if b.p.Math || !t.IsNumber() {
		return b.st.True()
	}
	if b.proof.Grows && isPointer(t) { // memory has no end
		return b.st.Le(b.st.Int(0), x)
	}
	return b.fits(t, x)
}

func (b *paths) fits(t ir.Type, x term.Term) term.Term {
	return b.st.And(b.st.Ge(x, b.st.IntNum(t.Min())), b.st.Le(x, b.st.IntNum(t.Max())))
}

// modulo is the value of type t that differs from x by a multiple of 2^bits.
func (b *paths) modulo(t ir.Type, x term.Term) term.Term {
	size := b.st.IntNum(num.Pow2(uint(t.Bits)))
	least := b.st.IntNum(t.Min())
	return b.st.Add(b.st.Mod(b.st.Sub(x, least), size), least)
}

// expr is the value of x in a state: an integer, a truth value, or the contents of a region. A float is the integer that its bits are. A cell
// that is read has a value of the type that it is read as, where control is.
func (b *paths) expr(x *ir.Expr, a *node) term.Term {
	t := b.exact(x, a)
	if x.Op >= ir.OpNeg && x.Op <= ir.OpXor && b.p.Mode().Wraps(x.Type) {
		return b.modulo(x.Type, t)
	}
	return t
}

// exact is the mathematical result of an operation. C's quotient is that of the magnitudes with a sign, and its remainder has the sign of the
// dividend; SMT-LIB has a remainder that is never negative. Of a division by 0, which a program has excluded before, nothing is known.
func (b *paths) exact(x *ir.Expr, a *node) term.Term {
	st := b.st
	arg := func(i int) term.Term { return b.expr(x.Args[i], a) }
	if op, ok := binary[x.Op]; ok {
		return op(st, arg(0), arg(1))
	}
	if op, ok := floatUnary[x.Op]; ok {
		return op(st, x.Args[0].Type.Format(), arg(0))
	}
	if op, ok := floatBinary[x.Op]; ok {
		return op(st, x.Args[0].Type.Format(), arg(0), arg(1))
	}
	if mode, ok := floatRound[x.Op]; ok {
		return st.FRound(x.Args[0].Type.Format(), mode, arg(0))
	}
	truncated := func(op func(p, q term.Term) term.Term) term.Term {
		p, q := arg(0), arg(1)
		if !x.Type.IsSigned() && !b.p.Math {
			return op(p, q)
		}
		return st.Ite(st.Lt(p, st.Int(0)), st.Neg(op(st.Neg(p), q)), op(p, q))
	}
	switch x.Op {
	case ir.OpConst:
		if x.Type.Kind == ir.Logical {
			return st.Bool(!x.Val.IsZero())
		}
		if x.Type.Kind == ir.Memory {
			return st.ConstArray(sortOf(x.Type), st.IntNum(x.Val))
		}
		return st.IntNum(x.Val)
	case ir.OpVar:
		if b.of != nil {
			return b.of.variable(x.Var)
		}
		return b.value(a.state, x.Var)
	case ir.OpAddr:
		return st.IntNum(x.Obj.Addr)
	case ir.OpLoad:
		if b.of != nil {
			return b.of.load(x, arg(0))
		}
		cell := st.Select(b.value(a.state, x.Region), arg(0))
		if cell.Op() == term.Select || cell.Op() == term.Ite {
			at := b.nodes[a.before[0]]
			at.say(st.Implies(at.reach, b.within(x.Type, cell)))
		}
		return cell
	case ir.OpNeg:
		return st.Neg(arg(0))
	case ir.OpNot:
		return st.Not(arg(0))
	case ir.OpCompl:
		return st.Sub(st.Int(-1), arg(0))
	case ir.OpDiv:
		return truncated(st.Div)
	case ir.OpRem:
		return truncated(st.Mod)
	case ir.OpShl:
		p, q := arg(0), arg(1)
		if !b.p.Mode().Wraps(x.Type) {
			return st.Shl(p, q)
		}
		bits := num.I(int64(x.Type.Bits))
		if n, ok := q.IntValue(); ok && n.Cmp(bits) >= 0 {
			return st.Int(0) // a multiple of 2^bits
		}
		return st.Ite(st.Le(st.IntNum(bits), q), st.Int(0), st.Shl(p, q))
	case ir.OpCast:
		if b.p.Math || x.Type.Contains(x.Args[0].Type) {
			return arg(0)
		}
		return b.modulo(x.Type, arg(0))
	case ir.OpOfBool:
		return st.Ite(arg(0), st.Int(1), st.Int(0))
	case ir.OpIte:
		return st.Ite(arg(0), arg(1), arg(2))
	case ir.OpInRange:
		y := x.Args[0]
		if y.Op == ir.OpShl && b.p.Mode().Wraps(y.Type) {
			by, of := b.expr(y.Args[1], a), b.expr(y.Args[0], a)
			short := st.Lt(by, st.Int(int64(y.Type.Bits)))
			return st.Or(st.Eq(of, st.Int(0)), st.And(short, b.fits(y.Type, b.exact(y, a))))
		}
		return b.fits(y.Type, b.exact(y, a))
	case ir.OpFOfInt:
		return st.FFromInt(x.Type.Format(), arg(0))
	case ir.OpFToInt:
		return st.FToInt(x.Args[0].Type.Format(), float.ToZero, arg(0))
	case ir.OpFConvert:
		return st.FConvert(x.Type.Format(), x.Args[0].Type.Format(), arg(0))
	case ir.OpFFma:
		return st.FFma(x.Args[0].Type.Format(), arg(0), arg(1), arg(2))
	}
	panic(fmt.Sprintf("conditions: operator %d", x.Op))
}
