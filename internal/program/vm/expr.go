package vm

import (
	"math"
	"math/bits"

	"craig/internal/program/ir"
)

// expr makes code that computes e, and says where. A value that no word can hold, or one of a type
// that has no words, ends the execution as Outside.
func (c *compiler) expr(e *ir.Expr) operand {
	for _, a := range c.avail {
		if a.e == e || ir.Equal(a.e, e) {
			return a.v
		}
	}
	t := e.Type
	if t.Kind != ir.Logical && (!t.IsNumber() || t.Bits > 64) {
		return c.outside(t)
	}
	switch e.Op {
	case ir.OpConst, ir.OpAddr:
		w, ok := c.word(e)
		if !ok {
			return c.outside(t)
		}
		return operand{c.constant(w), w, w}
	case ir.OpVar:
		v := typed(c.reg[e.Var], t)
		if c.open.vars[e.Var] {
			c.emit(instr{op: opKnown, a: v.reg, t: c.trap(Open)})
			c.note(e, v)
		}
		return v
	case ir.OpLoad:
		return c.load(e)
	case ir.OpPtrAdd:
		return c.ptrAdd(e)
	case ir.OpPtrDiff:
		return c.ptrDiff(e)
	case ir.OpCast:
		return c.convert(c.expr(e.Args[0]), e.Args[0].Type, t)
	case ir.OpIte:
		return c.ite(e)
	case ir.OpInObject:
		return c.outside(t)
	}
	if e.Op >= ir.OpNeg && e.Op <= ir.OpXor {
		v := c.arith(e, 0)
		c.note(e, v)
		return v
	}
	if e.Op >= ir.OpFAdd && e.Op <= ir.OpFLe {
		v := c.float(e)
		c.note(e, v)
		return v
	}
	return c.truth(e)
}

// typed is a register that holds a value of type t.
func typed(reg uint16, t ir.Type) operand {
	lo, hi := boundsOf(t)
	return operand{reg, lo, hi}
}

// note remembers that e has been computed.
func (c *compiler) note(e *ir.Expr, v operand) {
	c.avail = append(c.avail, value{e, v, c.level})
}

// outside ends the execution.
func (c *compiler) outside(t ir.Type) operand {
	c.emit(instr{op: opJump, t: c.trap(Outside)})
	return operand{c.constant(0), math.MinInt64, math.MaxInt64}
}

// compute emits an operation.
func (c *compiler) compute(o op, a, b operand, t, n int32) uint16 {
	d := c.newTemp()
	c.emit(instr{op: o, d: d, a: a.reg, b: b.reg, t: t, n: n})
	return d
}

func (c *compiler) load(e *ir.Expr) operand {
	if e.Region == nil {
		return c.outside(e.Type)
	}
	c.cell(e.Region, e.Type)
	addr := c.expr(e.Args[0])
	d := c.newTemp()
	c.emit(instr{op: opLoad, d: d, a: addr.reg, b: c.region[e.Region], t: c.trap(Open)})
	v := typed(d, e.Type)
	c.note(e, v)
	return v
}

func (c *compiler) ptrAdd(e *ir.Expr) operand {
	p, off := c.expr(e.Args[0]), c.expr(e.Args[1])
	if unsignedWord(e.Args[1].Type) {
		c.emit(instr{op: opSign, a: off.reg, t: c.trap(Outside)})
	}
	if !unsignedWord(e.Type) {
		return operand{c.compute(opAddOver, p, off, c.trap(Outside), 0), math.MinInt64, math.MaxInt64}
	}
	v := typed(c.compute(opPtrAdd, p, off, c.trap(Outside), 0), e.Type)
	c.note(e, v)
	return v
}

func (c *compiler) ptrDiff(e *ir.Expr) operand {
	p, q := c.expr(e.Args[0]), c.expr(e.Args[1])
	if !unsignedWord(e.Args[0].Type) {
		return operand{c.compute(opSubOver, p, q, c.trap(Outside), 0), math.MinInt64, math.MaxInt64}
	}
	d := c.compute(opPtrDiff, p, q, c.trap(Outside), 0)
	if unsignedWord(e.Type) {
		c.emit(instr{op: opSign, a: d, t: c.trap(Outside)})
	}
	return operand{d, math.MinInt64, math.MaxInt64}
}

// convert is v, of type from, cast to another.
func (c *compiler) convert(v operand, from, to ir.Type) operand {
	if to.Bits == 64 {
		if unsignedWord(from) || unsignedWord(to) {
			return typed(v.reg, to)
		}
		return v
	}
	if !unsignedWord(from) && within(v, to) {
		return v
	}
	o := opMask
	if to.IsSigned() {
		o = opExtend
	}
	return typed(c.compute(o, v, v, 0, int32(to.Bits)), to)
}

