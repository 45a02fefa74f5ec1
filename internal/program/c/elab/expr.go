package elab

// Expressions: C11 6.5.1, 6.5.2, and what holds of all of them.

import (
	"cmp"

	"craig/internal/program/c/core"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// expr elaborates an expression. What it does besides having a value is left as statements.
func (u *unit) expr(x syntax.Expr) operand {
	switch x := x.(type) {
	case *syntax.Ident:
		return u.ident(x)
	case *syntax.Literal:
		return u.literal(x)
	case *syntax.String:
		return place(u.stringPlace(x))
	case *syntax.Paren:
		return u.expr(x.X)
	case *syntax.Unary:
		return u.unary(x)
	case *syntax.Postfix:
		return u.increment(x.X, x.Op, true, x.OpPos, false)
	case *syntax.Binary:
		return u.binary(x)
	case *syntax.Assign:
		return u.assign(x, true)
	case *syntax.Cond:
		return u.cond(x)
	case *syntax.Call:
		return u.call(x)
	case *syntax.Index:
		return u.index(x)
	case *syntax.Member:
		return u.memberOf(x)
	case *syntax.Cast:
		return u.cast(x)
	case *syntax.Compound:
		return u.compound(x)
	case *syntax.SizeOf:
		return u.sizeOf(x)
	case *syntax.Generic:
		return u.generic(x)
	case *syntax.StmtExpr:
		return u.stmtExpr(x)
	case *syntax.VaArg:
		return u.vaArg(x)
	case *syntax.OffsetOf:
		return u.offsetOf(x)
	case *syntax.TypesCompatible:
		a, b := u.typeName(x.A), u.typeName(x.B)
		const all = types.Const | types.Volatile | types.Restrict | types.Atomic
		return u.truth(u.tt.Compatible(a.Without(all), b.Without(all)), x.KeyPos)
	case *syntax.Quantifier:
		return u.quantifier(x)
	case *syntax.InitList:
		u.fail(x.Lbrace, "", "a list in braces is no expression")
	case *syntax.BadExpr:
		panic(bailout{})
	case *syntax.Range:
		u.fail(x.At, "write p[low .. high]", "a range that is not understood")
	}
	u.refuse(x.Pos(), "expression", "an expression of kind %T", x)
	return operand{}
}

// effect elaborates an expression whose value is not used.
func (u *unit) effect(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Paren:
		u.effect(x.X)
		return
	case *syntax.Assign:
		u.assign(x, false)
		return
	case *syntax.Postfix:
		u.increment(x.X, x.Op, false, x.OpPos, false)
		return
	case *syntax.Unary:
		switch x.Op {
		case syntax.Inc, syntax.Dec:
			u.increment(x.X, x.Op, false, x.OpPos, true)
			return
		case syntax.Extension:
			u.effect(x.X)
			return
		}
	case *syntax.Binary:
		if x.Op == syntax.Comma {
			u.effect(x.X)
			u.effect(x.Y)
			return
		}
	case *syntax.Cond:
		if x.Then != nil {
			u.condEffect(x)
			return
		}
	case *syntax.Cast:
		if isVoidName(x.Type) {
			u.effect(x.X)
			return
		}
	}
	o := u.expr(x)
	if o.p != nil && (o.typ.Kind == types.Array || o.typ.Kind == types.Func || !o.typ.IsComplete()) {
		if d := derefOf(o.p); d != nil && u.isCostly(d.X) { // nothing is read, but it is computed where
			u.emit(&core.Eval{At: u.pos(x.Pos()), X: d.X})
		}
		return
	}
	o = u.rvalue(o)
	if o.x == nil {
		return
	}
	if l, ok := o.x.(*core.Load); ok {
		if v, ok := l.X.(*core.VarPlace); ok && v.Var.Temp {
			u.unused(v.Var)
			return
		}
	}
	if _, ok := o.x.(*core.IntConst); ok {
		return
	}
	u.emit(&core.Eval{At: u.pos(x.Pos()), X: o.x})
}

