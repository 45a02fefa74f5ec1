package harness

import (
	"fmt"
	"slices"
	"strings"

	"craig/internal/program/c/core"
	"craig/internal/program/c/types"
	"craig/internal/program/ir"
)

// call declares the parameters, and calls the function.
func (m *maker) call() {
	params := m.entry.Params
	if m.readsVariable() {
		m.problem = "it reads variable arguments"
		return
	}
	lengths := m.lengthsOf(params)
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
		if p.Name == "" || m.names[p.Name] { // that of the function, or of a global variable
			if names[i] = m.name(p.Name, fmt.Sprint("_", i+1)); p.Name != "" {
				m.sums[names[i]] = p.Name
			}
		}
		m.names[names[i]] = true
	}
	for i, p := range params {
		decl, ok := spelled(p.Type, names[i])
		if !ok {
			m.problem = "the type of its parameter " + names[i] + " has no name"
			return
		}
		if isArithmetic(p.Type) || isPointer(p) {
			m.declared[names[i]] = decl
		} else {
			m.line("%s;", decl)
		}
	}
	for i, p := range params { // numbers first
		if isArithmetic(p.Type) {
			m.assign(p.Type, 0, names[i], m.input(p.Type, names[i]))
		}
	}
	var valid []string
	for i, p := range params {
		switch {
		case isArithmetic(p.Type), lengths[i].end >= 0:
		case isPointer(p):
			m.parameter(p, names, i, lengths[i])
			valid = append(valid, m.shown(names[i]))
		default:
			m.fill(p.Type.Unqual(), 0, names[i], 0, scalars(p.Type) <= maxExplicit)
		}
	}
	for i, p := range params {
		if j := lengths[i].end; j >= 0 {
			m.assign(p.Type, 0, names[i], names[j]+" + "+names[j]+"_size")
			m.assume(ir.AboutLengths, "%s is the end of %s", names[i], names[j])
		}
	}
	if len(valid) > 0 {
		m.assume(ir.AboutValid, "%s", strings.Join(valid, ", "))
	}
	m.overlap(names, lengths)
	if m.cfg.ForPeople {
		m.required(names)
	}
	m.line("%s(%s);", m.cfg.Entry, strings.Join(names, ", "))
}

// readsVariable tells whether the entry reads arguments that are no parameters.
func (m *maker) readsVariable() (reads bool) {
	if !m.entry.Var.Type.Sig.Variadic {
		return false
	}
	core.EachStmt(m.entry.Body, func(s core.Stmt) {
		if b, ok := s.(*core.Builtin); ok && strings.HasPrefix(b.Name, "__builtin_va_") {
			reads = true
		}
	})
	return reads
}

// parameter has parameter i lead to an object.
func (m *maker) parameter(p *core.Var, names []string, i int, x extent) {
	n := ""
	if x.ended {
		n = m.size(names[i])
	} else {
		n = x.text(names)
	}
	if x.ended || m.declaredLength(p) || x.count >= 0 && (x.count == i+1 || x.count == i-1 || namedAfter(m.entry.Params[x.count], p)) {
		m.told[names[i]] = true
	}
	e := m.target(p.Type, key{v: p})
	if n == "" {
		e = m.scalar(e, p.Type, key{v: p})
		n = m.pointers(key{v: p}, e)
	}
	m.heap = m.facts.isFreed(key{v: p})
	m.pointer(p.Type, e, 0, names[i], 0, false, n)
}

// overlap lets two parameters of one type be equal, or says that they are not.
func (m *maker) overlap(names []string, lengths []extent) {
	var pointers []string
	for i, p := range m.entry.Params {
		if !isPointer(p) || p.Type.Elem.Kind == types.Func || lengths[i].end >= 0 {
			continue
		}
		pointers = append(pointers, names[i])
		for j, q := range m.entry.Params[:i] {
			if !m.cfg.Overlap || !isPointer(q) || !same(q.Type.Elem, p.Type.Elem) || lengths[j].end >= 0 {
				continue
			}
			if n, k := lengths[i].count, lengths[j].count; n >= 0 && k >= 0 && n != k {
				m.line("if (%s) {", m.perhaps())
				m.line("  __VERIFIER_assume(%s <= %s);", names[n], names[k])
				m.line("  %s = %s;", names[i], names[j])
				m.line("}")
			} else if (n < 0) == (k < 0) && lengths[i].fixed == lengths[j].fixed {
				m.line("if (%s) %s = %s;", m.perhaps(), names[i], names[j])
			}
		}
	}
	if len(pointers) > 1 && !m.cfg.Overlap {
		m.assume(ir.AboutSeparate, "%s", strings.Join(pointers, ", "))
	}
}

// required states what the contract of the entry requires, for people: as assumptions where its words are C, and the parameters have their names; else as
// comments.
func (m *maker) required(names []string) {
	renamed := slices.ContainsFunc(m.entry.Params, func(v *core.Var) bool { return v.Name != "" && !slices.Contains(names, v.Name) })
	for _, c := range m.prog.Contracts {
		if c.Func != m.entry.Var || !c.Own {
			continue
		}
		for _, x := range c.Clauses {
			text := strings.Join(strings.Fields(x.Said), " ")
			switch {
			case x.Ensures || text == "":
			case renamed || !isC(text):
				m.line("/* %s requires: %s */", m.cfg.Entry, strings.ReplaceAll(text, "*/", "* /"))
			default:
				m.line("__VERIFIER_assume(%s); /* as the contract of %s requires */", text, m.cfg.Entry)
			}
		}
	}
}

// isC tells whether the words of a contract are C: they have neither other operators nor comparisons in a row.
func isC(text string) bool {
	for _, word := range []string{`\`, "==>", "^^", "__CPROVER"} {
		if strings.Contains(text, word) {
			return false
		}
	}
	compared := false
	for i := 0; i < len(text); i++ {
		next := text[min(i+1, len(text)-1)]
		switch c := text[i]; c {
		case '-':
			if next == '>' {
				i++
			}
		case '<', '>':
			if next == c { // a shift
				i++
				continue
			}
			if compared {
				return false
			}
			compared = true
			if next == '=' {
				i++
			}
		case '=', '&', '|', '?', ',', '(', ')':
			compared = false
		}
	}
	return true
}
