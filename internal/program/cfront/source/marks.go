package source

import (
	"bytes"
	"unicode/utf8"
)

// Marks are characters that no text has (Unicode's noncharacters). In a literal they stand for nothing; rewrite leaves them in literals
// that it spells in another way than the program does.
const (
	Char16 = "\U0010FFF0" // begins a literal L"" or L'' that was written with u, or a part of one
	Char32 = "\U0010FFF1" // with U
	closed = "\U0010FFF4" // ends a literal whose last escape would take in more digits
)

// IsMark tells whether a character of a literal stands for nothing.
func IsMark(r rune) bool { return r >= 0x10fff0 && r <= 0x10fffc }

// markIn is the offset of the first mark in a text, -1 if there is none.
func markIn(text []byte) int {
	for i := 0; ; {
		n := bytes.Index(text[i:], []byte(Char16[:3]))
		if n < 0 {
			return -1
		}
		i += n
		if r, _ := utf8.DecodeRune(text[i:]); IsMark(r) {
			return i
		}
		i++
	}
}
