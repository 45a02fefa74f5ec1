package types

// Promote is the type to which C's integer promotions bring a value of type t, which of a bit-field is what Field.ValueType gives.
// What they do not concern stays.
func (tt *Table) Promote(t *Type) *Type {
	t = t.main
	if t.Kind == Enum && t.Enum.Under != nil {
		t = t.Enum.Under
	}
	in := tt.Basic(Int)
	switch {
	case !t.IsInteger() || t.BitInt || rank(t) >= rankInt:
		return t
	case t.Bits() < in.Bits() || t.Bits() == in.Bits() && t.IsSigned():
		return in
	case t.Bits() == in.Bits():
		return tt.Basic(UInt)
	}
	return t
}

// PromoteArg is the type to which a default argument promotion brings a value.
func (tt *Table) PromoteArg(t *Type) *Type {
	if t.Kind == Float {
		return tt.Basic(Double)
	}
	return tt.Promote(t)
}

// The integer conversion ranks, C11 6.3.1.1.
const (
	rankBitField = iota
	rankBool
	rankChar
	rankShort
	rankInt
	rankLong
	rankLongLong
	rankInt128
)

// rank is the integer conversion rank of a type.
func rank(t *Type) int {
	if t.Width > 0 {
		return rankBitField
	}
	switch t.Kind {
	case Bool:
		return rankBool
	case Char, SChar, UChar:
		return rankChar
	case Short, UShort:
		return rankShort
	case Int, UInt:
		return rankInt
	case Long, ULong:
		return rankLong
	case LongLong, ULongLong:
		return rankLongLong
	case Enum:
		return rank(t.Enum.Under)
	}
	return rankInt128
}

// realRank orders the real types: the usual arithmetic conversions choose the greater.
var realRank = [kinds]int8{Float16: 1, Float: 2, Float32: 3, Float32x: 5, Double: 4, Float64: 6, Float64x: 8, LongDouble: 7, Float128: 9}

// Usual is the type to which the usual arithmetic conversions bring operands of the promoted arithmetic types a and b.
func (tt *Table) Usual(a, b *Type) *Type {
	a, b = a.main, b.main
	if a.Kind == Complex || b.Kind == Complex {
		part := func(t *Type) *Type {
			if t.Kind == Complex {
				return t.Elem
			}
			return t
		}
		return tt.ComplexOf(tt.Usual(part(a), part(b)))
	}
	switch {
	case a.IsReal() && b.IsReal():
		if realRank[a.Kind] >= realRank[b.Kind] {
			return a
		}
		return b
	case a.IsReal():
		return a
	case b.IsReal():
		return b
	}
	a, b = tt.Promote(a), tt.Promote(b)
	if a == b {
		return a
	}
	// GCC chooses the wider type before it looks at ranks; without bit-fields that is the same.
	if a.Bits() != b.Bits() {
		if a.Bits() > b.Bits() {
			return a
		}
		return b
	}
	if a.IsSigned() == b.IsSigned() {
		if rank(a) >= rank(b) {
			return a
		}
		return b
	}
	s, u := a, b
	if !s.IsSigned() {
		s, u = b, a
	}
	if rank(u) >= rank(s) {
		return u
	}
	return tt.Unsigned(s)
}

// Unsigned is the unsigned type that corresponds to an integer type.
func (tt *Table) Unsigned(t *Type) *Type {
	t = t.main
	if t.Kind == Enum {
		t = t.Enum.Under
	}
	if t.BitInt {
		u, _ := tt.BitInt(int64(t.Width), false)
		return u
	}
	switch t.Kind {
	case Char, SChar:
		return tt.Basic(UChar)
	case Short, Int, Long, LongLong, Int128:
		u := tt.Basic(t.Kind + 1)
		if t.Width > 0 {
			return tt.BitField(u, int(t.Width))
		}
		return u
	}
	return t
}

// Signed is the signed type that corresponds to an integer type other than _Bool.
func (tt *Table) Signed(t *Type) *Type {
	t = t.main
	if t.Kind == Enum {
		t = t.Enum.Under
	}
	if t.BitInt {
		s, _ := tt.BitInt(max(int64(t.Width), 2), true)
		return s
	}
	switch t.Kind {
	case Char, UChar:
		return tt.Basic(SChar)
	case UShort, UInt, ULong, ULongLong, UInt128:
		return tt.Basic(t.Kind - 1)
	}
	return t
}

// Verdict is what C says of an assignment.
type Verdict uint8

const (
	Allowed   Verdict = iota
	Warned            // a constraint is violated that GCC 12 only warns of
	Forbidden         // GCC takes it for an error
)

// Assignable tells whether a value of type from may be assigned to an object of type to, or passed for a parameter of that type.
// null says that the value is a null pointer constant. msg says what is wrong where it is not Allowed.
func (tt *Table) Assignable(to, from *Type, null bool) (v Verdict, msg string) {
	switch {
	case from.Kind == Void:
		return Forbidden, "a value of type void is used"
	case to.IsArithmetic() && from.IsArithmetic():
		return Allowed, ""
	case to.Kind == Bool && from.Kind == Pointer:
		return Allowed, ""
	case to.IsRecord() || from.IsRecord() || to.Kind == Vector || from.Kind == Vector:
		if to.main == from.main || tt.Compatible(to.Unqual(), from.Unqual()) {
			return Allowed, ""
		}
		return Forbidden, "incompatible types: " + to.String() + " and " + from.String()
	case to.Kind == Pointer && from.Kind == Pointer:
		a, b := to.Elem, from.Elem
		missing := quals(b) &^ quals(a)
		switch {
		case null:
			return Allowed, ""
		case !tt.Compatible(strip(a), strip(b)) && a.Kind != Void && b.Kind != Void:
			return Warned, "pointers to incompatible types: " + to.String() + " and " + from.String()
		case missing != 0:
			return Warned, "a qualifier is discarded: " + to.String() + " and " + from.String()
		}
		return Allowed, ""
	case to.Kind == Pointer && from.IsInteger():
		if null {
			return Allowed, ""
		}
		return Warned, "an integer becomes a pointer without a cast"
	case to.IsInteger() && from.Kind == Pointer:
		return Warned, "a pointer becomes an integer without a cast"
	}
	return Forbidden, "incompatible types: " + to.String() + " and " + from.String()
}

// quals are the qualifiers of a type, or of the elements of an array.
func quals(t *Type) Quals {
	for t.Kind == Array {
		t = t.Elem
	}
	return t.Quals
}

// strip is t without qualifiers, its own or those of its elements.
func strip(t *Type) *Type {
	if t.Kind == Array {
		if e := strip(t.Elem); e != t.Elem {
			if t.Variable {
				return t.table.VariableArray(e, t.Size)
			}
			return t.table.Array(e, t.Len)
		}
		return t
	}
	return t.main
}
