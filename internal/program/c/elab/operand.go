package elab

// Operands: places and values, and the conversions of C11 6.3.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// operand is what an expression is: a place where p is set, and otherwise a value. The type of a place has its qualifiers.
// Where the type is void, both may be nil.
type operand struct {
	typ   *types.Type
	p     core.Place
	x     core.Expr
	bits  *types.Field // the bit-field that a place is
	fixed bool         // a place that nothing may be assigned to: part of a value
}

// conversion says whether the program wrote it.
type conversion bool

const (
	implicit conversion = false
	explicit conversion = true
)

// pos is a position in the core.
func (u *unit) pos(at syntax.Pos) core.Pos {
	return core.Pos{Written: at.Written, Used: at.Used, Unit: int32(u.file)}
}

// value is an operand that is a value.
func value(x core.Expr) operand { return operand{typ: x.Type(), x: x} }

// place is an operand that is a place.
func place(p core.Place) operand { return operand{typ: p.Type(), p: p} }

func (u *unit) intConst(v types.Integer, t *types.Type, at core.Pos) *core.IntConst {
	return &core.IntConst{At: at, Value: v, Typ: t}
}

func (u *unit) smallInt(v int64, at core.Pos) *core.IntConst {
	return u.intConst(types.IntOf(v), u.tt.Basic(types.Int), at)
}

func (u *unit) varPlace(v *core.Var, at core.Pos) core.Place { return &core.VarPlace{At: at, Var: v} }

// load reads a variable that is a temporary.
func load(v *core.Var, at core.Pos) core.Expr {
	return &core.Load{At: at, X: &core.VarPlace{At: at, Var: v}}
}

// isVolatile tells whether reading or writing a place is an effect.
func isVolatile(t *types.Type) bool { return t.Quals&types.Volatile != 0 }

// rvalue is the value of an operand: lvalue conversion, and what C makes of arrays and functions (C11 6.3.2.1).
func (u *unit) rvalue(o operand) operand {
	if o.p == nil {
		return o
	}
	at := o.p.Pos()
	switch o.typ.Kind {
	case types.Void:
		return operand{typ: o.typ.Main(), x: u.dropped(o.p)}
	case types.Func:
		return value(u.addressOf(o.p, o.typ))
	case types.Array:
		u.takeAddress(o.p)
		return value(&core.Decay{At: at, X: o.p, Typ: u.tt.Pointer(o.typ.Elem)})
	}
	if !o.typ.IsComplete() {
		u.failAt(at, "", "the value of an object whose type, %s, is incomplete", o.typ)
	}
	x := core.Expr(&core.Load{At: at, X: o.p})
	r := operand{typ: x.Type(), x: x}
	if isVolatile(o.typ) || o.typ.Quals&types.Atomic != 0 {
		r.x = u.saved(x, at)
	}
	return r
}

// dropped is an expression for a place of type void, whose value nobody sees: the pointer.
func (u *unit) dropped(p core.Place) core.Expr {
	if d, ok := p.(*core.DerefPlace); ok {
		return &core.Convert{At: d.At, X: d.X, Typ: u.tt.Basic(types.Void), Explicit: true}
	}
	return nil
}

// addressOf is the address of a place.
func (u *unit) addressOf(p core.Place, t *types.Type) core.Expr {
	if d, ok := p.(*core.DerefPlace); ok {
		if d.X.Type().Elem == t {
			return d.X
		}
	}
	return &core.AddrOf{At: p.Pos(), X: p, Typ: u.tt.Pointer(t)}
}

// deref is the place that a pointer points to.
func (u *unit) deref(x core.Expr, at core.Pos) operand {
	t := x.Type().Elem
	if a, ok := x.(*core.AddrOf); ok && a.X.Type() == t {
		return place(a.X)
	}
	return operand{typ: t, p: &core.DerefPlace{At: at, X: x, Typ: t}}
}

// convert is a value, o, as a value of type t. It does not ask whether C allows that.
func (u *unit) convert(o operand, t *types.Type, how conversion) operand {
	to := t.Main()
	if to.Kind == types.Void {
		if o.x == nil || o.typ.Kind == types.Void {
			return operand{typ: to, x: o.x}
		}
		return operand{typ: to, x: &core.Convert{At: o.x.Pos(), X: o.x, Typ: to, Explicit: how == explicit}}
	}
	if o.typ.Main() == to.Main() && (how == implicit || o.x.Type() == to) {
		return operand{typ: o.x.Type(), x: o.x}
	}
	if how == implicit && to.Kind == types.Pointer && o.typ.Kind == types.Pointer && to.Elem.Kind == types.Func && u.tt.Compatible(to, o.typ) {
		return operand{typ: o.typ, x: o.x}
	}
	if how == implicit && to.Kind == types.Vector && u.tt.Compatible(to, o.typ.Main()) {
		return operand{typ: o.typ, x: o.x}
	}
	return operand{typ: to, x: &core.Convert{At: o.x.Pos(), X: o.x, Typ: to, Explicit: how == explicit}}
}

