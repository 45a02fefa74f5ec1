package coreprint

import (
	"fmt"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
)

// naming says how types are written: structures by the names that the printer gives them.
func (pr *printer) naming(length func(any) string) types.Naming {
	if length == nil {
		length = func(size any) string { return pr.expr(size.(core.Expr), precLowest) }
	}
	return types.Naming{Record: pr.record, Length: length, Typed: pr.aligned}
}

// typeText is a type as in a cast.
func (pr *printer) typeText(t *types.Type) string { return pr.naming(nil).Declare(t, "") }

// record is how a structure, union or enumeration is written.
func (pr *printer) record(t *types.Type) string {
	if t.Kind == types.Enum {
		if t.Enum.Under == nil {
			return "int"
		}
		return pr.typeText(t.Enum.Under)
	}
	keyword := "struct "
	if t.Record.Union {
		keyword = "union "
	}
	if t.Record == pr.vaListTag() {
		return "__typeof__(**(__builtin_va_list *)0)" // it has no name in C
	}
	tag, ok := pr.tags[t.Record]
	if !ok {
		tag = pr.tagOf(t.Main())
		pr.tags[t.Record] = tag
	}
	return keyword + tag
}

// tagOf is a tag for a structure that was not mentioned: that of a compatible one of another file, or a new one.
func (pr *printer) tagOf(t *types.Type) string {
	tag, defined := "", false
	for _, m := range pr.mention {
		if m.Kind == t.Kind && t.Record.Tag != "" && m.Record.Tag == t.Record.Tag && pr.p.Types.Compatible(m, t) {
			tag = pr.tags[m.Record]
			defined = defined || m.Record.Complete
			pr.sameMembers(m.Record, t.Record)
		}
	}
	if tag == "" {
		tag = pr.tagTaken.fresh(t.Record.Tag, "anon", nil)
	}
	if !defined {
		pr.mention = append(pr.mention, t)
	}
	return tag
}

// sameMembers gives the anonymous members of a structure the tags that those of a compatible one have.
func (pr *printer) sameMembers(has, r *types.Record) {
	if len(has.Fields) != len(r.Fields) { // one of the two is incomplete
		return
	}
	for i := range r.Fields {
		if f, g := &has.Fields[i], &r.Fields[i]; g.Name == "" && !g.Bits {
			pr.record(f.Type)
			pr.tags[g.Type.Record] = pr.tags[f.Type.Record]
			pr.sameMembers(f.Type.Record, g.Type.Record)
		}
	}
}

// vaListTag is the structure of which GCC has a va_list, which it declares itself.
func (pr *printer) vaListTag() *types.Record {
	if l := pr.p.Types.VaList; l.Kind == types.Array {
		return l.Elem.Record
	}
	return nil
}

// aligned is the name of a type that an attribute gives another alignment; "" for others. It makes a typedef.
func (pr *printer) aligned(t *types.Type) string {
	if t.Explicit == 0 {
		return ""
	}
	if t.Record != nil && t.Record == pr.vaListTag() {
		return ""
	}
	u := t.Unqual()
	if pr.typed[u] == "" {
		pr.typed[u] = pr.taken.fresh("", "aligned", nil)
		if t.IsRecord() {
			pr.record(t) // is mentioned
		}
		pr.typedefs = append(pr.typedefs, u)
	}
	return pr.typed[u]
}

// records writes the structures that were mentioned, and what they need, in the order in which they were completed.
func (pr *printer) records() {
	for i := 0; i < len(pr.mention); i++ { // marks what members mention
		for _, f := range pr.mention[i].Record.Fields {
			pr.typeText(f.Type)
		}
	}
	for _, t := range pr.mention {
		fmt.Fprintf(&pr.head, "%s;\n", pr.record(t))
	}
	defined, written := map[*types.Record]bool{}, map[string]bool{}
	done := 0
	for _, t := range pr.p.Types.Records {
		tag, ok := pr.tags[t.Record]
		if ok && !written[tag] { // another file may have a compatible one
			// Aligned variants of what is defined by now come first, those that this one needs among them.
			done = pr.writeTypedefs(done, defined)
			pr.define(t)
		}
		if ok {
			defined[t.Record], written[tag] = true, true
		}
	}
	for done < len(pr.typedefs) {
		pr.writeTypedef(pr.typedefs[done])
		done++
	}
}

// writeTypedefs writes the typedefs whose structures are defined, and returns how many are done. The others keep their order behind them.
func (pr *printer) writeTypedefs(done int, defined map[*types.Record]bool) int {
	for i := done; i < len(pr.typedefs); i++ {
		t := pr.typedefs[i]
		e := t
		for e.Kind == types.Array {
			e = e.Elem
		}
		if e.IsRecord() && !defined[e.Record] {
			continue
		}
		copy(pr.typedefs[done+1:i+1], pr.typedefs[done:i])
		pr.typedefs[done] = t
		pr.writeTypedef(t)
		done++
	}
	return done
}

func (pr *printer) writeTypedef(t *types.Type) {
	fmt.Fprintf(&pr.head, "typedef %s __attribute__((aligned(%d)));\n", pr.naming(nil).Declare(t.Main(), pr.typed[t]), t.Explicit)
}

// define writes the definition of a structure or union.
func (pr *printer) define(t *types.Type) {
	r := t.Record
	a := r.Attrs
	if a.Pack > 0 {
		fmt.Fprintf(&pr.head, "#pragma pack(push, %d)\n", a.Pack)
	}
	pr.head.WriteString(pr.record(t) + " {\n")
	for i := range r.Fields {
		f := &r.Fields[i]
		pr.head.WriteString("\t" + pr.naming(nil).Declare(writable(f.Type), pr.member(f)))
		if f.Bits {
			fmt.Fprintf(&pr.head, " : %d", f.Width)
		}
		if f.Packed {
			pr.head.WriteString(" __attribute__((packed))")
		}
		if f.Align > 0 {
			fmt.Fprintf(&pr.head, " __attribute__((aligned(%d)))", f.Align)
		}
		pr.head.WriteString(";\n")
	}
	pr.head.WriteString("}")
	if a.Packed {
		pr.head.WriteString(" __attribute__((packed))")
	}
	if a.Align > 0 {
		fmt.Fprintf(&pr.head, " __attribute__((aligned(%d)))", a.Align)
	}
	if a.Transparent {
		pr.head.WriteString(" __attribute__((transparent_union))")
	}
	pr.head.WriteString(";\n")
	if a.Pack > 0 {
		pr.head.WriteString("#pragma pack(pop)\n")
	}
	if !pr.conf.Layouts {
		return
	}
	fmt.Fprintf(&pr.head, "_Static_assert(sizeof(%[1]s) == %[2]d && _Alignof(%[1]s) == %[3]d, \"\");\n", pr.record(t), r.Size, r.Align)
	for i := range r.Fields {
		if f := &r.Fields[i]; !f.Bits {
			fmt.Fprintf(&pr.head, "_Static_assert(__builtin_offsetof(%s, %s) == %d, \"\");\n", pr.record(t), pr.member(f), f.Offset)
		}
	}
}

// member is the name of a member: of an anonymous structure the one that its type gives it.
func (pr *printer) member(f *types.Field) string {
	if f.Name != "" || f.Bits {
		return f.Name
	}
	pr.record(f.Type)
	return "in_" + pr.tags[f.Type.Record]
}