// within says that the signed word v is a value of t.
func within(v operand, t ir.Type) bool {
	lo, hi := boundsOf(t)
	return lo <= v.lo && v.hi <= hi
}

// ite chooses between two values.
func (c *compiler) ite(e *ir.Expr) operand {
	d := c.newTemp()
	els, over := c.newLabel(), c.newLabel()
	c.jumpUnless(e.Args[0], els)
	var a, b operand
	c.maybe(func() {
		a = c.expr(e.Args[1])
		c.emit(instr{op: opMove, d: d, a: a.reg})
	})
	c.emit(instr{op: opJump, t: over})
	c.bind(els)
	c.maybe(func() {
		b = c.expr(e.Args[2])
		c.emit(instr{op: opMove, d: d, a: b.reg})
	})
	c.bind(over)
	return operand{d, min(a.lo, b.lo), max(a.hi, b.hi)}
}

// truth is a condition, or the number that it is.
func (c *compiler) truth(e *ir.Expr) operand {
	cond := e
	if e.Op == ir.OpOfBool {
		cond = e.Args[0]
	}
	d := c.newTemp()
	over := c.newLabel()
	c.emit(instr{op: opMove, d: d, a: c.constant(0)})
	c.maybe(func() { c.jumpUnless(cond, over) })
	c.emit(instr{op: opMove, d: d, a: c.constant(1)})
	c.bind(over)
	return operand{d, 0, 1}
}

// inRange goes to a label if the mathematical result of e, an operation, is no value of its type.
func (c *compiler) inRange(e *ir.Expr, label int32) {
	if e.Op < ir.OpNeg || e.Op > ir.OpXor {
		c.fit(c.expr(e), e.Type, label)
		return
	}
	if !e.Type.IsNumber() || e.Type.Bits > 64 {
		c.outside(e.Type)
		return
	}
	v := c.arith(e, label)
	c.fit(v, e.Type, label)
	if lo, hi := boundsOf(e.Type); !unsignedWord(e.Type) {
		v.lo, v.hi = max(v.lo, lo), min(v.hi, hi)
	}
	c.note(e, v)
}

// fit goes to a label if v is no value of t.
func (c *compiler) fit(v operand, t ir.Type, label int32) {
	switch {
	case t.Bits >= 64 || within(v, t):
	case t.IsSigned():
		c.emit(instr{op: opFit, a: v.reg, t: label, n: int32(t.Bits)})
	default:
		c.emit(instr{op: opFitU, a: v.reg, t: label, n: int32(t.Bits)})
	}
}

// arith is the value of an operation. If label is not 0 that is the mathematical one, and the execution
// goes to label if it is no value of e's type, or may do so: the caller has to see whether it fits.
func (c *compiler) arith(e *ir.Expr, label int32) operand {
	t := e.Type
	a := c.expr(e.Args[0])
	b := operand{c.constant(0), 0, 0}
	if len(e.Args) == 2 {
		b = c.expr(e.Args[1])
		if (e.Op == ir.OpShl || e.Op == ir.OpShr) && unsignedWord(e.Args[1].Type) {
			b = operand{c.compute(opClamp, b, b, 0, 0), 0, 1 << 20}
		}
	}
	o := e.Op
	if o == ir.OpNeg { // 0 - a
		a, b, o = b, a, ir.OpSub
	}
	if unsignedWord(t) {
		return c.arithUnsigned(o, t, a, b, label)
	}
	wraps := label == 0 && c.mode.Wraps(t)
	lo, hi, exact := bounds(o, a, b)
	over := label
	if over == 0 && !wraps && !exact {
		over = c.trap(Outside)
	}
	plain := exact || wraps && t.Bits <= 64
	var d uint16
	switch o {
	case ir.OpAdd, ir.OpSub, ir.OpMul:
		k := o - ir.OpAdd
		narrow := wraps && (lo < 0 || !exact || !within(operand{0, lo, hi}, t)) && !t.IsSigned()
		switch {
		case narrow:
			return typed(c.compute([...]op{opAddMask, opSubMask, opMulMask}[k], a, b, 0, int32(t.Bits)), t)
		case plain && label != 0 && t.IsSigned() && t.Bits < 64 && !within(operand{0, lo, hi}, t):
			return typed(c.compute([...]op{opAddFit, opSubFit, opMulFit}[k], a, b, label, int32(t.Bits)), t)
		case plain:
			d = c.compute([...]op{opAdd, opSub, opMul}[k], a, b, 0, 0)
		default:
			d = c.compute([...]op{opAddOver, opSubOver, opMulOver}[k], a, b, over, 0)
		}
	case ir.OpDiv, ir.OpRem:
		if o == ir.OpDiv && a.lo == math.MinInt64 && b.lo <= -1 && !wraps {
			skip := c.newLabel()
			c.emit(instr{op: opNe, a: a.reg, b: c.constant(math.MinInt64), t: skip})
			c.emit(instr{op: opEq, a: b.reg, b: c.constant(-1), t: over})
			c.bind(skip)
		}
		d = c.compute(map[ir.Op]op{ir.OpDiv: opDiv, ir.OpRem: opRem}[o], a, b, c.trap(Undefined), 0)
	case ir.OpShl:
		if plain && wraps {
			d = c.compute(opShl, a, b, 0, 0)
			break
		}
		if b.hi > ir.MaxShift {
			c.emit(instr{op: opLess, a: c.constant(ir.MaxShift), b: b.reg, t: c.trap(Outside)})
		}
		if over == 0 {
			over = c.trap(Outside)
		}
		d = c.compute(opShlOver, a, b, over, 0)
	case ir.OpShr:
		d = c.compute(opShr, a, b, 0, 0)
	case ir.OpCompl:
		d = c.compute(opCompl, a, a, 0, 0)
	default:
		d = c.compute(map[ir.Op]op{ir.OpAnd: opAnd, ir.OpOr: opOr, ir.OpXor: opXor}[o], a, b, 0, 0)
	}
	v := operand{d, lo, hi}
	if wraps {
		if !exact || o == ir.OpShl {
			v.lo, v.hi = math.MinInt64, math.MaxInt64
		}
		return c.convert(v, ir.Int(64, true), t)
	}
	return v
}

