package cfront

import (
	"slices"

	"modernc.org/cc/v4"

	"craig/internal/program/ir"
	"craig/logic/num"
)

// lvalue evaluates an expression to the place that it designates. What is not an lvalue in C but
// a struct, such as the result of a call, has a place too.
//
// The rules by which an object stays out of memory are those of scanner.path.
func (f *fn) lvalue(n cc.ExpressionNode) place {
	p := f.designated(n)
	p.written, p.part, p.declared, p.volatile = n, "", false, f.r.exprType(n).q&qVolatile != 0
	return p
}

func (f *fn) designated(n cc.ExpressionNode) place {
	n = strip(n)
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return f.ident(x)
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			if f.constOnly {
				return f.refusePlace()
			}
			return f.stringPlace(x)
		case cc.PrimaryExpressionGeneric:
			if a := f.r.association(x.GenericSelection); a != nil {
				return f.lvalue(a.AssignmentExpression)
			}
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			return f.index(x, 0)
		case cc.PostfixExpressionSelect:
			return f.selected(f.lvalue(x.PostfixExpression), x)
		case cc.PostfixExpressionPSelect:
			to := f.pointee(x.PostfixExpression)
			f.r.reached(to.t, x.Token2.SrcStr())
			return f.selected(to, x)
		case cc.PostfixExpressionComplit:
			if f.constOnly {
				return f.refusePlace()
			}
			return f.compoundLiteral(x)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			return f.pointee(x.CastExpression)
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			f.lvalue(x.UnaryExpression)
			return place{t: f.r.types.double}
		}
	case *cc.CastExpression: // GNU: (T)x = …
		return f.lvalue(x.CastExpression)
	}
	v := f.rvalue(n)
	if v.t.isAgg() && v.agg.t != nil {
		return v.agg
	}
	return f.spill(v, f.pos(n))
}

// spill puts a value in a temporary.
func (f *fn) spill(v value, pos ir.Pos) place {
	p := f.tempPlace(v.t, pos)
	if v.e != nil {
		f.store(p, v, pos)
	}
	return p
}

func (f *fn) ident(x *cc.PrimaryExpression) place {
	if _, ok := f.r.uses[x].(*enumerator); ok {
		return f.spill(f.rvalue(x), f.pos(x))
	}
	if f.constOnly {
		return f.refusePlace()
	}
	switch e := f.r.denoted(x).(type) {
	case *variable:
		p, other := f.standIn[e]
		if !other {
			p = f.r.placeOf(f, e)
		}
		p.direct = p.t.size >= 0
		return p
	case *function:
		return place{t: e.t, fun: e}
	}
	return place{t: f.r.types.intT}
}

// selected is the member of p that x names.
func (f *fn) selected(p place, x *cc.PostfixExpression) place {
	m, ok := f.r.types.member(p.t, x.Token2.SrcStr())
	if !ok {
		f.r.fail(f.pos(x), "", "no member named %s", x.Token2.SrcStr())
		return place{t: f.r.types.intT}
	}
	q := p.field(f.r, m)
	// an array of at most one element at the end of a struct may be longer than declared
	q.open = m.t.kind == kArray && m.t.len <= 1 && m.off+max(m.t.size, 0) >= p.t.size
	return q
}

// reached notes the scalars of a member that is reached through a pointer to t.
func (r *reader) reached(t *ctype, name string) {
	m, ok := r.types.member(t, name)
	if !ok {
		return
	}
	cells, ok := r.types.flat(m.t)
	if !ok {
		return
	}
	for _, c := range cells {
		cell := ir.Cell{Offset: m.off + c.off, Type: c.t.mem(), Name: name + c.name}
		if !slices.Contains(r.prog.Members, cell) {
			r.prog.Members = append(r.prog.Members, cell)
		}
	}
}

// pointee is the place that a pointer expression points to. &x is x and an array is its first
// element, so that neither needs an address.
func (f *fn) pointee(n cc.ExpressionNode) place {
	types := f.r.types
	n = strip(n)
	if u, ok := n.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
		return f.lvalue(u.CastExpression)
	}
	if f.designates(n) {
		p := f.lvalue(n)
		switch p.t.kind {
		case kArray:
			return f.element(p, f.number(types.ptrdiff, num.I(0)), 0, f.pos(n))
		case kFunc:
			return p
		}
		return f.target(f.load(p, f.pos(n)), n)
	}
	return f.target(f.rvalue(n), n)
}

// target is the place that a pointer value points to.
func (f *fn) target(v value, n cc.ExpressionNode) place {
	if v.t.kind != kPointer || v.e == nil {
		f.r.fail(f.pos(n), "", "a pointer is needed here")
		return place{t: f.r.types.intT}
	}
	t := f.r.types.elem(v.t)
	f.r.types.complete(t)
	if t.kind == kFunc && v.e.Op == ir.OpAddr && v.e.Obj.Kind == ir.FuncObject {
		for _, g := range f.r.functions {
			if g.obj == v.e.Obj {
				return place{t: g.t, fun: g}
			}
		}
	}
	return place{t: t, addr: v.e}
}

