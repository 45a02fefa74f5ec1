package types

import (
	"strconv"
	"strings"
)

var kindText = [kinds]string{
	Void: "void", Bool: "_Bool", Char: "char", SChar: "signed char", UChar: "unsigned char", Short: "short", UShort: "unsigned short",
	Int: "int", UInt: "unsigned", Long: "long", ULong: "unsigned long", LongLong: "long long", ULongLong: "unsigned long long",
	Int128: "__int128", UInt128: "unsigned __int128", Float: "float", Double: "double", LongDouble: "long double",
	Float16: "_Float16", Float32: "_Float32", Float64: "_Float64", Float128: "_Float128", Float32x: "_Float32x", Float64x: "_Float64x",
}

// Naming says how types are written that have no spelling of their own. A nil function stands for what String does.
type Naming struct {
	Record func(*Type) string    // of a structure, union or enumeration, with the keyword
	Length func(size any) string // of an array of variable length
	Typed  func(*Type) string    // a name for a type with Explicit alignment, a vector; "" for none
}

// String is t as C has it.
func (t *Type) String() string { return Naming{}.Declare(t, "") }

// Declare is a declaration of a name with type t as C has it, without a semicolon: "int (*name)[3]".
func (n Naming) Declare(t *Type, name string) string {
	q := ""
	switch t.Kind {
	case Pointer:
		inner := "*" + quals4(t.Quals)
		if name != "" && t.Quals != 0 {
			inner += " "
		}
		inner += name
		if n.Typed != nil && t.Explicit > 0 {
			break
		}
		if k := t.Elem.Kind; k == Array || k == Func {
			inner = "(" + inner + ")"
		}
		return n.Declare(t.Elem, inner)
	case Array:
		if n.Typed != nil && t.Explicit > 0 {
			break
		}
		length := ""
		switch {
		case t.Variable && t.Size == nil:
			length = "*"
		case t.Variable && n.Length != nil:
			length = n.Length(t.Size)
		case t.Variable:
			length = "n"
		case t.Len >= 0:
			length = strconv.FormatInt(t.Len, 10)
		}
		return n.Declare(t.Elem, name+"["+length+"]")
	case Func:
		return n.Declare(t.Sig.Result, name+"("+n.Params(t.Sig, nil)+")")
	}
	if t.Quals != 0 {
		q = quals4(t.Quals) + " "
	}
	text := n.word(t)
	if name != "" {
		text += " " + name
	}
	return q + text
}

// Params are the parameters of a function, without the brackets; names are their names, or nil for those of the signature.
func (n Naming) Params(s *Sig, names []string) string {
	if !s.Proto {
		return ""
	}
	if len(s.Params) == 0 {
		if s.Variadic {
			return "..."
		}
		return "void"
	}
	var list []string
	for i, p := range s.Params {
		name := ""
		if names != nil {
			name = names[i]
		}
		list = append(list, n.Declare(p.Type, name))
	}
	if s.Variadic {
		list = append(list, "...")
	}
	return strings.Join(list, ", ")
}

// word is how a type without qualifiers is written that is neither derived nor a function.
func (n Naming) word(t *Type) string {
	if n.Typed != nil {
		if s := n.Typed(t); s != "" {
			return s
		}
	}
	if t.BitInt && n.Typed == nil {
		text := "_BitInt(" + strconv.Itoa(int(t.Width)) + ")"
		if !t.IsSigned() {
			text = "unsigned " + text
		}
		return text
	}
	switch t.Kind {
	case Complex:
		return "_Complex " + kindText[t.Elem.Kind]
	case Vector:
		return "__attribute__((vector_size(" + strconv.FormatInt(t.size, 10) + "))) " + n.word(t.Elem)
	case Struct, Union, Enum:
		if n.Record != nil {
			return n.Record(t)
		}
		tag, keyword := "", "enum"
		switch t.Kind {
		case Struct:
			tag, keyword = t.Record.Tag, "struct"
		case Union:
			tag, keyword = t.Record.Tag, "union"
		default:
			tag = t.Enum.Tag
		}
		if tag == "" {
			tag = "{…}"
		}
		return keyword + " " + tag
	}
	return kindText[t.Kind]
}

// quals4 is a set of qualifiers as C has it.
func quals4(q Quals) string {
	var list []string
	for i, name := range []string{"const", "volatile", "restrict", "_Atomic"} {
		if q&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, " ")
}
