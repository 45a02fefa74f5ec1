package ir

import (
	"strconv"
	"strings"

	"craig/logic/num"
)

// Int is the integer type of that many bits.
func Int(bits uint8, signed bool) Type { return Type{Kind: Integer, Bits: bits, Signed: signed} }

// Ptr is the type of pointers.
func Ptr(bits uint8) Type { return Type{Kind: Pointer, Bits: bits} }

// Mem is the type of a region whose cells have that many bits.
func Mem(bits uint8) Type { return Type{Kind: Memory, Bits: bits} }

// Bool is the type of conditions.
var Bool = Type{Kind: Logical}

// IsScalar says whether a variable of type t holds one number (an integer, a pointer or a float).
func (t Type) IsScalar() bool { return t.Kind == Integer || t.Kind == Pointer || t.Kind == Float }

// IsNumber says whether values of t are integers with a range: Integer, Pointer, and a Float whose
// bit pattern is known.
func (t Type) IsNumber() bool { return t.Kind == Integer || t.Kind == Pointer || t.IsFloat() }

// IsFloat says whether values of t are floats of a format that is modelled.
func (t Type) IsFloat() bool { return t.Kind == Float && (t.Bits == 32 || t.Bits == 64) }

// IsSigned says whether t has negative values.
func (t Type) IsSigned() bool { return t.Kind == Integer && t.Signed }

// Min is the least value of a number type.
func (t Type) Min() num.Int {
	if t.IsSigned() {
		return num.Pow2(uint(t.Bits) - 1).Neg()
	}
	return num.I(0)
}

// Max is the greatest value of a number type.
func (t Type) Max() num.Int {
	k := uint(t.Bits)
	if t.IsSigned() {
		k--
	}
	return num.Pow2(k).Sub(num.I(1))
}

// Fits says whether v is a value of the number type t.
func (t Type) Fits(v num.Int) bool {
	if x, ok := v.Int64(); ok { // without allocation
		switch {
		case x >= 0:
			k := uint(t.Bits)
			if t.IsSigned() {
				k--
			}
			return k >= 63 || x>>k == 0
		case !t.IsSigned():
			return false
		default:
			return t.Bits >= 64 || x>>(t.Bits-1) == -1
		}
	}
	return t.Min().Cmp(v) <= 0 && v.Cmp(t.Max()) <= 0
}

// Wrap is the value of t that is congruent to v modulo 2^Bits.
func (t Type) Wrap(v num.Int) num.Int {
	if t.Fits(v) {
		return v
	}
	m := num.Pow2(uint(t.Bits))
	_, r := v.DivMod(m)
	if !t.Fits(r) {
		r = r.Sub(m)
	}
	return r
}

// Contains says whether every value of u is a value of t; both are number types.
func (t Type) Contains(u Type) bool {
	if !t.IsNumber() || !u.IsNumber() {
		return false
	}
	switch {
	case t.IsSigned() == u.IsSigned():
		return t.Bits >= u.Bits
	case t.IsSigned():
		return t.Bits > u.Bits
	default:
		return false
	}
}

// String is the type in the text form: i32, u8, p64, f64, mem8, bool, void.
func (t Type) String() string {
	bits := strconv.Itoa(int(t.Bits))
	switch t.Kind {
	case Void:
		return "void"
	case Integer:
		if t.Signed {
			return "i" + bits
		}
		return "u" + bits
	case Pointer:
		return "p" + bits
	case Float:
		return "f" + bits
	case Logical:
		return "bool"
	case Memory:
		return "mem" + bits
	}
	return "type?" + strconv.Itoa(int(t.Kind))
}

// CName is a C type of that size, by the name that it has in the program. Where pointers have 16 bits, so has int.
func (p *Program) CName(t Type) string {
	if p.PtrBits == 16 {
		return smallName(t)
	}
	return t.CName()
}

// smallName is CName where int has 16 bits.
func smallName(t Type) string {
	if t.Kind == Integer && (t.Bits == 16 || t.Bits == 32) {
		return strings.Replace(Type{Integer, 32, t.Signed}.CName(), "int", map[uint8]string{16: "int", 32: "long"}[t.Bits], 1)
	}
	return t.CName()
}

// CName is a C type of that size for people: "unsigned int", "char *".
func (t Type) CName() string {
	switch t.Kind {
	case Pointer:
		return "char *"
	case Float:
		if t.Bits == 32 {
			return "float"
		}
		return "double"
	case Integer:
		name := map[uint8]string{8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}[t.Bits]
		switch {
		case t.Bits == 1 && !t.Signed:
			return "_Bool"
		case name == "":
			name = "_BitInt(" + strconv.Itoa(int(t.Bits)) + ")"
			if !t.Signed {
				name = "unsigned " + name
			}
		case !t.Signed:
			name = "unsigned " + name
		case t.Bits == 8:
			name = "signed char"
		}
		return name
	}
	return t.String()
}
