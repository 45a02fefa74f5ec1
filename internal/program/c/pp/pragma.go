package pp

import "strings"

// pragmaLine runs #pragma. What it gives is the tokens that stand for it.
func (p *Preprocessor) pragmaLine(hash Token) []Token {
	var list []Token
	for t := p.lexPlain(); t.Kind != EOF; t = p.lexPlain() {
		list = append(list, t)
	}
	return p.pragma(hash, list)
}

// pragma does what a pragma says, if that is the preprocessor's; else it is handed on: [Pragma, …, EndPragma], where names are not
// expanded any more.
func (p *Preprocessor) pragma(at Token, list []Token) []Token {
	word := func(i int) Symbol {
		if i < len(list) && list[i].Kind == Ident {
			return p.means(list[i])
		}
		return none
	}
	switch word(0) {
	case symOnce:
		if p.buf.file != p.main {
			p.buf.file.once = true
		}
		return nil
	case symPushMacro, symPopMacro:
		if len(list) < 4 || !p.is(list[1], symOpen) || list[2].Kind != String || !p.is(list[3], symClose) {
			p.fail(at.Exp, "", `#pragma %s wants ("NAME")`, p.Text(list[0]))
			return nil
		}
		name, _ := unquote(p.Text(list[2]))
		e := &p.syms.list[p.syms.intern(strings.TrimSpace(name))]
		if word(0) == symPushMacro {
			e.pushed = append(e.pushed, e.macro)
		} else if n := len(e.pushed); n > 0 {
			e.macro, e.pushed = e.pushed[n-1], e.pushed[:n-1]
		}
		return nil
	case symMessage, symRedefineExtname:
		list = p.expand(&argument{raw: list})
	case symGCC:
		switch word(1) {
		case symPoison:
			for _, t := range list[2:] {
				if t.Kind != Ident {
					p.fail(t.Exp, "", "#pragma GCC poison wants names, not %s", p.Text(t))
					return nil
				}
				p.syms.list[p.means(t)].poisoned = true
			}
			return nil
		case symSystemHeader:
			if p.buf.file != p.main {
				p.addMarkHere()
			}
			return nil
		case symError:
			p.fail(at.Exp, "the file says this itself", "#pragma GCC error")
			return nil
		case symWarning, symDependency:
			return nil
		}
	}
	out := make([]Token, 0, len(list)+2)
	out = append(out, Token{Kind: Pragma, Flags: at.Flags, Loc: at.Loc, Exp: at.Exp})
	for _, t := range list {
		if t.Kind != pad {
			t.Flags = t.Flags&^First | painted
			t.Exp = at.Exp
			out = append(out, t)
		}
	}
	return append(out, Token{Kind: EndPragma, Loc: at.Loc, Exp: at.Exp})
}

// pragmaOperator runs _Pragma (C11 6.10.9), which is t. Its operand may come from macros.
func (p *Preprocessor) pragmaOperator(t Token) bool {
	if p.directive || p.keepPragma {
		return false
	}
	want := func(ok func(Token) bool) (Token, bool) {
		a := p.getDirective()
		if !ok(a) {
			p.fail(t.Exp, "", "_Pragma wants a string literal in brackets")
			return a, false
		}
		return a, true
	}
	if _, ok := want(func(a Token) bool { return p.is(a, symOpen) }); !ok {
		return true
	}
	text, ok := want(func(a Token) bool { return a.Kind == String && !strings.Contains(p.Text(a), `R"`) })
	if !ok {
		return true
	}
	if _, ok := want(func(a Token) bool { return p.is(a, symClose) }); !ok {
		return true
	}
	body := p.Text(text)
	body = body[strings.IndexByte(body, '"')+1 : len(body)-1]
	body = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(body)
	if list := p.pragma(t, p.tokensOf(body, t)); list != nil {
		p.enterTokens(list)
	}
	return true
}

// tokensOf are the tokens of a text without directives, all at the place of t.
func (p *Preprocessor) tokensOf(text string, t Token) []Token {
	up, held, directive := p.buf, p.held, p.directive
	p.buf, p.held, p.directive = &buffer{file: newFile("", []byte(text), false)}, nil, true
	var list []Token
	for {
		a := p.lex()
		if a.Kind == EOF {
			break
		}
		a.Loc, a.Exp = t.Loc, t.Exp
		list = append(list, a)
	}
	p.buf, p.held, p.directive = up, held, directive
	return list
}
