package cfront

import (
	"cmp"

	"craig/internal/program/ir"
)

// operate is a op b, after the conversions that C makes.
func (f *fn) operate(op ir.Op, a, b value, pos ir.Pos) value {
	types := f.r.types
	switch {
	case op >= ir.OpEq && op <= ir.OpGe:
		return f.compare(op, a, b, pos)
	case a.t.kind == kPointer && b.t.kind == kPointer && op == ir.OpSub:
		return f.distance(a, b, pos)
	case a.t.kind == kPointer && (op == ir.OpAdd || op == ir.OpSub):
		return f.movePointer(a, b, op == ir.OpSub, pos)
	case b.t.kind == kPointer && op == ir.OpAdd:
		return f.movePointer(b, a, false, pos)
	case !a.t.isArith() || !b.t.isArith():
		return f.unsupported(a, pos)
	case op == ir.OpShl || op == ir.OpShr:
		return f.shift(op, a, b, pos)
	}
	t := types.usual(a.t, b.t)
	a, b = f.convert(a, t, pos), f.convert(b, t, pos)
	if t.kind == kFloat {
		return f.floatArith(op, a, b, pos)
	}
	if a.e == nil || b.e == nil {
		return f.unknown(t, ir.FromApproximation, "", pos)
	}
	if op == ir.OpDiv || op == ir.OpRem {
		f.notZero(b.e, pos)
	}
	e := f.fold(ir.Binary(op, a.e, b.e))
	switch op {
	case ir.OpAdd, ir.OpSub, ir.OpMul, ir.OpDiv:
		f.overflow(e, pos)
		f.wrap(ir.Binary(op, a.e, b.e), pos)
	case ir.OpRem: // INT_MIN % -1 is undefined since INT_MIN / -1 is
		if !e.IsConst() && t.signed {
			f.overflow(f.fold(ir.Binary(ir.OpDiv, a.e, b.e)), pos)
		}
	}
	return value{t: t, e: e}
}

// unsupported stands for an operation on vectors or complex numbers.
func (f *fn) unsupported(a value, pos ir.Pos) value {
	f.r.note(ir.Overapproximated, pos, "vectors and complex numbers are unknown")
	return f.unknown(a.t, ir.FromApproximation, "", pos)
}

func (f *fn) compare(op ir.Op, a, b value, pos ir.Pos) value {
	types := f.r.types
	var t *ctype
	switch {
	case a.t.kind == kStruct && b.t.kind == kStruct:
		return f.compareStructures(op, a, b, pos)
	case a.t.kind == kPointer || b.t.kind == kPointer:
		t = types.voidPtr
	case a.t.isArith() && b.t.isArith():
		t = types.usual(a.t, b.t)
	default:
		return f.unsupported(value{t: types.intT}, pos)
	}
	a, b = f.convert(a, t, pos), f.convert(b, t, pos)
	switch {
	case t.exact && a.e != nil && b.e != nil:
		return f.ofBool(ir.CompareFloats(op, a.e, b.e))
	case t.kind == kFloat && a.float != nil && b.float != nil:
		return f.ofBool(ir.Truth(holdsFloat(op, *a.float, *b.float)))
	case t.kind == kFloat:
		f.floatNote(pos)
		return f.ofBool(ir.ToBool(f.havoc(types.boolT.ir(), ir.FromApproximation, "", pos)))
	case a.e == nil || b.e == nil:
		return f.unknown(types.intT, ir.FromApproximation, "", pos)
	}
	return f.ofBool(ir.Compare(op, a.e, b.e))
}

// compareStructures is == or != of two structures, which CBMC's dialect has: all members are equal, or not.
func (f *fn) compareStructures(op ir.Op, a, b value, pos ir.Pos) value {
	all, cells := ir.True(), f.r.types.wholeCells(a.t)
	for _, c := range cells {
		x, y := f.load(a.agg.at(f.r, c), pos), f.load(b.agg.at(f.r, c), pos)
		all = ir.And(all, ir.Compare(ir.OpEq, x.e, y.e))
	}
	if op == ir.OpNe {
		all = ir.Not(all)
	}
	return f.ofBool(all)
}

// wholeCells are the cells of a structure of integers and pointers without padding; nil of another one.
func (tt *typeTable) wholeCells(t *ctype) []cell {
	cells, ok := tt.flat(t)
	size := int64(0)
	for _, c := range cells {
		ok = ok && c.bits == nil && !c.volatile && (c.t.kind == kInt || c.t.kind == kBool || c.t.kind == kPointer)
		size += c.t.size
	}
	if !ok || size != t.size {
		return nil
	}
	return cells
}