// derefOf is the place by a pointer that a place is a part of; nil if there is none.
func derefOf(p core.Place) *core.DerefPlace {
	for {
		switch q := p.(type) {
		case *core.DerefPlace:
			return q
		case *core.FieldPlace:
			p = q.X
		default:
			return nil
		}
	}
}

// unused drops the result of the last call, which nobody reads, if v has it.
func (u *unit) unused(v *core.Var) {
	if len(u.out) == 0 {
		return
	}
	if c, ok := u.out[len(u.out)-1].(*core.Call); ok {
		if p, ok := c.Dst.(*core.VarPlace); ok && p.Var == v && u.dropTemp(v) {
			c.Dst = nil
		}
	}
}

// dropTemp takes back the making of a temporary, if it was one of the last.
func (u *unit) dropTemp(v *core.Var) bool {
	if u.fn == nil {
		return false
	}
	list := u.fn.core.Temps
	for i := len(list) - 1; i >= 0 && i >= len(list)-8; i-- {
		if list[i] == v {
			u.fn.core.Temps = append(list[:i], list[i+1:]...)
			return true
		}
	}
	return false
}

func isVoidName(t *syntax.TypeName) bool {
	return t.Specs.Words == syntax.Void && len(t.Decl.Parts) == 0
}

// truth is the int 1 or 0.
func (u *unit) truth(b bool, at syntax.Pos) operand {
	v := int64(0)
	if b {
		v = 1
	}
	return value(u.smallInt(v, u.pos(at)))
}

func (u *unit) ident(x *syntax.Ident) operand {
	at := u.pos(x.NamePos)
	if u.saying != nil {
		if o := u.logicIdent(x); o != nil {
			return *o
		}
	}
	o := u.scope.lookup(x.Sym)
	if o == nil {
		return u.undeclared(x)
	}
	switch o.kind {
	case enumerator:
		return value(&core.IntConst{At: at, Value: o.value, Typ: o.typ, Text: o.name})
	case typeName:
		u.fail(x.NamePos, "", "%s is a type, and a value was wanted", x.Name)
	}
	u.uses(o)
	for f := u.fn; f != nil && o.kind == variable && o.level <= f.level; f = f.outer { // a function in it may change it
		f.addressed[o.v] = true
		if f.outer != nil {
			f.outer.addressed[o.v] = true
		}
	}
	if why := u.leftOut[o.v]; why != "" {
		u.refuse(x.NamePos, why, "the definition of %s", x.Name)
	}
	p := u.varPlace(o.v, at)
	return operand{typ: o.typ, p: p}
}

// undeclared sees to a name that is not declared: a word of C23, a built-in function, or a mistake.
func (u *unit) undeclared(x *syntax.Ident) operand {
	switch x.Name {
	case "true", "false":
		v := int64(0)
		if x.Name == "true" {
			v = 1
		}
		return value(&core.IntConst{At: u.pos(x.NamePos), Value: types.IntOf(v), Typ: u.tt.Basic(types.Bool), Text: x.Name})
	case "nullptr":
		return value(&core.Convert{At: u.pos(x.NamePos), X: u.smallInt(0, u.pos(x.NamePos)), Typ: u.tt.VoidPtr, Explicit: true})
	case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__":
		return u.funcName(x)
	}
	if t := u.builtinType(x.Name); t != nil && isBuiltinName(x.Name) {
		return place(u.varPlace(u.builtinVar(x.Name, u.pos(x.NamePos)), u.pos(x.NamePos)))
	}
	u.fail(x.NamePos, cmp.Or(u.nearest(x.Name), "is a declaration or an #include missing?"), "%s is not declared", x.Name)
	return operand{}
}

// funcName is the array that __func__ names.
func (u *unit) funcName(x *syntax.Ident) operand {
	name := ""
	if u.fn != nil {
		name = u.fn.core.Var.Name
		if u.fn.name != nil {
			return place(u.varPlace(u.fn.name, u.pos(x.NamePos)))
		}
	}
	units := make([]uint32, len(name))
	for i := range len(name) {
		units[i] = uint32(name[i])
	}
	t := u.tt.Array(u.tt.Basic(types.Char).With(types.Const), int64(len(name)+1))
	at := u.pos(x.NamePos)
	v := &core.Var{Type: t, Pos: at, Unit: u.file, Storage: core.Static, Local: true, Defined: true, Temp: true,
		Init: &core.LiteralInit{Literal: &core.Literal{Pos: at, Type: u.tt.Array(u.tt.Basic(types.Char), t.Len), Units: units}}}
	u.global(&core.VarDef{Var: v})
	if u.fn != nil {
		u.fn.name = v
	}
	return place(u.varPlace(v, at))
}

