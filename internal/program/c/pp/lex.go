package pp

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf8"
)

const (
	isLetter = 1 << iota
	isDigit
	isBlank
)

var class = func() (c [256]uint8) {
	for i := range 256 {
		switch {
		case i >= 'a' && i <= 'z', i >= 'A' && i <= 'Z', i == '_', i == '$':
			c[i] = isLetter
		case i >= '0' && i <= '9':
			c[i] = isDigit
		case i == ' ', i == '\t', i == '\f', i == '\v', i == '\r', i == 0:
			c[i] = isBlank
		}
	}
	return c
}()

// lex is the next token of the open text, as it is written: EOF at its end, and in a directive at the end of the line.
func (p *Preprocessor) lex() Token {
	b := p.buf
	text := b.text
	flags := uint8(0)
	if b.fresh {
		flags = First
		b.fresh = false
	}
	i := b.pos
	for {
		c := byte(0)
		if i < len(text) {
			c = text[i]
		} else {
			b.pos = i
			return Token{Kind: EOF, Flags: flags | First, Loc: b.loc(i), Exp: b.loc(i)}
		}
		switch {
		case class[c]&isBlank != 0:
			i++
			flags |= White
			continue
		case c == '\n':
			if p.directive {
				b.pos = i
				return Token{Kind: EOF, Flags: flags, Loc: b.loc(i), Exp: b.loc(i)}
			}
			i++
			flags = First
			continue
		case c == '/' && text[i+1] == '*':
			n := bytes.Index(text[i+2:], []byte("*/"))
			if n < 0 {
				p.fail(b.loc(i), "is */ missing?", "comment not terminated")
				b.pos = len(text)
				return Token{Kind: EOF, Loc: b.loc(i), Exp: b.loc(i)}
			}
			if p.isAnnotation(text[i : i+n+4]) {
				b.pos = i + n + 4
				return p.comment(flags, i)
			}
			i += n + 4
			flags |= White
			continue
		case c == '/' && text[i+1] == '/':
			n := bytes.IndexByte(text[i:], '\n')
			if p.isAnnotation(text[i : i+n]) {
				b.pos = i + n
				return p.comment(flags, i)
			}
			i += n
			flags |= White
			continue
		}
		break
	}
	t, end := p.one(text, i, flags)
	b.pos = end
	t.Loc = b.loc(i)
	t.Exp = t.Loc
	return t
}

// one is the token that begins at text[i], which is no white space, and where it ends. The text ends with a new line.
func (p *Preprocessor) one(text []byte, i int, flags uint8) (Token, int) {
	c := text[i]
	switch {
	case class[c]&isLetter != 0:
		h := uint32(2166136261)
		j := i
		for class[text[j]]&(isLetter|isDigit) != 0 {
			h = (h ^ uint32(text[j])) * 16777619
			j++
		}
		switch {
		case text[j] == '"' || text[j] == '\'':
			if end := p.prefixed(text[i:j], text[j:]); end >= 0 {
				return p.literal(text, i, j, end, flags)
			}
		case text[j] == '\\' || text[j] >= 0x80:
			return p.wideName(text, i, j, flags)
		}
		return Token{Kind: Ident, Flags: flags, Sym: find(&p.syms, text[i:j], h)}, j
	case class[c]&isDigit != 0 || c == '.' && class[text[i+1]]&isDigit != 0:
		j := numberEnd(text, i, p.cfg.C23)
		return Token{Kind: Number, Flags: flags, Sym: find(&p.syms, text[i:j], hashOf(text[i:j]))}, j
	case c == '"' || c == '\'':
		return p.literal(text, i, i, 0, flags)
	case c == '\\' || c >= 0x80:
		if _, n := nameRune(text[i:], true); n > 0 {
			return p.wideName(text, i, i, flags)
		}
		n := 1
		if c >= 0x80 {
			_, n = utf8.DecodeRune(text[i:])
		}
		for c == '\\' && p.cfg.Annotations != nil && class[text[i+n]]&(isLetter|isDigit) != 0 {
			n++
		}
		return Token{Kind: Other, Flags: flags, Sym: find(&p.syms, text[i:i+n], hashOf(text[i:i+n]))}, i + n
	}
	if n := p.operator(text[i:]); n > 0 {
		return Token{Kind: Punct, Flags: flags, Sym: find(&p.syms, text[i:i+n], hashOf(text[i:i+n]))}, i + n
	}
	return Token{Kind: Other, Flags: flags, Sym: find(&p.syms, text[i:i+1], hashOf(text[i:i+1]))}, i + 1
}

// prefixed says whether a name is the prefix of the literal that follows: 1 of a raw one, 0 of another; -1: it is not.
func (p *Preprocessor) prefixed(name, rest []byte) int {
	switch string(name) {
	case "L", "u", "U":
		return 0
	case "u8":
		if rest[0] == '"' || p.cfg.C23 {
			return 0
		}
	case "R", "LR", "uR", "UR", "u8R":
		if rest[0] == '"' {
			return 1
		}
	}
	return -1
}

