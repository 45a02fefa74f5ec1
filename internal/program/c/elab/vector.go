package elab

// GNU's vectors: operations on all elements at once, and their elements.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// vectorOp is an operation of which an operand is a vector. A scalar becomes a vector of equal elements.
func (u *unit) vectorOp(op syntax.Op, a, b operand, pos syntax.Pos) operand {
	at := u.pos(pos)
	switch {
	case a.typ.Kind != types.Vector:
		a = u.spread(a, b.typ, pos)
	case b.typ.Kind != types.Vector:
		b = u.spread(b, a.typ, pos)
	}
	shift := op == syntax.Shl || op == syntax.Shr
	if !u.tt.Compatible(a.typ.Main(), b.typ.Main()) && !(shift && a.typ.Len == b.typ.Len) {
		u.fail(pos, "", "the operands of %v have the types %v and %v", op, a.typ, b.typ)
	}
	switch op {
	case syntax.Rem, syntax.And, syntax.Or, syntax.Xor, syntax.Shl, syntax.Shr:
		if !a.typ.Elem.IsInteger() || !b.typ.Elem.IsInteger() {
			u.fail(pos, "", "the operands of %v have the types %v and %v", op, a.typ, b.typ)
		}
	}
	t := a.typ.Main()
	if coreOps[op].IsComparison() {
		t = u.truths(t, pos)
	}
	return value(&core.Binary{At: at, Op: coreOps[op], X: a.x, Y: b.x, Typ: t})
}

// truths is the type of a comparison of vectors of type t: as many signed integers of that size, each 0 or -1.
func (u *unit) truths(t *types.Type, pos syntax.Pos) *types.Type {
	for _, k := range []types.Kind{types.SChar, types.Short, types.Int, types.Long, types.LongLong} {
		if elem := u.tt.Basic(k); elem.SizeOf() == t.Elem.SizeOf() {
			return u.vector(elem, t.SizeOf(), pos)
		}
	}
	u.refuse(pos, "vector", "a comparison of vectors of %v", t.Elem)
	return nil
}

// spread is a vector of type t whose elements are a scalar.
func (u *unit) spread(o operand, t *types.Type, pos syntax.Pos) operand {
	if !o.typ.IsArithmetic() {
		u.fail(pos, "", "an operation of %v with %v", t, o.typ)
	}
	at := u.pos(pos)
	x := u.saved(u.convert(o, t.Elem, implicit).x, at)
	v := u.temp(t, at)
	for i := range t.Len {
		e := u.vectorElement(place(u.varPlace(v, at)), value(u.smallInt(i, at)), pos)
		u.emit(&core.Assign{At: at, Dst: e.p, Src: x})
	}
	return value(load(v, at))
}

// vectorElement is an element of a vector.
func (u *unit) vectorElement(a, i operand, pos syntax.Pos) operand {
	if !i.typ.IsInteger() {
		u.fail(pos, "", "an index of type %v", i.typ)
	}
	fixed := a.fixed
	if a.p == nil {
		a.p, fixed = u.placeOf(a), true
	}
	at := u.pos(pos)
	t := a.typ.Elem.With(a.typ.Quals)
	u.takeAddress(a.p)
	first := &core.Convert{At: at, X: u.addressOf(a.p, a.typ), Typ: u.tt.Pointer(t)}
	r := u.deref(u.ptrAdd(value(first), i, false, at), at)
	r.fixed = fixed
	return r
}
