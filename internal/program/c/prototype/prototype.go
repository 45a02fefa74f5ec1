// Package prototype tells whether what a program declares is a function of the C library, whose table package library has, and what such a function may write.
package prototype

import (
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/library"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Declares tells whether the declaration of v is one of the row's function. Of int f() it is the number of arguments that tells.
func Declares(v *core.Var, row *library.Function, args int) bool {
	if v.Undefined || row.Header == "GCC" || strings.HasPrefix(v.Name, "__builtin_") {
		return true
	}
	sig := v.Type.Sig
	if t := sig.Result; t.Kind != types.Void && row.Result.Class != library.Void && !fits(t, row.Result) {
		return false
	}
	if !sig.Proto {
		return row.Kind == library.Unsupported || args < 0 || args == len(row.Params) || row.Variadic && args >= len(row.Params)
	}
	drop := library.CheckArguments(v.Name, len(sig.Params))
	i := 0
	for k := range sig.Params {
		if drop[k] {
			continue
		}
		if i >= len(row.Params) || !fits(sig.Params[k].Type, row.Params[i].Type) {
			return false
		}
		i++
	}
	return i == len(row.Params)
}

// fits tells whether a program may declare t where the library has u. The integer types are taken to be the same, since programs that
// declare functions for themselves mix them up, and so are those of objects into which programs do not look.
func fits(t *types.Type, u *library.Type) bool {
	switch u.Class {
	case library.AnyType:
		return true
	case library.Void:
		return t.Kind == types.Void
	case library.Char, library.Int:
		return t.IsInteger()
	case library.Float:
		return t.IsReal() || t.Kind == types.Complex
	case library.Struct:
		return fitsStruct(t, u) || t.Kind == types.Pointer && !strings.Contains(u.Name, "struct ") // an array, such as jmp_buf
	}
	if t.Kind != types.Pointer {
		return t.Kind == types.Union // a transparent one
	}
	elem := t.Elem
	switch u.Elem.Class {
	case library.Func:
		return elem.Kind == types.Func
	case library.AnyType, library.Void:
		return elem.Kind != types.Func
	case library.Char:
		return elem.Kind == types.Void || elem.IsInteger() && elem.SizeOf() == 1
	case library.Int:
		return elem.Kind == types.Void || elem.IsInteger() && elem.SizeOf() > 1
	case library.Struct:
		return elem.Kind == types.Void || fitsStruct(elem, u.Elem)
	}
	return elem.Kind == types.Void || fits(elem, u.Elem)
}

func fitsStruct(t *types.Type, u *library.Type) bool {
	if _, tag, ok := strings.Cut(u.Name, " "); ok {
		return t.IsRecord() && (t.Record.Tag == "" || strings.HasPrefix(t.Record.Tag, tag)) // stat64 is stat
	}
	return t.IsRecord() || t.IsInteger() || t.Kind == types.Array
}

// Undescribed is a row for a function that a header of the host's C library declares and the table does not have: nothing is known of
// it but its declaration. It is unsupported if it may call functions that it is given. nil if v, which that file declares, is none.
func Undescribed(v *core.Var, file string) *library.Function {
	if v.Undefined {
		return nil
	}
	header, ok := library.HostHeader(file)
	if !ok {
		return nil
	}
	row := &library.Function{Name: v.Name, Header: header, Kind: library.Approximate, Effects: true}
	for _, q := range v.Type.Sig.Params {
		if calls(q.Type, map[*types.Record]bool{}) {
			row.Kind = library.Unsupported
		}
	}
	if v.NoReturn {
		row.Kind = library.Unsupported
	}
	return row
}

// calls tells whether pointers to functions are among what a parameter of type t leads to, in structures that seen does not have. The
// function may call them.
func calls(t *types.Type, seen map[*types.Record]bool) bool {
	for t.Kind == types.Pointer || t.Kind == types.Array {
		t = t.Elem
	}
	if !t.IsRecord() || seen[t.Record] {
		return t.Kind == types.Func
	}
	seen[t.Record] = true
	return slices.ContainsFunc(t.Record.Fields, func(f types.Field) bool { return calls(f.Type, seen) })
}

// LookedInto says that a parameter of the prototype's type p points to a structure, such as FILE, that the call may change, and that the
// program, whose type is t, could look into.
func LookedInto(p *library.Type, t *types.Type) bool {
	return p.Class == library.Pointer && !p.Elem.Const && p.Elem.Class == library.Struct && t.Elem.Kind != types.Void && t.Elem.IsComplete()
}

// Reach says what a function may write that has a pointer of type t, by the prototype u of its parameter.
func Reach(u *library.Type, t *types.Type, holdsPointers func(*types.Type) bool) ir.Reach {
	if u.Class != library.Pointer {
		return ir.Deep // a transparent union, va_list
	}
	pointers := t.Elem.Kind == types.Void || holdsPointers(t.Elem)
	switch class := u.Elem.Class; {
	case class == library.Char || class == library.Int || class == library.Float:
		if u.Elem.Const {
			return ir.Kept
		}
		return ir.Data
	case u.Elem.Const && (class == library.Void || !pointers):
		return ir.Kept
	case u.Elem.Const:
		return ir.Inner
	case class == library.Struct && t.Elem.IsComplete() && (u.Elem.Opaque() || !pointers):
		return ir.Data
	}
	return ir.Deep
}
