package harness

import (
	"fmt"
	"strings"

	"craig/internal/program/c/types"
	"craig/internal/program/selfcomp"
)

// maxUnrolled is how many elements are given secret values one by one; more are in a loop.
const maxUnrolled = 64

// secret tells whether an option names the object lv, or what it is a part of, without what pointers in that lead to. A parameter or variable that is a
// pointer names what it leads to, if contents says so: then lv is that pointer.
func (m *maker) secret(lv string, contents bool) bool {
	shown := m.shown(lv)
	for _, name := range m.cfg.Secrets {
		is := shown == name || shown == "*"+name
		if contents {
			is = is || "*"+shown == name
		}
		for _, sep := range []string{"->", ".", "["} {
			rest, part := strings.CutPrefix(shown, name+sep)
			if deref, ok := strings.CutPrefix(shown, "(*"+name+")"); ok { // of an array of structures
				rest, part = deref, true
			}
			is = is || part && !strings.Contains(rest, "->")
		}
		if is {
			m.hid[name] = true
			return true
		}
	}
	return false
}

// input is an expression with any value of an arithmetic type for lv: a secret one if an option says so.
func (m *maker) input(t *types.Type, lv string) string {
	if m.secret(lv, false) {
		return m.unknownSecret(t)
	}
	return m.unknown(t)
}

// unknownSecret is unknown for a secret value.
func (m *maker) unknownSecret(t *types.Type) string {
	name := strings.TrimSuffix(m.unknown(t), "()")
	typ := m.nondet[name]
	name = selfcomp.Secret + strings.TrimPrefix(name, "__VERIFIER_nondet_")
	m.nondet[name] = typ
	return name + "()"
}

// hide gives the n elements of type e at the pointer b secret values, as far as they are no pointers. n is a number or an expression.
func (m *maker) hide(e *types.Type, b, n string) {
	var count int
	if _, err := fmt.Sscanf(n+";", "%d;", &count); err == nil && count <= maxUnrolled && fmt.Sprint(count) == n {
		for i := range count {
			m.hidden(e, 0, fmt.Sprintf("%s[%d]", b, i))
		}
		return
	}
	i := m.name("i", "")
	m.line("for (%s %s = 0; %s < %s; %s++) {", sizeType, i, i, n, i)
	m.hidden(e, 0, fmt.Sprintf("%s[%s]", b, i))
	m.line("}")
}

// hidden gives lv a secret value, or what is no pointer in it.
func (m *maker) hidden(t *types.Type, q types.Quals, lv string) {
	q |= t.Quals
	switch {
	case isArithmetic(t):
		m.assign(t, q, lv, m.unknownSecret(t))
	case t.Kind == types.Array && t.Len >= 0:
		m.hide(t.Elem, lv, fmt.Sprint(t.Len))
	case t.Kind == types.Struct:
		for i := range t.Record.Fields {
			if f := &t.Record.Fields[i]; f.Type.Kind != types.Pointer && (f.Name != "" || !f.Bits) {
				m.hidden(f.Type, q, memberOf(lv, f))
			}
		}
	case t.Kind == types.Union && !delicate(t):
		for i := range t.Record.Fields { // the largest member is all of it
			if f := &t.Record.Fields[i]; f.Type.SizeOf() == t.SizeOf() && (f.Name != "" || !f.Bits) {
				m.hidden(f.Type, q, memberOf(lv, f))
				return
			}
		}
		m.problem = "no member of " + lv + ", which is secret, is all of the union"
	}
}
