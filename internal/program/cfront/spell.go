package cfront

import (
	"fmt"
	"strings"
)

// spelled writes a declaration of name with type t in C; name may be "", for a type name. ok is false if
// the type has no name that can be written outside of its own declaration, such as that of a structure
// without a tag and without a typedef. Qualifiers are left out, except where a function type has them.
func (tt *typeTable) spelled(t *ctype, name string) (text string, ok bool) {
	switch t.kind {
	case kPointer:
		inner := "*" + name
		if k := t.elemC.kind; k == kArray || k == kFunc {
			inner = "(" + inner + ")"
		}
		return tt.spelled(t.elemC, inner)
	case kArray:
		if t.len < 0 || t.vla != nil {
			return "", false
		}
		return tt.spelled(t.elemC, fmt.Sprintf("%s[%d]", name, t.len))
	case kFunc:
		params, ok := tt.spelledParams(t.fun, nil)
		if !ok {
			return "", false
		}
		return tt.spelled(t.fun.result, name+params)
	}
	base := tt.baseName(t)
	if base == "" {
		return "", false
	}
	if name != "" {
		base += " "
	}
	return base + name, true
}

// spelledParams writes the parameters of a function type in parentheses, with these names or none.
func (tt *typeTable) spelledParams(f *funcType, names []string) (string, bool) {
	if !f.proto && len(f.params) == 0 {
		return "()", true
	}
	var list []string
	for i, p := range f.params {
		name := ""
		if names != nil {
			name = names[i]
		}
		text, ok := tt.qualifiedSpelling(p.t, name)
		if !ok {
			return "", false
		}
		list = append(list, text)
	}
	if f.variadic {
		list = append(list, "...")
	}
	if len(list) == 0 {
		list = []string{"void"}
	}
	return "(" + strings.Join(list, ", ") + ")", true
}

// qualifiedSpelling is spelled with the const of what a pointer points to, which compatible function
// types must agree on.
func (tt *typeTable) qualifiedSpelling(t *ctype, name string) (string, bool) {
	if t.kind == kPointer {
		if k := t.elemC.kind; k == kArray || k == kFunc {
			return tt.spelled(t, name)
		}
		text, ok := tt.qualifiedSpelling(t.elemC, "")
		if t.elemQ&qConst != 0 {
			if t.elemC.kind == kPointer {
				text += " const"
			} else {
				text = "const " + text
			}
		}
		return text + " *" + name, ok
	}
	return tt.spelled(t, name)
}

// baseName is the name of a type that is not derived from another; "" if it has none.
func (tt *typeTable) baseName(t *ctype) string {
	t = t.unaligned()
	switch t.kind {
	case kVoid:
		return "void"
	case kBool:
		return "_Bool"
	case kStruct, kUnion:
		switch word := map[kind]string{kStruct: "struct ", kUnion: "union "}[t.kind]; {
		case t.record == nil:
			return ""
		case t.record.tag != "":
			return word + t.record.tag
		default:
			return t.record.typedef
		}
	case kInt, kFloat:
		if t.enum != nil {
			if t.enum.tag != "" {
				return "enum " + t.enum.tag
			}
			t = tt.ofWidth(t.bits, t.signed)
		}
		for _, n := range tt.arithmeticNames() {
			if n.t == t {
				return n.name
			}
		}
		if t != nil && t.kind == kInt {
			if u := tt.ofWidth(t.bits, t.signed); u != nil && u != t {
				return tt.baseName(u)
			}
		}
	}
	return ""
}

type arithmeticName struct {
	t            *ctype
	name, nondet string // nondet is the suffix of __VERIFIER_nondet_
}

// arithmeticNames are the arithmetic types with their names.
func (tt *typeTable) arithmeticNames() []arithmeticName {
	return []arithmeticName{
		{tt.boolT, "_Bool", "bool"},
		{tt.char, "char", "char"}, {tt.schar, "signed char", "char"}, {tt.uchar, "unsigned char", "uchar"},
		{tt.short, "short", "short"}, {tt.ushort, "unsigned short", "ushort"},
		{tt.intT, "int", "int"}, {tt.uint, "unsigned int", "uint"},
		{tt.long, "long", "long"}, {tt.ulong, "unsigned long", "ulong"},
		{tt.llong, "long long", "longlong"}, {tt.ullong, "unsigned long long", "ulonglong"},
		{tt.int128, "__int128", "int128"}, {tt.uint128, "unsigned __int128", "uint128"},
		{tt.float, "float", "float"}, {tt.double, "double", "double"}, {tt.ldouble, "long double", "double"},
	}
}
