package elab

// Attributes that change what a program means. Others are left out: they advise the compiler or its warnings.

import (
	"strings"

	"craig/internal/program/c/syntax"
)

// attrs is what attributes say of a declaration, a type or a member.
type attrs struct {
	align       int64 // the greatest of aligned and _Alignas
	last        int64 // the last of them, which is that of a type
	packed      bool
	transparent bool
	vector      int64 // vector_size
	mode        string
	modeAt      syntax.Pos

	weak, noreturn, gnuInline bool
	constructor, destructor   bool
	priority                  int64
	alias, section            string
	kept                      []string // those that are printed as they are
	cleanup                   *syntax.Ident
	at                        syntax.Pos // of the last of them
}

// maxAlign is the greatest alignment that gcc takes.
const maxAlign = 1 << 28

// attributes adds what a list says.
func (u *unit) attributes(a *attrs, list []syntax.Attr) {
	for i := range list {
		x := &list[i]
		if x.Space != "" && x.Space != "gnu" && x.Space != "__gnu__" {
			continue
		}
		u.attribute(a, x)
	}
}

func (u *unit) attribute(a *attrs, x *syntax.Attr) {
	a.at = x.At
	switch x.Name {
	case "aligned":
		n := u.biggestAlign()
		if x.Type != nil {
			n = u.typeName(x.Type).AlignOf()
		} else if len(x.Args) > 0 {
			n = u.alignment(x.Args[0])
		}
		a.align, a.last = max(a.align, n), n
	case "packed":
		a.packed = true
	case "transparent_union":
		a.transparent = true
	case "vector_size":
		a.vector = u.attrNumber(x)
	case "mode":
		if id, ok := attrIdent(x); ok {
			a.mode, a.modeAt = trimUnderscores(id.Name), x.At
		}
	case "weak":
		a.weak = true
	case "noreturn":
		a.noreturn = true
	case "gnu_inline":
		a.gnuInline = true
	case "constructor":
		a.constructor = true
		a.priority = u.attrPriority(x)
	case "destructor":
		a.destructor = true
		a.priority = u.attrPriority(x)
	case "alias":
		a.alias = u.attrString(x)
	case "section":
		a.section = u.attrString(x)
		for _, name := range []string{".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors"} {
			if strings.HasPrefix(a.section+".", name+".") {
				u.refuse(x.At, "section "+a.section, "a section that the C library runs before or after main")
			}
		}
		for _, name := range []string{"noinit", "persistent"} {
			if s, ok := strings.CutPrefix(a.section, "."+name); ok && (s == "" || s[0] == '.') && u.tt.Machine.KeepsThroughReset() {
				a.kept = append(a.kept, name)
			}
		}
	case "cleanup":
		if id, ok := attrIdent(x); ok {
			a.cleanup = id
		} else {
			u.fail(x.At, "", "cleanup wants the name of a function")
		}
	case "always_inline", "noinline", "used", "returns_twice", "no_instrument_function":
		a.kept = append(a.kept, x.Name)
	case "noinit", "persistent": // elsewhere they say where the variable lies, and no more
		if u.tt.Machine.KeepsThroughReset() {
			a.kept = append(a.kept, x.Name)
		}
	case "ifunc", "weakref", "scalar_storage_order", "ms_struct", "ms_abi", "address_space", "vector_mask", "no_reorder",
		"naked", "interrupt", "simd", "common", "copy":
		u.refuse(x.At, "attribute "+x.Name, "the attribute %s", x.Name)
	}
}

// trimUnderscores takes a spelling such as __DI__ for DI.
func trimUnderscores(s string) string {
	if len(s) > 4 && s[:2] == "__" && s[len(s)-2:] == "__" {
		return s[2 : len(s)-2]
	}
	return s
}

func attrIdent(x *syntax.Attr) (*syntax.Ident, bool) {
	if len(x.Args) != 1 {
		return nil, false
	}
	id, ok := x.Args[0].(*syntax.Ident)
	return id, ok
}

func (u *unit) attrNumber(x *syntax.Attr) int64 {
	if len(x.Args) != 1 {
		u.fail(x.At, "", "%s wants one number", x.Name)
	}
	return u.constInt64(x.Args[0], "the argument of "+x.Name)
}

func (u *unit) attrPriority(x *syntax.Attr) int64 {
	if len(x.Args) == 0 {
		return 0
	}
	return u.attrNumber(x)
}

func (u *unit) attrString(x *syntax.Attr) string {
	if len(x.Args) == 1 {
		if s, ok := x.Args[0].(*syntax.String); ok {
			if elem, units, err := u.tt.StringLiteral(s.Parts); err == nil && elem.SizeOf() == 1 {
				return bytesOf(units)
			}
		}
	}
	u.fail(x.At, "", "%s wants a string", x.Name)
	return ""
}

// alignment is the value of an alignment, which is a power of two.
func (u *unit) alignment(x syntax.Expr) int64 {
	n := u.constInt64(x, "an alignment")
	if n < 0 || n&(n-1) != 0 || n > maxAlign {
		u.fail(x.Pos(), "", "the alignment %d is no power of two that gcc takes", n)
	}
	return n
}

// alignas adds _Alignas.
func (u *unit) alignas(a *attrs, list []syntax.Align) {
	for i := range list {
		n := int64(0)
		if t := list[i].Type; t != nil {
			n = u.typeName(t).MemberAlign()
		} else {
			n = u.alignment(list[i].X)
		}
		a.align = max(a.align, n)
	}
}

// biggestAlign is what the attribute aligned without a number gives: __BIGGEST_ALIGNMENT__.
func (u *unit) biggestAlign() int64 {
	m := u.tt.Machine
	switch {
	case m.BiggestAlign > 0:
		return m.BiggestAlign
	case m.Name == "arm" || m.Name == "arm-none-eabi" || m.Name == "s390x" || m.Name == "mips":
		return 8
	}
	return 16
}
