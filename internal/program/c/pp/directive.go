package pp

import (
	"bytes"
	"strconv"
	"strings"
)

// conditional is an #if that is open.
type conditional struct {
	at    Loc
	taken bool // a branch of it has been read
	last  bool // #else has come
	guard bool // it may be the guard of its file
}

// guardState follows whether all of a file is in one #ifndef: then it is empty once the macro is defined.
type guardState uint8

const (
	guardStart  guardState = iota // nothing has come
	guardOpen                     // the #ifndef has
	guardClosed                   // its #endif has
	guardNone                     // it is not so
)

// runDirective runs the directive after #. What comes back is the tokens that stand for it, nil for none.
func (p *Preprocessor) runDirective(hash Token) []Token {
	arguments, prevent := p.arguments, p.prevent
	p.directive, p.arguments, p.prevent = true, noArgs, 1
	b := p.buf
	list := p.direct(hash)
	for len(p.ctx) > 0 {
		p.leave()
	}
	p.held = p.held[:0]
	p.directive, p.arguments, p.prevent = false, arguments, prevent
	if p.buf == b {
		p.lineEnd()
	}
	return list
}

// lineEnd goes to the end of the line.
func (p *Preprocessor) lineEnd() {
	b := p.buf
	p.directive = true
	for p.err == nil && b.pos < len(b.text) && b.text[b.pos] != '\n' && p.lex().Kind != EOF {
	}
	p.directive = false
}

func (p *Preprocessor) direct(hash Token) []Token {
	b := p.buf
	t := p.lexPlain()
	word := p.Text(t)
	if t.Kind == Ident {
		word = p.syms.list[p.means(t)].text
	}
	outside := len(b.ifs) == 0
	if outside && word != "ifndef" && word != "if" {
		b.guard = guardNone
	}
	switch {
	case t.Kind == EOF:
		return nil
	case t.Kind == Number:
		p.marker(t)
		return nil
	case t.Kind != Ident:
		p.fail(t.Loc, "", "invalid preprocessing directive #%s", word)
		return nil
	}
	switch word {
	case "define":
		p.define()
	case "undef":
		p.undefine()
	case "include", "include_next":
		p.include(t, word == "include_next")
	case "line":
		p.line()
	case "pragma":
		return p.pragmaLine(hash)
	case "if":
		guard := none
		if outside && b.guard == guardStart {
			guard = p.guardOf()
		}
		p.open(t, p.condition(t), guard)
	case "ifdef":
		is, _ := p.defined(t)
		p.open(t, is, none)
	case "ifndef":
		is, name := p.defined(t)
		if !outside || b.guard != guardStart {
			name = none
		}
		p.open(t, !is, name)
	case "else", "elif", "elifdef", "elifndef":
		if n := len(b.ifs); n == 0 {
			p.fail(t.Loc, "", "#%s without #if", word)
		} else if b.ifs[n-1].last {
			p.fail(t.Loc, "", "#%s after #else", word)
		} else {
			b.ifs[n-1].last = word == "else"
			p.notGuard()
			p.skip()
		}
	case "endif":
		if len(b.ifs) == 0 {
			p.fail(t.Loc, "", "#endif without #if")
		} else {
			p.close()
		}
	case "error":
		p.fail(t.Loc, "the file says this itself, with #error: is a macro to be defined with {Define}, or a header missing?", "#error %s", p.restOfLine())
	case "warning", "ident", "sccs":
	case "import", "embed", "assert", "unassert":
		p.fail(t.Loc, "", "unsupported: #%s", word)
	default:
		p.fail(t.Loc, "", "invalid preprocessing directive #%s", word)
	}
	return nil
}

// restOfLine is the text up to the end of the line.
func (p *Preprocessor) restOfLine() string {
	b := p.buf
	n := bytes.IndexByte(b.text[b.pos:], '\n')
	text := string(b.text[b.pos : b.pos+n])
	b.pos += n
	return strings.TrimSpace(text)
}

// open begins a conditional, named by its directive, with the value of its first condition. guard is the macro whose guard it may be.
func (p *Preprocessor) open(name Token, value bool, guard Symbol) {
	if p.err != nil {
		return
	}
	b := p.buf
	if guard != none {
		b.guard, b.macro = guardOpen, guard
	} else if len(b.ifs) == 0 {
		b.guard = guardNone
	}
	b.ifs = append(b.ifs, conditional{at: name.Loc, taken: value, guard: guard != none})
	if !value {
		p.skip()
	}
}

// close ends the innermost conditional.
func (p *Preprocessor) close() {
	b := p.buf
	n := len(b.ifs) - 1
	if b.ifs[n].guard && b.guard == guardOpen {
		b.guard = guardClosed
	}
	b.ifs = b.ifs[:n]
}

// notGuard says that the innermost conditional has another branch.
func (p *Preprocessor) notGuard() {
	if b := p.buf; b.ifs[len(b.ifs)-1].guard {
		b.guard = guardNone
	}
}

// defined reads the name behind #ifdef and its like.
func (p *Preprocessor) defined(directive Token) (bool, Symbol) {
	t := p.lexPlain()
	if t.Kind != Ident {
		p.fail(directive.Loc, "", "#%s without the name of a macro", p.Text(directive))
		return false, none
	}
	m := p.syms.list[p.means(t)].macro
	return m != nil, p.means(t)
}