// designates tells whether an expression is written as an lvalue, so that it may be an array.
func (f *fn) designates(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			_, constant := f.r.uses[x].(*enumerator)
			return !constant
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString, cc.PrimaryExpressionGeneric:
			return true
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		}
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionDeref
	}
	return false
}

// index is base[index], where either may be the array or pointer. Indices up to the array's length
// less one plus beyond are in bounds.
func (f *fn) index(x *cc.PostfixExpression, beyond int64) place {
	base, index := strip(x.PostfixExpression), x.ExpressionList
	if f.r.valueType(base).isInt() {
		base, index = strip(index), base
	}
	pos := f.pos(x)
	if t := f.r.valueType(base); t.kind == kOpaque {
		f.unsound(pos, "elements of vectors are not supported")
		return f.tempPlace(f.r.valueType(x), pos)
	}
	if f.designates(base) {
		if p := f.lvalue(base); p.t.kind == kArray {
			m := f.mark()
			i := f.rvalue(index)
			if p.addr != nil {
				addr := value{t: f.r.types.voidPtr, e: p.addr}
				f.freeze(m, pos, &addr)
				p.addr = addr.e
			}
			return f.element(p, i, beyond, pos)
		} else {
			v := f.argument(base, p, pos)
			m := f.mark()
			i := f.rvalue(index)
			f.freeze(m, pos, &v)
			return f.target(f.movePointer(v, i, false, pos), base)
		}
	}
	v, i := f.pair(base, index)
	return f.target(f.movePointer(v, i, false, pos), base)
}

// element is an element of an array.
func (f *fn) element(p place, index value, beyond int64, pos ir.Pos) place {
	types := f.r.types
	e := types.elem(p.t)
	types.complete(e)
	q := place{t: e}
	if index.e == nil {
		f.r.fail(pos, "", "an integer index is needed here")
		return q
	}
	if p.cells != nil {
		if i, ok := index.e.Val.Int64(); ok && index.e.IsConst() && i >= 0 && i < p.t.len {
			q.cells, q.bit = p.cells, p.bit+i*e.size*8
		}
		return q.scalar()
	}
	if p.addr == nil {
		return q
	}
	whole := p.addr.Op == ir.OpAddr && p.addr.Obj.Size == p.t.size
	if !p.open && p.t.len >= 0 && (whole || f.r.props["bounds"] != "valid-deref") { // valid-deref is about objects as a whole
		f.inBounds(p.t.len+beyond, index, pos)
		q.direct = p.direct
	}
	v := value{t: types.pointerTo(e), e: p.addr}
	q.addr = f.advance(v, index, false, pos).e
	if q.direct { // the index was checked
		if f.indexed == nil {
			f.indexed = map[*ir.Expr]bool{}
		}
		f.indexed[q.addr] = true
	}
	return q
}

// addressOf is &n.
func (f *fn) addressOf(n cc.ExpressionNode, pos ir.Pos) value {
	var p place
	if x, ok := strip(n).(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionIndex {
		p = f.index(x, 1) // one past the end has an address
	} else {
		p = f.lvalue(n)
	}
	switch {
	case p.fun != nil:
		return f.load(p, pos)
	case p.inMemory():
		at := value{t: f.r.types.pointerTo(p.t), e: p.addr}
		if x, ok := strip(n).(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent {
			if v, ok := f.r.denoted(x).(*variable); ok && v.weak && !v.defined {
				return f.perhapsNull(at, v.name, pos)
			}
		}
		return at
	}
	return f.unknown(f.r.types.pointerTo(p.t), ir.FromApproximation, "", pos)
}

// movePointer is p + i, or p - i, in elements.
func (f *fn) movePointer(p, i value, minus bool, pos ir.Pos) value {
	types := f.r.types
	if p.t.kind != kPointer || p.e == nil || !i.t.isInt() || i.e == nil {
		f.r.fail(pos, "", "a pointer and an integer are needed here")
		return value{t: types.pointerTo(types.intT), e: ir.ConstInt(f.r.prog.PtrType(), 0)}
	}
	return f.advance(p, i, minus, pos)
}

// advance is movePointer for operands that have the right types.
func (f *fn) advance(p, i value, minus bool, pos ir.Pos) value {
	types := f.r.types
	elem := types.elem(p.t)
	size := f.sizeOfElement(elem, pos)
	d := types.ptrdiff.ir()
	off := f.fold(ir.Binary(ir.OpMul, f.cast(d, i.e), f.cast(d, size)))
	if minus {
		off = f.fold(ir.Neg(off))
	}
	if p.e.IsConst() && off.IsConst() {
		sum := p.e.Val.Add(off.Val)
		return value{t: p.t, e: ir.Const(p.e.Type, f.r.mode.Convert(p.e.Type, sum))}
	}
	return value{t: p.t, e: ir.PtrAdd(p.e, off)}
}

// sizeOfElement is the distance between elements; void and functions count as bytes, as GCC
// has it.
func (f *fn) sizeOfElement(t *ctype, pos ir.Pos) *ir.Expr {
	f.r.types.complete(t)
	if t.variable() {
		return f.sizeOf(t, pos).e
	}
	return ir.ConstInt(f.r.types.size.ir(), max(t.size, 0))
}
