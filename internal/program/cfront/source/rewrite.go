package source

import "strings"

// rewrite goes over a program that has been preprocessed, each token on a line of its own. In the result every token is on the line on
// which it was. It rewrites
//
//   - lists of attributes to several lists of one (see attributeList);
//   - attributes in front of the tag of an enumeration to ones after its closing brace;
//   - literals u8"" to "", u"" and U"" to L"" with a mark inside (see marks.go);
//   - names of parameters in abstract declarators to nothing (see abstractParams);
//   - static and qualifiers behind [ to nothing;
//   - inline after asm to nothing;
//   - spellings of C and GNU C that cc does not take: see odd.go.
func rewrite(text []byte) []byte {
	p := &rewriter{text: text}
	p.run()
	if p.out == nil {
		return text
	}
	return append(p.out, text[p.copied:]...)
}

// rewriter is one run of rewrite.
type rewriter struct {
	text   []byte
	out    []byte // nil until something was replaced
	copied int    // text[:copied] is in out
	pos    int

	abstract  abstractParams
	asm       bool // after asm and its qualifiers
	bracket   bool // after [, and static and qualifiers behind it
	depth     int  // of brackets
	enums     []enumAttribute
	attribute attributeList
	inserts   map[int]string // what is to stand in front of the character at an offset
	last      byte           // the character before, white space aside
}

// replace puts new in the place of text[from:to].
func (p *rewriter) replace(from, to int, new string) {
	p.out = append(p.out, p.text[p.copied:from]...)
	p.out = append(p.out, new...)
	p.copied = to
}

func (p *rewriter) run() {
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		switch {
		case isBlank(c):
			p.pos++
			continue
		case c == '"' || c == '\'':
			p.literal(c)
		case isLetter(c):
			p.word()
		case isDigit(c):
			p.passWord()
		default:
			p.punctuation(c)
		}
		p.last = p.text[p.pos-1]
	}
}

// punctuation passes a character that is neither of a word nor of a literal.
func (p *rewriter) punctuation(c byte) {
	p.odd(c)
	p.pos++
	p.asm, p.bracket = false, c == '['
	p.abstract.punctuation(c, p.next())
	if p.attribute.punctuation(c) {
		p.replace(p.pos-1, p.pos, betweenLists)
	}
	switch c {
	case '(', '[', '{':
		p.depth++
	case ')', ']':
		p.depth--
	case '}':
		p.depth--
		p.endOfEnumeration()
	}
}

// next is the next character that is not white space, 0 at the end.
func (p *rewriter) next() byte {
	for _, c := range p.text[p.pos:] {
		if !isBlank(c) {
			return c
		}
	}
	return 0
}

// literal passes a string or character literal.
func (p *rewriter) literal(quote byte) {
	from := p.pos
	p.pos = skipLiteral(p.text, p.pos)
	if quote == '"' {
		if from == 0 || !isLetter(p.text[from-1]) {
			p.joined(from)
		}
		p.closeEscape(from)
	}
}

// passWord passes letters and digits.
func (p *rewriter) passWord() {
	for p.pos < len(p.text) && (isLetter(p.text[p.pos]) || isDigit(p.text[p.pos])) {
		p.pos++
	}
}

// word passes an identifier or keyword, or the prefix of a literal.
func (p *rewriter) word() {
	from := p.pos
	p.passWord()
	w := string(p.text[from:p.pos])
	p.attribute.word(w)
	if c := p.text[p.pos]; c == '"' || c == '\'' {
		switch w {
		case "u8":
			p.blank(from)
			p.joined(p.pos)
		case "u":
			p.prefix(from, Char16)
		case "U":
			p.prefix(from, Char32)
		}
		return
	}
	p.oddWord(w)
	switch w {
	case "asm", "__asm", "__asm__":
		p.asm = true
	case "volatile", "__volatile", "__volatile__", "goto":
	case "inline", "__inline", "__inline__":
		if p.asm {
			p.blank(from)
		}
	case "enum":
		p.asm = false
		p.abstract.word(w)
		p.enumeration()
		return
	default:
		p.asm = false
	}
	p.bracket = p.bracket && p.inBrackets(w)
	if p.abstract.word(w) || p.bracket {
		p.blank(from)
	}
}

// inBrackets says that w, a word behind [, is static or a qualifier of a parameter, as in int [static const 5], which cc takes behind a name
// only, and some of them not there. craig makes no use of them.
func (p *rewriter) inBrackets(w string) bool {
	switch w {
	case "static":
		return p.next() != ']'
	case "const", "restrict", "__restrict", "__restrict__":
		return true
	}
	return false
}

// prefix puts L and a mark into the literal at pos, in the place of the prefix from an offset on.
func (p *rewriter) prefix(from int, mark string) {
	quote := p.text[p.pos]
	p.replace(from, p.pos+1, "L"+string(quote)+mark)
	at := p.pos
	p.pos = skipLiteral(p.text, p.pos)
	if quote == '"' {
		p.closeEscape(at)
	}
}

// blank puts blanks in the place of the word from there to pos.
func (p *rewriter) blank(from int) { p.replace(from, p.pos, strings.Repeat(" ", p.pos-from)) }

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}
