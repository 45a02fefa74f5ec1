package ir_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/ir/irtext"
)

func parseFile(t testing.TB, name string) (*ir.Program, string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := irtext.Parse(strings.NewReader(string(text)))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return p, string(text)
}

func TestTextForm(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.ir")
	for _, name := range files {
		p, _ := parseFile(t, name)
		if err := ircheck.Check(p); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		first := p.String()
		q, err := irtext.Parse(strings.NewReader(first))
		if err != nil {
			t.Fatalf("%s: printed: %v\n%s", name, err, first)
		}
		if second := q.String(); first != second {
			t.Errorf("%s: printed twice:\n%s\n%s", name, first, second)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"what", `line 1: unexpected "what"`},
		{"ir 2", "line 1: version 2 of the text form is not known"},
		{"ir 1\nfunc f\nloc 1\nedge 1 -> 2: skip\nend", "line 4: location 2 is not declared"},
		{"func f\nloc 1\nedge 1 -> 1: x := 1:i32\nend", "line 3: variable x is not declared"},
		{"func f\nloc 1\nedge 1 -> 1: assume (1:i32 < 2:i32\nend", `line 3: ")" expected before ""`},
		{"func f\nloc 1\nedge 1 -> 1: call g()\nend", "line 3: function g is not defined"},
		{"func f\nloc 1", "the last function has no end"},
		{"func f\nloc 99999999999\nend", "is not a number from 1 to"},
		{"func f\nloc 1 limit sky\nend", "line 2: sky is not a limit"},
		{"global 1 x i999", `a type expected before "i999"`},
		{"global 1 \"x", "bad string"},
	} {
		_, err := irtext.Parse(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

// Whatever parses prints and parses back to the same text.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.ir")
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("func f\nparam 1 f::x i8\nentry 1\nexit 2\nloc 1\nedge 1 -> 2: f::x := ((f::x +! f::x) -p 1:i8)\nloc 2\nend")
	f.Add("func f\nlocal 1 \"\\x00:\" i8\nloc 1\nedge 1 -> 1: store[\"\\x00:\"](&1:p64, inrange(-!(x)))\nend")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := irtext.Parse(strings.NewReader(text))
		if err != nil {
			return
		}
		ircheck.Check(p) // must not panic
		first := p.String()
		q, err := irtext.Parse(strings.NewReader(first))
		if err != nil {
			t.Fatalf("printed: %v\n%s", err, first)
		}
		if second := q.String(); first != second {
			t.Fatalf("printed twice:\n%s\n%s", first, second)
		}
	})
}
