package cfront

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/library"
	"craig/internal/program/ir"
)

// missing lists the functions that the files call, and the variables that they use, without a definition in them or in
// the C library, with the C text of their types.
func (r *reader) missing() (list []ir.Missing) {
	names := mentioned{}
	for _, u := range r.units {
		names.walk(reflect.ValueOf(u.ast.TranslationUnit))
	}
	for _, g := range r.functions {
		if g.def != nil || !g.used && !g.addressed && !names[g.cname] || g.t.fun == nil || !slices.Contains(r.units, g.unit) || !cName(g.cname) {
			continue
		}
		if library.Lookup(g.cname) != nil && r.row(g, -1) != nil || strings.HasPrefix(g.cname, "__builtin_") || isIntrinsic(g.cname) || r.isError(g) {
			continue
		}
		m := ir.Missing{Name: g.cname, Func: true, Stops: neverReturns(g)}
		t := r.resultType(g)
		if text, ok := r.types.text(t, ""); ok {
			m.Type, m.Record = strings.TrimSpace(text), t.isAgg()
		}
		list = append(list, m)
	}
	for _, v := range r.variables {
		if v.defined || v.owner != nil || v.auto || !v.used && !names[v.name] || r.externs[v.name] != v || !slices.Contains(r.units, v.unit) || library.LookupVariable(v.name) != nil {
			continue
		}
		m := ir.Missing{Name: v.name, Record: v.t.isAgg() || v.t.kind == kArray}
		if text, ok := r.types.text(v.t, v.name); ok && v.align == 0 {
			m.Type = text
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b ir.Missing) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(list, func(a, b ir.Missing) bool { return a.Name == b.Name })
}

// mentioned are the names that expressions mention, whether they are reached or not. Names that begin with _ are left out:
// in what is not reached they are the C library's own.
type mentioned map[string]bool

// walk adds what the syntax tree at v mentions.
func (m mentioned) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			m.walk(v.Elem())
		}
		return
	case reflect.Pointer:
		if v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return
		}
	default:
		return
	}
	if p, ok := v.Interface().(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionIdent {
		if name := p.Token.SrcStr(); !strings.HasPrefix(name, "_") {
			m[name] = true
		}
	}
	next := v.Elem()
	for i := range next.NumField() {
		if next.Type().Field(i).IsExported() {
			m.walk(next.Field(i))
		}
	}
}

func cName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
	})
}

// text declares name with the type t in C, by which values are passed as by t itself. It reports false where that may
// not be so: attributes and typedefs that change the layout, and types of unknown size. Pointers are pointers to void.
func (tt *typeTable) text(t *ctype, name string) (string, bool) {
	if t.main != nil || t.aligned {
		return "", false
	}
	word := ""
	switch t.kind {
	case kVoid:
		word = "void"
	case kBool:
		word = "_Bool"
	case kPointer:
		return "void *" + name, true
	case kInt:
		word = map[int64]string{1: "char", 2: "short", 4: "int", 8: "long long", 16: "__int128"}[t.size]
		switch {
		case word == "":
			return "", false
		case !t.signed && !t.plain:
			word = "unsigned " + word
		case t.size == 1 && !t.plain:
			word = "signed char"
		}
	case kFloat:
		switch t {
		case tt.float:
			word = "float"
		case tt.double:
			word = "double"
		case tt.ldouble:
			word = "long double"
		case tt.float128:
			word = "__float128"
		default:
			return "", false
		}
	case kArray:
		if t.len < 0 || t.variable() {
			return "", false
		}
		return tt.text(tt.elem(t), fmt.Sprintf("%s[%d]", name, t.len))
	case kStruct, kUnion:
		body, ok := tt.members(t)
		if !ok {
			return "", false
		}
		word = map[kind]string{kStruct: "struct", kUnion: "union"}[t.kind] + " { " + body + "}"
	default:
		return "", false
	}
	return strings.TrimSpace(word + " " + name), true
}

// members are the declarations of the members of a struct or union.
func (tt *typeTable) members(t *ctype) (string, bool) {
	r := t.record
	if tt.layout(t) == nil || r == nil || r.own.packed || r.own.aligned > 0 || r.own.transparent || r.pack != 0 {
		return "", false
	}
	var b strings.Builder
	for i, m := range r.members {
		if m.a.packed || m.a.aligned > 0 {
			return "", false
		}
		if m.t.kind == kArray && m.t.len < 0 && i == len(r.members)-1 && i > 0 {
			continue // a flexible array has no room of its own, and the members before it give the alignment that matters
		}
		text, ok := tt.text(m.t, m.name)
		if !ok {
			return "", false
		}
		b.WriteString(text)
		if m.width >= 0 {
			fmt.Fprintf(&b, " : %d", m.width)
		}
		b.WriteString("; ")
	}
	return b.String(), true
}
