// Package types has the types of C11 with GNU's extensions: how large they are and where their members lie on each
// machine, which are compatible, what operands are converted to, and arithmetic on constants. Nothing else in the front
// end knows a size.
//
// Types are made by a Table and never change, but for structures, unions and enumerations, which are completed once.
// Two types without structures defined twice, functions and arrays of variable length in them are the same type if and
// only if their pointers are equal; Compatible is what C calls compatible.
package types

import "math"

// Kind says what a type is.
type Kind uint8

const (
	Void Kind = iota
	Bool
	Char // plain: neither SChar nor UChar
	SChar
	UChar
	Short
	UShort
	Int
	UInt
	Long
	ULong
	LongLong
	ULongLong
	Int128
	UInt128
	Float
	Double
	LongDouble
	Float16
	Float32
	Float64
	Float128
	Float32x
	Float64x
	Complex // Elem says of what
	Pointer
	Array
	Func
	Struct
	Union
	Enum
	Vector // GNU's: sized, and nothing else is known of it

	kinds
)

// Quals is a set of type qualifiers.
type Quals uint8

const (
	Const Quals = 1 << iota
	Volatile
	Restrict
	Atomic
)

// Type is a type with its qualifiers, and with the alignment that an attribute of a typedef gives it.
type Type struct {
	Kind  Kind
	Quals Quals // of arrays none: they are those of the elements

	Elem     *Type     // of pointers, arrays, complex numbers and vectors
	Len      int64     // of arrays: how many elements, or -1 where that is not known. Of vectors: elements
	Variable bool      // an array of variable length
	Size     any       // the length of one, as an expression of the core that never changes its value; nil for [*]
	Sig      *Sig      // of functions
	Record   *Record   // of structures and unions
	Enum     *EnumType // of enumerations
	Width    uint8     // not 0: the type of a bit-field whose width no standard type has, or _BitInt, and that width in bits
	BitInt   bool      // _BitInt(Width), whose objects are as large as those of the standard type of Kind
	Explicit int64     // not 0: an alignment in bytes that an attribute gives

	table *Table
	main  *Type // without qualifiers and Explicit
	size  int64 // of kinds whose size never changes
	align int64

	variants map[variant]*Type // of a main type
	pointer  *Type
	arrays   map[int64]*Type
	complex  *Type
	widths   map[uint8]*Type
}

type variant struct {
	quals    Quals
	explicit int64
}

// Sig is what a function type says of its calls.
type Sig struct {
	Result   *Type // without qualifiers
	Params   []Param
	Variadic bool
	Proto    bool // there is a prototype: f(void) has one, f() has none
	Old      bool // of an old-style definition: Params are its parameters, and calls promote their arguments
}

// Param is a parameter, whose type is adjusted: neither an array nor a function. Its name may be "".
type Param struct {
	Name string
	Type *Type
}

// EnumType is an enumeration, complete once Under is set.
type EnumType struct {
	Tag    string
	Under  *Type // the integer type that it is compatible with; nil: incomplete
	Consts []EnumConst
}

// EnumConst is an enumerator.
type EnumConst struct {
	Name  string
	Value Integer
}

// Unqual is t without qualifiers, and with the alignment that it has.
func (t *Type) Unqual() *Type { return t.variant(0, t.Explicit) }

// Main is t without qualifiers and without an alignment of its own.
func (t *Type) Main() *Type { return t.main }

// With is t with more qualifiers. Those of an array are its elements'.
func (t *Type) With(q Quals) *Type {
	if t.Kind == Array {
		if e := t.Elem.With(q); e != t.Elem {
			if t.Variable {
				return t.table.VariableArray(e, t.Size)
			}
			return t.table.Array(e, t.Len).Aligned(t.Explicit)
		}
		return t
	}
	return t.variant(t.Quals|q, t.Explicit)
}

// Aligned is t with an alignment that an attribute of a typedef gives, in bytes; 0 changes nothing.
func (t *Type) Aligned(n int64) *Type {
	if n <= 0 {
		return t
	}
	return t.variant(t.Quals, n)
}

func (t *Type) variant(q Quals, explicit int64) *Type {
	m := t.main
	if q == 0 && explicit == 0 {
		return m
	}
	key := variant{q, explicit}
	if v := m.variants[key]; v != nil {
		return v
	}
	v := *m
	v.Quals, v.Explicit = q, explicit
	v.variants, v.pointer, v.arrays, v.complex, v.widths = nil, nil, nil, nil, nil
	if m.variants == nil {
		m.variants = map[variant]*Type{}
	}
	m.variants[key] = &v
	return &v
}

// IsInteger is true of _Bool, the integer types and enumerations.
func (t *Type) IsInteger() bool { return t.Kind >= Bool && t.Kind <= UInt128 || t.Kind == Enum }

// IsReal is true of the real floating-point types.
func (t *Type) IsReal() bool { return t.Kind >= Float && t.Kind <= Float64x }

// IsX87 is true of the floating-point types of the x87: a significand of 64 bits, and behind it the sign and an exponent of 15 bits.
func (t *Type) IsX87() bool {
	return (t.Kind == LongDouble || t.Kind == Float64x) && t.table.Machine.x87()
}

