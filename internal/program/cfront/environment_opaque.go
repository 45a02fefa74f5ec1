package cfront

import (
	"fmt"
	"slices"
	"strings"
)

// Types that the file of the entry declares only, and another file of the program completes: the surroundings define them as that file does,
// so that what is verified is what a compiler makes of all files.

// recordName is the name of a structure or union at file scope.
type recordName struct {
	kind kind
	tag  string // "" if it has none
	name string // that a typedef gives it then
}

func nameOf(t *ctype) recordName {
	n := recordName{t.kind, t.record.tag, ""}
	if n.tag == "" {
		n.name = t.record.typedef
	}
	return n
}

// isRecord tells whether t is a structure or a union that can be named.
func isRecord(t *ctype) bool {
	return (t.kind == kStruct || t.kind == kUnion) && t.record != nil && (t.record.tag != "" || t.record.typedef != "")
}

// definition is the definition of t in a file: that of the entry, or else another one. It is nil if there is none, or if files differ.
func (g *environment) definition(t *ctype) *ctype {
	var found *ctype
	for _, d := range g.r.types.definitions {
		switch {
		case d.record.unit.models || nameOf(d) != nameOf(t):
		case d.record.unit == g.entry.unit:
			return d
		case found == nil:
			found = d
		case !g.r.agree(found, d):
			return nil
		}
	}
	return found
}

// completed is e, or if the file of the entry does not complete it, the type as another file defines it. The surroundings have its
// definition then. It is void if that cannot be written.
func (g *environment) completed(e *ctype) *ctype {
	if !isRecord(e) || e.record.unit == g.entry.unit {
		return e
	}
	d := g.definition(e)
	switch {
	case d != nil && d.record.unit == g.entry.unit:
		return d
	case d != nil && !g.undefinable && g.define(d):
		return d
	case e.size < 0:
		return e
	}
	return g.r.types.void
}

// define writes the definition of t, and of what it consists of; false if that cannot be done.
func (g *environment) define(t *ctype) bool {
	if ok, known := g.typesDefined[t]; known {
		return ok
	}
	if g.typesDefined == nil {
		g.typesDefined = map[*ctype]bool{}
	}
	g.typesDefined[t] = true // pointers in it may lead to it
	text, ok := g.recordText(t)
	if g.typesDefined[t] = ok; !ok {
		return false
	}
	name := g.r.types.baseName(t)
	if t.record.tag == "" {
		text = "typedef " + text + " " + name
	}
	fmt.Fprintf(&g.types, "%s;\n_Static_assert(sizeof(%s) == %d, \"\");\n", text, name, t.size)
	return true
}

// recordText is the text of a structure or union with its members.
func (g *environment) recordText(t *ctype) (string, bool) {
	if g.r.types.layout(t) == nil || t.record.own != (attr{}) || t.record.pack != 0 {
		return "", false
	}
	var b strings.Builder
	b.WriteString(map[kind]string{kStruct: "struct", kUnion: "union"}[t.kind])
	if t.record.tag != "" {
		b.WriteString(" " + t.record.tag)
	}
	b.WriteString(" {")
	for _, m := range t.record.members {
		text, ok := g.memberText(m.t, m.name)
		if !ok || m.a != (attr{}) {
			return "", false
		}
		if m.width >= 0 {
			text += fmt.Sprintf(" : %d", m.width)
		}
		b.WriteString(" " + text + ";")
	}
	b.WriteString(" }")
	return b.String(), true
}

// memberText declares a member.
func (g *environment) memberText(t *ctype, name string) (string, bool) {
	tt := g.r.types
	switch {
	case t.unaligned() != t || t.kind == kOpaque:
		return "", false
	case t.kind == kArray:
		length := ""
		if t.len >= 0 {
			length = fmt.Sprint(t.len)
		}
		return g.memberText(t.elemC, name+"["+length+"]")
	case t.kind == kPointer && t.elemC.kind == kFunc:
		if !g.named(t.elemC.fun) {
			return "", false
		}
		return tt.spelled(t, name)
	case t.kind == kPointer:
		inner := "*" + name
		if t.elemC.kind == kArray {
			inner = "(" + inner + ")"
		}
		if e := t.elemC; isRecord(e) && e.record.tag != "" {
			return tt.baseName(e) + " " + inner, true // it need not be complete
		}
		return g.memberText(t.elemC, inner)
	case (t.kind == kStruct || t.kind == kUnion) && !isRecord(t):
		text, ok := g.recordText(t)
		return text + " " + name, ok
	case isRecord(t):
		if d := g.definition(t); d == nil || !g.r.agree(d, t) || d.record.unit != g.entry.unit && !g.define(d) {
			return "", false
		}
	case t.enum != nil: // which the file of the entry may not define
		t = tt.ofWidth(t.bits, t.signed)
	}
	return tt.spelled(t, name)
}

// named tells whether all types of a function can be named in the file of the entry.
func (g *environment) named(f *funcType) bool {
	ok := func(t *ctype) bool {
		for t.kind == kPointer || t.kind == kArray {
			t = t.elemC
		}
		return t.kind != kFunc && t.kind != kOpaque && (t.record == nil || t.record.tag != "" && t.size < 0 || g.definition(t) != nil && g.definition(t).record.unit == g.entry.unit)
	}
	return ok(f.result) && !slices.ContainsFunc(f.params, func(p *param) bool { return !ok(p.t) })
}