// distance is p - q in elements.
func (f *fn) distance(p, q value, pos ir.Pos) value {
	types := f.r.types
	d := types.ptrdiff.ir()
	if p.e == nil || q.e == nil {
		return f.unknown(types.ptrdiff, ir.FromApproximation, "", pos)
	}
	var bytes *ir.Expr
	if p.e.IsConst() && q.e.IsConst() {
		bytes = ir.Const(d, f.r.mode.Convert(d, p.e.Val.Sub(q.e.Val)))
	} else {
		bytes = ir.PtrDiff(d, p.e, q.e)
	}
	size := f.cast(d, f.sizeOfElement(types.elem(p.t), pos))
	if size.IsConst() && size.Val.IsZero() {
		return f.unknown(types.ptrdiff, ir.FromApproximation, "", pos)
	}
	return value{t: types.ptrdiff, e: f.fold(ir.Binary(ir.OpDiv, bytes, size))}
}

// shift: the operands are promoted one by one, the result has the type of the left one. A left
// shift of a signed number wraps as GCC defines it, unless overflow is checked.
func (f *fn) shift(op ir.Op, a, b value, pos ir.Pos) value {
	types := f.r.types
	if !a.t.isInt() || !b.t.isInt() || a.e == nil || b.e == nil {
		return f.unsupported(a, pos)
	}
	a, b = f.convert(a, types.promote(a.t), pos), f.convert(b, types.promote(b.t), pos)
	t := a.t.ir()
	if !f.r.mode.Math {
		width := ir.ConstInt(b.e.Type, int64(t.Bits))
		ok := ir.Compare(ir.OpLt, b.e, width)
		if b.t.signed {
			ok = ir.And(ir.Compare(ir.OpGe, b.e, ir.ConstInt(b.e.Type, 0)), ok)
		}
		f.require(ok, "no-overflow", "shifts by a negative number or by the width of the type", pos)
	}
	count := f.cast(t, b.e)
	if op == ir.OpShr || !a.t.signed || f.r.mode.Math {
		return value{t: a.t, e: f.fold(ir.Binary(op, a.e, count))}
	}
	if f.r.mode.Signed == ir.SignedCheck && f.r.looksAt(pos) {
		f.require(f.atLeastZero(a.e), "no-overflow", "", pos)
		e := f.fold(ir.Binary(op, a.e, count))
		f.overflow(e, pos)
		return value{t: a.t, e: e}
	}
	u := ir.Int(t.Bits, false)
	e := f.fold(ir.Binary(op, f.cast(u, a.e), f.cast(u, count)))
	return value{t: a.t, e: f.cast(t, e)}
}

func (f *fn) atLeastZero(e *ir.Expr) *ir.Expr {
	return ir.Compare(ir.OpGe, e, ir.ConstInt(e.Type, 0))
}

// overflow sees to it that a signed operation's result e fits its type before it is used.
func (f *fn) overflow(e *ir.Expr, pos ir.Pos) {
	t := e.Type
	if f.r.mode.Math || f.r.mode.Signed == ir.SignedWrap || !t.IsSigned() || e.IsConst() {
		return
	}
	if e.Op < ir.OpNeg || e.Op > ir.OpXor {
		return
	}
	if lo, hi := f.r.mode.Bounds(e); t.Fits(lo) && t.Fits(hi) {
		return
	}
	f.require(f.fold(ir.InRange(e)), "no-overflow", "signed overflow", pos)
}

// notZero sees to it that a divisor is not zero.
func (f *fn) notZero(e *ir.Expr, pos ir.Pos) {
	f.require(f.fold(ir.ToBool(e)), "div-by-zero", "division by zero", pos)
}

// looksAt tells whether operations at a place are looked at for the properties.
func (r *reader) looksAt(pos ir.Pos) bool {
	return (r.opts.Where == "" || pos.File == r.opts.Where) && !r.surrounds(pos)
}

// surrounds tells whether pos is in the text that craig has put around the entry, which does nothing wrong.
func (r *reader) surrounds(pos ir.Pos) bool {
	e := r.prog.Environment
	return e != nil && pos.File == e.Name()
}

// require lets executions go on only if c holds. The others violate the property if it is asked
// for; else they are outside the answer, which a note says.
func (f *fn) require(c *ir.Expr, property, what string, pos ir.Pos) {
	if c.IsTrue() || f.unchecked {
		return
	}
	asked := f.r.props[property]
	if f.needsValue {
		asked = cmp.Or(asked, property)
	} else if !f.r.looksAt(pos) {
		asked = ""
	}
	if asked == "" {
		if what != "" {
			f.r.note(ir.Assumption, pos, "executions with %s are outside the answer (property %s looks for them)", what, property)
		}
		f.emit(&ir.Assume{Cond: c}, pos)
		return
	}
	bad := f.node(pos)
	bad.goal = ir.Violates(asked)
	next := f.node(pos)
	f.edge(f.cur, next, &ir.Assume{Cond: c}, pos)
	f.edge(f.cur, bad, &ir.Assume{Cond: ir.Not(c)}, pos)
	f.cur = next
}