// promote applies the integer promotions.
func (u *unit) promote(o operand) operand {
	return u.convert(o, u.tt.Promote(o.typ), implicit)
}

// promoteArg applies the default argument promotions.
func (u *unit) promoteArg(o operand) operand {
	if o.typ.IsArithmetic() {
		return u.convert(o, u.tt.PromoteArg(o.typ), implicit)
	}
	return o
}

// usual applies the usual arithmetic conversions. Beside a complex operand a real one stays real, C11 6.3.1.8: it has no imaginary part,
// not one that is 0.
func (u *unit) usual(a, b operand) (operand, operand, *types.Type) {
	t := u.tt.Usual(u.tt.Promote(a.typ), u.tt.Promote(b.typ))
	to := func(o operand) operand {
		if t.Kind == types.Complex && o.typ.Kind != types.Complex {
			return u.convert(o, t.Elem, implicit)
		}
		return u.convert(o, t, implicit)
	}
	return to(a), to(b), t
}

// isNull tells whether a value is a null pointer constant (C11 6.3.2.3 p3).
func (u *unit) isNull(o operand) bool {
	x := o.x
	if c, ok := x.(*core.Convert); ok && c.Typ.Kind == types.Pointer && c.Typ.Elem.Kind == types.Void && c.Typ.Elem.Quals == 0 {
		x = c.X
	}
	if x == nil || !x.Type().IsInteger() {
		return false
	}
	v, ok := u.fold.Int(x)
	return ok && v.IsZero()
}

// assignable converts a value as if by assignment to an object of type t; what names the object in messages.
func (u *unit) assignable(o operand, t *types.Type, at syntax.Pos, what string) operand {
	if o.x == nil {
		u.fail(at, "", "a value of type void for %s", what)
	}
	if t.Kind == types.Union && t.Record.Attrs.Transparent && o.typ.Main() != t.Main() {
		return u.toTransparent(o, t, at, what)
	}
	if v, msg := u.tt.Assignable(t.Unqual(), o.typ, u.isNull(o)); v == types.Forbidden {
		u.fail(at, "", "%s for %s", msg, what)
	}
	return u.convert(o, t, implicit)
}

// toTransparent makes a value of a transparent union of one of a member.
func (u *unit) toTransparent(o operand, t *types.Type, at syntax.Pos, what string) operand {
	for i := range t.Record.Fields {
		f := &t.Record.Fields[i]
		if v, _ := u.tt.Assignable(f.Type, o.typ, u.isNull(o)); v == types.Allowed {
			return u.unionOf(t, f, u.convert(o, f.Type, implicit).x, u.pos(at))
		}
	}
	u.fail(at, "", "no member of %v takes %s", t, what)
	return operand{}
}

// unionOf is the value of a union with a member set.
func (u *unit) unionOf(t *types.Type, f *types.Field, x core.Expr, at core.Pos) operand {
	v := u.temp(t.Unqual(), at)
	p := u.varPlace(v, at)
	u.emit(&core.Assign{At: at, Dst: u.field(p, f, at), Src: x})
	return value(load(v, at))
}

// field is a member of a place.
func (u *unit) field(p core.Place, f *types.Field, at core.Pos) core.Place {
	return &core.FieldPlace{At: at, X: p, Field: f, Typ: f.Type.With(p.Type().Quals)}
}

// failAt and refuseAt are fail and refuse at positions of the core.
func (u *unit) failAt(at core.Pos, hint, format string, args ...any) {
	u.fail(syntax.Pos{Written: at.Written, Used: at.Used}, hint, format, args...)
}

func (u *unit) refuseAt(at core.Pos, reason, format string, args ...any) {
	u.refuse(syntax.Pos{Written: at.Written, Used: at.Used}, reason, format, args...)
}

// scalar is the value of a condition or of an operand that must be a scalar.
func (u *unit) scalar(o operand, at syntax.Pos, what string) core.Expr {
	o = u.rvalue(o)
	if !o.typ.IsScalar() {
		u.fail(at, "", "%s is a number or a pointer, not %v", what, o.typ)
	}
	return o.x
}
