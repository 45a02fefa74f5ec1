package ctext

import (
	"slices"
	"strconv"
	"strings"

	"craig/internal/pattern"
	"craig/internal/program/ir"
)

// Locate is the first place of a position, in any of the files, at which is holds. Line markers may
// make a position stand for several places.
func Locate(files []*Source, pos ir.Pos, is func(*Source, int) bool) (*Source, int, bool) {
	for _, s := range files {
		if at, ok := s.Where(pos, func(at int) bool { return is(s, at) }); ok {
			return s, at, true
		}
	}
	return nil, 0, false
}

// Declares tells whether the declarator at an offset is that of a name: it is the name, or what makes it a pointer.
func (s *Source) Declares(at int, name string) bool {
	for {
		rest, word := s.Rest(at), s.Word(at)
		switch {
		case word == name:
			return true
		case strings.HasPrefix(rest, "*") || strings.HasPrefix(rest, "("):
			at = s.Skip(at + 1)
		case qualifier.MatchString(word):
			at = s.Skip(at + len(word))
		default:
			return false
		}
	}
}

// qualifier matches what may be between the * and the name of a pointer.
var qualifier = pattern.New(`^(?:const|volatile|restrict|_Atomic|__(?:const|volatile|restrict)(?:__)?)$`)

// Calls tells whether the word at an offset is the function of a call, not of a declaration.
func (s *Source) Calls(at int) bool {
	next := s.Skip(at + len(s.Word(at)))
	if !strings.HasPrefix(s.Rest(next), "(") {
		return false
	}
	switch before := s.Before(at); {
	case before == "return" || before == "else" || before == "do" || before == "":
		return true
	default:
		return !Letter(before[len(before)-1])
	}
}

// Words calls f with every word of the text and its offset, in order. Comments, lines of the
// preprocessor, strings and characters are left out.
func (s *Source) Words(f func(at int, word string)) {
	blanks := s.blank()
	for at := 0; at < len(s.text); at++ {
		if i, found := slices.BinarySearchFunc(blanks, at, func(b span, at int) int { return b.from - at }); found {
			at = max(at, blanks[i].to-1)
			continue
		}
		switch c := s.text[at]; {
		case c == '"' || c == '\'':
			at = s.literal(at)
		case Letter(c):
			word := s.Word(at)
			f(at, word)
			at += len(word) - 1
		}
	}
}

// Mentions tells whether a word is in the text, or in lines of the preprocessor; not in comments, strings
// and characters alone.
func (s *Source) Mentions(word string) bool {
	found := false
	s.Words(func(_ int, w string) { found = found || w == word })
	for _, b := range s.blank() {
		if s.text[b.from] != '#' {
			continue
		}
		for at := b.from; at < b.to && !found; at++ {
			found = s.Word(at) == word
		}
	}
	return found
}

// Opening is the offset of the parenthesis that the one at an offset closes; 0 if there is none.
func (s *Source) Opening(at int) int {
	for depth := 1; depth > 0 && at > 0; {
		at = s.Previous(at)
		switch s.text[at] {
		case ')':
			depth++
		case '(':
			depth--
		}
	}
	return at
}

// Marker is a line marker in the text.
type Marker struct {
	At, Length int
	Line       int // which it gives to the line after it
}

// Markers are the line markers between two offsets.
func (s *Source) Markers(from, to int) (list []Marker) {
	for _, b := range s.blank() {
		if b.from < from || b.to > to {
			continue
		}
		if m := lineMarker.FindSubmatch(s.text[b.from:b.to]); m != nil {
			line, _ := strconv.Atoi(string(m[1]))
			list = append(list, Marker{b.from, b.to - b.from, line})
		}
	}
	return list
}
