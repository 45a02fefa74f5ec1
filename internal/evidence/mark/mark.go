// Package mark has copies of a program's text call a function where an execution comes to an error.
package mark

import (
	"regexp"
	"slices"
	"strings"

	"craig/internal/evidence/ctext"
	"craig/internal/program/ir"
)

// Error has the program call a function without arguments where it comes to the error at pos: a call, a label, or a function's own name. Where these are not in the
// text, as in a macro, it does so where it begins to execute any of the program's own functions that have one of some names.
func Error(files []*ctext.Source, pos ir.Pos, function string, names ...string) {
	at := func(s *ctext.Source, at int) bool { return marks(s, at, function) }
	if _, _, ok := ctext.Locate(files, pos, at); ok {
		return
	}
	for _, s := range files {
		s.Words(func(at int, word string) {
			if slices.Contains(names, word) && !s.Calls(at) {
				marks(s, at, function)
			}
		})
	}
}

// marks marks the error at an offset; false if there is none.
func marks(s *ctext.Source, at int, function string) bool {
	word := s.Word(at)
	if word == "" {
		return false
	}
	next := s.Skip(at + len(word))
	rest := s.Rest(next)
	switch {
	case strings.HasPrefix(rest, ":"):
		s.Edit(next+1, 0, " "+function+"();")
	case !strings.HasPrefix(rest, "(") || word == "assert" || isMacro(s, word): // a macro; without one, assert is a function that is not the program's
		return false
	case s.Calls(at):
		s.Edit(at, len(word), function)
	default:
		open, ok := s.Find(next, "{;")
		if !ok || s.Rest(open)[0] != '{' {
			return false
		}
		s.Edit(open+1, 0, " "+function+"();")
	}
	s.Head("int " + function + "(); ")
	return true
}

// isMacro tells whether the text defines a macro of that name.
func isMacro(s *ctext.Source, name string) bool {
	return regexp.MustCompile(`(?m)^\s*#\s*define\s+` + regexp.QuoteMeta(name) + `\b`).MatchString(s.Rest(0))
}
