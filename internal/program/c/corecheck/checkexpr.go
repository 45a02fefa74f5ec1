package corecheck

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

func (c *checker) place(x core.Place) {
	switch x := x.(type) {
	case *core.VarPlace:
		c.variable(x.At, x.Var)
	case *core.DerefPlace:
		c.expr(x.X)
		if t := x.X.Type(); t.Kind != types.Pointer {
			c.fail(x.At, "a value of type %v is dereferenced", t)
		} else {
			c.same(x.At, "what the pointer points to", x.Typ, t.Elem)
		}
	case *core.FieldPlace:
		c.place(x.X)
		t := x.X.Type()
		if !t.IsRecord() {
			c.fail(x.At, "a member of %v", t)
			return
		}
		c.member(x.At, t, x.Field)
		c.same(x.At, "member", x.Typ, x.Field.Type.With(t.Quals))
	case *core.LiteralPlace:
		if x.Literal.Type.Kind != types.Array {
			c.fail(x.At, "a string literal has type %v", x.Literal.Type)
		}
	case *core.PartPlace:
		c.place(x.X)
		if t := x.X.Type(); t.Kind != types.Complex {
			c.fail(x.At, "a part of %v", t)
		} else {
			c.same(x.At, "part", x.Typ.Main(), t.Elem)
		}
	default:
		c.fail(core.Pos{}, "place %T", x)
	}
}

// value checks an expression that is the whole right side of an assignment: it may read a volatile place.
func (c *checker) value(x core.Expr) {
	if l, ok := x.(*core.Load); ok {
		c.place(l.X)
		c.loaded(l)
		return
	}
	c.expr(x)
}

func (c *checker) loaded(l *core.Load) {
	c.given(l.At, l.Goals)
	if t := l.X.Type(); t.Kind == types.Array || t.Kind == types.Func || t.Kind == types.Void {
		c.fail(l.At, "a value of type %v is read", t)
	}
}

func (c *checker) expr(x core.Expr) {
	if x == nil {
		c.fail(core.Pos{}, "an expression is missing")
		return
	}
	if x.Type() == nil {
		c.fail(x.Pos(), "%T has no type", x)
		return
	}
	if x.Type().Quals != 0 {
		c.fail(x.Pos(), "%T is a value of qualified type %v", x, x.Type())
	}
	switch x := x.(type) {
	case *core.IntConst:
		c.intConst(x)
	case *core.RealConst:
		t := x.Typ
		if x.Imag && t.Kind == types.Complex {
			t = t.Elem
		}
		if !t.IsReal() && !t.IsInteger() || t.IsInteger() && !x.Imag {
			c.fail(x.At, "a floating constant of type %v", x.Typ)
		}
	case *core.Load:
		c.place(x.X)
		c.loaded(x)
		if x.X.Type().Quals&types.Volatile != 0 {
			c.fail(x.At, "a volatile place is read inside of an expression")
		}
	case *core.AddrOf:
		c.place(x.X)
		if f, ok := x.X.(*core.FieldPlace); ok && f.Field.Bits {
			c.fail(x.At, "the address of a bit-field")
		}
		c.pointer(x.At, x.Typ, x.X.Type())
	case *core.Decay:
		c.place(x.X)
		if t := x.X.Type(); t.Kind != types.Array {
			c.fail(x.At, "%v decays", t)
		} else {
			c.pointer(x.At, x.Typ, t.Elem)
		}
	case *core.LabelAddr:
		c.jump(x.At, x.Label)
	case *core.Unary:
		c.unary(x)
	case *core.Binary:
		c.binary(x)
	case *core.PtrAdd:
		c.expr(x.X)
		c.expr(x.N)
		if x.X.Type().Kind != types.Pointer || !x.N.Type().IsInteger() {
			c.fail(x.At, "%v + %v", x.X.Type(), x.N.Type())
			return
		}
		c.same(x.At, "sum", x.Typ, x.X.Type())
	case *core.PtrDiff:
		c.expr(x.X)
		c.expr(x.Y)
		if x.X.Type().Kind != types.Pointer || x.Y.Type().Kind != types.Pointer {
			c.fail(x.At, "%v - %v", x.X.Type(), x.Y.Type())
		}
		c.same(x.At, "difference", x.Typ, c.tt.Ptrdiff)
	case *core.Convert:
		c.convert(x)
	case *core.Checked:
		c.checked(x)
	case *core.Cond:
		c.scalar(x.X)
		c.expr(x.Then)
		c.expr(x.Else)
		c.same(x.At, "the chosen value", x.Then.Type(), x.Typ)
		c.same(x.At, "the other value", x.Else.Type(), x.Typ)
	case *core.Logical:
		c.scalar(x.X)
		c.scalar(x.Y)
		c.same(x.At, "result", x.Typ, c.tt.Basic(types.Int))
	case *core.Quantifier:
		c.scalar(x.X)
	case *core.Question:
		c.question(x)
	default:
		c.fail(x.Pos(), "expression %T", x)
	}
}

func (c *checker) pointer(at core.Pos, got, to *types.Type) {
	if got.Kind != types.Pointer {
		c.fail(at, "an address has type %v", got)
		return
	}
	c.same(at, "address", got.Elem, to)
}

