// Package missing lists what the files of a program use and neither they nor the C library define, with C text of the types, so that a copy of the
// program can be completed.
package missing

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// NoBody ends the note about a function of which nothing is known, by which programs recognise it.
const NoBody = " has no body: it has no side effects, and its result is unknown"

// MayWrite ends the note instead where such a function may write to memory.
const MayWrite = " has no body: it may write what its arguments and global variables reach, and its result is unknown"

// List are the functions and variables of external linkage that have no definition and are used, by name. reached tells whether something that can be
// executed uses one: others count if an expression names them, unless their names begin with _, since those are the library's own. known are the
// functions that are errors or the library's.
func List(p *core.Program, reached, known func(*core.Var) bool) (list []ir.Missing) {
	for _, u := range p.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.VarDef)
			if !ok {
				continue
			}
			v := d.Var
			switch {
			case v.Defined || v.Linkage != core.External || strings.HasPrefix(v.Name, "__builtin_"):
			case !reached(v) && (!v.Mentioned || strings.HasPrefix(v.Name, "_")):
			case v.Type.Kind == types.Func && !known(v):
				m := ir.Missing{Name: v.Name, Func: true, Stops: v.NoReturn}
				if text, ok := declaration(v.Type.Sig.Result, ""); ok {
					m.Type, m.Record = text, v.Type.Sig.Result.IsRecord()
				}
				list = append(list, m)
			case v.Type.Kind != types.Func && library.LookupVariable(v.Name) == nil:
				m := ir.Missing{Name: v.Name, Record: v.Type.IsRecord() || v.Type.Kind == types.Array}
				if text, ok := declaration(v.Type, v.Name); ok && v.Align == 0 {
					m.Type = text
				}
				list = append(list, m)
			}
		}
	}
	slices.SortFunc(list, func(a, b ir.Missing) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(list, func(a, b ir.Missing) bool { return a.Name == b.Name })
}

// words are types of which there is one keyword or more.
var words = map[types.Kind]string{
	types.Void: "void", types.Bool: "_Bool", types.Char: "char", types.SChar: "signed char",
	types.Float: "float", types.Double: "double", types.LongDouble: "long double", types.Float128: "__float128",
	types.Struct: "struct", types.Union: "union",
}

// integers are the signed types by their sizes, which are the same on all machines that a compiler of the host makes code for.
var integers = map[int64]string{1: "char", 2: "short", 4: "int", 8: "long long", 16: "__int128"}

// declaration declares name with the type t in C, by which values are passed as by t itself. It is false where that may not be so: attributes and
// typedefs that change the layout, and types of unknown size. Pointers are pointers to void.
func declaration(t *types.Type, name string) (string, bool) {
	word := words[t.Kind]
	switch {
	case t.Explicit > 0 || t.Width > 0 || t.SizeOf() < 0:
		return "", false
	case t.Kind == types.Pointer:
		return strings.TrimSpace("void *" + name), true
	case t.Kind == types.Array:
		return declaration(t.Elem, fmt.Sprintf("%s[%d]", name, t.Len))
	case t.IsRecord():
		body, ok := members(t.Record)
		if !ok {
			return "", false
		}
		word += " { " + body + "}"
	case word == "" && t.IsInteger():
		if word = integers[t.SizeOf()]; !t.IsSigned() {
			word = "unsigned " + word
		}
	case word == "":
		return "", false
	}
	return strings.TrimSpace(word + " " + name), true
}

// members are the declarations of the members of a structure or union.
func members(r *types.Record) (string, bool) {
	if r.Attrs != (types.RecordAttrs{}) {
		return "", false
	}
	var b strings.Builder
	for i, f := range r.Fields {
		if f.Packed || f.Align > 0 {
			return "", false
		}
		if f.Type.Kind == types.Array && f.Type.Len < 0 && i == len(r.Fields)-1 && i > 0 {
			continue // it has no room of its own, and the members before it give the alignment that matters
		}
		text, ok := declaration(f.Type, f.Name)
		if !ok {
			return "", false
		}
		b.WriteString(text)
		if f.Bits {
			fmt.Fprintf(&b, " : %d", f.Width)
		}
		b.WriteString("; ")
	}
	return b.String(), true
}
