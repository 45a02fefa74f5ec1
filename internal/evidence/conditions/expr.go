package conditions

import (
	"fmt"

	"craig/internal/program/ir"
	"craig/logic/float"
	"craig/logic/num"
	"craig/logic/term"
)

// binary are the operators of two operands whose results are those of terms.
var binary = map[ir.Op]func(st *term.Store, p, q term.Term) term.Term{
	ir.OpAdd: add, ir.OpPtrAdd: add, ir.OpSub: (*term.Store).Sub, ir.OpPtrDiff: (*term.Store).Sub, ir.OpMul: (*term.Store).Mul,
	ir.OpAnd: (*term.Store).BitAnd, ir.OpOr: (*term.Store).BitOr, ir.OpXor: (*term.Store).BitXor, ir.OpShr: (*term.Store).Shr,
	ir.OpEq: (*term.Store).Eq, ir.OpNe: (*term.Store).Ne, ir.OpLt: (*term.Store).Lt, ir.OpLe: (*term.Store).Le,
	ir.OpGt: (*term.Store).Gt, ir.OpGe: (*term.Store).Ge,
	ir.OpLAnd: func(st *term.Store, p, q term.Term) term.Term { return st.And(p, q) },
	ir.OpLOr:  func(st *term.Store, p, q term.Term) term.Term { return st.Or(p, q) },
}

func add(st *term.Store, p, q term.Term) term.Term { return st.Add(p, q) }

// within says that x is a value of type t. What has no numbers, and mathematical integers, have no limits.
func (b *paths) within(t ir.Type, x term.Term) term.Term {
	if b.p.Math || !t.IsNumber() {
		return b.st.True()
	}
	return b.fits(t, x)
}

func (b *paths) fits(t ir.Type, x term.Term) term.Term {
	return b.st.And(b.st.Ge(x, b.st.IntNum(t.Min())), b.st.Le(x, b.st.IntNum(t.Max())))
}

// modulo is the value of type t that differs from x by a multiple of 2^bits.
func (b *paths) modulo(t ir.Type, x term.Term) term.Term {
	size := b.st.IntNum(num.Pow2(uint(t.Bits)))
	if !t.IsSigned() {
		return b.st.Mod(x, size)
	}
	least := b.st.IntNum(t.Min())
	return b.st.Add(b.st.Mod(b.st.Sub(x, least), size), least)
}

// expr is the value of x in a state: an integer, a truth value, or the contents of a region. A cell that is read has a value of the type
// that it is read as, where control is.
func (b *paths) expr(x *ir.Expr, a *arrival) term.Term {
	st := b.st
	if x.Op == ir.OpInRange && x.Args[0].Op >= ir.OpNeg && x.Args[0].Op <= ir.OpXor {
		y := x.Args[0]
		if y.Op == ir.OpShl && b.p.Mode().Wraps(y.Type) {
			by, of := b.expr(y.Args[1], a), b.expr(y.Args[0], a)
			short := st.Lt(by, st.Int(int64(y.Type.Bits)))
			return st.Or(st.Eq(of, st.Int(0)), st.And(short, b.fits(y.Type, b.arithmetic(y, a))))
		}
		return b.fits(y.Type, b.arithmetic(y, a))
	}
	if x.Op >= ir.OpNeg && x.Op <= ir.OpXor {
		t := b.arithmetic(x, a)
		if b.p.Mode().Wraps(x.Type) {
			return b.modulo(x.Type, t)
		}
		return t
	}
	if x.Op >= ir.OpFAdd && x.Op <= ir.OpFLe {
		return b.float(x, a)
	}
	arg := func(i int) term.Term { return b.expr(x.Args[i], a) }
	if op, ok := binary[x.Op]; ok {
		return op(st, arg(0), arg(1))
	}
	switch x.Op {
	case ir.OpConst:
		switch x.Type.Kind {
		case ir.Logical:
			return st.Bool(!x.Val.IsZero())
		case ir.Memory:
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
			b.nodes[a.from].facts = append(b.nodes[a.from].facts, fact{f: st.Implies(b.nodes[a.from].reach, b.within(x.Type, cell))})
		}
		return cell
	case ir.OpCast:
		if b.p.Math || x.Type.Contains(x.Args[0].Type) {
			return arg(0)
		}
		return b.modulo(x.Type, arg(0))
	case ir.OpOfBool:
		return st.Ite(arg(0), st.Int(1), st.Int(0))
	case ir.OpNot:
		return st.Not(arg(0))
	case ir.OpIte:
		return st.Ite(arg(0), arg(1), arg(2))
	case ir.OpInRange:
		return b.fits(x.Args[0].Type, arg(0))
	}
	panic(fmt.Sprintf("conditions: operator %d", x.Op))
}

// arithmetic is the mathematical result. C's quotient is that of the magnitudes with a sign, and its remainder has the sign of the
// dividend; SMT-LIB has a remainder that is never negative. Of a division by 0, which a program has excluded before, nothing is known.
func (b *paths) arithmetic(x *ir.Expr, a *arrival) term.Term {
	st := b.st
	p := b.expr(x.Args[0], a)
	switch x.Op {
	case ir.OpNeg:
		return st.Neg(p)
	case ir.OpCompl:
		return st.Sub(st.Int(-1), p)
	}
	q := b.expr(x.Args[1], a)
	truncated := func(op func(p, q term.Term) term.Term) term.Term {
		if !x.Type.IsSigned() && !b.p.Math {
			return op(p, q)
		}
		return st.Ite(st.Lt(p, st.Int(0)), st.Neg(op(st.Neg(p), q)), op(p, q))
	}
	if op, ok := binary[x.Op]; ok {
		return op(st, p, q)
	}
	switch x.Op {
	case ir.OpDiv:
		return truncated(st.Div)
	case ir.OpRem:
		return truncated(st.Mod)
	case ir.OpShl:
		if !b.p.Mode().Wraps(x.Type) {
			return st.Shl(p, q)
		}
		bits := st.Int(int64(x.Type.Bits))
		if n, ok := q.IntValue(); ok && n.Cmp(num.I(int64(x.Type.Bits))) >= 0 {
			return st.Int(0) // a multiple of 2^bits
		}
		return st.Ite(st.Le(bits, q), st.Int(0), st.Shl(p, q))
	}
	panic(fmt.Sprintf("conditions: operator %d", x.Op))
}

// Operations on floats of one format: of one and of two operands, and roundings to integers.
var (
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

// float is the bit pattern of the result of an operation on floats, an integer, or a truth value.
func (b *paths) float(x *ir.Expr, a *arrival) term.Term {
	st, p := b.st, b.expr(x.Args[0], a)
	if x.Op == ir.OpFOfInt {
		return st.FFromInt(x.Type.Format(), p)
	}
	f := x.Args[0].Type.Format()
	if op, ok := floatUnary[x.Op]; ok {
		return op(st, f, p)
	}
	if op, ok := floatBinary[x.Op]; ok {
		return op(st, f, p, b.expr(x.Args[1], a))
	}
	if mode, ok := floatRound[x.Op]; ok {
		return st.FRound(f, mode, p)
	}
	switch x.Op {
	case ir.OpFToInt:
		return st.FToInt(f, float.ToZero, p)
	case ir.OpFConvert:
		return st.FConvert(x.Type.Format(), f, p)
	case ir.OpFFma:
		return st.FFma(f, p, b.expr(x.Args[1], a), b.expr(x.Args[2], a))
	}
	panic(fmt.Sprintf("conditions: operator %d", x.Op))
}
