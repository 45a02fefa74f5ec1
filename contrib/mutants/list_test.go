package main

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestList: each mistake of the list can be made at exactly one place, with a text that is still Go, and no two are the same.
func TestList(t *testing.T) {
	list, err := read("mutants.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 200 {
		t.Errorf("%d mistakes", len(list))
	}
	seen := map[string]bool{}
	for _, m := range list {
		changed, err := m.in(filepath.Join("..", ".."))
		if err != nil {
			t.Errorf("%s: %v", m, err)
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), m.file, changed, parser.SkipObjectResolution); err != nil {
			t.Errorf("%s: %v", m, err)
		}
		if seen[m.file+changed] {
			t.Errorf("%s: for the second time", m)
		}
		seen[m.file+changed] = true
	}
}

// TestApply: a text that is not at one place is refused.
func TestApply(t *testing.T) {
	const text = "func f() {\n\tg(1)\n}\n\nfunc h() {\n\tg(1)\n\tg(2)\n}\n"
	for _, c := range []struct{ within, old, new, want, complaint string }{
		{"", "g(2)", "g(3)", strings.Replace(text, "g(2)", "g(3)", 1), ""},
		{"", "g(1)", "g(3)", "", "at 2 places"},
		{"", "g(4)", "g(3)", "", "at 0 places"},
		{"func f", "g(1)", "g(3)", strings.Replace(text, "g(1)", "g(3)", 1), ""},
		{"func f", "g(2)", "g(3)", "", "at 0 places"},
		{"func h", "g(1)", "", "func f() {\n\tg(1)\n}\n\nfunc h() {\n\t\n\tg(2)\n}\n", ""},
		{"func", "g(2)", "g(3)", "", "several"},
		{"func k", "g(2)", "g(3)", "", "there is no"},
		{"", "g(2)", "g(2)", "", "changes nothing"},
	} {
		got, err := mutant{within: c.within, old: c.old, new: c.new}.apply(text)
		if got != c.want || (err == nil) != (c.complaint == "") || err != nil && !strings.Contains(err.Error(), c.complaint) {
			t.Errorf("%q in %q: %q, %v", c.old, c.within, got, err)
		}
	}
}

// TestChosen: mistakes are chosen by their number, file, text and function, and by package; it is an error to choose none.
func TestChosen(t *testing.T) {
	m := mutant{number: 7, file: "internal/a/b.go", what: "a check is dropped", within: "func (x *y) exact("}
	for _, c := range []struct {
		only     string
		packages []string
		want     bool
	}{
		{"", nil, true}, {"^7:", nil, true}, {`b\.go`, nil, true}, {"check is", nil, true}, {"exact", nil, true}, {`@func \(x`, nil, true},
		{"Exact", nil, false}, {"", []string{"internal/a"}, true}, {"", []string{"internal"}, false}, {"exact", []string{"internal/b", "internal/a"}, true},
	} {
		if got := m.isChosen(c.packages, regexp.MustCompile(c.only)); got != c.want {
			t.Errorf("-only %q %q: %v", c.only, c.packages, got)
		}
	}
	t.Chdir("../..")
	for _, packages := range [][]string{nil, {"./internal/evidence/certify"}} {
		if _, err := run(t.Context(), packages, "no mistake says this", "", 1, 0, ""); err == nil {
			t.Errorf("%q: none is chosen, which is no error", packages)
		}
	}
}
