package harness

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/types"
)

// Types that the file of the entry declares only, and another file of the program completes: the surroundings define them as that file does, so that what
// is verified is what a compiler makes of all files.

// isNamed tells whether t is a structure or a union that can be named in other files.
func isNamed(t *types.Type) bool { return t.IsRecord() && recordName(t) != "" }

// definition is the definition of t in a file: that of the entry, or else another one. It is nil if there is none, or if files differ.
func (m *maker) definition(t *types.Type) *types.Type {
	var found *types.Type
	for _, d := range m.tt.Records {
		switch {
		case d.Record.Local || d.Kind != t.Kind || recordName(d) != recordName(t):
		case d.Record.Unit == m.unit:
			return d
		case found == nil:
			found = d
		case !agree(found, d):
			return nil
		}
	}
	return found
}

// completed is e, or if the file of the entry does not complete it, the type as another file defines it. The surroundings have its definition then. It is
// void if that cannot be written.
func (m *maker) completed(e *types.Type) *types.Type {
	if !isNamed(e) || e.Record.Complete && e.Record.Unit == m.unit {
		return e
	}
	d := m.definition(e)
	switch {
	case d != nil && d.Record.Unit == m.unit:
		return d
	case d != nil && !m.cfg.Plain && m.define(d):
		return d
	case !e.Record.Complete:
		return e
	}
	return m.tt.Basic(types.Void)
}

// define writes the definition of t, and of what it consists of; false if that cannot be done.
func (m *maker) define(t *types.Type) bool {
	if ok, known := m.foreign[t.Record]; known {
		return ok
	}
	m.foreign[t.Record] = true // pointers in it may lead to it
	text, ok := m.recordText(t)
	if m.foreign[t.Record] = ok; !ok {
		return false
	}
	name := recordName(t)
	if t.Record.Tag == "" {
		text = "typedef " + text + " " + name
	}
	fmt.Fprintf(&m.types, "%s;\n_Static_assert(sizeof(%s) == %d, \"\");\n", text, name, t.SizeOf())
	return true
}

// recordText is the text of a structure or union with its members.
func (m *maker) recordText(t *types.Type) (string, bool) {
	r := t.Record
	if !r.Complete || r.Attrs != (types.RecordAttrs{}) {
		return "", false
	}
	var b strings.Builder
	b.WriteString(map[bool]string{false: "struct", true: "union"}[r.Union])
	if r.Tag != "" {
		b.WriteString(" " + r.Tag)
	}
	b.WriteString(" {")
	for i := range r.Fields {
		f := &r.Fields[i]
		text, ok := m.memberText(f.Type, f.Name)
		if !ok || f.Packed || f.Align != 0 {
			return "", false
		}
		if f.Bits {
			text += fmt.Sprintf(" : %d", f.Width)
		}
		b.WriteString(" " + text + ";")
	}
	b.WriteString(" }")
	return b.String(), true
}

// memberText declares a member.
func (m *maker) memberText(t *types.Type, name string) (string, bool) {
	switch {
	case t.Explicit != 0 || isOpaque(t):
		return "", false
	case t.Kind == types.Array:
		length := ""
		if t.Len >= 0 {
			length = fmt.Sprint(t.Len)
		}
		return m.memberText(t.Elem, name+"["+length+"]")
	case t.Kind == types.Pointer && t.Elem.Kind == types.Func:
		if !m.named(t.Elem.Sig) {
			return "", false
		}
		return spelled(t, name)
	case t.Kind == types.Pointer:
		inner := "*" + name
		if t.Elem.Kind == types.Array {
			inner = "(" + inner + ")"
		}
		if e := t.Elem; isNamed(e) && e.Record.Tag != "" {
			return recordName(e) + " " + inner, true // it need not be complete
		}
		return m.memberText(t.Elem, inner)
	case isNamed(t):
		if d := m.definition(t); d == nil || !agree(d, t) || d.Record.Unit != m.unit && !m.define(d) {
			return "", false
		}
	case t.IsRecord():
		text, ok := m.recordText(t)
		return text + " " + name, ok
	case t.Kind == types.Enum: // which the file of the entry may not define
		t = under(t)
	}
	return spelled(t, name)
}

// named tells whether all types of a function can be named in the file of the entry.
func (m *maker) named(f *types.Sig) bool {
	ok := func(t *types.Type) bool {
		for t.Kind == types.Pointer || t.Kind == types.Array {
			t = t.Elem
		}
		if t.IsRecord() && !(t.Record.Tag != "" && !t.Record.Complete) {
			d := m.definition(t)
			return d != nil && d.Record.Unit == m.unit
		}
		return t.Kind != types.Func && !isOpaque(t)
	}
	return ok(f.Result) && !slices.ContainsFunc(f.Params, func(p types.Param) bool { return !ok(p.Type) })
}

// agree tells whether code that is compiled for one of two types does with values of the other what it is meant to: they are represented and passed
// alike. What pointers lead to is looked at by its address, as the program does.
func agree(a, b *types.Type) bool {
	if a, b = under(a), under(b); a == b {
		return true
	}
	switch {
	case a.IsInteger() && b.IsInteger() && a.Kind != types.Bool && b.Kind != types.Bool:
		return a.SizeOf() == b.SizeOf() && (a.IsSigned() == b.IsSigned() || a.SizeOf() >= 4) // shorter ones are passed with their sign
	case a.Kind != b.Kind:
		return false
	case a.Kind == types.Array:
		return agree(a.Elem, b.Elem) && (a.Len < 0 || b.Len < 0 || a.Len == b.Len)
	case a.IsRecord():
		return !a.Record.Complete || !b.Record.Complete || a.SizeOf() == b.SizeOf() && slices.EqualFunc(a.Record.Fields, b.Record.Fields, func(x, y types.Field) bool {
			return x.Offset == y.Offset && x.Bit == y.Bit && x.Bits == y.Bits && x.Width == y.Width && agree(x.Type, y.Type)
		})
	case a.Kind == types.Func:
		return len(a.Sig.Params) == len(b.Sig.Params) && agree(a.Sig.Result, b.Sig.Result)
	case isOpaque(a):
		return a.SizeOf() == b.SizeOf() && a.Elem == b.Elem
	}
	return a.Kind == types.Pointer || a.Kind == types.Void
}
