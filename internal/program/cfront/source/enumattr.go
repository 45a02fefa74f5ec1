package source

import (
	"bytes"

	"craig/internal/pattern"
)

// enumAttribute is an attribute between the word enum and what it belongs to, which cc does not read:
// it is put after the closing brace, where it means the same.
type enumAttribute struct {
	depth int // of brackets around the enumeration
	text  string
}

var (
	attributeStart = pattern.New(`^\s*__attribute(__)?\s*\(`)
	enumBody       = pattern.New(`^\s*([\w$]+\s*)?\{`)
)

// enumColon matches the tag of an enumeration with a colon after it: the width of a bit-field without a
// name, or an association of _Generic. Package cc would take the colon for that of C23, which gives
// the underlying type.
var enumColon = pattern.New(`^\s*[A-Za-z_$][\w$]*\s*:`)

// enumeration follows the word enum before pos.
func (p *rewriter) enumeration() {
	rest := p.text[p.pos:]
	if m := enumColon.Find(rest); m != nil {
		p.pos += len(m) - 1
		p.replace(p.pos, p.pos, " __attribute__(())")
		return
	}
	n := 0
	for attributeStart.Match(rest[n:]) {
		open := n + bytes.IndexByte(rest[n:], '(')
		end := closing(rest, open)
		if end < 0 {
			return
		}
		n = end
	}
	if n == 0 {
		return
	}
	if enumBody.Match(rest[n:]) {
		p.enums = append(p.enums, enumAttribute{p.depth, " " + string(splitAttributes(bytes.ReplaceAll(rest[:n], []byte{'\n'}, []byte{' '})))})
	}
	blanks := bytes.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, rest[:n])
	p.replace(p.pos, p.pos+n, string(blanks))
	p.pos += n
}

// closing is the end of the bracket that is opened at i, -1 if it has none.
func closing(text []byte, i int) int {
	for depth := 0; i < len(text); {
		switch text[i] {
		case '"', '\'':
			i = skipLiteral(text, i)
			continue
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		case ';', '{', '#':
			return -1
		}
		i++
	}
	return -1
}

// endOfEnumeration puts the attributes of an enumeration after the brace before pos.
func (p *rewriter) endOfEnumeration() {
	if n := len(p.enums); n > 0 && p.enums[n-1].depth == p.depth {
		p.replace(p.pos, p.pos, p.enums[n-1].text)
		p.enums = p.enums[:n-1]
	}
}
