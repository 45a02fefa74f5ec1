package lsp

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// pathOf is the file that a URI names.
func pathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" || u.Host != "" && u.Host != "localhost" || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	return filepath.Clean(filepath.FromSlash(u.Path)), true
}

// uriOf is the URI of a file.
func uriOf(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}

// absolute is how files are named here.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// lines cuts a text at its line ends.
func lines(text string) []string {
	list := strings.Split(text, "\n")
	for i := range list {
		list[i] = strings.TrimSuffix(list[i], "\r")
	}
	return list
}

// fileLines are the lines of a file on disk; nil if it cannot be read.
func fileLines(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return lines(string(text))
}

// units is how many units of an encoding a text has.
func units(text, encoding string) int {
	if encoding == "utf-8" {
		return len(text)
	}
	n := 0
	for _, r := range text {
		n += max(utf16.RuneLen(r), 1)
	}
	return n
}

// offset is where in a line, in bytes, so many units of an encoding have passed.
func offset(line string, n int, encoding string) int {
	if encoding == "utf-8" {
		return min(max(n, 0), len(line))
	}
	for i, r := range line {
		if n <= 0 {
			return i
		}
		n -= max(utf16.RuneLen(r), 1)
	}
	return len(line)
}

// apply is a text after a change.
func apply(text string, c change, encoding string) string {
	if c.Range == nil {
		return c.Text
	}
	at := func(p position) int {
		i := 0
		for range p.Line {
			next := strings.IndexByte(text[i:], '\n')
			if next < 0 {
				return len(text)
			}
			i += next + 1
		}
		line, _, _ := strings.Cut(text[i:], "\n")
		return i + offset(line, p.Character, encoding)
	}
	from, to := at(c.Range.Start), at(c.Range.End)
	if to < from {
		from, to = to, from
	}
	return text[:from] + c.Text + text[to:]
}

// moved is where a line of a text, from 1, is in another version of it: as far as both begin or end alike. The second
// result says whether it is there.
func moved(line int, from, to []string) (int, bool) {
	if line < 1 || line > len(from) {
		return 0, false
	}
	same := 0
	for same < len(from) && same < len(to) && from[same] == to[same] {
		same++
	}
	if line <= same {
		return line, true
	}
	tail := 0
	for tail < len(from)-same && tail < len(to)-same && from[len(from)-1-tail] == to[len(to)-1-tail] {
		tail++
	}
	if line > len(from)-tail {
		return line + len(to) - len(from), true
	}
	return 0, false
}

// wordSpan is the range of a line from a column in bytes, from 1, over the word there; from the first character to the
// last if there is no column.
func wordSpan(list []string, line, column int, encoding string) span {
	text := ""
	if line >= 1 && line <= len(list) {
		text = list[line-1]
	}
	from, to := len(text)-len(strings.TrimLeft(text, " \t")), len(strings.TrimRight(text, " \t"))
	if column > 1 && column <= len(text) {
		from = column - 1
		if _, end := word(text, from); end > from {
			to = end
		}
	}
	row := max(line-1, 0)
	return span{position{row, units(text[:from], encoding)}, position{row, units(text[:max(from, to)], encoding)}}
}

// word is where the identifier around a byte of a line begins and ends; both are the byte if there is none.
func word(text string, at int) (from, to int) {
	if at < 0 || at > len(text) {
		return 0, 0
	}
	part := func(b byte) bool {
		return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= utf8.RuneSelf
	}
	from, to = at, at
	for from > 0 && part(text[from-1]) {
		from--
	}
	for to < len(text) && part(text[to]) {
		to++
	}
	return from, to
}

// file is what is known of a C file.
type file struct {
	path    string
	uri     string // as the editor writes it
	open    bool
	text    []string // what the editor has, if it is open
	listed  []string // what the file was when its functions were listed
	list    []listed // in the order of the text
	trouble string   // why it could not be read; "" if it could
	unit    *unit    // what came of looking at it; nil before
	run     *running // that looks at all of it
}

// now is the text of the file as it is now.
func (f *file) now() []string {
	if f.open {
		return f.text
	}
	return fileLines(f.path)
}

// file is the entry of a path, which is made if need be. The lock is held.
func (s *Server) file(path string) *file {
	f := s.files[path]
	if f == nil {
		f = &file{path: path, uri: uriOf(path)}
		s.files[path] = f
	}
	return f
}

// opened finds the entry of a document; nil if it is none of ours.
func (s *Server) opened(uri string) *file {
	path, ok := pathOf(uri)
	if !ok {
		return nil
	}
	return s.files[path]
}

func (s *Server) didOpen(_ context.Context, p openParams) (any, error) {
	path, ok := pathOf(p.Document.URI)
	if !ok {
		return nil, nil // a text without a file
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.file(path)
	f.uri, f.open, f.text = p.Document.URI, true, lines(p.Document.Text)
	if isC(path) {
		s.refresh(f, s.settings.Run == OnOpen)
	}
	return nil, nil
}

func (s *Server) didChange(_ context.Context, p changeParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.opened(p.Document.URI)
	if f == nil || !f.open {
		return nil, nil
	}
	text := strings.Join(f.text, "\n")
	for _, c := range p.Changes {
		text = apply(text, c, s.client.encoding)
	}
	f.text = lines(text)
	return nil, nil
}

func (s *Server) didSave(_ context.Context, p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.opened(p.Document.URI)
	if f == nil {
		return nil, nil
	}
	if isC(f.path) {
		s.refresh(f, s.settings.Run != Never)
		return nil, nil
	}
	for _, other := range s.files { // a header: what includes it is looked at again
		if other.open && isC(other.path) && slices.Contains([]string{OnSave, OnOpen}, s.settings.Run) {
			s.refresh(other, true)
		}
	}
	return nil, nil
}

func (s *Server) didClose(_ context.Context, p documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.opened(p.Document.URI); f != nil {
		f.open, f.text = false, nil
		if f.run != nil {
			f.run.cancel()
		}
	}
	return nil, nil
}

// isC says whether a file is one that craig looks at.
func isC(path string) bool { return slices.Contains([]string{".c", ".i"}, filepath.Ext(path)) }
