package hint

import "testing"

func TestCaret(t *testing.T) {
	for _, c := range []struct {
		line string
		col  int
		want string
	}{
		{"int x;", 5, "    int x;\n        ^\n"},
		{"int x;", 7, "    int x;\n          ^\n"},
		{"int x;", 8, ""},
		{"\tint é\x1b y;", 10, "    \tint é? y;\n    \t       ^\n"},
		{"", 1, ""},
		{"int x;", 0, ""},
	} {
		if got := Caret(c.line, c.col); got != c.want {
			t.Errorf("%q, %d: %q, want\n%q", c.line, c.col, got, c.want)
		}
	}
}
