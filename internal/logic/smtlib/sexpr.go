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
	Bars      bool   // a quoted symbol
	List      []SExpr
	Line, Col int
}

// Is says whether e is the symbol s.
func (e SExpr) Is(s string) bool { return e.Kind == Symbol && e.Text == s && !e.word() }

// word says that e is a symbol which without its bars would be a reserved word.
func (e SExpr) word() bool { return e.Bars && reserved[e.Text] }

// Head is the first symbol of a list, or "".
func (e SExpr) Head() string {
	if e.Kind == List && len(e.List) > 0 && e.List[0].Kind == Symbol && !e.List[0].word() {
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
		if e.Bars {
			b.WriteString("|" + e.Text + "|")
		} else {
			b.WriteString(e.Text)
		}
	default:
		b.WriteString(e.Text)
	}
}

// reserved are the words that are no symbols without bars.
var reserved = map[string]bool{"!": true, "_": true, "as": true, "exists": true, "forall": true, "let": true, "match": true, "par": true}

// Quote writes a symbol, with bars around it if it needs them.
func Quote(s string) string {
	simple := s != "" && !isDigit(s[0]) && !reserved[s]
	for i := 0; i < len(s) && simple; i++ {
		simple = isSymbolByte(s[i])
	}
	if simple {
		return s
	}
	return "|" + s + "|"
}

// Error is a mistake in a script, or something in it that this package does not support.
type Error struct {
	Line, Col int
	Msg       string
	Command   string // the command at fault, if it is known
}

// Changes says whether the command at fault would have changed what the script says, rather than
// asked about it.
func (e *Error) Changes() bool {
	for _, prefix := range []string{"get-", "check-", "set-info", "set-option", "echo", "simplify", "eval", "apply", "minimize", "maximize"} {
		if strings.HasPrefix(e.Command, prefix) {
			return false
		}
	}
	return true
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
	count     int // bytes read
	open      int // lists that a mistake left open: what is left of them is skipped
}

func newParser(r io.Reader) *parser { return &parser{in: bufio.NewReader(r), line: 1, col: 1} }

func (p *parser) read() (byte, error) {
	c, err := p.in.ReadByte()
	if err != nil {
		return 0, err
	}
	p.count++
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
	p.count--
	if c == '\n' {
		p.line, p.col = p.line-1, p.last
	} else {
		p.col--
	}
}

func (p *parser) errorf(line, col int, format string, args ...any) error {
	return &Error{Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

// next reads one s-expression. At the end of the input it returns io.EOF; in the middle of a
// list an *Error at the list's beginning. After a mistake it goes on after the outermost list in
// which the mistake was.
func (p *parser) next() (SExpr, error) {
	if err := p.recover(); err != nil {
		return SExpr{}, err
	}
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
				p.open = len(open) + 1
				return SExpr{}, &Error{Line: e.Line, Col: e.Col, Msg: fmt.Sprintf("parentheses are nested deeper than %d", MaxNesting)}
			}
			open = append(open, e)
			continue
		case ')':
			if len(open) == 0 {
				p.open = -1
				return SExpr{}, p.errorf(e.Line, e.Col, "unexpected )")
			}
			e = open[len(open)-1]
			open = open[:len(open)-1]
		default:
			if err := p.atom(c, &e); err != nil {
				p.open = len(open)
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

// recover skips what a mistake has left of its list, or the closing parentheses that follow one
// too many.
func (p *parser) recover() error {
	for p.open != 0 {
		c, err := p.skip()
		if err != nil {
			return err
		}
		switch {
		case p.open < 0 && c != ')':
			p.unread(c)
			p.open = 0
		case p.open < 0:
		case c == '(':
			p.open++
		case c == ')':
			p.open--
		case c == '"' || c == '|':
			for d := byte(0); d != c; {
				if d, err = p.read(); err != nil {
					return err
				}
			}
		}
	}
	return nil
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
		e.Kind, e.Bars = Symbol, true
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

// ParseAll reads all s-expressions of a text.
func ParseAll(in io.Reader) ([]SExpr, error) {
	p := newParser(in)
	var all []SExpr
	for {
		e, err := p.next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, e)
	}
}
