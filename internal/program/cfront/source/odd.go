package source

import (
	"bytes"
	"strings"

	"craig/internal/pattern"
)

// What C and GNU C allow and cc does not read is spelled in another way with the same meaning:
//
//	_Static_assert(e)               _Static_assert(e, "")
//	* const __attribute__((a)) p    * __attribute__((a)) const p
//	{ [1] 5 }                       { [1] = 5 }
//	label: }                        label: ; }
//	__alignof__ s.x                 __alignof__ (s.x)
//	"a" L"b"                        L"a" L"b"
//	"\x41" "1"                      "\101" "1"
//
// The last one since cc joins adjacent literals before their escapes are read, and takes the end of
// "\\\\1" for an escape then, which becomes "\\\\\061".

// oddWord passes a word that ends at pos.
func (p *rewriter) oddWord(w string) {
	switch w {
	case "_Static_assert", "static_assert":
		p.assertion()
	case "__alignof__", "__alignof", "_Alignof":
		p.alignOperand()
	case "const", "__const", "__const__", "volatile", "__volatile", "__volatile__", "restrict", "__restrict", "__restrict__":
		if p.last == '*' {
			p.qualifiers(len(w))
		}
	}
}

// alignOperand matches an operand of __alignof__ without brackets: a name behind operators, with what may
// follow it.
var alignOperand = pattern.New(`^[*&\s]*[A-Za-z_]\w*(?:\s*(?:\.|->)\s*\w+|\s*\[[^]["']*\])*`)

// alignOperand puts such an operand in brackets.
func (p *rewriter) alignOperand() {
	m := alignOperand.Find(p.text[p.pos:])
	if m == nil {
		return
	}
	p.replace(p.pos, p.pos+len(m), " ("+string(m)+")")
	p.pos += len(m)
}

// odd passes the character at pos, which is neither of a word nor of a literal.
func (p *rewriter) odd(c byte) {
	if text, ok := p.inserts[p.pos]; ok {
		p.replace(p.pos, p.pos, text)
		delete(p.inserts, p.pos)
	}
	switch {
	case c == '}' && p.last == ':':
		p.replace(p.pos, p.pos, ";")
	case c == '[' && (p.last == '{' || p.last == ','):
		p.designator()
	}
}

// insert has the text stand in front of the character at an offset behind pos, which is punctuation.
func (p *rewriter) insert(at int, text string) {
	if p.inserts == nil {
		p.inserts = map[int]string{}
	}
	p.inserts[at] = text
}

// assertion gives a static assertion without a message one.
func (p *rewriter) assertion() {
	open := p.pos
	for open < len(p.text) && isBlank(p.text[open]) {
		open++
	}
	if open == len(p.text) || p.text[open] != '(' {
		return
	}
	depth := 0
	for i := open; i < len(p.text); i++ {
		switch p.text[i] {
		case '"', '\'':
			i = skipLiteral(p.text, i) - 1
		case '(', '[', '{':
			depth++
		case ']', '}':
			depth--
		case ',':
			if depth == 1 {
				return
			}
		case ')':
			if depth--; depth == 0 {
				p.insert(i, `, ""`)
				return
			}
		case ';':
			return
		}
	}
}

// pointerQualifiers matches qualifiers of a pointer and the attributes behind them.
var pointerQualifiers = pattern.New(`^((?:\s*(?:const|volatile|restrict|__const|__const__|__volatile|__volatile__|__restrict|__restrict__)\b)*)\s*(__attribute__|__attribute)\s*\(`)

// qualifiers puts the attributes behind the qualifiers of a pointer, of which a word of so many letters
// has been passed, in front of them.
func (p *rewriter) qualifiers(word int) {
	rest := p.text[p.pos:]
	m := pointerQualifiers.FindSubmatchIndex(rest)
	if m == nil {
		return
	}
	from, end := p.pos-word, closing(rest, m[1]-1)
	for n := end; n >= 0 && attributeStart.Match(rest[n:]); { // further lists
		end = n
		if n = closing(rest, n+bytes.IndexByte(rest[n:], '(')); n >= 0 {
			end = n
		}
	}
	if end < 0 {
		return
	}
	qualifiers := string(p.text[from : p.pos+m[3]])
	attributes := string(splitAttributes(rest[m[3]:end]))
	p.replace(from, p.pos+end, strings.TrimSpace(attributes)+" "+qualifiers+strings.Repeat("\n", bytes.Count(rest[m[3]:end], []byte{'\n'})-strings.Count(strings.TrimSpace(attributes), "\n")))
	p.pos += end
}

// oldDesignator matches a designator of GNU's old form, and the first character of the value. (Operands of
// assembly look like it, with a string.)
var oldDesignator = pattern.New(`^\[[\w\s.+*-]+\]\s*[\w'-]`)

// designator gives a designator of that form its sign.
func (p *rewriter) designator() {
	m := oldDesignator.Find(p.text[p.pos:])
	if m == nil {
		return
	}
	at := p.pos + bytes.IndexByte(m, ']') + 1
	p.replace(at, at, " =") // nothing in the brackets is replaced
}

// joined gives the string literal at an offset, which has no prefix, the one that a literal behind it
// has, with which it is joined.
func (p *rewriter) joined(from int) {
	i := p.pos
	for i < len(p.text) {
		switch c := p.text[i]; {
		case isBlank(c):
			i++
		case c == '"':
			i = skipLiteral(p.text, i)
		case (c == 'L' || c == 'u' || c == 'U') && i+1 < len(p.text) && p.text[i+1] == '"':
			p.replace(from, from+1, map[byte]string{'L': `L"`, 'u': `L"` + Char16, 'U': `L"` + Char32}[c])
			return
		default:
			return
		}
	}
}

// openEnd matches the end of a literal that would be read otherwise if another one followed: an escape that
// takes in further digits, and what cc takes for one.
var openEnd = pattern.New(`\\(x[ -~]+|[0-7]{1,3})$`)

// closeEscape marks the end of the string literal from an offset to pos, if that matters.
func (p *rewriter) closeEscape(from int) {
	body := p.text[from+1 : p.pos-1]
	if tail := body[max(0, len(body)-20):]; bytes.IndexByte(tail, '\\') >= 0 && openEnd.Match(body) {
		p.replace(p.pos-1, p.pos-1, closed)
	}
}
