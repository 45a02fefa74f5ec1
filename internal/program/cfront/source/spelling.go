package source

import "bytes"

var (
	byteOrderMark = []byte("\xEF\xBB\xBF")
	digraphs      = map[[2]byte]byte{
		{'<', ':'}: '[', {':', '>'}: ']', {'<', '%'}: '{', {'%', '>'}: '}', {'%', ':'}: '#',
	}
)

// respell leaves a byte order mark out and spells digraphs (C11 6.4.6), which cc does not know, as
// the tokens that they stand for, followed by spaces. at tells where, by offsets in the result.
func respell(text []byte) (out []byte, at map[int]string) {
	text = bytes.TrimPrefix(text, byteOrderMark)
	if !bytes.Contains(text, []byte("<:")) && !bytes.Contains(text, []byte("<%")) &&
		!bytes.Contains(text, []byte("%:")) && !bytes.Contains(text, []byte("%>")) && !bytes.Contains(text, []byte(":>")) {
		return text, nil
	}
	at = map[int]string{}
	out = text
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
			if len(at) == 0 {
				out = bytes.Clone(text)
			}
			if bytes.HasPrefix(text[i:], []byte("%:%:")) {
				at[i] = "%:%:"
				copy(out[i:], "##  ")
			} else {
				at[i] = string(text[i : i+2])
				out[i], out[i+1] = digraphs[[2]byte{c, text[i+1]}], ' '
			}
			i += len(at[i])
		default:
			i++
		}
	}
	return out, at
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
