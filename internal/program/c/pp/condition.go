package pp

import (
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is one of a condition: intmax_t or uintmax_t (C11 6.10.1p4).
type value struct {
	v        uint64
	unsigned bool
}

func truth(b bool) value {
	if b {
		return value{v: 1}
	}
	return value{}
}

// condition is the value of what #if or #elif says.
func (p *Preprocessor) condition(directive Token) bool {
	prevent := p.prevent
	p.prevent = 0
	c := conditionReader{p: p, directive: directive}
	c.next()
	if c.t.Kind == EOF {
		p.fail(directive.Loc, "", "#%s without a condition", p.Text(directive))
		return false
	}
	v := c.comma(true)
	if p.err == nil && c.t.Kind != EOF {
		c.p.fail(c.at(), "", "%s is left over in the condition", c.text())
	}
	for len(p.ctx) > 0 {
		p.leave()
	}
	p.held = p.held[:0]
	p.prevent = prevent
	return v.v != 0
}

// conditionReader reads a condition by recursive descent. live is false where it is not evaluated.
type conditionReader struct {
	p         *Preprocessor
	directive Token
	t         Token
	depth     int
}

func (c *conditionReader) next() {
	if c.p.err != nil {
		c.t = Token{}
		return
	}
	c.t = c.p.getDirective()
}

// at is where the condition is wrong.
func (c *conditionReader) at() Loc {
	if c.t.Kind == EOF {
		return c.directive.Loc
	}
	return c.t.Exp
}

// text is the token in hand for messages.
func (c *conditionReader) text() string {
	if c.t.Kind == EOF {
		return "the end of the line"
	}
	return c.p.Text(c.t)
}

// accept passes the operator if it comes next.
func (c *conditionReader) accept(op string) bool {
	if c.t.Kind == Punct && c.p.syms.list[c.p.means(c.t)].text == op {
		c.next()
		return true
	}
	return false
}

func (c *conditionReader) comma(live bool) value {
	v := c.choice(live)
	for c.p.err == nil && c.accept(",") {
		v = c.choice(live)
	}
	return v
}

func (c *conditionReader) choice(live bool) value {
	if c.depth++; c.depth > maxNesting {
		c.p.fail(c.at(), "", "a condition nested more than %d deep", maxNesting)
		return value{}
	}
	defer func() { c.depth-- }()
	v := c.binary(0, live)
	if !c.accept("?") {
		return v
	}
	yes := v.v != 0
	a := c.comma(live && yes)
	if !c.accept(":") {
		c.p.fail(c.at(), "", "want : in the condition, not %s", c.text())
		return value{}
	}
	b := c.choice(live && !yes)
	unsigned := a.unsigned || b.unsigned
	if !yes {
		a = b
	}
	a.unsigned = unsigned
	return a
}

// levels are the binary operators, those that bind least first.
var levels = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

func (c *conditionReader) binary(level int, live bool) value {
	if level == len(levels) {
		return c.unary(live)
	}
	l := c.binary(level+1, live)
	for c.p.err == nil && c.t.Kind == Punct {
		op := ""
		text := c.p.syms.list[c.p.means(c.t)].text
		for _, o := range levels[level] {
			if o == text {
				op = o
			}
		}
		if op == "" {
			break
		}
		at := c.t
		c.next()
		right := live && !(op == "||" && l.v != 0) && !(op == "&&" && l.v == 0)
		r := c.binary(level+1, right)
		l = c.apply(at, op, l, r, live)
	}
	return l
}

func (c *conditionReader) apply(at Token, op string, l, r value, live bool) value {
	unsigned := l.unsigned || r.unsigned
	less := int64(l.v) < int64(r.v)
	if unsigned {
		less = l.v < r.v
	}
	switch op {
	case "||":
		return truth(l.v != 0 || r.v != 0)
	case "&&":
		return truth(l.v != 0 && r.v != 0)
	case "==":
		return truth(l.v == r.v)
	case "!=":
		return truth(l.v != r.v)
	case "<":
		return truth(less)
	case ">=":
		return truth(!less)
	case ">":
		return truth(!less && l.v != r.v)
	case "<=":
		return truth(less || l.v == r.v)
	case "<<", ">>":
		return shift(op == "<<", l, r)
	case "/", "%":
		if r.v == 0 {
			if live && c.p.err == nil {
				c.p.fail(at.Exp, "", "division by zero in a condition")
			}
			return value{unsigned: unsigned}
		}
		return value{divide(op == "/", unsigned, l.v, r.v), unsigned}
	}
	v := value{unsigned: unsigned}
	switch op {
	case "|":
		v.v = l.v | r.v
	case "^":
		v.v = l.v ^ r.v
	case "&":
		v.v = l.v & r.v
	case "+":
		v.v = l.v + r.v
	case "-":
		v.v = l.v - r.v
	case "*":
		v.v = l.v * r.v
	}
	return v
}

// shift is as in gcc, where a negative count shifts the other way.
func shift(left bool, l, r value) value {
	n := r.v
	if !r.unsigned && int64(r.v) < 0 {
		left, n = !left, -r.v
	}
	switch {
	case left:
		l.v <<= n
	case l.unsigned:
		l.v >>= n
	default:
		l.v = uint64(int64(l.v) >> min(n, 63))
	}
	return l
}

func divide(quotient, unsigned bool, l, r uint64) uint64 {
	switch {
	case unsigned && quotient:
		return l / r
	case unsigned:
		return l % r
	case r == 1<<64-1 && quotient:
		return -l
	case r == 1<<64-1:
		return 0
	case quotient:
		return uint64(int64(l) / int64(r))
	}
	return uint64(int64(l) % int64(r))
}

func (c *conditionReader) unary(live bool) value {
	if c.depth++; c.depth > maxNesting {
		c.p.fail(c.at(), "", "a condition nested more than %d deep", maxNesting)
		return value{}
	}
	defer func() { c.depth-- }()
	switch {
	case c.accept("!"):
		return truth(c.unary(live).v == 0)
	case c.accept("~"):
		v := c.unary(live)
		v.v = ^v.v
		return v
	case c.accept("-"):
		v := c.unary(live)
		v.v = -v.v
		return v
	case c.accept("+"):
		return c.unary(live)
	case c.accept("("):
		v := c.comma(live)
		if c.p.err == nil && !c.accept(")") {
			c.p.fail(c.at(), "", "want ) in the condition, not %s", c.text())
		}
		return v
	}
	return c.primary()
}

func (c *conditionReader) primary() value {
	p, v, ok := c.p, value{}, true
	switch c.t.Kind {
	case Number:
		v, ok = number(p.Text(c.t))
		if !ok {
			c.p.fail(c.at(), "", "%s is not an integer constant, in a condition", c.text())
		}
	case Char:
		v, ok = p.character(p.Text(c.t))
		if !ok {
			c.p.fail(c.at(), "", "%s is not a character constant, in a condition", c.text())
		}
	case Ident:
		switch m := p.means(c.t); {
		case m == symDefined:
			v = c.definedOperator()
		case p.syms.list[m].poisoned:
			c.p.fail(c.at(), "", "%s has been poisoned with #pragma GCC poison", c.text())
		}
	default:
		c.p.fail(c.at(), "", "want an integer in the condition, not %s", c.text())
	}
	if p.err == nil {
		c.next()
	}
	return v
}

// definedOperator reads defined X or defined(X), up to its last token.
func (c *conditionReader) definedOperator() value {
	p := c.p
	p.prevent++
	defer func() { p.prevent-- }()
	name := p.getDirective()
	brackets := p.is(name, symOpen)
	if brackets {
		name = p.getDirective()
	}
	if name.Kind != Ident {
		c.p.fail(c.at(), "", "defined without the name of a macro")
		return value{}
	}
	if brackets && !p.is(p.getDirective(), symClose) {
		c.p.fail(c.at(), "", ") is missing behind defined")
		return value{}
	}
	m := p.syms.list[p.means(name)].macro
	return truth(m != nil)
}

// number is the value of an integer constant.
func number(text string) (value, bool) {
	s := strings.ToLower(text)
	digits := strings.TrimRight(s, "ul")
	if strings.HasPrefix(s, "0x") && digits == "0x" {
		return value{}, false
	}
	suffix := s[len(digits):]
	base := 10
	switch {
	case strings.HasPrefix(digits, "0x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(digits, "0b"):
		base, digits = 2, digits[2:]
	case len(digits) > 1 && digits[0] == '0':
		base, digits = 8, digits[1:]
	}
	switch suffix {
	case "", "u", "l", "ul", "lu", "ll", "ull", "llu":
	default:
		return value{}, false
	}
	if strings.Contains(digits, "_") || digits == "" || digits[0] == '+' || digits[0] == '-' {
		return value{}, false
	}
	v, err := strconv.ParseUint(digits, base, 64)
	if err != nil {
		n, ok := new(big.Int).SetString(digits, base)
		if !ok {
			return value{}, false
		}
		v = new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1)).Uint64() // gcc warns
	}
	return value{v, strings.Contains(suffix, "u") || int64(v) < 0 && base != 10 || int64(v) < 0}, true
}

