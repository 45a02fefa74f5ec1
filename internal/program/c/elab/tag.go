package elab

// Structures, unions and enumerations: C11 6.7.2.1 to 6.7.2.3.

import (
	"errors"

	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

var tagWords = [...]string{syntax.Struct: "struct", syntax.Union: "union", syntax.Enum: "enum"}

// tag is the type that struct, union or enum names or defines.
func (u *unit) tag(x *syntax.Tag, alone bool) *types.Type {
	var t *tag
	if x.Name != nil {
		t = u.scope.lookupTag(x.Name.Sym)
		if t != nil && (x.Defined || alone) && t.level != u.scope.level() {
			t = nil
		}
		if t != nil && t.kind != x.Kind {
			u.failNote(x.Name.NamePos, t.pos, "it was declared here", "%s %s is declared as %s", tagWords[x.Kind], x.Name.Name, tagWords[t.kind])
		}
	}
	if t == nil {
		t = &tag{kind: x.Kind, pos: x.At}
		name := ""
		if x.Name != nil {
			name = x.Name.Name
		}
		switch x.Kind {
		case syntax.Struct:
			t.typ = u.tt.NewRecord(types.Struct, name)
		case syntax.Union:
			t.typ = u.tt.NewRecord(types.Union, name)
		default:
			t.typ = u.tt.NewEnum(name)
		}
		if x.Name != nil {
			u.scope.declareTag(x.Name.Sym, t)
		}
	}
	if !x.Defined {
		return t.typ
	}
	if t.typ.IsComplete() {
		u.failNote(x.At, t.pos, "it is defined here", "%s %s is defined twice", tagWords[x.Kind], x.Name.Name)
	}
	t.pos = x.At
	if x.Kind == syntax.Enum {
		u.enumerators(x, t.typ)
	} else {
		u.members(x, t.typ)
	}
	return t.typ
}

// members completes a structure or union.
func (u *unit) members(x *syntax.Tag, t *types.Type) {
	var a attrs
	u.attributes(&a, x.Attrs)
	var fields []types.Field
	for _, m := range x.Members {
		if m.Assert != nil {
			u.staticAssert(m.Assert)
			continue
		}
		s := u.specifiers(m.Specs)
		if len(m.Declarators) == 0 {
			if s.typ.IsRecord() && (m.Specs.Tag == nil || m.Specs.Tag.Name == nil || s.typ.Record.Complete && m.Specs.Typedef != nil) {
				fields = append(fields, types.Field{Type: s.typ, Align: s.attrs.align, Packed: s.attrs.packed || a.packed})
			}
			continue // it declares nothing but a tag
		}
		for _, d := range m.Declarators {
			fields = append(fields, u.member(s, d, a.packed))
		}
	}
	t.Record.Unit, t.Record.Local = u.file, u.scope.level() > 0
	err := u.tt.Complete(t, fields, types.RecordAttrs{Packed: a.packed, Align: a.last, Pack: u.pack, Transparent: a.transparent})
	switch {
	case errors.Is(err, types.ErrTooLarge):
		u.refuse(x.At, "huge type", "a structure of this size")
	case err != nil:
		u.fail(x.At, "", "%v", err)
	}
}

func (u *unit) member(s *spec, d *syntax.Declarator, packed bool) types.Field {
	f := types.Field{}
	at := d.Start
	if d.Name != nil {
		f.Name, at = d.Name.Name, d.Name.NamePos
	}
	if s.auto {
		u.fail(at, "", "a member of type __auto_type")
	}
	var a attrs
	f.Type, a = u.declared(s, d, nil)
	f.Align, f.Packed = a.align, a.packed || packed
	switch {
	case f.Type.Kind == types.Func:
		u.fail(at, "a member may be a pointer to a function", "a member that is a function")
	case f.Type.IsVariablyModified():
		u.refuse(at, "member of variable size", "a member of variable size")
	case !f.Type.IsComplete() && !(f.Type.Kind == types.Array && f.Type.Len < 0):
		u.fail(at, "", "the type %s of the member is incomplete", f.Type)
	}
	if d.Width == nil {
		return f
	}
	f.Bits = true
	if !f.Type.IsInteger() {
		u.fail(at, "", "a bit-field of type %s", f.Type)
	}
	w := u.constInt64(d.Width, "the width of a bit-field")
	switch {
	case w < 0:
		u.fail(syntax.Start(d.Width), "", "the width of the bit-field is negative")
	case w > int64(f.Type.Main().Bits()):
		u.fail(syntax.Start(d.Width), "", "the bit-field is wider than its type, %s", f.Type)
	case w == 0 && d.Name != nil:
		u.fail(syntax.Start(d.Width), "", "a bit-field of width 0 has no name")
	}
	f.Width = int(w)
	return f
}

// enumerators completes an enumeration and declares its constants. Each has, up to the end of the enumeration, the type of its
// value; afterwards that of EnumConstType.
func (u *unit) enumerators(x *syntax.Tag, t *types.Type) {
	var a attrs
	u.attributes(&a, x.Attrs)
	var under *types.Type
	if x.Underlying != nil {
		under = u.typeName(x.Underlying)
	}
	var consts []types.EnumConst
	var objects []*object
	next, nextType := types.IntOf(0), u.tt.Basic(types.Int)
	for i := range x.Enumerators {
		e := &x.Enumerators[i]
		if e.Value != nil {
			next, nextType = u.constant(e.Value, "the value of an enumerator")
			nextType = u.enumType(nextType, next)
		} else if !u.tt.Fits(nextType, next) {
			nextType = u.enumStep(next)
		}
		if old := u.scope.local(e.Name.Sym); old != nil {
			u.failNote(e.Name.NamePos, old.pos, "it is declared here", "%s is declared twice", e.Name.Name)
		}
		o := &object{kind: enumerator, name: e.Name.Name, pos: e.Name.NamePos, typ: nextType, value: next}
		u.scope.declare(e.Name.Sym, o)
		objects = append(objects, o)
		consts = append(consts, types.EnumConst{Name: e.Name.Name, Value: next})
		next = next.Add(types.IntOf(1))
	}
	u.tt.CompleteEnum(t, consts, a.packed, under)
	for _, o := range objects {
		o.typ = u.tt.EnumConstType(t, o.value)
	}
}

// enumType is the type of an enumerator whose value v is an expression of type t: int if v is an int, or else, as gcc has it, the first
// type that has the width and sign of t.
func (u *unit) enumType(t *types.Type, v types.Integer) *types.Type {
	signed := [...]types.Kind{types.Int, types.Long, types.LongLong, types.Int128}
	unsigned := [...]types.Kind{types.UInt, types.ULong, types.ULongLong, types.UInt128}
	if u.tt.Fits(u.tt.Basic(types.Int), v) {
		return u.tt.Basic(types.Int)
	}
	for i, k := range signed {
		if u.tt.Basic(k).Bits() == t.Bits() {
			if !t.IsSigned() {
				k = unsigned[i]
			}
			return u.tt.Basic(k)
		}
	}
	return t
}

// enumStep is the type of an enumerator that is one more than the largest value of the type before.
func (u *unit) enumStep(v types.Integer) *types.Type {
	for _, k := range []types.Kind{types.UInt, types.Long, types.ULong, types.LongLong, types.ULongLong} {
		if t := u.tt.Basic(k); u.tt.Fits(t, v) {
			return t
		}
	}
	return u.tt.Basic(types.Int128)
}
