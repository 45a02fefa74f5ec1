package source

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Marks are characters that no text has (Unicode's noncharacters). The text pass leaves them in
// tokens that it spells in another way than the program does, so that the operator #, which gives
// the program's spelling, can be given its meaning. In a literal they stand for nothing.
const (
	Char16 = "\U0010FFF0" // begins a literal L"" or L'' that was written with u, or a part of one
	Char32 = "\U0010FFF1" // with U
	char8  = "\U0010FFF2" // begins a literal that was written u8""
	joined = "\U0010FFF3" // begins a literal that was written without a prefix, and has one
	closed = "\U0010FFF4" // ends a literal whose last escape would take in more digits
)

// A digraph becomes its mark, a macro that expands to the token with the mark behind it. So # finds
// the mark alone in an argument as it was written, and the token with it in an expanded one.
var digraphMarks = []struct{ digraph, token, mark string }{
	{"<:", "[", "\U0010FFF5"},
	{":>", "]", "\U0010FFF6"},
	{"<%", "{", "\U0010FFF7"},
	{"%>", "}", "\U0010FFF8"},
	{"%:", "#", "\U0010FFF9"},
	{"%:%:", "##", "\U0010FFFA"},
}

// markOf is the mark of a digraph.
func markOf(digraph string) string {
	for _, d := range digraphMarks {
		if d.digraph == digraph {
			return d.mark
		}
	}
	return ""
}

// pasted are the operators that ## can make of two tokens. cc takes the result for the first one,
// unless it is a macro.
const pasted = "++ -- -> << >> <= >= == != && || += -= *= /= %= &= |= ^= <<= >>="

// spellings are the macros that serve the preprocessor of cc: the operators that ## makes, each
// expanding to itself, and the marks of digraphs.
var spellings = func() string {
	var b strings.Builder
	for _, op := range strings.Fields(pasted) {
		fmt.Fprintf(&b, "#define %s %s\n", op, op)
	}
	for _, d := range digraphMarks {
		fmt.Fprintf(&b, "#define %s %s ## %s\n", d.mark, d.token[:1], d.mark)
	}
	return b.String()
}()

// written undoes, in a text that # has made, what the text pass did to the tokens in it.
var written = func() *strings.Replacer {
	pairs := []string{
		`L\"` + joined + Char16, `\"`, `L\"` + joined + Char32, `\"`, `L\"` + joined, `\"`,
		`L\"` + Char16, `u\"`, `L\"` + Char32, `U\"`, `L'` + Char16, `u'`, `L'` + Char32, `U'`, `\"` + char8, `u8\"`,
	}
	for _, d := range digraphMarks {
		pairs = append(pairs, d.token[:1]+d.mark, d.digraph, d.mark, d.digraph)
	}
	return strings.NewReplacer(pairs...)
}()

// Written gives what stands between the quotes of a literal without a prefix as the program spells
// it. Marks may be left, see IsMark.
func Written(body string) string {
	if !strings.Contains(body, Char16[:3]) {
		return body
	}
	return written.Replace(body)
}

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
