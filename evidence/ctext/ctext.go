// Package ctext edits copies of C files at the positions that the front end gives, without parsing
// them: what cannot be found where it should be is left as it is.
package ctext

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"craig/program/ir"
)

// Source is a C file that is being edited. Edits keep the lines, so that messages about the copy
// speak of the original.
type Source struct {
	name  string
	text  []byte
	lines map[ir.Pos]int // the offset of each line; Col is 0
	edits []edit
	head  []byte // declarations in front
}

// Edit replaces length bytes at an offset.
type edit struct {
	at, length int
	text       string
}

var lineMarker = regexp.MustCompile(`^[ \t]*#[ \t]*(?:line[ \t]+)?([0-9]+)[ \t]+"([^"\n]*)"`)

// New finds the lines of a file, by what its line markers call them.
func New(name string, text []byte) *Source {
	s := &Source{name: name, text: text, lines: map[ir.Pos]int{}}
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

// At is the offset of a position.
func (s *Source) At(pos ir.Pos) (int, bool) {
	start, ok := s.lines[ir.Pos{File: pos.File, Line: pos.Line}]
	if !ok || pos.Col < 1 || start+pos.Col-1 >= len(s.text) {
		return 0, false
	}
	return start + pos.Col - 1, true
}

// Letter tells whether c can be part of an identifier.
func Letter(c byte) bool {
	return c == '_' || c == '$' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// Word is the identifier at an offset; "" if none begins there.
func (s *Source) Word(at int) string {
	if at > 0 && Letter(s.text[at-1]) {
		return ""
	}
	end := at
	for end < len(s.text) && Letter(s.text[end]) {
		end++
	}
	return string(s.text[at:end])
}

// Before is the last word or character in front of an offset, white space aside.
func (s *Source) Before(at int) string {
	for at > 0 && bytes.IndexByte([]byte(" \t\r\n"), s.text[at-1]) >= 0 {
		at--
	}
	start := at
	for start > 0 && Letter(s.text[start-1]) {
		start--
	}
	if start == at && at > 0 {
		start--
	}
	return string(s.text[start:at])
}

// Skip is the offset of the next token: behind white space and comments.
func (s *Source) Skip(at int) int {
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

// Find is the offset of the first token of one of the given characters that is not in parentheses
// that open behind at; ok is false if the surrounding ones close before.
func (s *Source) Find(at int, chars string) (_ int, ok bool) {
	depth := 0
	for at = s.Skip(at); at < len(s.text); at = s.Skip(at + 1) {
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

// Edit replaces length bytes of the original at an offset.
func (s *Source) Edit(at, length int, text string) { s.edits = append(s.edits, edit{at, length, text}) }

// Head puts declarations in front of the copy.
func (s *Source) Head(text string) { s.head = append(s.head, text...) }

// Rest is the original from an offset on.
func (s *Source) Rest(at int) string {
	if at >= len(s.text) {
		return ""
	}
	return string(s.text[at:])
}

// Edited is the copy.
func (s *Source) Edited() []byte {
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
