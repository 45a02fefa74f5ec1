package elab

// Assignments, ++ and --: C11 6.5.2.4, 6.5.3.1, 6.5.16.

import (
	"slices"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// modifiable fails unless an operand is a modifiable lvalue.
func (u *unit) modifiable(o operand, at syntax.Pos) {
	switch {
	case o.p == nil || o.fixed:
		u.fail(at, "", "what is assigned to is no object")
	case o.typ.Kind == types.Array:
		u.fail(at, "", "an array is assigned to")
	case o.typ.Kind == types.Func:
		u.fail(at, "", "a function is assigned to")
	case !o.typ.IsComplete():
		u.fail(at, "", "an object of the incomplete type %v is assigned to", o.typ)
	case o.typ.Quals&types.Const != 0:
		u.fail(at, "", "what is assigned to is const: its type is %v", o.typ)
	case hasConst(o.typ):
		u.fail(at, "", "what is assigned to has a member that is const: its type is %v", o.typ)
	}
}

// hasConst tells whether a structure or union has a member that is const, or one in a member (6.3.2.1 p1).
func hasConst(t *types.Type) bool {
	for t.Kind == types.Array {
		t = t.Elem
	}
	return t.IsRecord() && slices.ContainsFunc(t.Record.Fields, func(f types.Field) bool {
		e := f.Type
		for e.Kind == types.Array {
			e = e.Elem
		}
		return (f.Type.Quals|e.Quals)&types.Const != 0 || hasConst(e)
	})
}

// valueType is the type of what is stored in a place.
func (o operand) valueType() *types.Type {
	if o.bits != nil {
		return o.bits.ValueType()
	}
	return o.typ.Unqual()
}

// assign is X = Y or X op= Y. used tells whether its value is.
func (u *unit) assign(x *syntax.Assign, used bool) operand {
	if x.Op != syntax.None {
		return u.compoundAssign(x, used)
	}
	start := len(u.out)
	l := u.expr(x.X)
	u.modifiable(l, x.OpPos)
	mark := len(u.out)
	r := u.rvalue(u.expr(x.Y))
	u.note(u.out[start:mark], &r)
	r = u.assignable(r, l.typ, x.OpPos, "an assignment")
	r = u.convert(r, l.valueType(), implicit)
	u.settle(mark, &l)
	return u.storeTo(l, r.x, used, x.OpPos)
}

// storeTo assigns x to a place. The result, if it is used, is what the place then holds.
func (u *unit) storeTo(l operand, x core.Expr, used bool, pos syntax.Pos) operand {
	at := u.pos(pos)
	if !used {
		if isVolatile(l.typ) || l.typ.Quals&types.Atomic != 0 || !u.retarget(x, l.p) {
			u.emit(&core.Assign{At: at, Dst: l.p, Src: x})
		}
		return operand{typ: x.Type(), x: x}
	}
	if u.depends(x) || !isConst(x) && u.isCostly(x) {
		x = u.saved(x, at)
	}
	u.emit(&core.Assign{At: at, Dst: l.p, Src: x})
	return operand{typ: x.Type(), x: x}
}

func isConst(x core.Expr) bool {
	switch x.(type) {
	case *core.IntConst, *core.RealConst:
		return true
	}
	return false
}

// isCostly tells whether an expression is more than a temporary, so that it should not be written twice.
func (u *unit) isCostly(x core.Expr) bool {
	_, ok := x.(*core.Load)
	return !ok
}

// compoundAssign is X op= Y. The right side comes first if it leaves statements, as gcc has it.
func (u *unit) compoundAssign(x *syntax.Assign, used bool) operand {
	var l, r operand
	lhs := u.later(func() { l = u.expr(x.X) })
	start := len(u.out)
	r = u.rvalue(u.expr(x.Y))
	if l.p != nil {
		u.note(u.out[start:], &operand{x: &core.Load{At: l.p.Pos(), X: l.p}})
	}
	if len(lhs) > 0 {
		mark := len(u.out)
		u.emit(lhs...)
		u.settle(mark, &r)
	}
	u.modifiable(l, x.OpPos)
	return u.update(l, x.Op, r, used, false, x.OpPos)
}

// increment is ++ or --. old tells that the value, if it is used, is that from before.
func (u *unit) increment(e syntax.Expr, op syntax.Op, used bool, at syntax.Pos, prefix bool) operand {
	l := u.expr(e)
	u.modifiable(l, at)
	if !l.typ.IsScalar() {
		u.fail(at, "", "%v of the type %v", op, l.typ)
	}
	change := syntax.Add
	if op == syntax.Dec {
		change = syntax.Sub
	}
	return u.update(l, change, value(u.smallInt(1, u.pos(at))), used, !prefix, at)
}

// update replaces what a place holds, a, by a op r. old tells that the result, if it is used, is a.
func (u *unit) update(l operand, op syntax.Op, r operand, used, old bool, pos syntax.Pos) operand {
	at := u.pos(pos)
	if l.typ.Quals&types.Atomic != 0 {
		return u.updateAtomic(l, op, r, used, old, pos)
	}
	a := u.rvalue(l)
	if used && old && u.depends(a.x) {
		a.x = u.saved(a.x, at)
	}
	b := u.operate(op, a, r, pos)
	if v, msg := u.tt.Assignable(l.typ.Unqual(), b.typ, false); v == types.Forbidden {
		u.fail(pos, "", "%s", msg)
	}
	b = u.convert(b, l.valueType(), implicit)
	res := u.storeTo(l, b.x, used && !old, pos)
	if old {
		return operand{typ: a.typ, x: a.x}
	}
	return res
}

// atomicOps are the operations that processors and gcc have as one step.
var atomicOps = map[syntax.Op]string{syntax.Add: "add", syntax.Sub: "sub", syntax.And: "and", syntax.Or: "or", syntax.Xor: "xor"}

// updateAtomic is update of an atomic object.
func (u *unit) updateAtomic(l operand, op syntax.Op, r operand, used, old bool, pos syntax.Pos) operand {
	at := u.pos(pos)
	t := l.typ.Main()
	name := atomicOps[op]
	if name == "" || !t.IsInteger() || t.Kind == types.Bool || l.bits != nil || !r.typ.IsInteger() {
		u.refuse(pos, "atomic", "this operation on an object of the atomic type %v", l.typ)
	}
	name = "__atomic_" + name + "_fetch"
	if old {
		name = "__atomic_fetch_" + name[len("__atomic_"):len(name)-len("_fetch")]
	}
	r = u.convert(u.promote(r), t, implicit)
	v := u.temp(t, at)
	const seqCst = 5
	u.emit(&core.Builtin{At: at, Dst: u.varPlace(v, at), Name: name, Type: t,
		Args: []core.Arg{{X: u.addressOf(l.p, l.typ)}, {X: r.x}, {X: u.smallInt(seqCst, at)}}})
	return value(load(v, at))
}
