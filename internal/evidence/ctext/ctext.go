// Package ctext edits copies of C files at the positions that the front end gives, without parsing
// them: what cannot be found where it should be is left as it is.
package ctext

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// Source is a C file that is being edited. Edits keep the lines, so that messages about the copy
// speak of the original.
type Source struct {
	name  string
	text  []byte
	lines map[ir.Pos][]int // the offsets of each line, several if line markers say so; Col is 0
	edits []edit
	head  []byte // declarations in front

	starts []int    // the offset of each line of the text itself, whatever line markers say
	marks  []ir.Pos // what line markers call each of them; of a marker nothing
	blanks []span   // comments and lines of the preprocessor, in their order; nil until asked for
	quoted []span   // strings and characters, likewise
}

// span is the text from an offset to another.
type span struct{ from, to int }

// Edit replaces length bytes at an offset.
type edit struct {
	at, length int
	text       string
}

var lineMarker = pattern.New(`^[ \t]*#[ \t]*(?:line[ \t]+)?([0-9]+)(?:[ \t]+"([^"\n]*)"|[ \t]*\r?$)`)

// New finds the lines of a file, by what its line markers call them.
func New(name string, text []byte) *Source {
	s := &Source{name: name, text: text, lines: map[ir.Pos][]int{}}
	file, line := name, 1
	for at := 0; at < len(text); {
		s.starts = append(s.starts, at)
		end := len(text)
		if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if m := lineMarker.FindSubmatch(bytes.TrimRight(text[at:end], "\n")); m != nil {
			if m[2] != nil {
				file = string(m[2])
			}
			line, _ = strconv.Atoi(string(m[1]))
			s.marks = append(s.marks, ir.Pos{})
		} else {
			pos := ir.Pos{File: file, Line: line}
			s.lines[pos] = append(s.lines[pos], at)
			s.marks = append(s.marks, pos)
			line++
		}
		at = end
	}
	return s
}

// At is the offset of a position: the first, if line markers make it stand for several.
func (s *Source) At(pos ir.Pos) (int, bool) {
	return s.Where(pos, func(int) bool { return true })
}

// Where is the first offset of a position at which is holds.
func (s *Source) Where(pos ir.Pos, is func(at int) bool) (int, bool) {
	for _, start := range s.lines[ir.Pos{File: pos.File, Line: pos.Line}] {
		end := start + len(s.text[start:])
		if i := bytes.IndexByte(s.text[start:], '\n'); i >= 0 {
			end = start + i
		}
		if at := start + pos.Col - 1; pos.Col >= 1 && at < end && is(at) {
			return at, true
		}
	}
	return 0, false
}

// Name is the name that New was given.
func (s *Source) Name() string { return s.name }

// Offset is the offset of a line and column of the text itself, both from 1; At goes by line markers.
func (s *Source) Offset(line, col int) (int, bool) {
	if line < 1 || line > len(s.starts) || col < 1 {
		return 0, false
	}
	at, end := s.starts[line-1]+col-1, len(s.text)
	if line < len(s.starts) {
		end = s.starts[line]
	}
	return at, at < end
}

// Place is the line and column of an offset in the text itself, both from 1.
func (s *Source) Place(at int) (line, col int) {
	line, exact := slices.BinarySearch(s.starts, at)
	if exact {
		line++
	}
	return line, at - s.starts[line-1] + 1
}