// literal is the literal from i on, whose quote is at q.
func (p *Preprocessor) literal(text []byte, i, q, raw int, flags uint8) (Token, int) {
	kind := String
	if text[q] == '\'' {
		kind = Char
	}
	j := q + 1
	if raw > 0 {
		open := bytes.IndexByte(text[j:], '(')
		if open >= 0 && open <= 16 {
			if end := bytes.Index(text[j:], append(append([]byte{')'}, text[j:j+open]...), '"')); end >= 0 {
				j += end + open + 2
				return Token{Kind: kind, Flags: flags, Sym: find(&p.syms, text[i:j], hashOf(text[i:j]))}, j
			}
		}
	}
	for text[j] != text[q] {
		if text[j] == '\\' && text[j+1] != '\n' {
			j++
		}
		if text[j] == '\n' {
			kind = Other
			break
		}
		j++
	}
	if kind != Other {
		j++
	}
	return Token{Kind: kind, Flags: flags, Sym: find(&p.syms, text[i:j], hashOf(text[i:j]))}, j
}

// numberEnd is where the preprocessing number from i on ends (C11 6.4.8). separated says that digits may have a ' between them.
func numberEnd(text []byte, i int, separated bool) int {
	for i++; ; i++ {
		c := text[i]
		switch {
		case class[c]&(isLetter|isDigit) != 0 || c == '.':
		case (c == '+' || c == '-') && (text[i-1]|0x20 == 'e' || text[i-1]|0x20 == 'p'):
		case c == '\'' && separated && class[text[i-1]]&(isLetter|isDigit) != 0 && class[text[i+1]]&(isLetter|isDigit) != 0:
		case c == '\\' || c >= 0x80:
			_, n := nameRune(text[i:], false)
			if n == 0 {
				return i
			}
			i += n - 1
		default:
			return i
		}
	}
}

// nameRune is the character of a name that a text begins with, and its length: one outside of ASCII, or a universal character
// name; 0 if there is none.
func nameRune(text []byte, first bool) (rune, int) {
	r, n := rune(0), 0
	if text[0] == '\\' {
		digits := 4
		if text[1] == 'U' {
			digits = 8
		} else if text[1] != 'u' {
			return 0, 0
		}
		if len(text) < 2+digits {
			return 0, 0
		}
		v, err := strconv.ParseUint(string(text[2:2+digits]), 16, 32)
		if err != nil || v < 0xa0 {
			return 0, 0
		}
		r, n = rune(v), 2+digits
	} else if r, n = utf8.DecodeRune(text); r == utf8.RuneError && n < 2 || r < 0x80 {
		return 0, 0
	}
	if unicode.IsLetter(r) || !first && (unicode.IsMark(r) || unicode.IsDigit(r)) || unicode.In(r, unicode.Other_ID_Start, unicode.Nl) {
		return r, n
	}
	return 0, 0
}

// wideName is the name from i on that is ASCII up to j.
func (p *Preprocessor) wideName(text []byte, i, j int, flags uint8) (Token, int) {
	var plain []byte
	plain = append(plain, text[i:j]...)
	for {
		c := text[j]
		if class[c]&(isLetter|isDigit) != 0 {
			plain = append(plain, c)
			j++
			continue
		}
		if c != '\\' && c < 0x80 {
			break
		}
		r, n := nameRune(text[j:], j == i)
		if n == 0 {
			break
		}
		plain = utf8.AppendRune(plain, r)
		j += n
	}
	s := find(&p.syms, text[i:j], hashOf(text[i:j]))
	if m := find(&p.syms, plain, hashOf(plain)); m != s {
		p.syms.list[s].means = m
	}
	return Token{Kind: Ident, Flags: flags, Sym: s}, j
}

// operator is the length of the punctuator that a text begins with, those of annotations among them if there are any; 0 if it does not.
func (p *Preprocessor) operator(text []byte) int {
	if p.cfg.Annotations != nil {
		switch {
		case text[0] == '=' && text[1] == '=' && text[2] == '>':
			return 3
		case text[0] == '<' && bytes.HasPrefix(text, []byte("<==>")):
			return 4
		case text[0] == '.' && text[1] == '.' && text[2] != '.':
			return 2
		}
	}
	return punctuator(text)
}

// punctuator is the length of the punctuator that a text begins with, 0 if it does not.
func punctuator(t []byte) int {
	switch c := t[0]; c {
	case '(', ')', '[', ']', '{', '}', ',', ';', '?', '~':
		return 1
	case '*', '/', '^', '!', '=':
		if t[1] == '=' {
			return 2
		}
		return 1
	case '+', '&', '|':
		if t[1] == c || t[1] == '=' {
			return 2
		}
		return 1
	case '-':
		if t[1] == '-' || t[1] == '=' || t[1] == '>' {
			return 2
		}
		return 1
	case '#':
		if t[1] == '#' {
			return 2
		}
		return 1
	case ':':
		if t[1] == '>' {
			return 2
		}
		return 1
	case '.':
		if t[1] == '.' && t[2] == '.' {
			return 3
		}
		return 1
	case '%':
		if t[1] == ':' && t[2] == '%' && t[3] == ':' {
			return 4
		}
		if t[1] == '=' || t[1] == '>' || t[1] == ':' {
			return 2
		}
		return 1
	case '<', '>':
		if t[1] == c {
			if t[2] == '=' {
				return 3
			}
			return 2
		}
		if t[1] == '=' || c == '<' && (t[1] == ':' || t[1] == '%') {
			return 2
		}
		return 1
	}
	return 0
}
