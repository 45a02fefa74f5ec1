package source

import (
	"bytes"
	"strconv"
	"strings"

	"craig/internal/pattern"
)

// What C and GNU C allow and cc does not read is spelled in another way with the same meaning:
//
//	_Static_assert(e)               _Static_assert(e, "")
//	* const __attribute__((a)) p    * __attribute__((a)) const p
//	{ [1] 5 }                       { [1] = 5 }
//	label: }                        label: ; }
//	\u00e9 in an identifier          the character
//	__alignof__ s.x                 __alignof__ (s.x)
//	__VA_OPT__(,) __VA_ARGS__       , ## __VA_ARGS__
//	"a" L"b"                        L"a" L"b"
//	"\x41" "1"                      "\101" "1"
//
// The last one since cc joins adjacent literals before their escapes are read, and takes the end of
// "\\\\1" for an escape then, which becomes "\\\\\061".

// oddWord passes a word that ends at pos.
func (p *preparer) oddWord(w string) {
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
var alignOperand = pattern.New(`^[*&\s]*[A-Za-z_]\w*(?:\s*(?:\.|->)\s*\w+|\s*\[[^]["'\n]*\])*`)

// alignOperand puts such an operand in brackets.
func (p *preparer) alignOperand() {
	m := alignOperand.Find(p.text[p.pos:])
	if m == nil || bytes.IndexByte(m, '\n') >= 0 {
		return
	}
	p.replace(p.pos, p.pos+len(m), " ("+string(m)+")")
	p.pos += len(m)
}

// optionalComma matches the rest of the common use of __VA_OPT__.
var optionalComma = pattern.New(`^[ \t]*\([ \t]*,[ \t]*\)([ \t]*__VA_ARGS__)`)

// optional passes a __VA_OPT__ that ends at pos.
func (p *preparer) optional(from int) *Error {
	m := optionalComma.FindSubmatchIndex(p.text[p.pos:])
	if m == nil {
		return p.errorf(from, "write a macro for each number of arguments", "__VA_OPT__ is supported as __VA_OPT__(,) __VA_ARGS__ only")
	}
	p.replace(from, p.pos+m[2], ", ##")
	p.pos += m[2]
	return nil
}

// odd passes the character at pos, which is neither of a word nor of a literal.
func (p *preparer) odd(c byte) {
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
func (p *preparer) insert(at int, text string) {
	if p.inserts == nil {
		p.inserts = map[int]string{}
	}
	p.inserts[at] = text
}

// assertion gives a static assertion without a message one.
func (p *preparer) assertion() {
	open := p.pos
	for open < len(p.text) && (p.text[open] == ' ' || p.text[open] == '\t') {
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
		case ';', '#':
			return
		}
	}
}

// pointerQualifiers matches qualifiers of a pointer and the attributes behind them.
var pointerQualifiers = pattern.New(`^((?:\s*(?:const|volatile|restrict|__const|__const__|__volatile|__volatile__|__restrict|__restrict__)\b)*)\s*(__attribute__|__attribute)\s*\(`)

// qualifiers puts the attributes behind the qualifiers of a pointer, of which a word of so many letters
// has been passed, in front of them.
func (p *preparer) qualifiers(word int) {
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
	for to := p.pos + end; p.pos < to; {
		p.pos++
		if p.text[p.pos-1] == '\n' {
			p.newline()
		}
	}
}

// oldDesignator matches a designator of GNU's old form, and the first character of the value. (Operands of
// assembly look like it, with a string.)
var oldDesignator = pattern.New(`^\[[\w\s.+*-]+\]\s*[\w'-]`)

// designator gives a designator of that form its sign.
func (p *preparer) designator() {
	m := oldDesignator.Find(p.text[p.pos:])
	if m == nil {
		return
	}
	at := p.pos + bytes.IndexByte(m, ']') + 1
	p.replace(at, at, " =") // nothing in the brackets is replaced
}

// universal passes a universal character name in an identifier.
func (p *preparer) universal() bool {
	rest := p.text[p.pos:]
	digits := 4
	if len(rest) > 1 && rest[1] == 'U' {
		digits = 8
	}
	if len(rest) < 2+digits || rest[1] != 'u' && rest[1] != 'U' {
		return false
	}
	n, err := strconv.ParseUint(string(rest[2:2+digits]), 16, 32)
	if err != nil || n < 0xa0 || n > 0x10ffff {
		return false
	}
	p.replace(p.pos, p.pos+2+digits, string(rune(n)))
	p.pos += 2 + digits
	return true
}

// joined gives the string literal at an offset, which has no prefix, the one that a literal behind it
// has, with which it is joined.
func (p *preparer) joined(from int) {
	i := p.pos
	for i < len(p.text) {
		switch c := p.text[i]; {
		case isBlank(c) && (c != '\n' || !p.directive):
			i++
		case c == '"':
			i = skipLiteral(p.text, i)
		case (c == 'L' || c == 'u' || c == 'U') && i+1 < len(p.text) && p.text[i+1] == '"':
			prefix := map[byte]string{'L': `L"`, 'u': `L"` + Char16, 'U': `L"` + Char32}[c]
			prefix = prefix[:2] + joined + prefix[2:]
			p.replace(from, from+1, prefix)
			return
		default:
			return
		}
	}
}

// openEnd matches the end of a literal that would be read otherwise if another one followed: an escape that
// takes in further digits, what cc takes for one, and a quote, which written would take for the beginning
// of a literal.
var openEnd = pattern.New(`\\(x[ -~]+|[0-7]{1,3}|")$`)

// closeEscape marks the end of the string literal from an offset to pos, if that matters.
func (p *preparer) closeEscape(from int) {
	body := p.text[from+1 : p.pos-1]
	if tail := body[max(0, len(body)-20):]; bytes.IndexByte(tail, '\\') >= 0 && openEnd.Match(body) {
		p.replace(p.pos-1, p.pos-1, closed)
	}
}
