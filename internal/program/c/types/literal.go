package types

import (
	"errors"
	"math/big"
	"strings"
	"unicode/utf8"
)

// IntLiteral is the value and the type of an integer constant, C11 6.4.4.1. imaginary tells that it has GNU's suffix i
// or j.
func (tt *Table) IntLiteral(text string) (v Integer, t *Type, imaginary bool, err error) {
	digits, base := strings.ReplaceAll(text, "'", ""), 10
	switch {
	case len(digits) > 2 && (digits[1] == 'x' || digits[1] == 'X'):
		digits, base = digits[2:], 16
	case len(digits) > 2 && (digits[1] == 'b' || digits[1] == 'B'):
		digits, base = digits[2:], 2
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	}
	n := len(digits)
	for n > 0 && !isDigit(digits[n-1], base) {
		n--
	}
	suffix := strings.ToLower(digits[n:])
	digits = digits[:n]
	b, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return Integer{}, nil, false, errors.New("no integer constant: " + text)
	}
	if i := strings.IndexAny(suffix, "ij"); i >= 0 {
		imaginary, suffix = true, suffix[:i]+suffix[i+1:]
	}
	unsigned := strings.Contains(suffix, "u")
	if suffix == "wb" || suffix == "uwb" || suffix == "wbu" {
		width := int64(max(b.BitLen(), 1))
		if !unsigned {
			width++
		}
		t, err := tt.BitInt(width, !unsigned)
		return BigInt(b), t, imaginary, err
	}
	from := map[string]Kind{"": Int, "l": Long, "ll": LongLong}
	first, ok := from[strings.Replace(suffix, "u", "", 1)]
	if !ok {
		return Integer{}, nil, false, errors.New("suffix " + digits[n:] + " of an integer constant is unknown")
	}
	if b.BitLen() > 64 { // what gcc cuts off
		return Integer{}, nil, false, errors.New("integer constant is too large: " + text)
	}
	v = BigInt(b)
	last := Int128
	if tt.Machine.PtrBits() < 64 { // which have no larger type
		last = LongLong
	}
	for k := first; k <= last; k += 2 {
		if !unsigned && b.Cmp(tt.Max(tt.Basic(k)).Big(false)) <= 0 {
			return v, tt.Basic(k), imaginary, nil
		}
		if (unsigned || base != 10) && b.Cmp(tt.Max(tt.Basic(k+1)).Big(false)) <= 0 {
			return v, tt.Basic(k + 1), imaginary, nil
		}
	}
	t = tt.Basic(LongLong)
	return tt.Wrap(t, v), t, imaginary, nil // as gcc has it
}

func isDigit(c byte, base int) bool {
	switch {
	case c >= '0' && c <= '9':
		return true
	case c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F':
		return base == 16
	}
	return false
}

// FloatLiteral is the value and the type of a floating constant, rounded to that type.
func (tt *Table) FloatLiteral(text string) (v Real, t *Type, imaginary bool, err error) {
	digits := strings.ReplaceAll(text, "'", "")
	hex := strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X")
	// The suffix begins after the last digit that belongs to the number.
	n := 0
	seenExp := false
	if hex {
		n = 2
	}
	for ; n < len(digits); n++ {
		c := digits[n]
		switch {
		case c >= '0' && c <= '9' || c == '.':
			continue
		case hex && !seenExp && isDigit(c, 16):
			continue
		case !seenExp && (!hex && (c == 'e' || c == 'E') || hex && (c == 'p' || c == 'P')):
			seenExp = true
			if n+1 < len(digits) && (digits[n+1] == '+' || digits[n+1] == '-') {
				n++
			}
			continue
		}
		break
	}
	suffix := strings.ToLower(digits[n:])
	digits = digits[:n]
	if i := strings.IndexAny(suffix, "ij"); i >= 0 {
		imaginary, suffix = true, suffix[:i]+suffix[i+1:]
	}
	kind, ok := map[string]Kind{"": Double, "f": Float, "l": LongDouble, "q": Float128, "w": LongDouble, "f16": Float16, "f32": Float32,
		"f64": Float64, "f128": Float128, "f32x": Float32x, "f64x": Float64x}[suffix]
	if !ok {
		return Real{}, nil, false, errors.New("suffix " + suffix + " of a floating constant is unknown")
	}
	if hex && strings.HasPrefix(digits[2:], ".") {
		digits = "0x0" + digits[2:]
	}
	// The number is read with so many bits that rounding it again errs only for numbers of hundreds of digits.
	f, _, err := big.ParseFloat(digits, 0, 1200, big.ToNearestEven)
	if err != nil {
		return Real{}, nil, false, errors.New("no floating constant: " + text)
	}
	return tt.Round(tt.Basic(kind), Real{X: f}), tt.Basic(kind), imaginary, nil
}

