package cfront

import (
	"strings"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// row is the row of the library's table that a call of g with so many arguments means; nil if g
// is a function of the program. args is -1 if the number is not known. A function that is
// declared with another type than the library's is not the library's.
func (r *reader) row(g *function, args int) *library.Function {
	if g.def != nil && !g.unit.models {
		return nil
	}
	for _, row := range library.Rows(g.cname) {
		if r.declares(g, row, args) {
			if r.types.machine.Int16 && !row.Portable() {
				return row.Elsewhere()
			}
			return row
		}
	}
	return r.undescribed(g)
}

// declares says that the declaration of g is one of row's function. Of int f() it is the number of
// arguments that tells.
func (r *reader) declares(g *function, row *library.Function, args int) bool {
	if g.implicit || g.unit.models || row.Header == "GCC" || strings.HasPrefix(g.cname, "__builtin_") {
		return true
	}
	params, known := r.uncheckedParams(g)
	if t := r.resultType(g); t.kind != kVoid && row.Result.Class != library.Void && !r.fits(t, row.Result) {
		return false
	}
	if !known {
		return row.Kind == library.Unsupported || args < 0 || args == len(row.Params) || row.Variadic && args >= len(row.Params)
	}
	if len(params) != len(row.Params) {
		return false
	}
	for i, t := range params {
		if !r.fits(t, row.Params[i].Type) {
			return false
		}
	}
	return true
}

// fits says that a program may declare t where the library has u. The integer types are taken to be
// the same, since programs that declare functions for themselves mix them up, and so are those
// of objects into which programs do not look.
func (r *reader) fits(t *ctype, u *library.Type) bool {
	switch u.Class {
	case library.AnyType:
		return true
	case library.Void:
		return t.kind == kVoid
	case library.Char, library.Int:
		return t.isInt()
	case library.Float:
		return t.kind == kFloat || t.kind == kOpaque
	case library.Struct:
		return r.fitsStruct(t, u) || t.kind == kPointer && !strings.Contains(u.Name, "struct ") // an array, such as jmp_buf
	}
	if t.kind == kUnion { // a transparent one
		return true
	}
	if t.kind != kPointer {
		return false
	}
	elem := r.types.elem(t)
	switch u.Elem.Class {
	case library.Func:
		return elem.kind == kFunc
	case library.AnyType, library.Void:
		return elem.kind != kFunc
	case library.Char:
		return elem.kind == kVoid || elem.isInt() && elem.size == 1
	case library.Int:
		return elem.kind == kVoid || elem.isInt() && elem.size > 1
	case library.Struct:
		return elem.kind == kVoid || r.fitsStruct(elem, u.Elem)
	}
	return elem.kind == kVoid || r.fits(elem, u.Elem)
}

func (r *reader) fitsStruct(t *ctype, u *library.Type) bool {
	if _, tag, ok := strings.Cut(u.Name, " "); ok {
		return t.isAgg() && (t.name == tag || t.name == "struct" || strings.HasPrefix(t.name, tag)) // stat64 is stat
	}
	return t.isAgg() || t.isInt() || t.kind == kArray
}

// otherType notes that a function has the name of one of the library's and another type.
func (r *reader) otherType(g *function, pos ir.Pos) {
	if row := library.Lookup(g.cname); row != nil && !g.implicit {
		r.note(ir.Assumption, pos, "%s is declared with another type than that of %s, and taken to be a function of its own", g.cname, row.Header)
	}
}

// uncheckedParams are the types of a function's parameters, without those that __memcpy_chk and its kin
// have for a check; known is false for f().
func (r *reader) uncheckedParams(g *function) (types []*ctype, known bool) {
	all, known := r.paramTypes(g.t.fun)
	drop := library.CheckArguments(g.cname, len(all))
	for i, t := range all {
		if !drop[i] {
			types = append(types, t)
		}
	}
	return types, known
}