func (u *unit) literal(x *syntax.Literal) operand {
	at := u.pos(x.LitPos)
	switch x.Kind {
	case syntax.Char:
		v, t, err := u.tt.CharLiteral(x.Text)
		if err != nil {
			u.fail(x.LitPos, "", "%v", err)
		}
		return value(&core.IntConst{At: at, Value: v, Typ: t, Text: x.Text})
	case syntax.Float:
		v, t, imag, err := u.tt.FloatLiteral(x.Text)
		if err != nil {
			u.fail(x.LitPos, "", "%v", err)
		}
		if imag {
			t = u.tt.ComplexOf(t)
		}
		return value(&core.RealConst{At: at, Value: v, Imag: imag, Typ: t, Text: x.Text})
	}
	if len(x.Text) == 1 {
		return value(&core.IntConst{At: at, Value: types.IntOf(int64(x.Text[0] - '0')), Typ: u.tt.Basic(types.Int), Text: x.Text})
	}
	v, t, imag, err := u.tt.IntLiteral(x.Text)
	if err != nil {
		u.fail(x.LitPos, "", "%v", err)
	}
	if imag {
		return value(&core.RealConst{At: at, Value: u.tt.IntToReal(u.tt.Basic(types.Double), t, v), Imag: true, Typ: u.tt.ComplexOf(t)})
	}
	return value(&core.IntConst{At: at, Value: v, Typ: t, Text: x.Text})
}

// stringPlace is the object of a string literal.
func (u *unit) stringPlace(x *syntax.String) *core.LiteralPlace {
	elem, units, err := u.tt.StringLiteral(x.Parts)
	if err != nil {
		u.fail(x.LitPos, "", "%v", err)
	}
	at := u.pos(x.LitPos)
	l := &core.Literal{Pos: at, Type: u.tt.Array(elem, int64(len(units)+1)), Units: units}
	if len(x.Parts) == 1 {
		l.Text = x.Parts[0]
	}
	return &core.LiteralPlace{At: at, Literal: l}
}

func (u *unit) index(x *syntax.Index) operand {
	at := u.pos(x.Lbrack)
	a, b := u.elements(x)
	if a.typ.Kind == types.Vector {
		return u.vectorElement(a, b, x.Lbrack)
	}
	if a.typ.Kind != types.Pointer {
		a, b = b, a
	}
	if a.typ.Kind != types.Pointer || !b.typ.IsInteger() {
		u.fail(x.Lbrack, "", "an index wants a pointer or an array, and an integer, not %v and %v", a.typ, b.typ)
	}
	if !a.typ.Elem.IsComplete() {
		u.fail(x.Lbrack, "", "an index into objects whose type, %v, is incomplete", a.typ.Elem)
	}
	return u.deref(u.ptrAdd(a, b, false, at), at)
}

// elements evaluates the operands of an index, of which a vector stays a place.
func (u *unit) elements(x *syntax.Index) (a, b operand) {
	start := len(u.out)
	a = u.expr(x.X)
	if a.typ.Kind != types.Vector {
		a = u.rvalue(a)
	}
	mark := len(u.out)
	b = u.rvalue(u.expr(x.Index))
	u.note(u.out[start:mark], &b)
	u.settle(mark, &a)
	return a, b
}

// ptrAdd is a pointer plus, or minus, an integer.
func (u *unit) ptrAdd(p, n operand, sub bool, at core.Pos) core.Expr {
	n = u.promote(n)
	return &core.PtrAdd{At: at, Sub: sub, X: p.x, N: n.x, Typ: p.typ.Unqual()}
}