// guardOf is X if the condition in hand is !defined X or !defined(X), and nothing more; it reads nothing.
func (p *Preprocessor) guardOf() Symbol {
	b := p.buf
	n := bytes.IndexByte(b.text[b.pos:], '\n')
	line := string(bytes.TrimSpace(b.text[b.pos : b.pos+n]))
	rest, ok := strings.CutPrefix(line, "!")
	if !ok {
		return none
	}
	if rest, ok = strings.CutPrefix(strings.TrimSpace(rest), "defined"); !ok || rest == "" {
		return none
	}
	if inner, ok := strings.CutPrefix(strings.TrimSpace(rest), "("); ok {
		if rest, ok = strings.CutSuffix(inner, ")"); !ok {
			return none
		}
	} else if class[rest[0]]&isBlank == 0 {
		return none
	}
	rest = strings.TrimSpace(rest)
	if rest == "" || class[rest[0]]&isLetter == 0 {
		return none
	}
	for i := range len(rest) {
		if class[rest[i]]&(isLetter|isDigit) == 0 {
			return none
		}
	}
	return p.syms.intern(rest)
}

// skip passes the branches of the innermost conditional that are left out. The end of the line of a directive comes next.
func (p *Preprocessor) skip() {
	b := p.buf
	inner := 0
	for p.err == nil {
		word, at := p.nextDirective()
		n := len(b.ifs) - 1
		switch word {
		case "":
			p.fail(b.ifs[n].at, "an #if, #ifdef or #ifndef has no #endif", "unterminated conditional directive")
		case "if", "ifdef", "ifndef":
			inner++
		case "endif":
			if inner == 0 {
				p.close()
				return
			}
			inner--
		case "else", "elif", "elifdef", "elifndef":
			if inner > 0 {
				continue
			}
			if b.ifs[n].last {
				p.fail(at.Loc, "", "#%s after #else", word)
				return
			}
			p.notGuard()
			b.ifs[n].last = word == "else"
			if b.ifs[n].taken {
				continue
			}
			value := true
			switch word {
			case "elif":
				value = p.condition(at)
			case "elifdef":
				value, _ = p.defined(at)
			case "elifndef":
				value, _ = p.defined(at)
				value = !value
			}
			if value {
				b.ifs[n].taken = true
				return
			}
		}
	}
}

// nextDirective passes text that is left out up to a directive about conditionals, and gives its name; "" at the end.
func (p *Preprocessor) nextDirective() (string, Token) {
	b := p.buf
	text := b.text
	i := b.pos
	for p.held = p.held[:0]; i < len(text); {
		// to the end of the line, where comments and literals are what they are
		for text[i] != '\n' {
			switch c := text[i]; {
			case c == '"' || c == '\'':
				for i++; text[i] != c && text[i] != '\n'; i++ {
					if text[i] == '\\' && text[i+1] != '\n' {
						i++
					}
				}
				if text[i] != '\n' {
					i++
				}
			case c == '/' && text[i+1] == '/':
				i += bytes.IndexByte(text[i:], '\n')
			case c == '/' && text[i+1] == '*':
				if i = p.commentEnd(i); i == len(text) {
					return "", Token{}
				}
			default:
				i++
			}
		}
		i++
		for i < len(text) && (class[text[i]]&isBlank != 0 || text[i] == '/' && text[i+1] == '*') {
			if text[i] == '/' {
				i = p.commentEnd(i)
			} else {
				i++
			}
		}
		if i == len(text) || text[i] != '#' && !bytes.HasPrefix(text[i:], []byte("%:")) {
			continue
		}
		b.pos = i + punctuator(text[i:])
		t := p.lex()
		if t.Kind == Ident {
			switch word := p.syms.list[p.means(t)].text; word {
			case "if", "ifdef", "ifndef", "else", "elif", "elifdef", "elifndef", "endif":
				return word, t
			}
		}
		i = b.pos
	}
	b.pos = i
	return "", Token{}
}

// commentEnd is the offset behind the comment at i.
func (p *Preprocessor) commentEnd(i int) int {
	b := p.buf
	n := bytes.Index(b.text[i+2:], []byte("*/"))
	if n < 0 {
		p.fail(b.loc(i), "is */ missing?", "comment not terminated")
		return len(b.text)
	}
	return i + n + 4
}

// line runs #line (C11 6.10.4).
func (p *Preprocessor) line() {
	p.prevent = 0
	t := p.getDirective()
	n, ok := p.lineNumber(t)
	if !ok {
		return
	}
	name := p.getDirective()
	p.mark(n, name, false)
}

// marker runs # 12 "f.c" 1 3.
func (p *Preprocessor) marker(t Token) {
	n, ok := p.lineNumber(t)
	if !ok {
		return
	}
	p.prevent = 0
	name := p.getDirective()
	system := false
	for t := p.getDirective(); t.Kind != EOF; t = p.getDirective() {
		switch p.Text(t) {
		case "3":
			system = true
		case "1", "2", "4":
		default:
			p.fail(t.Exp, "", "%s is no flag of a line marker", p.Text(t))
		}
	}
	p.mark(n, name, system)
}

func (p *Preprocessor) lineNumber(t Token) (int, bool) {
	if t.Kind == EOF {
		p.fail(t.Loc, "", "the number of the line is missing")
		return 0, false
	}
	n, err := strconv.ParseUint(p.Text(t), 10, 31)
	if t.Kind != Number || err != nil {
		p.fail(t.Loc, "", "%s is not the number of a line", p.Text(t))
		return 0, false
	}
	return int(n), true
}

// mark has the next line be line n of a file.
func (p *Preprocessor) mark(n int, name Token, system bool) {
	file := ""
	if name.Kind == String {
		file, _ = unquote(p.Text(name))
	} else if name.Kind != EOF {
		p.fail(name.Loc, "", "%s is not the name of a file", p.Text(name))
		return
	}
	p.lineEnd()
	p.directive = true
	p.addMark(n, file, system)
}

// getDirective is the next token of a directive with macros expanded, without pads.
func (p *Preprocessor) getDirective() Token {
	t := p.get()
	for t.Kind == pad {
		t = p.get()
	}
	return t
}