// character is the value of a character constant: of several characters, that of an int to the base 256.
func (p *Preprocessor) character(text string) (value, bool) {
	q := strings.IndexByte(text, '\'')
	prefix, body := text[:q], text[q+1:len(text)-1]
	width, unsigned := 8, p.cfg.UnsignedChar
	switch prefix {
	case "L":
		width, unsigned = p.cfg.WideChar.Bits, p.cfg.WideChar.Unsigned
	case "u":
		width, unsigned = 16, true
	case "U":
		width, unsigned = 32, true
	}
	codes, ok := unescape(body, width)
	if !ok || len(codes) == 0 {
		return value{}, false
	}
	if prefix != "" { // the last one counts
		return value{extend(codes[len(codes)-1], width, unsigned), unsigned}, true
	}
	if len(codes) == 1 {
		return value{extend(codes[0], 8, unsigned), unsigned}, true
	}
	v := uint64(0)
	for _, c := range codes {
		v = v<<8 | c&0xff
	}
	return value{extend(v, 32, false), false}, true
}

func extend(v uint64, bits int, unsigned bool) uint64 {
	if unsigned {
		return v & (1<<bits - 1)
	}
	return uint64(int64(v<<(64-bits)) >> (64 - bits))
}

// simpleEscapes are those of one character.
var simpleEscapes = map[byte]uint64{'n': 10, 't': 9, 'r': 13, 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27, 'E': 27, '\\': '\\', '\'': '\'', '"': '"', '?': '?'}