// CharLiteral is the value and the type of a character constant.
func (tt *Table) CharLiteral(text string) (v Integer, t *Type, err error) {
	elem, units, err := tt.units(text, '\'')
	if err != nil {
		return Integer{}, nil, err
	}
	if len(units) == 0 {
		return Integer{}, nil, errors.New("empty character constant")
	}
	if elem.Kind != Char {
		v = tt.Wrap(elem, UintOf(uint64(units[len(units)-1])))
		return v, elem, nil
	}
	in := tt.Basic(Int)
	if strings.HasPrefix(text, "u8") { // C23
		char8 := tt.Basic(UChar)
		return tt.Wrap(char8, UintOf(uint64(units[len(units)-1]))), char8, nil
	}
	if len(units) == 1 {
		return tt.Wrap(elem, UintOf(uint64(units[0]))), in, nil
	}
	for _, u := range units { // as GCC packs them
		v = v.Shl(8).Or(UintOf(uint64(u & 0xff)))
	}
	return tt.Wrap(in, v), in, nil
}

// StringLiteral is what adjacent string literals are together: the type of the elements, and the elements, without
// the 0 at the end.
func (tt *Table) StringLiteral(parts []string) (elem *Type, units []uint32, err error) {
	prefix := ""
	for _, p := range parts {
		if i := strings.IndexByte(p, '"'); i > 0 && p[:i] != "R" {
			prefix = p[:i]
		}
	}
	for _, p := range parts {
		e, u, err := tt.units(prefix+p[strings.IndexByte(p, '"'):], '"')
		if err != nil {
			return nil, nil, err
		}
		elem, units = e, append(units, u...)
	}
	return elem, units, nil
}

// units are the elements of a character constant or a string literal.
func (tt *Table) units(text string, quote byte) (elem *Type, units []uint32, err error) {
	i := strings.IndexByte(text, quote)
	if i < 0 || len(text) < i+2 || text[len(text)-1] != quote {
		return nil, nil, errors.New("no literal: " + text)
	}
	elem = tt.Basic(Char)
	switch text[:i] {
	case "L":
		elem = tt.Wchar
	case "u":
		elem = tt.Char16
	case "U":
		elem = tt.Char32
	}
	size := elem.SizeOf()
	mask := uint64(1)<<(8*size) - 1
	for s := text[i+1 : len(text)-1]; s != ""; {
		if s[0] != '\\' {
			if size == 1 {
				units, s = append(units, uint32(s[0])), s[1:]
				continue
			}
			r, n := utf8.DecodeRuneInString(s)
			units, s = appendRune(units, r, size), s[n:]
			continue
		}
		v, universal, rest, err := escape(s)
		if err != nil {
			return nil, nil, err
		}
		s = rest
		if universal {
			units = appendRune(units, rune(v), size)
		} else {
			units = append(units, uint32(v&mask))
		}
	}
	return elem, units, nil
}

// appendRune appends a character in UTF-8, UTF-16 or UTF-32, by the size of the elements.
func appendRune(units []uint32, r rune, size int64) []uint32 {
	switch {
	case size == 1:
		for _, b := range []byte(string(r)) {
			units = append(units, uint32(b))
		}
		return units
	case size == 2 && r > 0xffff:
		r -= 0x10000
		return append(units, 0xd800+uint32(r>>10), 0xdc00+uint32(r&0x3ff))
	}
	return append(units, uint32(r))
}

var simpleEscapes = map[byte]uint64{'n': 10, 't': 9, 'r': 13, 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27, 'E': 27,
	'\\': '\\', '\'': '\'', '"': '"', '?': '?'}

// escape reads the escape sequence that s begins with.
func escape(s string) (v uint64, universal bool, rest string, err error) {
	if len(s) < 2 {
		return 0, false, "", errors.New("a backslash ends a literal")
	}
	c := s[1]
	switch {
	case c >= '0' && c <= '7':
		n := 1
		for ; n < len(s) && n < 4 && s[n] >= '0' && s[n] <= '7'; n++ {
			v = v*8 + uint64(s[n]-'0')
		}
		return v, false, s[n:], nil
	case c == 'x' || c == 'u' || c == 'U':
		most := map[byte]int{'x': len(s), 'u': 6, 'U': 10}[c]
		n := 2
		for ; n < len(s) && n < most && isDigit(s[n], 16); n++ {
			d := uint64(s[n] - '0')
			if s[n] > '9' {
				d = uint64(s[n]|0x20-'a') + 10
			}
			v = v<<4 | d
		}
		if n == 2 {
			return 0, false, "", errors.New("an escape sequence has no digits")
		}
		return v, c != 'x', s[n:], nil
	}
	if v, ok := simpleEscapes[c]; ok {
		return v, false, s[2:], nil
	}
	return uint64(c), false, s[2:], nil // as GCC, with a warning
}