func (u *unit) memberOf(x *syntax.Member) operand {
	o := u.expr(x.X)
	at := u.pos(x.Name.NamePos)
	if x.Arrow {
		o = u.rvalue(o)
		if o.typ.Kind != types.Pointer || !o.typ.Elem.IsRecord() {
			hint := ""
			if o.typ.IsRecord() {
				hint = "is '.' meant?"
			}
			u.fail(x.OpPos, hint, "-> wants a pointer to a structure or union, not %v", o.typ)
		}
		o = u.deref(o.x, u.pos(x.OpPos))
	}
	if !o.typ.IsRecord() {
		hint := ""
		if o.typ.Kind == types.Pointer && o.typ.Elem.IsRecord() {
			hint = "is '->' meant?"
		}
		u.fail(x.OpPos, hint, ". wants a structure or union, not %v", o.typ)
	}
	if !o.typ.Record.Complete {
		u.fail(x.OpPos, "", "%v is incomplete", o.typ)
	}
	path := o.typ.Record.Find(x.Name.Name)
	if path == nil {
		u.fail(x.Name.NamePos, u.nearestMember(o.typ, x.Name.Name), "%v has no member %s", o.typ.Main(), x.Name.Name)
	}
	fixed := o.fixed
	if o.p == nil { // the member of a value
		o.p, fixed = u.placeOf(o), true
	}
	p := o.p
	for _, f := range path {
		p = u.field(p, f, at)
	}
	r := operand{typ: p.Type(), p: p, fixed: fixed}
	if f := path[len(path)-1]; f.Bits {
		r.bits = f
	}
	return r
}

// placeOf is a place that has a value.
func (u *unit) placeOf(o operand) core.Place {
	if l, ok := o.x.(*core.Load); ok {
		return l.X
	}
	at := o.x.Pos()
	return u.saved(o.x, at).(*core.Load).X
}

func (u *unit) cast(x *syntax.Cast) operand {
	t := u.typeName(x.Type)
	if t.Kind == types.Void {
		o := u.expr(x.X)
		if o.p != nil && !o.typ.IsComplete() {
			return operand{typ: t.Main()}
		}
		return u.convert(u.rvalue(o), t, explicit)
	}
	o := u.rvalue(u.expr(x.X))
	at := x.Lparen
	switch {
	case o.typ.Kind == types.Void:
		u.fail(at, "", "a value of type void becomes %v", t)
	case t.Kind == types.Union && o.typ.Main() != t.Main():
		for i := range t.Record.Fields {
			if f := &t.Record.Fields[i]; u.tt.Compatible(f.Type.Unqual(), o.typ.Unqual()) {
				return u.unionOf(t, f, o.x, u.pos(at))
			}
		}
		u.fail(at, "", "%v has no member of type %v", t, o.typ)
	case t.IsRecord() && u.tt.Compatible(t.Unqual(), o.typ):
	case (t.Kind == types.Vector || o.typ.Kind == types.Vector) && t.SizeOf() == o.typ.SizeOf():
	case !t.IsScalar() || !o.typ.IsScalar():
		u.fail(at, "", "a cast of %v to %v", o.typ, t)
	case t.Kind == types.Pointer && (o.typ.IsReal() || o.typ.Kind == types.Complex),
		o.typ.Kind == types.Pointer && (t.IsReal() || t.Kind == types.Complex):
		u.fail(at, "", "a cast of %v to %v", o.typ, t)
	}
	return u.convert(o, t, explicit)
}

func (u *unit) generic(x *syntax.Generic) operand {
	var control operand
	u.quiet(func() { control = u.rvalue(u.expr(x.X)) })
	t := control.typ.Unqual()
	var chosen, other syntax.Expr
	for i := range x.Assocs {
		a := &x.Assocs[i]
		if a.Type == nil {
			other = a.Value
		} else if at := u.typeName(a.Type); u.tt.Compatible(at, t) {
			chosen = a.Value
			break
		}
	}
	if chosen == nil {
		chosen = other
	}
	if chosen == nil {
		u.fail(x.KeyPos, "", "_Generic has nothing for the type %v", control.typ)
	}
	return u.expr(chosen)
}

// quiet elaborates what is not evaluated.
func (u *unit) quiet(f func()) {
	u.unevaluated++
	u.scratch(f)
	u.unevaluated--
}
