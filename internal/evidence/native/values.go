package native

import (
	"fmt"
	"io"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/ir"
	"craig/logic/num"
)

// Identifier and Designator match names of functions and variables, and of the members and elements of those.
var (
	Identifier = pattern.New(`^[A-Za-z_][A-Za-z_0-9]*$`)
	Designator = pattern.New(`^[A-Za-z_][A-Za-z_0-9]*(\.[A-Za-z_][A-Za-z_0-9]*|\[[0-9]+\])*$`)
)

// RootOf is the variable of a designator.
func RootOf(designator string) string {
	if i := strings.IndexAny(designator, ".["); i >= 0 {
		return designator[:i]
	}
	return designator
}

// CType is the C type of a value on the machines that craig knows.
func CType(t ir.Type) string {
	switch {
	case t.Kind == ir.Pointer:
		return "void *"
	case t.Kind == ir.Float:
		switch t.Bits {
		case 32:
			return "float"
		case 64:
			return "double"
		}
		return "long double"
	case t.Bits == 8 && t.Signed:
		return "signed char"
	case t.Bits == 1:
		return "_Bool"
	}
	name := map[uint8]string{8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}[t.Bits]
	switch {
	case name == "":
		return "long long"
	case t.Signed:
		return name
	}
	return "unsigned " + name
}

// Literal writes a number so that it has its value whatever type it is converted to.
func Literal(v num.Int) string {
	n, ok := v.Int64()
	switch {
	case !ok && v.Sign() > 0:
		return v.String() + "ULL"
	case !ok:
		return "0"
	case n == -1<<63:
		return "(-9223372036854775807LL - 1)"
	}
	return v.String() + "LL"
}

// LiteralOf is Literal for a value of type t: of a float hexadecimal.
func LiteralOf(t ir.Type, v num.Int) string {
	if t.IsFloat() {
		return ir.FloatHex(t, t.Format().Pattern(v))
	}
	return Literal(v)
}

// Giver is a function that gives values one after the other, then 0.
type Giver struct {
	Head   string   // the type and the name
	About  string   // a comment, or nothing
	Type   string   // of the values
	Values []string // none: it gives 0
	Next   string   // the expression of the next value, of values[next++]; "" if it is that
}

// Write writes the function.
func (g Giver) Write(w io.Writer) {
	fmt.Fprintf(w, "%s() {%s", g.Head, g.About)
	if len(g.Values) == 0 {
		io.WriteString(w, " return 0; }\n")
		return
	}
	next := g.Next
	if next == "" {
		next = "values[next++]"
	}
	fmt.Fprintf(w, "\n  static const %s values[] = { %s };\n  static unsigned next;\n  return next < %d ? %s : 0;\n}\n", g.Type, strings.Join(g.Values, ", "), len(g.Values), next)
}

// Give is the function for values of a type; head is the name, with what comes before the type.
func Give(before, name, about string, t ir.Type, values []num.Int) Giver {
	of := CType(t)
	g := Giver{Head: before + of + " " + name, About: about, Type: of, Next: "(" + of + ")values[next++]"}
	if t.Kind == ir.Pointer {
		g.Type = "__UINTPTR_TYPE__"
	}
	for _, v := range values {
		g.Values = append(g.Values, LiteralOf(t, v))
	}
	return g
}
