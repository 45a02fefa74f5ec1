package harness

import (
	"fmt"
	"strings"

	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// target is what a pointer of type t leads to that is known as p: a structure if it points to void, or to what no file completes, or to the structure that this
// one begins with, and is converted to a pointer to one.
func (m *maker) target(t *types.Type, p key) *types.Type {
	e := m.completed(t.Elem)
	to := m.facts.leads[p]
	if e.Kind == types.Func || !opaque(e) && !(to != nil && extends(to, e)) {
		return e
	}
	if to != nil && e.Kind == types.Void && to.SizeOf() < 0 { // such as FILE
		return to
	}
	if to == nil || to.SizeOf() <= 0 || to.Record.Unit != m.unit {
		return e
	}
	if _, ok := spelled(to, ""); !ok {
		return e
	}
	return to
}

// opaque tells whether a type says nothing of the object that a pointer to it leads to: void, one that no file completes, or void *, as in typedef void *handle, of which
// functions are given the address.
func opaque(e *types.Type) bool {
	return e.Kind == types.Void || sizeOf(e) < 0 || e.Kind == types.Pointer && e.Elem.Kind == types.Void
}

// extends tells whether a structure is larger than another one, which it begins with.
func extends(to, e *types.Type) bool {
	for of := to; of.IsRecord() && !of.Record.Union && len(of.Record.Fields) > 0; {
		if of = of.Record.Fields[0].Type.Main(); of == e.Main() {
			return e.IsRecord() && to.SizeOf() > e.SizeOf()
		}
	}
	return false
}

// element is what the pointer lv, which is neither a parameter nor a member, leads to. Such elements of a member as data[3] are known each by itself.
func (m *maker) element(t *types.Type, lv string) *types.Type {
	if dot, bracket := strings.LastIndexByte(lv, '.'), strings.LastIndexByte(lv, '['); dot >= 0 && bracket > dot && strings.HasSuffix(lv, "]") &&
		strings.IndexByte(lv[dot:], '[') == bracket-dot {
		return m.target(t, key{member: lv[dot+1:]})
	}
	return m.completed(t.Elem)
}

// scalar is what a pointer to e, the parameter v, leads to if it points to void and is converted to pointers to a number or to a pointer alone, as the
// parameters of what qsort calls are.
func (m *maker) scalar(e *types.Type, p *types.Type, v key) *types.Type {
	if to := m.facts.scalars[v.v]; e.Kind == types.Void && to != nil && p.Elem == e {
		return to
	}
	return e
}

// untilNull is the number of elements where these are pointers and a null pointer follows the last of them.
const untilNull = "until null"

// pointers is untilNull if p leads to pointers along which the program goes, as along argv, and constants do not say how many there are; "" otherwise.
func (m *maker) pointers(p key, e *types.Type) string {
	if e.Kind == types.Pointer && e.Elem.Kind != types.Func && !m.lone() && m.facts.goesAlong(p) {
		return untilNull
	}
	return ""
}

// pointer has the pointer lv of type t lead to an object of type e, or of n elements if n is not "".
func (m *maker) pointer(t, e *types.Type, q types.Quals, lv string, depth int, inside bool, n string) {
	limit := m.cfg.Depth
	if limit == 0 {
		limit = DefaultDepth
	}
	null := m.cfg.Null == NullAlways || m.cfg.Null == NullInside && inside
	if e.Kind == types.Func && m.everything && m.initialised {
		m.assume(ir.AboutInitial, "%s", m.shown(lv))
		return
	}
	if e.Kind == types.Func {
		m.give(t, q, lv, m.stub(e, lv), null && m.cfg.Null == NullAlways)
		return
	}
	if depth > limit || inside && m.objects >= maxObjects {
		m.assume(ir.AboutDepth, "%s", m.shown(lv))
		m.assign(t, q, lv, "0")
		return
	}
	m.objects++
	if !null {
		m.assume(ir.AboutNull, "%s", m.shown(lv))
	}
	if m.cfg.Lengths == LengthsMany && isNumber(e) && n != untilNull && !m.told[m.shown(lv)] && (n != "" || m.cfg.Bytes || !isPlainChar(e)) {
		n = many
	}
	switch size := sizeOf(e); {
	case n == untilNull:
		if !m.few(t, e, q, lv, depth, null, n) {
			m.object(t, e, q, lv, depth, null)
		}
	case size < 0, isOpaque(e) && n == "":
		if n == "" {
			n = m.size(lv)
		}
		if e.IsRecord() { // defined elsewhere, such as FILE: there is some of it
			m.line("__VERIFIER_assume(%s > 0);", n)
		}
		m.give(t, q, lv, m.block(m.tt.Basic(types.Char), lv, n), null)
	case n != "" && delicate(e) && m.few(t, e, q, lv, depth, null, n):
	case n != "" && !delicate(e):
		m.give(t, q, lv, m.block(e, lv, n), null)
	case isPlainChar(e) && !m.cfg.Bytes:
		m.give(t, q, lv, m.string(lv), null)
		m.assume(ir.AboutStrings, "%s", m.shown(lv))
	default:
		m.object(t, e, q, lv, depth, null)
		if !inside && !null {
			m.single[lv] = size
		}
	}
}

const (
	many  = "65536" // how many numbers there are with LengthsMany
	shown = 4       // of which so many are given values one by one, for those who look at executions
)

// block makes a block of n elements of type e, and is its name.
func (m *maker) block(e *types.Type, lv, n string) string {
	b := m.name(lv, "_block")
	typ, ok := spelled(e, "")
	decl, _ := spelled(m.tt.Pointer(e), b)
	if !ok {
		typ = "__typeof__(*" + lv + ")"
		decl = typ + " *" + b
	}
	count := fmt.Sprintf("(%s)%s", sizeType, n)
	if e.SizeOf() == 1 {
		m.line("__VERIFIER_assume(%s >= 0 && %s <= __PTRDIFF_MAX__);", n, count)
		m.line("%s = __builtin_malloc(%s);", decl, count)
	} else {
		m.line("__VERIFIER_assume(%s >= 0 && %s <= __PTRDIFF_MAX__ / sizeof(%s));", n, count, typ)
		m.line("%s = __builtin_malloc(%s * sizeof(%s));", decl, count, typ)
	}
	m.line("__VERIFIER_assume(%s != 0);", b)
	m.paths[b] = m.shown(lv)
	m.assume(ir.AboutLengths, "%s has %s elements", m.shown(lv), m.shown(n))
	if n == many {
		for i := range shown {
			m.line("%s[%d] = %s;", b, i, m.unknown(e))
		}
	}
	if which, is := m.secret(lv, true); is {
		m.hide(e.Unqual(), b, n, which)
	}
	return b
}

// string makes a terminated string of unknown length.
func (m *maker) string(lv string) string {
	n, b := m.name(lv, "_length"), m.name(lv, "_text")
	m.line("%s %s = %s; /* of the text and what follows its end */", sizeType, n, m.unknown(m.tt.Size))
	m.line("__VERIFIER_assume(%s < __PTRDIFF_MAX__);", n)
	m.line("char *%s = __builtin_malloc(%s + 1);", b, n)
	m.paths[b] = m.shown(lv)
	m.line("__VERIFIER_assume(%s != 0);", b)
	if which, is := m.secret(lv, true); is {
		m.hide(m.tt.Basic(types.Char), b, n, which)
	}
	m.line("__VERIFIER_assume(%s[%s] == 0);", b, n)
	return b
}

// few makes n elements, few of them, at the end of an array, or in a block of their number if they are freed; false if their type has no name.
func (m *maker) few(t, e *types.Type, q types.Quals, lv string, depth int, null bool, n string) bool {
	heap, o := m.heap && !m.outlives, m.name(lv, "_objects")
	decl, ok := spelled(e, fmt.Sprintf("%s[%d]", o, maxFew))
	typ, named := spelled(e, "")
	if !ok || !named {
		return false
	}
	m.paths[o] = m.shown(lv)
	until := n == untilNull
	count := func() {
		if until {
			n = m.size(lv)
			m.line("__VERIFIER_assume(%s > 0);", n)
		}
		m.line("__VERIFIER_assume(%s >= 0 && %s <= %d);", n, n, maxFew)
	}
	switch {
	case heap:
		count()
		m.line("%s *%s = __builtin_malloc(%s * sizeof(%s));", typ, o, n, typ)
		m.line("__VERIFIER_assume(%s != 0);", o)
		m.outlives = true // what is made in blocks of statements
		for i := range maxFew {
			m.line("if (%s > %d) {", n, i)
			m.fill(e.Unqual(), 0, fmt.Sprintf("%s[%d]", o, i), depth+1, false)
			m.line("}")
		}
		m.outlives = false
	case m.outlives:
		m.line("%s *%s = __builtin_malloc(%d * sizeof(%s));", typ, o, maxFew, typ)
		m.line("__VERIFIER_assume(%s != 0);", o)
	default:
		m.line("%s;", decl)
	}
	first, last := o, n+" - 1"
	if !heap {
		count()
		for i := range maxFew {
			m.fill(e.Unqual(), 0, fmt.Sprintf("%s[%d]", o, i), depth+1, false)
		}
		first, last = fmt.Sprintf("&%s[%d - %s]", o, maxFew, n), fmt.Sprint(maxFew-1)
	}
	m.give(t, q, lv, first, null)
	if heap {
		m.isBlock(lv)
	}
	if until {
		m.line("%s[%s] = 0;", o, last)
		m.assume(ir.AboutLengths, "%s has at most %d elements, the last one null", m.shown(lv), maxFew)
		return true
	}
	m.assume(ir.AboutLengths, "%s has %s elements, at most %d", m.shown(lv), m.shown(n), maxFew)
	return true
}

// isBlock notes that what lv leads to is a block of the heap, which may be freed.
func (m *maker) isBlock(lv string) {
	m.assume(ir.AboutLengths, "%s leads to a block of the heap", m.shown(lv))
}

// object makes an object of the type e that a pointer leads to.
func (m *maker) object(t, e *types.Type, q types.Quals, lv string, depth int, null bool) {
	o := m.name(lv, "_object")
	typ, named := spelled(e, "")
	decl, ok := spelled(e, o)
	switch {
	case ok:
	case e.Kind == types.Array:
		m.problem = "the type of " + lv + " has no name"
		return
	default:
		decl = "__typeof__(*" + lv + ") " + o
	}
	if !named {
		typ = "__typeof__(*" + lv + ")"
	}
	m.paths[o] = m.shown(lv)
	elements, counted := "", (*types.Field)(nil)
	last := m.openEnd(e)
	if m.heap && !m.outlives {
		m.isBlock(lv)
	}
	if m.outlives || m.heap || last != nil {
		size := "sizeof(" + typ + ")"
		if last != nil {
			elements, counted = m.size(o+"_"+last.Name), m.openEndLength(e)
			of := fmt.Sprintf("sizeof(((%s *)0)->%s[0])", typ, last.Name)
			m.line("__VERIFIER_assume(%s <= (__PTRDIFF_MAX__ - %s) / %s);", elements, size, of)
			size += " + " + elements + " * " + of
		}
		m.line("%s *%s = __builtin_malloc(%s);", typ, o, size)
		m.line("__VERIFIER_assume(%s != 0);", o)
		o = "(*" + o + ")"
		m.paths[o] = m.shown(lv)
	} else {
		m.line("%s;", decl)
	}
	everything := m.everything
	m.everything = false
	m.fill(e.Unqual(), 0, o, depth+1, scalars(e) <= maxExplicit)
	m.everything = everything
	if counted != nil {
		m.line("__VERIFIER_assume(%s == %s);", elements, o+"."+counted.Name)
		elements = m.shown(o + "." + counted.Name)
	}
	if last != nil {
		if which, is := m.secret(o+"."+last.Name, false); is {
			m.hide(last.Type.Elem, o+"."+last.Name, elements, which)
		}
		m.assume(ir.AboutLengths, "%s has %s elements", m.shown(o+"."+last.Name), elements)
	}
	address := "&" + o
	if is := baseName(e); is != baseName(t.Elem) {
		address = "(void *)&" + o
		m.assume(ir.AboutLengths, "%s leads to an object of type %s", m.shown(lv), is)
	}
	m.give(t, q, lv, address, null)
}
