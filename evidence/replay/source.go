package replay

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"craig/program/ir"
)

// source is a C file that is being edited. Edits keep the lines, so that messages about the copy
// speak of the original.
type source struct {
	name  string
	text  []byte
	lines map[ir.Pos]int // the offset of each line; Col is 0
	edits []edit
	head  []byte // declarations in front
}

// edit replaces length bytes at an offset.
type edit struct {
	at, length int
	text       string
}

var lineMarker = regexp.MustCompile(`^[ \t]*#[ \t]*(?:line[ \t]+)?([0-9]+)[ \t]+"([^"\n]*)"`)

// newSource finds the lines of a file, by what its line markers call them.
func newSource(name string, text []byte) *source {
	s := &source{name: name, text: text, lines: map[ir.Pos]int{}}
	file, line := name, 1
	for at := 0; at < len(text); {
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if m := lineMarker.FindSubmatch(text[at:end]); m != nil {
			file = string(m[2])
			line, _ = strconv.Atoi(string(m[1]))
		} else {
			pos := ir.Pos{File: file, Line: line}
			if _, seen := s.lines[pos]; !seen {
				s.lines[pos] = at
			}
			line++
		}
		at = end
	}
	return s
}

// at is the offset of a position.
func (s *source) at(pos ir.Pos) (int, bool) {
	start, ok := s.lines[ir.Pos{File: pos.File, Line: pos.Line}]
	if !ok || pos.Col < 1 || start+pos.Col-1 >= len(s.text) {
		return 0, false
	}
	return start + pos.Col - 1, true
}

func letter(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// word is the identifier at an offset; "" if none begins there.
func (s *source) word(at int) string {
	if at > 0 && letter(s.text[at-1]) {
		return ""
	}
	end := at
	for end < len(s.text) && letter(s.text[end]) {
		end++
	}
	return string(s.text[at:end])
}

// before is the last word or character in front of an offset, white space aside.
func (s *source) before(at int) string {
	for at > 0 && bytes.IndexByte([]byte(" \t\r\n"), s.text[at-1]) >= 0 {
		at--
	}
	start := at
	for start > 0 && letter(s.text[start-1]) {
		start--
	}
	if start == at && at > 0 {
		start--
	}
	return string(s.text[start:at])
}

// skip is the offset of the next token: behind white space and comments.
func (s *source) skip(at int) int {
	for at < len(s.text) {
		rest := s.text[at:]
		switch {
		case bytes.IndexByte([]byte(" \t\r\n\\"), rest[0]) >= 0:
			at++
		case bytes.HasPrefix(rest, []byte("//")):
			at += lengthTo(rest, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			at += 2 + lengthTo(rest[2:], "*/")
		default:
			return at
		}
	}
	return at
}

// lengthTo is the length of text up to the end of the mark, or of the text.
func lengthTo(text []byte, mark string) int {
	if i := bytes.Index(text, []byte(mark)); i >= 0 {
		return i + len(mark)
	}
	return len(text)
}

// find is the offset of the first token of one of the given characters that is not in parentheses
// that open behind at; ok is false if the surrounding ones close before.
func (s *source) find(at int, chars string) (_ int, ok bool) {
	depth := 0
	for at = s.skip(at); at < len(s.text); at = s.skip(at + 1) {
		switch c := s.text[at]; {
		case depth == 0 && bytes.IndexByte([]byte(chars), c) >= 0:
			return at, true
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth < 0 {
				return 0, false
			}
		case c == '"' || c == '\'':
			for at++; at < len(s.text) && s.text[at] != c; at++ {
				if s.text[at] == '\\' {
					at++
				}
			}
		}
	}
	return 0, false
}

func (s *source) edit(at, length int, text string) { s.edits = append(s.edits, edit{at, length, text}) }

// edited is the copy.
func (s *source) edited() []byte {
	var b bytes.Buffer
	if len(s.head) > 0 {
		b.Write(s.head)
		b.WriteString("\n#line 1 " + strconv.Quote(filepath.ToSlash(s.name)) + "\n")
	}
	edits := slices.Clone(s.edits)
	slices.SortStableFunc(edits, func(x, y edit) int { return x.at - y.at })
	at := 0
	for _, e := range edits {
		if e.at < at {
			continue // inside what another edit has replaced
		}
		b.Write(s.text[at:e.at])
		b.WriteString(e.text)
		at = e.at + e.length
	}
	b.Write(s.text[at:])
	return b.Bytes()
}