// IsFloating is true of the real floating-point types, and of complex ones.
func (t *Type) IsFloating() bool { return t.IsReal() || t.Kind == Complex }

// IsArithmetic is true of integer, real and complex types.
func (t *Type) IsArithmetic() bool { return t.IsInteger() || t.IsReal() || t.Kind == Complex }

// IsScalar is true of arithmetic types and pointers.
func (t *Type) IsScalar() bool { return t.IsArithmetic() || t.Kind == Pointer }

// IsRecord is true of structures and unions.
func (t *Type) IsRecord() bool { return t.Kind == Struct || t.Kind == Union }

// IsVoidPointer is true of pointers to void, qualified or not.
func (t *Type) IsVoidPointer() bool { return t.Kind == Pointer && t.Elem.Kind == Void }

// IsVariable is true of arrays of variable length and of arrays of them: their size is known when the program runs.
func (t *Type) IsVariable() bool {
	return t.Kind == Array && (t.Variable || t.Elem.IsVariable())
}

// IsVariablyModified is true of types that are made from an array of variable length.
func (t *Type) IsVariablyModified() bool {
	switch t.Kind {
	case Array:
		return t.Variable || t.Elem.IsVariablyModified()
	case Pointer:
		return t.Elem.IsVariablyModified()
	case Func:
		return t.Sig.Result.IsVariablyModified()
	}
	return false
}

// IsComplete is true of types whose size is known, if only when the program runs. void and functions have none.
func (t *Type) IsComplete() bool {
	switch t.Kind {
	case Void, Func:
		return false
	case Array:
		return (t.Variable || t.Len >= 0) && t.Elem.IsComplete()
	case Struct, Union:
		return t.Record.Complete
	case Enum:
		return t.Enum.Under != nil
	}
	return true
}

// IsSigned tells whether an integer type has negative values.
func (t *Type) IsSigned() bool {
	switch t.Kind {
	case Char:
		return !t.table.unsignedChar
	case SChar, Short, Int, Long, LongLong, Int128:
		return true
	case Enum:
		return t.Enum.Under != nil && t.Enum.Under.IsSigned()
	}
	return false
}

// Bits is how many bits the values of an integer type have: 1 of _Bool.
func (t *Type) Bits() int {
	switch {
	case t.Width > 0:
		return int(t.Width)
	case t.Kind == Bool:
		return 1
	}
	return int(t.SizeOf() * 8)
}

// SizeOf is the size in bytes: -1 of types that are incomplete, and of those of variable size. That of void and of functions is 1, as
// in GNU C, and that of an array that is larger than an int64 can say is the greatest int64.
func (t *Type) SizeOf() int64 {
	switch t.Kind {
	case Array:
		e := t.Elem.SizeOf()
		if e < 0 || t.Len < 0 || t.Variable {
			return -1
		}
		if e > 0 && t.Len > math.MaxInt64/e {
			return math.MaxInt64
		}
		return e * t.Len
	case Struct, Union:
		if !t.Record.Complete {
			return -1
		}
		return t.Record.Size
	case Enum:
		if t.Enum.Under == nil {
			return -1
		}
		return t.Enum.Under.size
	}
	return t.size
}

// AlignOf is the alignment in bytes of an object of this type that stands by itself, which is what _Alignof gives for a
// type where GCC's __alignof__ and it are the same.
func (t *Type) AlignOf() int64 {
	if t.Explicit > 0 {
		return t.Explicit
	}
	switch t.Kind {
	case Array:
		return t.Elem.AlignOf()
	case Struct, Union:
		return max(t.Record.Align, 1)
	case Enum:
		if t.Enum.Under == nil {
			return 1
		}
		return t.Enum.Under.align
	}
	return t.align
}

// explicit tells whether an attribute gave the alignment.
func (t *Type) explicit() bool {
	switch {
	case t.Explicit > 0:
		return true
	case t.Kind == Array:
		return t.Elem.explicit()
	case t.IsRecord():
		return t.Record.aligned
	}
	return false
}

// MemberAlign is the alignment in bytes of a member of this type: on some machines integers and doubles are aligned to 4
// bytes there, unless an attribute says something else.
func (t *Type) MemberAlign() int64 {
	e := t
	for e.Kind == Array {
		e = e.Elem
	}
	align := t.AlignOf()
	small := e.IsInteger() || e.IsReal() && e.SizeOf() == 8 || e.Kind == Complex && e.Elem.SizeOf() == 8
	if t.table.Machine.WordAligned && small && !t.explicit() {
		return min(align, 4)
	}
	return max(align, 1)
}

// Without is t without some qualifiers; of an array, its elements without them.
func (t *Type) Without(q Quals) *Type {
	if t.Kind == Array {
		e := t.Elem.Without(q)
		switch {
		case e == t.Elem:
			return t
		case t.Variable:
			return t.table.VariableArray(e, t.Size)
		}
		return t.table.Array(e, t.Len).Aligned(t.Explicit)
	}
	return t.variant(t.Quals&^q, t.Explicit)
}
