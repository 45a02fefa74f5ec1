package source

import (
	"bytes"
	"strings"
)

// What CBMC reads beyond C is spelled in C, once macros are expanded and contracts are C:
//
//	__CPROVER_forall { T i; e }     __craig_forall(({ T i; e;}))
//	__CPROVER_exists { T i; e }     __craig_exists(({ T i; e;}))
//	a ==> b                         !(a)||(b)
//	a <==> b                        !(a)==!(b)
//
// The arrows bind less than ?: and more than an assignment; ==> is right associative. Every token stays on
// its line, and no text changes that has none of them.
func specify(text []byte) []byte {
	arrows := bytes.Contains(text, []byte("==>"))
	if !arrows && !bytes.Contains(text, []byte("__CPROVER_forall")) && !bytes.Contains(text, []byte("__CPROVER_exists")) {
		return text
	}
	s := dialect{text: text, inserts: map[int]string{}, instead: map[int]swap{}}
	s.open(0)
	s.run()
	return s.result()
}

// dialect is one run of specify.
type dialect struct {
	text    []byte
	pos     int
	inserts map[int]string // what is to stand in front of the character at an offset
	instead map[int]swap   // what stands in the place of the text from an offset on
	groups  []group
}

// swap is text that takes the place of n characters.
type swap struct {
	n    int
	text string
}

// group is an open bracket with the part of an expression in it that an arrow would have for its left side.
type group struct {
	from    int  // where the part begins; -1: at the next token
	closing int  // brackets to close at its end
	quant   bool // the group is the block of a quantifier
	implies bool // the part is behind an arrow
}

func (s *dialect) open(from int) { s.groups = append(s.groups, group{from: from}) }

func (s *dialect) top() *group { return &s.groups[len(s.groups)-1] }

func (s *dialect) insert(at int, text string) { s.inserts[at] += text }

// end ends the part of an expression in front of an offset.
func (s *dialect) end(at int) {
	g := s.top()
	s.insert(at, strings.Repeat(")", g.closing))
	g.closing, g.implies, g.from = 0, false, -1
}

func (s *dialect) run() {
	for s.pos < len(s.text) {
		c, from := s.text[s.pos], s.pos
		if c == ' ' || c == '\n' {
			s.pos++
			continue
		}
		if s.top().from < 0 && !strings.ContainsRune(")]},;", rune(c)) {
			s.top().from = from
		}
		s.token(c)
	}
	for len(s.groups) > 0 {
		s.end(len(s.text))
		s.groups = s.groups[:len(s.groups)-1]
	}
}

// word passes a word, which may be empty.
func (s *dialect) word() string {
	from := s.pos
	for s.pos < len(s.text) && (isLetter(s.text[s.pos]) || isDigit(s.text[s.pos])) {
		s.pos++
	}
	return string(s.text[from:s.pos])
}

// token passes a token that begins with c.
func (s *dialect) token(c byte) {
	from, rest := s.pos, s.text[s.pos:]
	switch {
	case c == '"' || c == '\'':
		s.pos = max(skipLiteral(s.text, s.pos), s.pos+1)
	case isLetter(c):
		switch w := s.word(); w {
		case "__CPROVER_forall", "__CPROVER_exists":
			s.quantifier(from, strings.TrimPrefix(w, "__CPROVER_"))
		case "return", "case", "else", "do":
			s.top().from = -1
		}
	case isDigit(c):
		s.word()
	case bytes.HasPrefix(rest, []byte("<==>")):
		s.equivalence()
	case bytes.HasPrefix(rest, []byte("==>")):
		s.implication()
	case bytes.HasPrefix(rest, []byte("<<=")), bytes.HasPrefix(rest, []byte(">>=")):
		s.pos += 3
		s.end(s.pos)
	case len(rest) > 1 && rest[1] == '=' && strings.IndexByte("=!<>", c) >= 0:
		s.pos += 2
	case len(rest) > 1 && rest[1] == '=' && strings.IndexByte("+-*/%&|^", c) >= 0:
		s.pos += 2
		s.end(s.pos)
	case c == '=':
		s.pos++
		s.end(s.pos)
	case c == '(' || c == '[' || c == '{':
		s.pos++
		s.open(-1)
	case c == ')' || c == ']' || c == '}':
		s.close(c)
	case c == ',' || c == ';':
		s.end(from)
		s.pos++
	default:
		s.pos++
	}
}

// close passes a closing bracket.
func (s *dialect) close(c byte) {
	s.end(s.pos)
	if n := len(s.groups) - 1; n > 0 {
		if s.groups[n].quant && c == '}' {
			s.insert(s.pos, ";")
			s.insert(s.pos+1, "))")
		}
		s.groups = s.groups[:n]
	}
	s.pos++
	if c == '}' && !s.top().quant { // a block, as far as arrows can follow it
		if from := s.top().from; from >= 0 && s.text[from] == '{' {
			s.top().from = -1
		}
	}
}

// quantifier passes the word of one, and the brace behind it.
func (s *dialect) quantifier(from int, kind string) {
	at := s.pos
	for at < len(s.text) && isBlank(s.text[at]) {
		at++
	}
	if at == len(s.text) || s.text[at] != '{' {
		return
	}
	s.instead[from] = swap{s.pos - from, "__craig_" + kind}
	s.insert(at, "((")
	s.pos = at + 1
	s.groups = append(s.groups, group{from: -1, quant: true})
}

// implication passes ==>.
func (s *dialect) implication() { s.arrow(3, ")||(") }

// equivalence passes <==>. Behind an arrow it is left to the parser, which does not take it: brackets say
// what is meant.
func (s *dialect) equivalence() {
	if s.top().implies {
		s.pos += 4
		return
	}
	s.arrow(4, ")==!(")
}

// arrow puts text in the place of an arrow of n characters, whose left side it puts in brackets.
func (s *dialect) arrow(n int, text string) {
	if g := s.top(); g.from >= 0 { // else nothing is in front of it, and the parser complains
		s.insert(g.from, "!(")
		s.instead[s.pos] = swap{n, text}
		g.closing++
		g.implies, g.from = true, -1
	}
	s.pos += n
}

// result is the text with what was found.
func (s *dialect) result() []byte {
	if len(s.inserts)+len(s.instead) == 0 {
		return s.text
	}
	var out []byte
	for i := 0; i <= len(s.text); {
		out = append(out, s.inserts[i]...)
		if swap, ok := s.instead[i]; ok {
			out = append(out, swap.text...)
			i += swap.n
			continue
		}
		if i < len(s.text) {
			out = append(out, s.text[i])
		}
		i++
	}
	return out
}