// arithUnsigned is arith for words without a sign.
func (c *compiler) arithUnsigned(o ir.Op, t ir.Type, a, b operand, label int32) operand {
	var d uint16
	switch o {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpShl, ir.OpCompl:
		if label != 0 || !c.mode.Wraps(t) {
			return c.outside(t)
		}
		d = c.compute(map[ir.Op]op{ir.OpAdd: opAdd, ir.OpSub: opSub, ir.OpMul: opMul, ir.OpShl: opShl, ir.OpCompl: opCompl}[o], a, b, 0, 0)
	case ir.OpDiv, ir.OpRem:
		d = c.compute(map[ir.Op]op{ir.OpDiv: opDivU, ir.OpRem: opRemU}[o], a, b, c.trap(Undefined), 0)
	default:
		d = c.compute(map[ir.Op]op{ir.OpShr: opShrU, ir.OpAnd: opAnd, ir.OpOr: opOr, ir.OpXor: opXor}[o], a, b, 0, 0)
	}
	return typed(d, t)
}

// bounds are those of the mathematical result of an operation on signed words; exact is false if that
// may be no signed word.
func bounds(o ir.Op, a, b operand) (lo, hi int64, exact bool) {
	full := func() (int64, int64, bool) { return math.MinInt64, math.MaxInt64, false }
	switch o {
	case ir.OpAdd, ir.OpSub:
		if o == ir.OpSub {
			if b.lo == math.MinInt64 {
				return full()
			}
			b.lo, b.hi = -b.hi, -b.lo
		}
		lo, hi = a.lo+b.lo, a.hi+b.hi
		if (lo < a.lo) != (b.lo < 0) || (hi < a.hi) != (b.hi < 0) {
			return full()
		}
		return lo, hi, true
	case ir.OpMul:
		lo, hi = math.MaxInt64, math.MinInt64
		for _, x := range [...]int64{a.lo, a.hi} {
			for _, y := range [...]int64{b.lo, b.hi} {
				s, ok := product(x, y)
				if !ok {
					return full()
				}
				lo, hi = min(lo, s), max(hi, s)
			}
		}
		return lo, hi, true
	case ir.OpDiv:
		if a.lo == math.MinInt64 && b.lo <= -1 {
			return full()
		}
		m := max(a.hi, -a.lo)
		if a.lo == math.MinInt64 {
			return math.MinInt64, math.MaxInt64, true
		}
		return -m, m, true
	case ir.OpRem, ir.OpShr:
		return min(a.lo, 0), max(a.hi, 0), true
	case ir.OpCompl:
		return ^a.hi, ^a.lo, true
	case ir.OpAnd:
		if a.lo >= 0 || b.lo >= 0 {
			hi = math.MaxInt64
			if a.lo >= 0 {
				hi = a.hi
			}
			if b.lo >= 0 {
				hi = min(hi, b.hi)
			}
			return 0, hi, true
		}
	case ir.OpShl:
		return full()
	}
	// The bits that either has, and the sign.
	k := max(bits.Len64(uint64(a.hi^a.hi>>63)), bits.Len64(uint64(a.lo^a.lo>>63)), bits.Len64(uint64(b.hi^b.hi>>63)), bits.Len64(uint64(b.lo^b.lo>>63)))
	hi = int64(uint64(1)<<k - 1)
	if a.lo >= 0 && b.lo >= 0 {
		return 0, hi, true
	}
	return ^hi, hi, true
}
