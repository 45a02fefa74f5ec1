package elab

// Declaration specifiers: C11 6.7, 6.7.2.

import (
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
)

// spec is what declaration specifiers say, but for the storage class.
type spec struct {
	typ           *types.Type
	auto          bool // __auto_type: the initializer says what typ is
	attrs         attrs
	explicitAlign bool // there is an _Alignas
}

// specifiers reads declaration specifiers, and declares or completes the tag that they name.
func (u *unit) specifiers(s *syntax.Specs) *spec { return u.specifiersOf(s, false) }

// specifiersOf reads them. alone is set for a declaration without declarators, such as struct s;, which declares the tag
// in the innermost scope (C11 6.7.2.3 p7).
func (u *unit) specifiersOf(s *syntax.Specs, alone bool) *spec {
	r := &spec{}
	switch {
	case s.Tag != nil:
		r.typ = u.tag(s.Tag, alone)
	case s.Typedef != nil:
		r.typ = u.typedefName(s.Typedef)
	case s.TypeOf != nil:
		r.typ = u.typeOf(s.TypeOf)
	case s.AtomicOf != nil:
		r.typ = u.typeName(s.AtomicOf)
		if r.typ.Kind == types.Array || r.typ.Kind == types.Func || r.typ.Quals != 0 {
			u.fail(s.Start, "", "_Atomic of the type %s", r.typ)
		}
		r.typ = r.typ.With(types.Atomic)
	case s.Words&syntax.AutoType != 0:
		r.auto = true
	default:
		r.typ = u.words(s)
	}
	if r.typ != nil {
		if s.Quals&syntax.Restrict != 0 {
			u.restrictable(r.typ, s.Start)
		}
		r.typ = r.typ.With(quals(s.Quals))
	}
	u.attributes(&r.attrs, s.Attrs)
	u.alignas(&r.attrs, s.Align)
	r.explicitAlign = len(s.Align) > 0
	return r
}

// restrictable fails if restrict may not stand with a type, which may be an array of those with which it may.
func (u *unit) restrictable(t *types.Type, at syntax.Pos) {
	for t.Kind == types.Array {
		t = t.Elem
	}
	if t.Kind != types.Pointer || t.Elem.Kind == types.Func {
		u.fail(at, "", "restrict is for pointers to objects")
	}
}

func (u *unit) typedefName(x *syntax.Ident) *types.Type {
	if o := u.scope.lookup(x.Sym); o != nil && o.kind == typeName {
		return o.typ
	}
	switch x.Name {
	case "__builtin_va_list":
		return u.tt.VaList
	case "__int128_t":
		return u.tt.Basic(types.Int128)
	case "__uint128_t":
		return u.tt.Basic(types.UInt128)
	}
	u.fail(x.NamePos, "", "%s is not the name of a type", x.Name)
	return nil
}

func (u *unit) typeOf(x *syntax.TypeOf) *types.Type {
	var t *types.Type
	if x.Type != nil {
		t = u.typeName(x.Type)
	} else {
		var o operand
		u.quiet(func() { o = u.expr(x.X) })
		t = o.typ
		if o.bits != nil {
			u.fail(syntax.Start(x.X), "", "typeof of a bit-field")
		}
		if t.IsVariablyModified() { // it is evaluated
			t = u.expr(x.X).typ
		}
	}
	if x.Unqual {
		return t.Main()
	}
	return t
}

// wordKinds are the types of words, without signed and unsigned.
var wordKinds = map[syntax.Words]types.Kind{
	0: types.Int, syntax.IntWord: types.Int,
	syntax.Void: types.Void, syntax.Bool: types.Bool, syntax.CharWord: types.Char,
	syntax.Short: types.Short, syntax.Short | syntax.IntWord: types.Short,
	syntax.Long: types.Long, syntax.Long | syntax.IntWord: types.Long,
	syntax.Long | syntax.LongLong: types.LongLong, syntax.Long | syntax.LongLong | syntax.IntWord: types.LongLong,
	syntax.Int128: types.Int128, syntax.FloatWord: types.Float, syntax.Double: types.Double,
	syntax.Long | syntax.Double: types.LongDouble, syntax.Float16: types.Float16, syntax.Float32: types.Float32,
	syntax.Float64: types.Float64, syntax.Float128: types.Float128, syntax.Float32x: types.Float32x,
	syntax.Float64x: types.Float64x,
}

// words is the type that keywords say.
func (u *unit) words(s *syntax.Specs) *types.Type {
	w := s.Words
	const decimals = syntax.Decimal32 | syntax.Decimal64 | syntax.Decimal128
	switch {
	case w&decimals != 0:
		u.refuse(s.Start, "decimal floating point", "decimal floating-point types")
	case w&syntax.BitInt != 0:
		t, err := u.tt.BitInt(u.constInt64(s.Width, "the width of _BitInt"), w&syntax.Unsigned == 0)
		if err != nil {
			u.refuse(s.Start, "_BitInt", "%v", err)
		}
		return t
	case w&syntax.Imaginary != 0:
		u.refuse(s.Start, "_Imaginary", "_Imaginary, which gcc does not have")
	}
	base := w &^ (syntax.Signed | syntax.Unsigned | syntax.Complex)
	k, ok := wordKinds[base]
	sign := w & (syntax.Signed | syntax.Unsigned)
	if ok && sign != 0 {
		unsigned := u.tt.Unsigned(u.tt.Basic(k)).Kind
		switch {
		case unsigned == k || sign == syntax.Signed|syntax.Unsigned:
			ok = false
		case sign == syntax.Unsigned:
			k = unsigned
		case k == types.Char:
			k = types.SChar
		}
	}
	if !ok {
		u.fail(s.Start, "", "these words together are no type")
	}
	t := u.tt.Basic(k)
	if w&syntax.Complex == 0 {
		return t
	}
	if base == 0 && sign == 0 {
		t = u.tt.Basic(types.Double)
	}
	if !t.IsReal() && !t.IsInteger() || t.Kind == types.Bool {
		u.fail(s.Start, "", "_Complex of the type %s", t)
	}
	return u.tt.ComplexOf(t)
}
