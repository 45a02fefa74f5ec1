// Package smtlib reads and writes SMT-LIB 2 scripts, and drives an external solver process.
//
//   - Reader turns a script into commands over terms; errors have a position.
//   - Writer writes scripts, declaring symbols before they are used; Dump writes one query.
//   - External is an smt.Solver that asks a z3, cvc5 or other SMT-LIB 2 process.
//
// What SMT-LIB does not have, bit operations on unbounded integers, is read and written as the
// functions bitand, bitor, bitxor, shl and shr of package term.
package smtlib

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Kind is the kind of an s-expression.
type Kind uint8

const (
	List Kind = iota
	Symbol
	Keyword // with its colon
	Numeral
	Decimal
	Text // a string literal, unquoted
	Bits // #b… or #x…
)

// SExpr is an s-expression and where it begins. Lines and columns count from 1, columns in bytes.
type SExpr struct {
	Kind      Kind
	Text      string // of whatever is not a List; of a quoted symbol without the bars
	List      []SExpr
	Line, Col int
}

// Is says whether e is the symbol s.
func (e SExpr) Is(s string) bool { return e.Kind == Symbol && e.Text == s }

// Head is the first symbol of a list, or "".
func (e SExpr) Head() string {
	if e.Kind == List && len(e.List) > 0 && e.List[0].Kind == Symbol {
		return e.List[0].Text
	}
	return ""
}

// String writes e in one line.
func (e SExpr) String() string {
	var b strings.Builder
	e.write(&b)
	return b.String()
}

func (e SExpr) write(b *strings.Builder) {
	switch e.Kind {
	case List:
		b.WriteByte('(')
		for i, x := range e.List {
			if i > 0 {
				b.WriteByte(' ')
			}
			x.write(b)
		}
		b.WriteByte(')')
	case Text:
		b.WriteString(`"` + strings.ReplaceAll(e.Text, `"`, `""`) + `"`)
	case Symbol:
		b.WriteString(quote(e.Text))
	default:
		b.WriteString(e.Text)
	}
}

// quote puts bars around a symbol that needs them.
func quote(s string) string {
	simple := s != "" && !isDigit(s[0])
	for i := 0; i < len(s) && simple; i++ {
		simple = isSymbolByte(s[i])
	}
	if simple {
		return s
	}
	return "|" + s + "|"
}

// Error is a mistake in a script.
type Error struct {
	Line, Col int
	Msg       string
}

func (e *Error) Error() string { return fmt.Sprintf("line %d column %d: %s", e.Line, e.Col, e.Msg) }

// MaxNesting is how deep parentheses may be nested.
const MaxNesting = 50_000

// parser reads s-expressions from a stream, and never a byte more than it needs: after a closing
// parenthesis it does not look ahead, so that it can talk with a process.
type parser struct {
	in        *bufio.Reader
	line, col int // of the next byte
	last      int // the column before a line break that was just read
}

func newParser(r io.Reader) *parser { return &parser{in: bufio.NewReader(r), line: 1, col: 1} }

func (p *parser) read() (byte, error) {
	c, err := p.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if c == '\n' {
		p.last = p.col
		p.line, p.col = p.line+1, 1
	} else {
		p.col++
	}
	return c, nil
}

// unread takes back the last byte read, which was c.
func (p *parser) unread(c byte) {
	_ = p.in.UnreadByte()
	if c == '\n' {
		p.line, p.col = p.line-1, p.last
	} else {
		p.col--
	}
}

func (p *parser) errorf(line, col int, format string, args ...any) error {
	return &Error{line, col, fmt.Sprintf(format, args...)}
}

// next reads one s-expression. At the end of the input it returns io.EOF; in the middle of a
// list an *Error at the list's beginning.
func (p *parser) next() (SExpr, error) {
	var open []SExpr // the lists that are not closed yet
	for {
		c, err := p.skip()
		if err == io.EOF && len(open) > 0 {
			l := open[len(open)-1]
			return SExpr{}, p.errorf(l.Line, l.Col, "this parenthesis is not closed")
		}
		if err != nil {
			return SExpr{}, err
		}
		e := SExpr{Line: p.line, Col: p.col - 1}
		switch c {
		case '(':
			if len(open) == MaxNesting {
				return SExpr{}, p.errorf(e.Line, e.Col, "parentheses are nested deeper than %d", MaxNesting)
			}
			open = append(open, e)
			continue
		case ')':
			if len(open) == 0 {
				return SExpr{}, p.errorf(e.Line, e.Col, "unexpected )")
			}
			e = open[len(open)-1]
			open = open[:len(open)-1]
		default:
			if err := p.atom(c, &e); err != nil {
				return SExpr{}, err
			}
		}
		if len(open) == 0 {
			return e, nil
		}
		l := &open[len(open)-1]
		l.List = append(l.List, e)
	}
}

// skip returns the next byte that is neither blank nor in a comment.
func (p *parser) skip() (byte, error) {
	for {
		c, err := p.read()
		if err != nil {
			return 0, err
		}
		switch c {
		case ' ', '\t', '\r', '\n', '\f':
		case ';':
			for c != '\n' {
				if c, err = p.read(); err != nil {
					return 0, err
				}
			}
		default:
			return c, nil
		}
	}
}

// atom reads the atom that begins with c into e.
func (p *parser) atom(c byte, e *SExpr) error {
	var b []byte
	switch {
	case c == '|':
		e.Kind = Symbol
		for {
			c, err := p.read()
			switch {
			case err != nil:
				return p.unclosed(err, e, "quoted symbol")
			case c == '|':
				e.Text = string(b)
				return nil
			case c == '\\':
				return p.errorf(p.line, p.col-1, `\ in a quoted symbol`)
			}
			b = append(b, c)
		}
	case c == '"':
		e.Kind = Text
		for {
			c, err := p.read()
			if err != nil {
				return p.unclosed(err, e, "string")
			}
			if c == '"' {
				switch d, err := p.read(); {
				case err == nil && d == '"':
				case err == nil:
					p.unread(d)
					fallthrough
				default:
					e.Text = string(b)
					return nil
				}
			}
			b = append(b, c)
		}
	case c == '#' || c == ':' || isSymbolByte(c):
		b = append(b, c)
		for {
			c, err := p.read()
			if err != nil {
				break // the end of the input will be seen again
			}
			if !isSymbolByte(c) {
				p.unread(c)
				break
			}
			b = append(b, c)
		}
	default:
		return p.errorf(e.Line, e.Col, "unexpected character %q", c)
	}
	e.Text = string(b)
	switch {
	case c == ':':
		e.Kind = Keyword
	case c == '#':
		e.Kind = Bits
	case isDigit(c):
		e.Kind = Numeral
		whole, frac, point := strings.Cut(e.Text, ".")
		if point {
			e.Kind = Decimal
		}
		if !digits(whole) || point && !digits(frac) {
			return p.errorf(e.Line, e.Col, "malformed number %s", e.Text)
		}
	default:
		e.Kind = Symbol
	}
	return nil
}

func (p *parser) unclosed(err error, e *SExpr, what string) error {
	if errors.Is(err, io.EOF) {
		return p.errorf(e.Line, e.Col, "this %s is not closed", what)
	}
	return err
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func digits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

func isSymbolByte(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("~!@$%^&*_-+=<>.?/", c) >= 0
}
