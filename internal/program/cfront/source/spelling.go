package source

import "bytes"

var (
	byteOrderMark = []byte("\xEF\xBB\xBF")
	digraphs      = map[[2]byte]byte{
		{'<', ':'}: '[', {':', '>'}: ']', {'<', '%'}: '{', {'%', '>'}: '}', {'%', ':'}: '#',
	}
)

// respell leaves a byte order mark out and spells digraphs (C11 6.4.6), which cc does not know, as
// the tokens that they stand for, followed by a space. That they look different as the operand of #
// is lost.
func respell(text []byte) []byte {
	text = bytes.TrimPrefix(text, byteOrderMark)
	if !bytes.Contains(text, []byte("<:")) && !bytes.Contains(text, []byte("<%")) &&
		!bytes.Contains(text, []byte("%:")) && !bytes.Contains(text, []byte("%>")) && !bytes.Contains(text, []byte(":>")) {
		return text
	}
	var out []byte // nil until something is respelled
	for i := 0; i+1 < len(text); {
		switch c := text[i]; {
		case c == '/' && text[i+1] == '/':
			i = skipLine(text, i)
		case c == '/' && text[i+1] == '*':
			end := bytes.Index(text[i+2:], []byte("*/"))
			if end < 0 {
				i = len(text)
			} else {
				i += end + 4
			}
		case c == '"' || c == '\'':
			i = skipLiteral(text, i)
		case digraphs[[2]byte{c, text[i+1]}] != 0:
			if out == nil {
				out = bytes.Clone(text)
			}
			if bytes.HasPrefix(text[i:], []byte("%:%:")) {
				copy(out[i:], "##  ")
				i += 4
			} else {
				out[i], out[i+1] = digraphs[[2]byte{c, text[i+1]}], ' '
				i += 2
			}
		default:
			i++
		}
	}
	if out == nil {
		return text
	}
	return out
}

// skipLine is the end of the line that i is in, which a backslash continues.
func skipLine(text []byte, i int) int {
	for ; i < len(text) && text[i] != '\n'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i
}

// skipLiteral is the end of the string or character literal that begins at i; one that is not
// terminated ends with its line.
func skipLiteral(text []byte, i int) int {
	quote := text[i]
	for i++; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case quote:
			return i + 1
		case '\\':
			i++
		}
	}
	return i
}
