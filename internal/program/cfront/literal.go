package cfront

import (
	"math/big"
	"strings"
	"unicode/utf8"

	"modernc.org/cc/v4"

	"craig/internal/program/cfront/source"
	"craig/logic/num"
)

// integerLiteral is the value and the type of an integer constant, C11 6.4.4.1; ok is false if it
// is none, or too large.
func (tt *typeTable) integerLiteral(text string) (v num.Int, t *ctype, ok bool) {
	digits := strings.ToLower(text)
	cut := len(digits)
	for cut > 0 && strings.IndexByte("ul", digits[cut-1]) >= 0 {
		cut--
	}
	digits, suffix := digits[:cut], digits[cut:]
	unsignedOnly := strings.Contains(suffix, "u")
	least := map[string]int{"": 0, "l": 1, "ll": 2}
	first, known := least[strings.Replace(suffix, "u", "", 1)]
	base := 10
	switch {
	case strings.HasPrefix(digits, "0x"):
		digits, base = digits[2:], 16
	case strings.HasPrefix(digits, "0b"):
		digits, base = digits[2:], 2
	case strings.HasPrefix(digits, "0"):
		base = 8
	}
	b, isNumber := new(big.Int).SetString(digits, base)
	if !known || !isNumber || strings.Contains(digits, "_") {
		return num.Int{}, nil, false
	}
	v = num.FromBig(b)
	for _, pair := range [][2]*ctype{{tt.intT, tt.uint}, {tt.long, tt.ulong}, {tt.llong, tt.ullong}}[first:] {
		if s := pair[0]; !unsignedOnly && s.ir().Fits(v) {
			return v, s, true
		}
		if u := pair[1]; (unsignedOnly || base != 10) && u.ir().Fits(v) {
			return v, u, true
		}
	}
	switch { // a decimal one that needs the last bit: as GCC has it
	case !tt.ullong.ir().Fits(v):
		return num.Int{}, nil, false
	case tt.ptrBits == 64:
		return v, tt.int128, true
	}
	return tt.llong.ir().Wrap(v), tt.llong, true
}

// charLiteral is the value and the type of a character constant. One of several characters is a
// number to the base 256 that wraps; of a wide one the last character counts.
func (tt *typeTable) charLiteral(text string) (v num.Int, t *ctype, ok bool) {
	enc, body := tt.encoding(text, '\'')
	codes, ok := enc.decode(body)
	if !ok || len(codes) == 0 {
		return num.Int{}, nil, false
	}
	if enc.elem != tt.char {
		last := num.I(codes[len(codes)-1])
		return enc.elem.ir().Wrap(last), enc.elem, true
	}
	if len(codes) == 1 {
		return tt.char.ir().Wrap(num.I(codes[0])), tt.intT, true
	}
	var n int32
	for _, c := range codes {
		n = n<<8 | int32(uint8(c))
	}
	return tt.intT.ir().Wrap(num.I(int64(n))), tt.intT, true
}

// encoding is how the characters of a literal are encoded.
type encoding struct {
	elem *ctype
	bits uint8 // of a code unit
}

// encoding finds the prefix of a literal, and gives what stands between its quotes.
func (tt *typeTable) encoding(text string, quote byte) (encoding, string) {
	enc := encoding{tt.char, 8}
	i := strings.IndexByte(text, quote)
	j := strings.LastIndexByte(text, quote)
	if i < 0 || j <= i {
		return enc, ""
	}
	body := text[i+1 : j]
	switch {
	case i == 0:
	case strings.Contains(body, source.Char16):
		enc = encoding{tt.char16, 16}
	case strings.Contains(body, source.Char32):
		enc = encoding{tt.char32, 32}
	default:
		enc = encoding{tt.wchar, tt.wchar.bits}
	}
	return enc, body
}

var simpleEscapes = map[byte]int64{
	'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', 'e': 27, 'E': 27,
	'\\': '\\', '\'': '\'', '"': '"', '?': '?',
}

