package elab

// sizeof and _Alignof: C11 6.5.3.4.

import (
	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

func (u *unit) sizeOf(x *syntax.SizeOf) operand {
	at := u.pos(x.OpPos)
	var t *types.Type
	align := int64(0)
	if x.X != nil {
		var o operand
		u.quiet(func() { o = u.expr(x.X) })
		if o.bits != nil && o.p != nil {
			u.fail(x.OpPos, "", "the size of a bit-field")
		}
		t = o.typ
		align = t.AlignOf()
		if v, ok := o.p.(*core.VarPlace); ok {
			align = max(align, v.Var.Align)
		}
		if f, ok := o.p.(*core.FieldPlace); ok {
			align = max(f.Field.Align, t.MemberAlign())
		}
		if t.IsVariable() && !x.Align { // it is evaluated
			t = u.expr(x.X).typ
		}
	} else {
		t = u.typeName(x.Type)
		align = t.AlignOf()
		if !x.GNU {
			align = t.MemberAlign()
		}
	}
	word := "sizeof"
	n := t.SizeOf()
	if x.Align {
		word, n = "_Alignof", align
	} else {
		switch {
		case t.IsVariable():
			return value(u.variableSize(t, at))
		case n < 0:
			u.fail(x.OpPos, "", "the size of the incomplete type %v", t)
		}
	}
	return value(&core.IntConst{At: at, Value: types.IntOf(n), Typ: u.tt.Size, Text: word})
}

// variableSize is the size of a type that is known when the program runs.
func (u *unit) variableSize(t *types.Type, at core.Pos) core.Expr {
	if t.Kind != types.Array || !t.IsVariable() {
		return &core.IntConst{At: at, Value: types.IntOf(t.SizeOf()), Typ: u.tt.Size}
	}
	var n core.Expr
	if t.Variable {
		size, ok := t.Size.(core.Expr)
		if !ok {
			u.failAt(at, "", "the size of an array [*]")
		}
		n = size
	} else {
		n = u.intConst(types.IntOf(t.Len), u.tt.Size, at)
	}
	return &core.Binary{At: at, Op: core.Mul, X: n, Y: u.variableSize(t.Elem, at), Typ: u.tt.Size}
}
