package harness

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// Functions without a body that return pointers: the surroundings define them, so that what they return is null or leads to an object, as it is with the
// pointers in the objects that the entry is given.

// resultSuffix follows the name of a function in that of the variable for what it returns.
const resultSuffix = "_result"

// results defines the functions without a body that the program uses and that return pointers. Those whose types cannot be written stay as they are:
// nothing is known of what they return.
func (m *maker) results() {
	seen := map[*core.Var]bool{}
	for _, u := range m.prog.Units {
		for _, g := range u.Globals {
			d, ok := g.(*core.VarDef)
			if !ok || seen[d.Var] || !m.wanting(d.Var) || len(m.defined) >= maxResults || m.objects >= maxObjects {
				continue
			}
			seen[d.Var] = true
			m.result(d.Var)
		}
	}
}

// wanting tells whether f is a function that returns a pointer, or a structure that has one, and has no body and no meaning of its own.
func (m *maker) wanting(f *core.Var) bool {
	if f.Type.Kind != types.Func || !m.facts.mentioned[f] || f.Defined || f.Unit != m.unit || f.Undefined || f.NoReturn || f.AsmName != "" || f.Linkage != core.External {
		return false
	}
	named := func(a core.Attr) bool {
		return a.Name == "alias" || a.Name == "weak" || a.Name == "weakref" || a.Name == "ifunc"
	}
	if slices.ContainsFunc(f.Attrs, named) || strings.HasPrefix(f.Name, "__") || m.cfg.Library(f.Name) || m.cfg.Fails(f.Name) || m.cfg.Havoc {
		return false
	}
	t := f.Type.Sig.Result
	if m.startsThreads(f.Type.Sig) { // what its threads do is not known
		return false
	}
	if t.Kind == types.Pointer {
		return t.Elem.Kind != types.Func && t.Elem.Kind != types.Array && t.Elem.Quals&types.Volatile == 0
	}
	return t.IsRecord() && delicate(t)
}

// startsThreads tells whether functions of a type are what pthread_create wants, in a program that calls that.
func (m *maker) startsThreads(s *types.Sig) bool {
	pointer := func(t *types.Type) bool { return t.Kind == types.Pointer && t.Elem.Kind == types.Void }
	if len(s.Params) != 1 || !pointer(s.Params[0].Type) || !pointer(s.Result) {
		return false
	}
	for v := range m.facts.mentioned {
		if v.Name == "pthread_create" {
			return true
		}
	}
	return false
}

// result writes the definition of f.
func (m *maker) result(f *core.Var) {
	t := f.Type.Sig.Result
	params := numbered(f.Type.Sig)
	list, ok := spelledParams(f.Type.Sig, params)
	head, ok2 := qualifiedSpelling(t, "("+f.Name+")"+list) // in parentheses, since it may be the name of a macro
	name := f.Name + resultSuffix
	decl, ok3 := spelled(t, name)
	if !ok || !ok2 || !ok3 {
		return
	}
	names := map[string]bool{name: true}
	for _, p := range params {
		names[p] = true
	}
	m.outlives, m.returning = true, f.Name
	body := m.aside(names, func() {
		if t.Kind == types.Pointer {
			m.declared[name] = decl
			m.returned(f, t, name, params)
		} else {
			m.line("%s;", decl)
			m.fill(t, 0, name, DefaultDepth, scalars(t) <= maxExplicit)
		}
		m.line("return %s;", name)
	})
	m.outlives, m.returning = false, ""
	fmt.Fprintf(&m.stubs, "%s {\n%s}\n", head, body)
	m.defined = append(m.defined, f.Name)
}

// numbered are names of the parameters of a function that the text defines.
func numbered(f *types.Sig) (params []string) {
	for i := range f.Params {
		params = append(params, fmt.Sprintf("p%d", i))
	}
	return params
}

// returned has the pointer that f returns lead to an object that outlives the call, or be null.
func (m *maker) returned(f *core.Var, t *types.Type, name string, params []string) {
	n, said := "", ""
	if m.allocates(f.Type.Sig) {
		n, said = m.allocated(f.Type.Sig, params), "what "+f.Name+" returns has as many bytes as it is asked for"
	}
	if n == "" {
		n, said = m.largest(f), "what "+f.Name+" returns is as large as what it is used as"
	}
	if n == "" {
		m.pointer(t, t.Elem, 0, name, 1, true, "")
		return
	}
	m.saying(said, func() { m.pointer(t, t.Elem, 0, name, 1, true, n) })
}

// saying does something, and what is said about lengths there is text.
func (m *maker) saying(text string, do func()) {
	lengths := slices.Clone(m.about[ir.AboutLengths])
	do()
	m.about[ir.AboutLengths] = lengths
	m.assume(ir.AboutLengths, "%s", text)
}

// allocates tells whether all numbers that a function is given are sizes.
func (m *maker) allocates(f *types.Sig) bool {
	return !slices.ContainsFunc(f.Params, func(p types.Param) bool {
		return isArithmetic(p.Type) && !same(p.Type, m.tt.Size) && !isLengthName(p.Name, m.tt.Basic(types.Char))
	})
}

// largest is the size of the largest structure that the program takes the result of f, a pointer to void, to lead to; "" if there is none.
func (m *maker) largest(f *core.Var) string {
	size := int64(0)
	if f.Type.Sig.Result.Elem.Kind == types.Void {
		for _, to := range m.facts.returns[f] {
			size = max(size, to.SizeOf())
		}
	}
	if size == 0 {
		return ""
	}
	return fmt.Sprint(size)
}

// stub is the name of a function of type t that does nothing but give any result.
func (m *maker) stub(t *types.Type, lv string) string {
	m.assume(ir.AboutCallbacks, "%s", m.shown(lv))
	if name, ok := m.stubOf[t]; ok && !m.cfg.Targets {
		return name
	}
	name := m.name(lv, "_function")
	m.stubOf[t] = name
	params := numbered(t.Sig)
	list, ok := spelledParams(t.Sig, params)
	head, ok2 := spelled(t.Sig.Result, name+list)
	if !ok || !ok2 {
		return "0"
	}
	body := ""
	if r := t.Sig.Result; r.Kind != types.Void {
		body = m.aside(m.names, func() {
			decl, _ := spelled(r, "result")
			m.line("%s;", decl)
			m.names = map[string]bool{"result": true}
			m.outlives = true
			if n := m.allocated(t.Sig, params); n != "" {
				m.saying("what "+m.shown(lv)+" returns has as many bytes as it is asked for", func() { m.pointer(r, r.Elem, 0, "result", 0, true, n) })
			} else {
				m.fill(r, 0, "result", DefaultDepth, true)
			}
			m.outlives = false
			m.line("return result;")
		})
	}
	fmt.Fprintf(&m.stubs, "static %s {\n%s}\n", head, body)
	return name
}

// allocated is the number of bytes that a function of this type is asked for, if it looks like one that allocates: it returns void *, and has one integer
// or two; else "".
func (m *maker) allocated(f *types.Sig, params []string) string {
	if !f.Result.IsVoidPointer() {
		return ""
	}
	var sizes []string
	for i, p := range f.Params {
		if isNumber(p.Type) {
			sizes = append(sizes, fmt.Sprintf("(%s)%s", sizeType, params[i]))
		}
	}
	if len(sizes) == 0 || len(sizes) > 2 {
		return ""
	}
	n := m.name("wanted", "")
	m.line("%s %s = %s;", sizeType, n, strings.Join(sizes, " * "))
	return n
}
