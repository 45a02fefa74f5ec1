package ctext_test

import (
	"strings"
	"testing"

	"craig/internal/evidence/ctext"
	"craig/internal/program/ir"
)

const text = `/* a comment */ int zero = 0;
#define LOOP while
int f(int n) {
	for (int i = 0; i < n; i++) { int k = i; (void)k; }
	// for (;;) is none
	char *s = "while (;)", c = ')';
	while (n > 0 /* ; */) n--;
	return g(s, (n, c));
}
`

// at is the offset of the nth mark, from 1.
func at(t *testing.T, text, mark string, n int) int {
	t.Helper()
	from := 0
	for ; n > 1; n-- {
		from += strings.Index(text[from:], mark) + 1
	}
	i := strings.Index(text[from:], mark)
	if i < 0 {
		t.Fatalf("%q is not there", mark)
	}
	return from + i
}

// TestPlaces: positions and offsets are each other's inverse, also where line markers rename lines.
func TestPlaces(t *testing.T) {
	s := ctext.New("a.c", []byte(text))
	for i := range text {
		line, col := s.Place(i)
		if back, ok := s.Offset(line, col); !ok || back != i {
			t.Fatalf("offset %d is %d:%d, which is offset %d", i, line, col, back)
		}
		if back, ok := s.At(ir.Pos{File: "a.c", Line: line, Col: col}); text[i] != '\n' && (!ok || back != i) {
			t.Fatalf("a.c:%d:%d is at %d, want %d", line, col, back, i)
		}
	}
	for _, p := range [][2]int{{0, 1}, {1, 0}, {99, 1}, {1, 99}} {
		if _, ok := s.Offset(p[0], p[1]); ok {
			t.Errorf("there is a %d:%d", p[0], p[1])
		}
	}
	marked := "int a;\n# 7 \"b.h\"\nint b;\n#line 1 \"a.c\"\nint c;\n"
	s = ctext.New("a.c", []byte(marked))
	b := at(t, marked, "b;", 1)
	if got, ok := s.At(ir.Pos{File: "b.h", Line: 7, Col: 5}); !ok || got != b {
		t.Errorf("b.h:7:5 is at %d, want %d", got, b)
	}
	if got := s.Marked(b); got.File != "b.h" || got.Line != 7 {
		t.Errorf("the offset of b is in %v", got)
	}
	c := at(t, marked, "int c", 1) + 4
	one := ir.Pos{File: "a.c", Line: 1, Col: 5}
	if got, ok := s.Where(one, func(at int) bool { return s.Word(at) == "c" }); !ok || got != c {
		t.Errorf("of the two places of a.c:1:5 the one with c is at %d, want %d", got, c)
	}
	if _, ok := s.Where(one, func(at int) bool { return s.Word(at) == "b" }); ok {
		t.Error("b is found in a.c")
	}
}

// TestTokens: words, what comes before and after them, and what belongs to comments and literals.
func TestTokens(t *testing.T) {
	s := ctext.New("a.c", []byte(text))
	zero := at(t, text, "zero", 1)
	if s.Word(zero) != "zero" || s.Word(zero+1) != "" {
		t.Errorf("words %q and %q", s.Word(zero), s.Word(zero+1))
	}
	first := at(t, text, "int", 1)
	if s.Before(first) != "" || s.Before(zero) != "int" || s.Skip(0) != first {
		t.Errorf("before: %q, %q; the first token is at %d", s.Before(first), s.Before(zero), s.Skip(0))
	}
	f := at(t, text, "int f", 1) // a line of the preprocessor and a comment come before
	if got := s.Before(f); got != ";" {
		t.Errorf("before f there is %q", got)
	}
	while := at(t, text, "while (n", 1)
	if end, ok := s.Find(while+5, ";"); !ok || text[end-3:end+1] != "n--;" {
		t.Errorf("the loop ends at %d", end)
	}
	if _, ok := s.Find(at(t, text, "n > 0", 1), ";"); ok {
		t.Error("what is in a comment is found, or after the parentheses")
	}
	if call, decl := at(t, text, "g(s", 1), at(t, text, "f(int", 1); !s.Calls(call) || s.Calls(decl) {
		t.Error("which word is a call")
	}
	var loops []string
	s.Words(func(_ int, word string) {
		if word == "for" || word == "while" {
			loops = append(loops, word)
		}
	})
	if got := strings.Join(loops, " "); got != "for while" {
		t.Errorf("the loops are %s", got)
	}
}

// TestVisible: which declarations a loop keyword sees.
func TestVisible(t *testing.T) {
	s := ctext.New("a.c", []byte(text))
	loop, forLoop := at(t, text, "while (n", 1), at(t, text, "for (int", 1)
	for _, c := range []struct {
		what     string
		declared int
		loop     int
		want     bool
	}{
		{"a global", at(t, text, "zero", 1), loop, true},
		{"a parameter", at(t, text, "n)", 1), loop, true},
		{"a local of the block", at(t, text, "s =", 1), loop, true},
		{"a local that comes later", at(t, text, "s =", 1), forLoop, false},
		{"the variable of the loop itself", at(t, text, "i =", 1), forLoop, true},
		{"the variable of another loop", at(t, text, "i =", 1), loop, false},
		{"a local of another block", at(t, text, "k =", 1), loop, false},
	} {
		if got := s.Visible(c.declared, c.loop); got != c.want {
			t.Errorf("%s is visible: %v", c.what, got)
		}
	}
}

// TestEdited: edits at offsets of the original, in any order, keep the lines; the first of two that
// overlap counts; and declarations go in front of everything but the byte order mark.
func TestEdited(t *testing.T) {
	s := ctext.New("dir/a.c", []byte("one two three\n"))
	s.Edit(8, 5, "3")
	s.Edit(0, 3, "1")
	s.Edit(9, 1, "lost")
	s.Edit(4, 0, "and ")
	if got := string(s.Edited()); got != "1 and two 3\n" {
		t.Errorf("got %q", got)
	}
	s.Head("int h;")
	if got := string(s.Edited()); got != "int h;\n#line 1 \"dir/a.c\"\n1 and two 3\n" {
		t.Errorf("with declarations %q", got)
	}
	s = ctext.New("a.c", []byte("\uFEFFint x;\n"))
	s.Head("int h;")
	if got := string(s.Edited()); got != "int h;\n#line 1 \"a.c\"\nint x;\n" {
		t.Errorf("with a byte order mark %q", got)
	}
}