// Marked is the file and line of an offset as line markers have them.
func (s *Source) Marked(at int) ir.Pos {
	if len(s.marks) == 0 {
		return ir.Pos{File: s.name, Line: 1}
	}
	line, _ := s.Place(at)
	return s.marks[line-1]
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

// Before is the last word, string or character in front of an offset, white space, comments and lines of the
// preprocessor aside.
func (s *Source) Before(at int) string {
	at = s.endBefore(at)
	start := at
	if i, found := slices.BinarySearchFunc(s.quoted, at, func(q span, at int) int { return q.to - at }); found {
		return string(s.text[s.quoted[i].from:at])
	}
	for start > 0 && Letter(s.text[start-1]) {
		start--
	}
	if start == at && at > 0 {
		start--
	}
	return string(s.text[start:at])
}

// Previous is the offset of what Before gives; 0 if there is nothing.
func (s *Source) Previous(at int) int {
	return max(0, s.endBefore(at)-len(s.Before(at)))
}

// endBefore is the offset after the last token in front of another.
func (s *Source) endBefore(at int) int {
	for {
		at = len(bytes.TrimRight(s.text[:at], " \t\r\n"))
		i, found := slices.BinarySearchFunc(s.blank(), at, func(b span, at int) int { return b.to - at })
		if !found {
			return at
		}
		at = s.blanks[i].from
	}
}

// blank lists comments and lines of the preprocessor, without the white space at their ends.
func (s *Source) blank() []span {
	if s.blanks != nil {
		return s.blanks
	}
	s.blanks = []span{}
	add := func(from, to int) {
		s.blanks = append(s.blanks, span{from, from + len(bytes.TrimRight(s.text[from:to], " \t\r\n"))})
	}
	fresh := true // nothing but white space on the line
	for at := 0; at < len(s.text); at++ {
		rest, end := s.text[at:], at
		switch c := rest[0]; {
		case bytes.HasPrefix(rest, []byte("//")), c == '#' && fresh:
			end = at + lengthTo(rest, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			end = at + 2 + lengthTo(rest[2:], "*/")
		case c == '"' || c == '\'':
			s.quoted = append(s.quoted, span{at, min(s.literal(at)+1, len(s.text))})
			at = s.literal(at)
			fresh = false
		default:
			fresh = c == '\n' || fresh && (c == ' ' || c == '\t' || c == '\r')
		}
		if end > at {
			add(at, end)
			fresh = fresh || s.text[end-1] == '\n'
			at = end - 1
		}
	}
	return s.blanks
}

// Skip is the offset of the next token: after white space and comments.
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
// that open after at; ok is false if the surrounding ones close before.
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
			at = s.literal(at)
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

var byteOrderMark = []byte("\uFEFF")

// Tail adds lines to the end of the text.
func (s *Source) Tail(text string) { s.Edit(len(s.text), 0, "\n"+text+"\n") }

// Edited is the copy.
func (s *Source) Edited() []byte {
	var b bytes.Buffer
	at := 0
	if len(s.head) > 0 {
		if bytes.HasPrefix(s.text, byteOrderMark) { // which no compiler takes elsewhere
			at = len(byteOrderMark)
		}
		b.Write(s.head)
		b.WriteString("\n#line 1 " + Quote(filepath.ToSlash(s.name)) + "\n")
	}
	edits := slices.Clone(s.edits)
	slices.SortStableFunc(edits, func(x, y edit) int { return x.at - y.at })
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

// Visible tells whether what is declared at an offset is visible at a loop keyword at another: its
// block has not ended there, or it is declared in the parentheses of that very for.
func (s *Source) Visible(declared, loop int) bool {
	if declared > loop {
		open := s.Skip(loop + len(s.Word(loop)))
		if s.Word(loop) != "for" || open > declared || s.text[open] != '(' {
			return false
		}
		end, ok := s.Find(open+1, ";")
		return ok && declared < end
	}
	// A declaration in parentheses is a parameter, or belongs to another for statement; its scope
	// is the statement that follows them.
	end := s.closing(declared)
	if end >= len(s.text) {
		return true // of the file
	}
	if s.text[end] != ')' {
		return loop < end
	}
	body := s.Skip(end + 1)
	if body >= len(s.text) || loop < body {
		return false
	}
	if s.text[body] == '{' {
		return loop < s.closing(body+1)
	}
	last, ok := s.Find(body, ";") // a body without braces
	return ok && loop < last
}

// closing is the offset of what closes the parentheses or braces around an offset, or the length
// of the text.
func (s *Source) closing(at int) int {
	depth := 0
	for at = s.Skip(at); at < len(s.text); at = s.Skip(at + 1) {
		switch c := s.text[at]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return at
			}
		case '"', '\'':
			at = s.literal(at)
		}
	}
	return len(s.text)
}

// literal is the offset of the end of the string or character that begins at an offset.
func (s *Source) literal(at int) int {
	quote := s.text[at]
	for at++; at < len(s.text) && s.text[at] != quote; at++ {
		if s.text[at] == '\\' {
			at++
		}
	}
	return at
}

// Quote is a text as a string literal of C, on one line.
func Quote(text string) string {
	b := []byte{'"'}
	for _, c := range []byte(text) {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c < ' ' || c == 0x7f:
			b = fmt.Appendf(b, `\%03o`, c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
