package cfront

import "craig/internal/program/ir"

// The properties unsigned-wrap and conversion are about what C defines and programs seldom mean. So executions
// go on behind it where they are not asked for. What counts is what clang's sanitizers unsigned-integer-overflow and
// implicit-conversion report.

// asked tells whether a property is looked at here. Models of the library may wrap, and constant expressions.
func (f *fn) asked(property string, pos ir.Pos) bool {
	return f.r.props[property] != "" && !f.constOnly && !f.static && !f.unit.models && !f.r.mode.Math && f.r.looksAt(pos)
}

// wrap sees to it, for unsigned-wrap, that an unsigned operation's mathematical result e fits its type.
func (f *fn) wrap(e *ir.Expr, pos ir.Pos) {
	t := e.Type
	if t.Kind != ir.Integer || t.IsSigned() || e.Op < ir.OpNeg || e.Op > ir.OpXor || !f.asked("unsigned-wrap", pos) {
		return
	}
	c := ir.InRange(e)
	if e.Args[0].IsConst() && e.Args[len(e.Args)-1].IsConst() {
		exact := ir.Mode{Math: true}.Fold(e)
		c = ir.Truth(!exact.IsConst() || t.Fits(exact.Val))
	}
	f.require(c, "unsigned-wrap", "", pos)
}

// keepsValue sees to it, for conversion, that v has a value of type t, unless a cast converts it.
func (f *fn) keepsValue(v value, t *ctype, pos ir.Pos) {
	if v.e == nil || v.t.kind != kInt && v.t.kind != kBool || t.kind != kInt || f.casting || !f.asked("conversion", pos) {
		return
	}
	to, from := t.ir(), v.e.Type
	lo, hi := f.r.mode.Bounds(v.e)
	c := ir.True()
	if min := to.Min(); lo.Less(min) {
		c = f.fold(ir.Compare(ir.OpGe, v.e, ir.Const(from, min)))
	}
	if max := to.Max(); max.Less(hi) {
		c = ir.And(c, f.fold(ir.Compare(ir.OpLe, v.e, ir.Const(from, max))))
	}
	f.require(c, "conversion", "", pos)
}

// castTo converts v as a cast does, which is meant to change the value.
func (f *fn) castTo(v value, t *ctype, pos ir.Pos) value {
	f.casting = true
	defer func() { f.casting = false }()
	return f.convert(v, t, pos)
}