// unescape is the codes of what stands between the quotes of a literal, in UTF-8, UTF-16 or UTF-32 by the width of its characters.
func unescape(body string, width int) (codes []uint64, ok bool) {
	text := func(r rune) {
		switch {
		case width == 8:
			for _, c := range []byte(string(r)) {
				codes = append(codes, uint64(c))
			}
		case width == 16 && r > 0xffff:
			codes = append(codes, 0xd800+uint64(r-0x10000)>>10, 0xdc00+uint64(r)&0x3ff)
		default:
			codes = append(codes, uint64(r))
		}
	}
	for len(body) > 0 {
		if body[0] != '\\' {
			r, n := utf8.DecodeRuneInString(body)
			if r == utf8.RuneError && n == 1 {
				codes = append(codes, uint64(body[0]))
			} else {
				text(r)
			}
			body = body[n:]
			continue
		}
		if len(body) < 2 {
			return nil, false
		}
		c := body[1]
		body = body[2:]
		digits, base := 0, 16
		switch {
		case c >= '0' && c <= '7':
			digits, base, body = 3, 8, string(c)+body
		case c == 'x':
			digits = len(body)
		case c == 'u':
			digits = 4
		case c == 'U':
			digits = 8
		default:
			v, known := simpleEscapes[c]
			if !known {
				v = uint64(c) // gcc warns
			}
			codes = append(codes, v)
			continue
		}
		v, n := uint64(0), 0
		for ; n < digits && n < len(body); n++ {
			d := strings.IndexByte("0123456789abcdef", body[n]|0x20)
			if d < 0 || d >= base || body[n] < '0' {
				break
			}
			v = v*uint64(base) + uint64(d)
		}
		if n == 0 {
			return nil, false
		}
		body = body[n:]
		if c == 'u' || c == 'U' {
			text(rune(v))
		} else {
			codes = append(codes, v&(1<<width-1))
		}
	}
	return codes, true
}

// unquote is the text of a string literal.
func unquote(literal string) (string, bool) {
	q := strings.IndexByte(literal, '"')
	codes, ok := unescape(literal[q+1:len(literal)-1], 8)
	b := make([]byte, len(codes))
	for i, c := range codes {
		b[i] = byte(c)
	}
	return string(b), ok
}
