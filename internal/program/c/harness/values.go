package harness

import (
	"cmp"
	"fmt"
	"strings"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// fill writes statements that give the object lv, with the qualifiers of t and q, what the options say: each pointer in it leads to an object or is
// null. Other members keep the unknown values that objects begin with, unless explicit, or unless memory can hold what no value of their type is, as
// with _Bool. depth is how many pointers lead to lv.
func (m *maker) fill(t *types.Type, q types.Quals, lv string, depth int, explicit bool) {
	q |= t.Quals
	switch {
	case isArithmetic(t):
		if explicit || m.everything || t.Kind == types.Bool {
			m.assign(t, q, lv, m.input(t, lv))
		} else if which, is := m.secret(lv, false); is {
			m.hidden(t, q, lv, which)
		}
	case t.Kind == types.Pointer:
		m.heap = m.facts.frees
		m.pointer(t, m.element(t, lv), q, lv, depth, true, "")
	case t.Kind == types.Array:
		m.elements(t, q, lv, depth, explicit)
	case t.Kind == types.Struct:
		m.members(t, q, lv, depth, explicit)
	case t.Kind == types.Union:
		m.alternatives(t, q, lv, depth)
	}
}

// assign writes an assignment, also to what is const.
func (m *maker) assign(t *types.Type, q types.Quals, lv, value string) {
	if decl := m.declared[lv]; decl != "" { // the first time
		delete(m.declared, lv)
		m.line("%s = %s;", decl, value)
		return
	}
	if q&types.Const == 0 {
		m.line("%s = %s;", lv, value)
		return
	}
	if name, ok := spelled(t, "*"); ok {
		m.line("*(%s)&%s = %s;", name, lv, value)
	}
}

// give assigns a pointer, or null.
func (m *maker) give(t *types.Type, q types.Quals, lv, value string, null bool) {
	if null {
		value = m.perhaps() + " ? " + value + " : 0"
	}
	m.assign(t, q, lv, value)
}

// twin gives lv the contents of a variable that has no value.
func (m *maker) twin(t *types.Type, lv string) {
	if t.SizeOf() < 0 || t.SizeOf() > maxCopied && !m.cfg.ForPeople && !m.undefined {
		m.assume(ir.AboutInitial, "%s", m.shown(lv))
		return
	}
	name := m.name(lv, "_any")
	m.line("__typeof__(%s) %s;", lv, name)
	if t.Kind == types.Array {
		m.line("__builtin_memcpy(%s, %s, sizeof %s);", lv, name, lv)
	} else {
		m.line("__builtin_memcpy(&%s, &%s, sizeof %s);", lv, name, lv)
	}
}

func (m *maker) elements(t *types.Type, q types.Quals, lv string, depth int, explicit bool) {
	e := t.Elem
	if which, is := m.secret(lv, false); is && !delicate(e) {
		m.hidden(t, q, lv, which)
		return
	} else if is && t.Len >= 0 {
		defer func() {
			which, _ := m.secret(lv, false)
			m.hidden(t, q, lv, which)
		}()
	}
	if m.everything && !delicate(e) {
		m.twin(t, lv)
		return
	}
	if t.Len < 0 || !delicate(e) {
		return
	}
	if t.Len <= maxPointers || e.Kind == types.Bool && explicit && t.Len <= maxExplicit {
		for i := range t.Len {
			m.fill(e, q, fmt.Sprintf("%s[%d]", lv, i), depth, explicit)
		}
		return
	}
	if m.facts.frees && e.Kind == types.Pointer && (q|e.Quals)&types.Const == 0 { // each may be freed once
		for i := range maxFew - 1 {
			m.fill(e, q, fmt.Sprintf("%s[%d]", lv, i), depth, explicit)
		}
		i := m.name("i", "")
		m.line("for (unsigned long %s = %d; %s < %d; %s++)", i, maxFew-1, i, t.Len, i)
		m.line("  %s[%s] = 0;", lv, i)
		m.assume(ir.AboutDepth, "%s[%d] and what follows", m.shown(lv), maxFew-1)
		return
	}
	// All of many elements are alike: what pointers in them lead to is shared.
	i := m.name("i", "")
	everything := m.everything
	m.everything = false
	defer func() { m.everything = everything }()
	name, ok := spelled(e, m.name(lv, "_element"))
	if !ok || (q|e.Quals)&types.Const != 0 {
		m.line("/* %s stays unknown. */", lv)
		return
	}
	m.line("%s;", name)
	if e.Kind == types.Array || e.Kind == types.Pointer && (e.Elem.Kind == types.Func || e.Elem.Kind == types.Array) {
		m.line("/* %s stays unknown. */", lv)
		return
	}
	element := name[strings.LastIndexAny(name, " *")+1:]
	m.fill(e.Unqual(), 0, element, depth, false)
	m.line("for (unsigned long %s = 0; %s < %d; %s++)", i, i, t.Len, i)
	m.line("  %s[%s] = %s;", lv, i, element)
	m.assume(ir.AboutSeparate, "the elements of %s are equal to each other", lv)
}

// members gives the members of a structure values: those that the program names, and those that are needed to tell how much there is elsewhere.
func (m *maker) members(t *types.Type, q types.Quals, lv string, depth int, explicit bool) {
	fields := t.Record.Fields
	inside := map[string]bool{} // pointers into what another member leads to
	needed := map[string]bool{} // though the program does not name them
	for i := range fields {
		if end := m.endMember(fields, i); end != nil && !inside[fields[i].Name] {
			inside[end.Name] = true
			needed[fields[i].Name] = needed[fields[i].Name] || m.facts.selected[end.Name]
		}
		_, pointers, _ := m.ring(fields, i)
		for _, f := range pointers {
			inside[f.Name] = inside[f.Name] || !inside[fields[i].Name]
		}
		if len(pointers) > 0 {
			if size := m.ringSize(fields, i, nil); size != nil {
				needed[fields[i].Name], needed[size.Name] = true, true
			}
		}
	}
	for _, length := range []bool{true, false} { // pointers after the numbers that say how long they are
		for i := range fields {
			f := &fields[i]
			switch named := f.Name != ""; {
			case isArithmetic(f.Type) != length, f.Bits && !named:
				continue
			case named && m.isSecret(memberOf(lv, f)):
			case named && !m.facts.selected[f.Name] && !needed[f.Name] && !(m.everything && !m.undefined && !delicate(f.Type)):
				continue
			}
			at := memberOf(lv, f)
			switch {
			case f.Type.Kind == types.Pointer && !inside[f.Name]:
				m.pointerMember(fields, i, q, lv, depth, explicit)
			case f.Type.Kind != types.Pointer:
				m.fill(f.Type, q, at, depth, explicit)
				if indices, _, free := m.ring(fields, i); len(indices) > 0 && !free && f.Type.Kind == types.Array && f.Type.Len > 0 {
					m.indexed(indices, lv, fmt.Sprint(f.Type.Len), fmt.Sprint(f.Type.Len), explicit)
				}
			}
		}
	}
}

// memberOf designates a member of lv, which is lv itself if the member is anonymous.
func memberOf(lv string, f *types.Field) string {
	if f.Name == "" {
		return lv
	}
	return lv + "." + f.Name
}

// pointerMember has member i lead to an object.
func (m *maker) pointerMember(fields []types.Field, i int, q types.Quals, lv string, depth int, explicit bool) {
	f := &fields[i]
	q |= f.Type.Quals
	at := lv + "." + f.Name
	key := key{member: f.Name}
	e := m.target(f.Type, key)
	indices, pointers, free := m.ring(fields, i)
	count, within := m.memberLength(fields, i)
	if count == nil && len(indices)+len(pointers) > 0 {
		count = m.ringSize(fields, i, indices)
	}
	mask := m.ringMask(fields, i)
	if end := m.endMember(fields, i); end != nil {
		m.told[m.shown(at)] = true
		n := m.size(at)
		m.heap = m.facts.isFreed(key)
		m.pointer(f.Type, e, q, at, depth, true, n)
		m.assign(end.Type, q|end.Type.Quals, lv+"."+end.Name, fmt.Sprintf("%s ? %[1]s + %s : 0", at, n))
		m.assume(ir.AboutLengths, "%s is the end of %s", m.shown(lv+"."+end.Name), m.shown(at))
		return
	}
	if count == nil && mask == nil {
		m.heap = m.facts.isFreed(key)
		m.pointer(f.Type, e, q, at, depth, true, cmp.Or(m.constantText(key, e), m.pointers(key, e)))
		for _, p := range pointers {
			m.heap = m.facts.isFreed(keyOf(p))
			m.pointer(p.Type, e, q|p.Type.Quals, lv+"."+p.Name, depth, true, m.constantText(keyOf(p), e))
		}
		return
	}
	m.told[m.shown(at)] = true
	n := ""
	if count != nil {
		n = lv + "." + count.Name
		if !explicit {
			m.fill(count.Type, 0, n, depth, true)
		}
	}
	if within != nil {
		used := lv + "." + within.Name
		if !explicit {
			m.fill(within.Type, 0, used, depth, true)
		}
		m.line("__VERIFIER_assume(%s <= %s);", used, n)
		m.assume(ir.AboutLengths, "%s is at most %s", m.shown(used), m.shown(n))
	}
	switch {
	case mask != nil:
		size := m.masks(mask, lv, explicit)
		switch {
		case count == nil:
		case sizeName.MatchString(count.Name):
			m.line("__VERIFIER_assume(%s == %s);", n, size)
			m.assume(ir.AboutLengths, "%s is %s", m.shown(n), m.shown(size))
		default:
			m.line("__VERIFIER_assume(%s <= %s);", n, size)
			m.assume(ir.AboutLengths, "%s is at most %s", m.shown(n), m.shown(size))
		}
		n = size
	case m.facts.less[keyOf(count)]:
		if is, _ := m.facts.isIndex(keyOf(count), key); is {
			m.powerOfTwo(n, m.shown(n))
		}
	}
	if !free && (mask != nil || !ringName.MatchString(count.Name) || count.Name == ringEnd) {
		m.indexed(indices, lv, n, m.shown(n), explicit)
	}
	m.heap = m.facts.isFreed(key)
	m.pointer(f.Type, e, q, at, depth, true, extent{bits: mask == nil && bitsName.MatchString(count.Name)}.text([]string{n}))
	for _, p := range pointers {
		m.within(p, lv, at, n)
	}
}

// alternatives gives a union one of those of its members that have pointers, or leaves it unknown.
func (m *maker) alternatives(t *types.Type, q types.Quals, lv string, depth int) {
	if which, is := m.secret(lv, false); is {
		m.hidden(t, q, lv, which)
		return
	}
	if m.everything && !delicate(t) {
		m.twin(t, lv)
		return
	}
	for i := range t.Record.Fields {
		f := &t.Record.Fields[i]
		if f.Name != "" && !m.facts.selected[f.Name] || !delicate(f.Type) || f.Type.Kind == types.Bool {
			continue
		}
		at := memberOf(lv, f)
		m.fill(f.Type, q, at, depth, false)
		if len(t.Record.Fields) > 1 {
			m.assume(ir.AboutUnions, "%s", m.shown(at))
		}
		return
	}
}
