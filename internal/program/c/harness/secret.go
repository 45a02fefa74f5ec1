package harness

import (
	"fmt"
	"strconv"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/c/types"
	"craig/internal/program/selfcomp"
)

// maxUnrolled is how many elements are given secret values one by one; more are in a loop.
const maxUnrolled = 64

// part is which elements are secret: those from a number on, up to another one; -1 is the last.
type part struct{ from, to int }

var all = part{0, -1}

// elementsOf is what an option names, without the elements that it says, as key[1..] and key[0..15] do.
var elementsOf = pattern.New(`^(.+)\[ *([0-9]{1,6}) *\.\. *([0-9]{0,6}) *\]$`)

// secret tells whether an option names the object lv, or what it is a part of, without what pointers in that lead to, and which elements of it. A parameter or
// variable that is a pointer names what it leads to, if contents says so: then lv is that pointer.
func (m *maker) secret(lv string, contents bool) (part, bool) {
	shown := m.shown(lv)
	for _, option := range m.cfg.Secrets {
		name, which := option, all
		if f := elementsOf.FindStringSubmatch(option); f != nil {
			name = f[1]
			which.from, _ = strconv.Atoi(f[2])
			if to, err := strconv.Atoi(f[3]); err == nil {
				which.to = to
			}
		}
		is := shown == name || shown == "*"+name
		if contents {
			is = is || "*"+shown == name
		}
		for _, sep := range []string{"->", ".", "["} {
			rest, within := strings.CutPrefix(shown, name+sep)
			if deref, ok := strings.CutPrefix(shown, "(*"+name+")"); ok { // of an array of structures
				rest, within = deref, true
			}
			is = is || within && which == all && !strings.Contains(rest, "->")
		}
		if is {
			m.hiding = option
			return which, true
		}
	}
	return all, false
}

// isSecret is secret without the elements.
func (m *maker) isSecret(lv string) bool {
	_, is := m.secret(lv, false)
	return is
}

// input is an expression with any value of an arithmetic type for lv: a secret one if an option says so.
func (m *maker) input(t *types.Type, lv string) string {
	if m.isSecret(lv) {
		return m.unknownSecret(t)
	}
	return m.unknown(t)
}

// unknownSecret is unknown for a secret value.
func (m *maker) unknownSecret(t *types.Type) string {
	m.hid[m.hiding] = true
	name := strings.TrimSuffix(m.unknown(t), "()")
	typ := m.nondet[name]
	name = selfcomp.Secret + strings.TrimPrefix(name, "__VERIFIER_nondet_")
	m.nondet[name] = typ
	return name + "()"
}

// hide gives some of the n elements of type e at the pointer b secret values, as far as they are no pointers. n is a number or an expression.
func (m *maker) hide(e *types.Type, b, n string, which part) {
	if count, err := strconv.Atoi(n); err == nil && count <= maxUnrolled {
		for i := which.from; i < count && (which.to < 0 || i <= which.to); i++ {
			m.hidden(e, 0, fmt.Sprintf("%s[%d]", b, i), all)
		}
		return
	}
	i, more := m.name("i", ""), ""
	if which.to >= 0 {
		more = fmt.Sprintf(" && %s <= %d", i, which.to)
	}
	m.line("for (%s %s = %d; %s < %s%s; %s++) {", sizeType, i, which.from, i, n, more, i)
	m.hidden(e, 0, fmt.Sprintf("%s[%s]", b, i), all)
	m.line("}")
}

// hidden gives lv a secret value, or what is no pointer in it; of an array, some of its elements.
func (m *maker) hidden(t *types.Type, q types.Quals, lv string, which part) {
	q |= t.Quals
	switch {
	case isArithmetic(t):
		m.assign(t, q, lv, m.unknownSecret(t))
	case t.Kind == types.Array && t.Len >= 0:
		m.hide(t.Elem, lv, fmt.Sprint(t.Len), which)
	case t.Kind == types.Struct:
		for i := range t.Record.Fields {
			if f := &t.Record.Fields[i]; f.Type.Kind != types.Pointer && !open(f.Type) && (f.Name != "" || !f.Bits) {
				m.hidden(f.Type, q, memberOf(lv, f), all)
			}
		}
	case open(t), t.Kind == types.Pointer: // there are elements where an object is made of it
	case t.Kind == types.Union && !delicate(t):
		for i := range t.Record.Fields { // the largest member is all of it
			if f := &t.Record.Fields[i]; f.Type.SizeOf() == t.SizeOf() && (f.Name != "" || !f.Bits) {
				m.hidden(f.Type, q, memberOf(lv, f), all)
				return
			}
		}
		m.problem = "no member of " + lv + ", which is secret, is all of the union"
	default:
		m.problem = lv + ", which is secret, has a type of which no secret values are made"
	}
}

// open tells whether a type is an array without a length.
func open(t *types.Type) bool { return t.Kind == types.Array && t.Len < 0 }