// decode gives the code units of the inside of a literal.
func (enc encoding) decode(s string) (codes []int64, ok bool) {
	number := func(i, most, base int) (v int64, next int) {
		for next = i; next < len(s) && next < i+most; next++ {
			d := strings.IndexByte("0123456789abcdef", s[next]|0x20)
			if d < 0 || d >= base {
				break
			}
			v = v*int64(base) + int64(d)
			v &= 1<<enc.bits - 1
		}
		return v, next
	}
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			r, n := utf8.DecodeRuneInString(s[i:])
			if source.IsMark(r) {
				i += n
				continue
			}
			if enc.bits == 8 || r == utf8.RuneError && n == 1 {
				codes, i = append(codes, int64(s[i])), i+1
				continue
			}
			codes, i = enc.character(codes, r), i+n
			continue
		}
		if i++; i == len(s) {
			return nil, false
		}
		c := s[i]
		switch v, simple := simpleEscapes[c]; {
		case simple:
			codes, i = append(codes, v), i+1
		case c == 'x':
			v, next := number(i+1, len(s), 16)
			if next == i+1 {
				return nil, false
			}
			codes, i = append(codes, v), next
		case c == 'u' || c == 'U':
			digits := map[byte]int{'u': 4, 'U': 8}[c]
			if i+1+digits > len(s) {
				return nil, false
			}
			v, ok := new(big.Int).SetString(s[i+1:i+1+digits], 16)
			if !ok {
				return nil, false
			}
			codes, i = enc.character(codes, rune(v.Int64())), i+1+digits
		case c >= '0' && c <= '7':
			v, next := number(i, 3, 8)
			codes, i = append(codes, v), next
		case c == '\n':
			i++
		default: // GCC: the character itself
			codes, i = append(codes, int64(c)), i+1
		}
	}
	return codes, true
}

// character appends the code units of a character: UTF-8, UTF-16 or UTF-32.
func (enc encoding) character(codes []int64, r rune) []int64 {
	switch {
	case enc.bits == 8:
		for _, b := range []byte(string(r)) {
			codes = append(codes, int64(b))
		}
	case enc.bits == 16 && r > 0xffff:
		r -= 0x10000
		codes = append(codes, int64(0xd800+r>>10), int64(0xdc00+r&0x3ff))
	default:
		codes = append(codes, int64(r))
	}
	return codes
}

// text is textLiteral of a literal that C has.
func (r *reader) text(x *cc.PrimaryExpression) (codes []int64, elem *ctype) {
	codes, elem, ok := r.types.textLiteral(x)
	if !ok {
		r.fail(r.pos(x), "", "a string literal that C does not have")
	}
	return codes, elem
}

// textLiteral is the code units of a string literal, with the final zero, and the type of its
// elements.
func (tt *typeTable) textLiteral(x *cc.PrimaryExpression) (codes []int64, elem *ctype, ok bool) {
	enc, body := tt.encoding(x.Token.SrcStr(), '"')
	codes, ok = enc.decode(body)
	if enc.elem == tt.char {
		for i, c := range codes {
			codes[i], _ = tt.char.ir().Wrap(num.I(c)).Int64()
		}
	}
	return append(codes, 0), enc.elem, ok
}

// plainText is the text of a string literal of ordinary characters.
func plainText(x *cc.PrimaryExpression) string {
	codes, _ := encoding{bits: 8}.decode(strings.Trim(x.Token.SrcStr(), `"`))
	text := make([]byte, len(codes))
	for i, c := range codes {
		text[i] = byte(c)
	}
	return string(text)
}

// floatingType is the type of a floating constant, by its suffix.
func (tt *typeTable) floatingType(text string) *ctype {
	_, suffix := floatingSuffix(text)
	t, ok := map[string]*ctype{
		"": tt.double, "f": tt.float, "l": tt.ldouble, "f32": tt.float, "f64": tt.double, "f32x": tt.double,
		"f64x": tt.ldouble, "w": tt.ldouble, "f128": tt.float128, "q": tt.float128, "d": tt.double,
	}[suffix]
	switch {
	case ok:
		return t
	case suffix == "df":
		return tt.oddFloat(4)
	case suffix == "dd":
		return tt.oddFloat(8)
	case suffix == "dl":
		return tt.oddFloat(16)
	case suffix == "f16":
		return tt.oddFloat(2)
	case strings.ContainsAny(suffix, "ij"):
		return tt.complex(tt.floatingType("1.0" + strings.Trim(suffix, "ij")))
	}
	return tt.double
}

// floatingSuffix cuts a floating constant in its number and its suffix, in small letters.
func floatingSuffix(text string) (digits, suffix string) {
	s := strings.ToLower(text)
	for _, end := range []string{"f128x", "f32x", "f64x", "f128", "f16", "f32", "f64"} {
		if d, ok := strings.CutSuffix(s, end); ok && !strings.HasPrefix(s, "0x") {
			return d, end
		}
	}
	cut := len(s)
	hex := strings.HasPrefix(s, "0x")
	for cut > 0 && strings.IndexByte("fldqwij", s[cut-1]) >= 0 && !(hex && !strings.Contains(s[:cut], "p")) {
		cut--
	}
	return s[:cut], s[cut:]
}