func (c *checker) scalar(x core.Expr) {
	c.expr(x)
	if x != nil && !x.Type().IsScalar() {
		c.fail(x.Pos(), "a scalar is needed, not %v", x.Type())
	}
}

// intConst checks a constant, and that its spelling, if it is a literal, is that of the value.
func (c *checker) intConst(x *core.IntConst) {
	if !x.Typ.IsInteger() || !x.Typ.IsComplete() {
		c.fail(x.At, "an integer constant of type %v", x.Typ)
		return
	}
	if c.tt.Wrap(x.Typ, x.Value) != x.Value {
		c.fail(x.At, "%v is no value of type %v", x.Value, x.Typ)
	}
	if x.Text == "" {
		return
	}
	var v types.Integer
	var t *types.Type
	var err error
	switch {
	case x.Text[0] >= '0' && x.Text[0] <= '9':
		v, t, _, err = c.tt.IntLiteral(x.Text)
	case x.Text[0] == '\'':
		v, t, err = c.tt.CharLiteral(x.Text)
	default:
		return
	}
	if err != nil || v != x.Value || t != x.Typ.Main() {
		c.fail(x.At, "%s is spelled for %v of type %v", x.Text, x.Value, x.Typ)
	}
}

func (c *checker) unary(x *core.Unary) {
	c.expr(x.X)
	t := x.X.Type()
	ok := false
	switch x.Op {
	case core.Neg:
		ok = (t.IsArithmetic() || t.Kind == types.Vector) && t.Main() == x.Typ.Main()
	case core.BitNot:
		ok = (t.IsInteger() || t.Kind == types.Complex || t.Kind == types.Vector && t.Elem.IsInteger()) && t.Main() == x.Typ.Main()
	case core.Not:
		ok = t.IsScalar() && x.Typ == c.tt.Basic(types.Int)
	case core.Real, core.Imag:
		ok = t.Kind == types.Complex && x.Typ == t.Elem || t.IsArithmetic() && x.Typ.Main() == t.Main()
	}
	if !ok {
		c.fail(x.At, "%s of %v gives no %v", x.Op, t, x.Typ)
	}
	if x.Op != core.Real && x.Op != core.Imag {
		c.promoted(x.At, x.Typ)
	}
}

// promoted demands that a type is one that the integer promotions leave as it is.
func (c *checker) promoted(at core.Pos, t *types.Type) {
	if t.IsInteger() && c.tt.Promote(t) != t.Main() {
		c.fail(at, "an operation has type %v", t)
	}
}

func (c *checker) binary(x *core.Binary) {
	c.expr(x.X)
	c.expr(x.Y)
	a, b := x.X.Type(), x.Y.Type()
	ok := false
	switch {
	case a.Kind == types.Vector:
		ok = b.Kind == types.Vector && a.Len == b.Len && a.Elem.SizeOf() == b.Elem.SizeOf()
		if t := x.Typ; x.Op.IsComparison() {
			ok = ok && t.Kind == types.Vector && t.Len == a.Len && t.Elem.IsSigned() && t.SizeOf() == a.SizeOf()
		} else {
			ok = ok && t.Main() == a.Main()
		}
	case x.Op.IsComparison():
		pointers := a.Kind == types.Pointer && b.Kind == types.Pointer
		ok = (pointers || arithmetic(a, b) != nil) && x.Typ == c.tt.Basic(types.Int)
		if (a.Kind == types.Complex || b.Kind == types.Complex) && x.Op > core.Ne {
			ok = false
		}
		c.promoted(x.At, a)
	case x.Op == core.Shl || x.Op == core.Shr:
		ok = a.IsInteger() && b.IsInteger() && x.Typ.Main() == a.Main()
		c.promoted(x.At, b)
	case x.Op == core.Rem || x.Op >= core.And && x.Op <= core.Xor:
		ok = a.IsInteger() && a.Main() == b.Main() && x.Typ.Main() == a.Main()
	default:
		ok = arithmetic(a, b) == x.Typ.Main()
	}
	if !ok {
		c.fail(x.At, "%v %s %v gives no %v", a, x.Op, b, x.Typ)
	}
	c.promoted(x.At, x.Typ)
}

// arithmetic is the type of the result of an arithmetic operation; nil if there is none with operands of these types.
func arithmetic(a, b *types.Type) *types.Type {
	a, b = a.Main(), b.Main()
	switch {
	case !a.IsArithmetic() || !b.IsArithmetic():
		return nil
	case a == b, a.Kind == types.Complex && b == a.Elem:
		return a
	case b.Kind == types.Complex && a == b.Elem:
		return b
	}
	return nil
}

func (c *checker) convert(x *core.Convert) {
	c.expr(x.X)
	from, to := x.X.Type(), x.Typ
	switch {
	case to.Kind == types.Void:
	case to.IsScalar() && from.IsScalar():
		real := func(t *types.Type) bool { return t.IsReal() || t.Kind == types.Complex }
		if to.Kind == types.Pointer && real(from) || from.Kind == types.Pointer && real(to) {
			c.fail(x.At, "%v is converted to %v", from, to)
		}
	case to.IsRecord() && from.IsRecord() && c.tt.Compatible(to.Main(), from.Main()):
	case to.Kind == types.Vector || from.Kind == types.Vector:
	default:
		c.fail(x.At, "%v is converted to %v", from, to)
	}
}
