package harness

import (
	"fmt"
	"strings"

	"craig/internal/program/c/types"
)

// spelled writes a declaration of name with type t in C; name may be "", for a type name. ok is false if the type has no name that can be written
// outside of its own declaration, such as that of a structure without a tag and without a typedef. Qualifiers are left out, except where a function type
// has them.
func spelled(t *types.Type, name string) (text string, ok bool) {
	switch t.Kind {
	case types.Pointer:
		inner := "*" + name
		if k := t.Elem.Kind; k == types.Array || k == types.Func {
			inner = "(" + inner + ")"
		}
		return spelled(t.Elem, inner)
	case types.Array:
		if t.Len < 0 || t.Variable {
			return "", false
		}
		return spelled(t.Elem, fmt.Sprintf("%s[%d]", name, t.Len))
	case types.Func:
		params, ok := spelledParams(t.Sig, nil)
		if !ok {
			return "", false
		}
		return spelled(t.Sig.Result, name+params)
	}
	base := baseName(t)
	if base == "" {
		return "", false
	}
	if name != "" {
		base += " "
	}
	return base + name, true
}

// spelledParams writes the parameters of a function type in parentheses, with these names or none.
func spelledParams(f *types.Sig, names []string) (string, bool) {
	if !f.Proto && len(f.Params) == 0 {
		return "()", true
	}
	var list []string
	for i, p := range f.Params {
		name := ""
		if names != nil {
			name = names[i]
		}
		text, ok := qualifiedSpelling(p.Type, name)
		if !ok {
			return "", false
		}
		list = append(list, text)
	}
	if f.Variadic {
		list = append(list, "...")
	}
	if len(list) == 0 {
		list = []string{"void"}
	}
	return "(" + strings.Join(list, ", ") + ")", true
}

// qualifiedSpelling is spelled with the const of what a pointer points to, which compatible function types must agree on.
func qualifiedSpelling(t *types.Type, name string) (string, bool) {
	if t.Kind != types.Pointer || t.Elem.Kind == types.Array || t.Elem.Kind == types.Func {
		return spelled(t, name)
	}
	text, ok := qualifiedSpelling(t.Elem, "")
	if t.Elem.Quals&types.Const != 0 {
		if t.Elem.Kind == types.Pointer {
			text += " const"
		} else {
			text = "const " + text
		}
	}
	return text + " *" + name, ok
}

// baseName is the name of a type that is not derived from another; "" if it has none.
func baseName(t *types.Type) string {
	switch {
	case t.IsRecord():
		return recordName(t)
	case t.Kind == types.Enum && t.Enum.Tag != "":
		return "enum " + t.Enum.Tag
	case t.Kind == types.Void:
		return "void"
	case t.Kind == types.Complex:
		return "_Complex " + baseName(t.Elem)
	case t.Width != 0:
		return ""
	case t.IsReal() && t.Kind > types.LongDouble:
		return t.Main().String()
	}
	return arithmeticNames[under(t).Kind].name
}

// recordName is the name of a structure or a union at the end of its file; "" if it has none.
func recordName(t *types.Type) string {
	switch r := t.Record; {
	case r.Local:
		return ""
	case r.Tag == "":
		return r.Typedef
	case r.Union:
		return "union " + r.Tag
	default:
		return "struct " + r.Tag
	}
}

// arithmeticName is how C calls a type, and the end of the name of the function that gives a value of it; given is the type of that value where there is no
// function for the type itself.
type arithmeticName struct{ name, nondet, given string }

var arithmeticNames = map[types.Kind]arithmeticName{
	types.Bool: {name: "_Bool", nondet: "bool"},
	types.Char: {name: "char", nondet: "char"}, types.SChar: {"signed char", "char", "char"}, types.UChar: {name: "unsigned char", nondet: "uchar"},
	types.Short: {name: "short", nondet: "short"}, types.UShort: {name: "unsigned short", nondet: "ushort"},
	types.Int: {name: "int", nondet: "int"}, types.UInt: {name: "unsigned int", nondet: "uint"},
	types.Long: {name: "long", nondet: "long"}, types.ULong: {name: "unsigned long", nondet: "ulong"},
	types.LongLong: {name: "long long", nondet: "longlong"}, types.ULongLong: {name: "unsigned long long", nondet: "ulonglong"},
	types.Int128: {name: "__int128", nondet: "int128"}, types.UInt128: {name: "unsigned __int128", nondet: "uint128"},
	types.Float: {name: "float", nondet: "float"}, types.Double: {name: "double", nondet: "double"}, types.LongDouble: {"long double", "double", "double"},
}

// isArithmetic is true of the numbers that there are values of: integers and reals.
func isArithmetic(t *types.Type) bool { return t.IsInteger() || t.IsReal() }

// isNumber is true of integers that count something.
func isNumber(t *types.Type) bool { return t.IsInteger() && t.Kind != types.Bool }

// isOpaque is true of what has a size, and nothing else is known of it.
func isOpaque(t *types.Type) bool { return t.Kind == types.Complex || t.Kind == types.Vector }

// isPlainChar is true of char itself.
func isPlainChar(t *types.Type) bool { return t.Kind == types.Char }

// isByte tells whether t is a byte, or void.
func isByte(t *types.Type) bool { return t.Kind == types.Void || isNumber(t) && t.SizeOf() == 1 }

// isConst tells whether t is const, or an array of const elements.
func isConst(t *types.Type) bool {
	for t.Kind == types.Array {
		t = t.Elem
	}
	return t.Quals&types.Const != 0
}

// sizeOf is the size of an object of type t; -1 if there are none.
func sizeOf(t *types.Type) int64 {
	if t.Kind == types.Void || t.Kind == types.Func {
		return -1
	}
	return t.SizeOf()
}

// same tells whether two types are the same, but for qualifiers of their own.
func same(a, b *types.Type) bool { return a.Main() == b.Main() }

// delicate tells whether an object of type t has to be given values: it has pointers or booleans.
func delicate(t *types.Type) bool {
	switch t.Kind {
	case types.Bool, types.Pointer:
		return true
	case types.Array:
		return delicate(t.Elem)
	case types.Struct, types.Union:
		for i := range t.Record.Fields {
			if delicate(t.Record.Fields[i].Type) {
				return true
			}
		}
	}
	return false
}

// scalars counts the scalars in an object, arrays of many as one.
func scalars(t *types.Type) int {
	switch t.Kind {
	case types.Array:
		if t.Len > 0 && t.Len <= maxExplicit {
			return int(t.Len) * scalars(t.Elem)
		}
	case types.Struct, types.Union:
		n := 0
		for i := range t.Record.Fields {
			n += scalars(t.Record.Fields[i].Type)
		}
		return n
	}
	return 1 // which of an array stays as it is
}

// isInteger is true of all integers.
func isInteger(t *types.Type) bool { return t.IsInteger() }

// Spell writes a declaration of name with type t in C, without qualifiers; name may be "", for a type name. ok is false if the type has no name that can be
// written outside of its own declaration.
func Spell(t *types.Type, name string) (text string, ok bool) { return spelled(t, name) }

// SpellParam is Spell with the const of what pointers lead to, which compatible functions have to agree on.
func SpellParam(t *types.Type, name string) (text string, ok bool) { return qualifiedSpelling(t, name) }
