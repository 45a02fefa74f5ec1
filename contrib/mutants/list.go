package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A mutant is a mistake in a file. In mutants.txt it is a paragraph:
//
//	internal/program/sem/expr.go: a difference is computed as a sum
//	@func (c *Context) exact(
//	-return st.Sub(a, b)
//	+return st.Add(a, b)
//
// The text behind - is replaced by that behind +; either may have several lines, and + may be left out. With a line @ only what is
// from there to the end of that function or declaration is looked at. There, or else in the whole file, the text has to
// be at one place only. A line = says why the mistake changes no answer, of one that no test can notice.
type mutant struct {
	number         int // from 1
	file, what     string
	within         string
	old, new, why  string
	hasOld, hasNew bool
}

func (m mutant) String() string { return fmt.Sprintf("%d: %s: %s", m.number, m.file, m.what) }

// isChosen says that m is in one of the packages, or in any if there are none, and that its line or its function matches only.
func (m mutant) isChosen(packages []string, only *regexp.Regexp) bool {
	return (len(packages) == 0 || slices.Contains(packages, m.pkg())) && only.MatchString(m.String()+" @"+m.within)
}

func (m mutant) pkg() string { return path.Dir(m.file) }

// read reads a list. Lines that begin with # are comments.
func read(file string) ([]mutant, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list []mutant
	var m *mutant
	for i, line := range strings.Split(string(text), "\n") {
		complain := func(what string) error { return fmt.Errorf("%s:%d: %s", file, i+1, what) }
		add := func(to *string, has *bool, s string) {
			if *has {
				*to += "\n"
			}
			*to, *has = *to+s, true
		}
		if line == "" {
			m = nil
			continue
		}
		switch first, rest := line[0], line[1:]; {
		case first == '#':
		case m == nil:
			name, what, ok := strings.Cut(line, ": ")
			if !ok {
				return nil, complain("not FILE: WHAT")
			}
			list = append(list, mutant{number: len(list) + 1, file: name, what: what})
			m = &list[len(list)-1]
		case first == '@':
			m.within = rest
		case first == '-':
			add(&m.old, &m.hasOld, rest)
		case first == '+':
			add(&m.new, &m.hasNew, rest)
		case first == '=':
			m.why = strings.TrimSpace(m.why + " " + rest)
		default:
			return nil, complain("a line begins with none of @ - + = #")
		}
	}
	return list, nil
}

// apply is a text with the mistake.
func (m mutant) apply(text string) (string, error) {
	from, to := 0, len(text)
	if m.within != "" {
		switch strings.Count(text, m.within) {
		case 0:
			return "", fmt.Errorf("there is no %q", m.within)
		case 1:
		default:
			return "", fmt.Errorf("there are several %q", m.within)
		}
		from = strings.Index(text, m.within)
		for _, end := range []string{"\n}\n", "\n)\n"} {
			if n := strings.Index(text[from:], end); n >= 0 {
				to = min(to, from+n)
			}
		}
	}
	switch n := strings.Count(text[from:to], m.old); {
	case m.old == "" || m.old == m.new:
		return "", errors.New("it changes nothing")
	case n != 1:
		return "", fmt.Errorf("the text is at %d places", n)
	}
	at := from + strings.Index(text[from:], m.old)
	return text[:at] + m.new + text[at+len(m.old):], nil
}

// in is the text of its file, in craig's folder, with the mistake.
func (m mutant) in(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.file)))
	if err != nil {
		return "", err
	}
	return m.apply(string(text))
}
