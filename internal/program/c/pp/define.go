package pp

import (
	"fmt"
	"slices"
)

// define runs #define (C11 6.10.3).
func (p *Preprocessor) define() {
	name := p.lexPlain()
	if !p.macroName(name) {
		return
	}
	m := &macro{name: p.means(name), at: name.Loc}
	t := p.lexPlain()
	if p.is(t, symOpen) && t.Flags&White == 0 {
		m.function = true
		if !p.parameters(m) {
			return
		}
		t = p.lexPlain()
	}
	for t.Kind != EOF && p.err == nil {
		t = p.bodyToken(m, t)
	}
	p.operators(m)
	if p.err == nil {
		p.syms.list[m.name].macro = m
	}
}

// lexPlain is the next token of a directive, macros not expanded.
func (p *Preprocessor) lexPlain() Token { return p.read() }

// macroName says whether t can be defined.
func (p *Preprocessor) macroName(t Token) bool {
	switch {
	case t.Kind == EOF:
		p.fail(t.Loc, "", "the name of the macro is missing")
	case t.Kind != Ident:
		p.fail(t.Loc, "", "a macro is named by an identifier, not by %s", p.Text(t))
	case p.means(t) == symDefined:
		p.fail(t.Loc, "", "defined is no name for a macro")
	case p.isBuiltin(t, hasInclude):
		p.fail(t.Loc, "", "%s is no name for a macro", p.Text(t))
	case p.syms.list[p.means(t)].poisoned:
		p.fail(t.Loc, "", "%s has been poisoned with #pragma GCC poison", p.Text(t))
	default:
		return true
	}
	return false
}

// parameters reads those of a macro, behind the bracket.
func (p *Preprocessor) parameters(m *macro) bool {
	want := func(t Token, what string) bool {
		p.fail(t.Loc, "", "%s is missing in the parameters of %s", what, p.syms.list[m.name].text)
		return false
	}
	for {
		t := p.lexPlain()
		switch {
		case p.is(t, symClose) && len(m.params) == 0:
			return true
		case p.is(t, symEllipsis):
			m.variadic = true
			m.params = append(m.params, symVariadic)
			t = p.lexPlain()
		case t.Kind == Ident:
			if slices.Contains(m.params, p.means(t)) {
				p.fail(t.Loc, "", "two parameters of a macro with the name %s", p.Text(t))
				return false
			}
			if p.means(t) == symVariadic {
				p.fail(t.Loc, "write ...", "__VA_ARGS__ is no name for a parameter of a macro")
				return false
			}
			m.params = append(m.params, p.means(t))
			if t = p.lexPlain(); p.is(t, symEllipsis) {
				m.variadic = true
				t = p.lexPlain()
			}
		default:
			return want(t, "a name")
		}
		if p.is(t, symClose) {
			return true
		}
		if m.variadic || !p.is(t, symComma) {
			return want(t, ")")
		}
	}
}

// bodyToken appends a token of the replacement, and gives the next one. Operators become flags of their operands.
func (p *Preprocessor) bodyToken(m *macro, t Token) Token {
	n := len(m.body)
	if p.is(t, symHashHash) {
		if n == 0 {
			p.fail(t.Loc, "", "## at the beginning of the replacement of a macro")
			return t
		}
		m.body[n-1].Flags |= pasted
		next := p.lexPlain()
		if next.Kind == EOF {
			p.fail(t.Loc, "", "## at the end of the replacement of a macro")
		}
		return next
	}
	flags := t.Flags
	if m.function && p.is(t, symHash) {
		hash := t
		t = p.lexPlain()
		if !(t.Kind == Ident && (slices.Contains(m.params, p.means(t)) || m.variadic && p.means(t) == symOptional)) {
			p.fail(hash.Loc, "", "# is not in front of a parameter of the macro")
			return t
		}
		flags |= spelled
		t.Loc = hash.Loc
	}
	if n == 0 {
		flags &^= White
	}
	t.Flags = flags &^ First
	if t.Kind == Ident {
		if i := slices.Index(m.params, p.means(t)); i >= 0 {
			t.Kind, t.Exp = param, Loc(i)
		} else if m.variadic && p.means(t) == symOptional {
			t.Kind = optional
		}
	}
	m.body = append(m.body, t)
	if len(m.body) > maxArguments {
		p.fail(t.Loc, "", "a replacement of more than %d tokens", maxArguments)
	}
	return p.lexPlain()
}

// operators finds the brackets of __VA_OPT__.
func (p *Preprocessor) operators(m *macro) {
	if !m.variadic {
		return
	}
	for i := 0; i < len(m.body); i++ {
		if m.body[i].Kind != optional {
			continue
		}
		open, depth := i, 0
		if i+1 == len(m.body) || !p.is(m.body[i+1], symOpen) || m.body[i].Flags&pasted != 0 {
			p.fail(m.body[i].Loc, "", "( is missing behind __VA_OPT__")
			return
		}
		for i++; i < len(m.body); i++ {
			switch t := m.body[i]; {
			case t.Kind == optional:
				p.fail(t.Loc, "", "__VA_OPT__ in __VA_OPT__")
				return
			case p.is(t, symOpen):
				depth++
			case p.is(t, symClose):
				depth--
			}
			if depth == 0 {
				break
			}
		}
		if i == len(m.body) {
			p.fail(m.body[open].Loc, "", "__VA_OPT__ without its )")
			return
		}
		m.body[open].Exp = Loc(i)
		if i-1 > open+1 && m.body[i-1].Flags&pasted != 0 || m.body[open+1].Flags&pasted != 0 {
			p.fail(m.body[open].Loc, "", "## at an end of what is in __VA_OPT__")
		}
	}
}

// undefine runs #undef.
func (p *Preprocessor) undefine() {
	if t := p.lexPlain(); p.macroName(t) {
		p.syms.list[p.means(t)].macro = nil
	}
}

// numberOf says how many arguments a macro takes.
func numberOf(n int, variadic bool) string {
	switch {
	case variadic && n == 1:
		return "any arguments"
	case variadic:
		return fmt.Sprintf("at least %d arguments", n-1)
	case n == 0:
		return "no arguments"
	case n == 1:
		return "1 argument"
	}
	return fmt.Sprintf("%d arguments", n)
}
