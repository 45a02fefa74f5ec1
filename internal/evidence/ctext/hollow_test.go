package ctext_test

import (
	"strings"
	"testing"

	"craig/internal/evidence/ctext"
)

// TestHollow: what is between two braces goes, but for lines of the preprocessor, and no line moves.
func TestHollow(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"int f(void) { return 1; }\nint x;", "int f(void) { g();}\nint x;"},
		{"int f(void)\n{ // {\n if (1) {\n }\n return '}';\n}", "int f(void)\n{ g();\n\n\n\n}"},
		{"int f(void) {\n#define X 1 \\\n 2\n int y;\n#undef Z\n}", "int f(void) { g();\n#define X 1 \\\n 2\n\n#undef Z\n}"},
		{"int f(void) {\r\n#define X 1 \\\r\n 2\r\n int y;\r\n}", "int f(void) { g();\n#define X 1 \\\r\n 2\r\n\n}"},
		{"int f(void) { /*\n#define X 1\n*/ }", "int f(void) { g();\n\n}"},
		{"int f(void) {\n#define X 1 /* and\n more */\n}", ""},
		{"int f(void) {\n#if A\n if (1) {\n#else\n if (2) {\n#endif\n }\n}", ""},
	} {
		s := ctext.New("f.c", []byte(c.text))
		ok := s.Hollow(strings.Index(c.text, "{"), strings.LastIndex(c.text, "}"), " g();")
		if ok != (c.want != "") {
			t.Errorf("%v of\n%s", ok, c.text)
		}
		if got := string(s.Edited()); ok && got != c.want {
			t.Errorf("%q of %q, want %q", got, c.text, c.want)
		}
	}
	if s := ctext.New("f.c", []byte("int f(void) { return 1; }")); s.Hollow(0, 24, "") || s.Hollow(12, 20, "") {
		t.Error("not the braces of a block")
	}
}
