package svcomp

import (
	"fmt"
	"strings"
	"testing"
)

// bomb is so many lines, each of which stands for ten of the one before.
func bomb(lines int) string {
	text := "a0: &a0 [word]\n"
	for i := range lines - 1 {
		text += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	return text
}

func TestUnmarshal(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a: [1, 2]\nb: {c: '[['}\n", ""},
		{"a:\n  - - 1\n", ""},
		{strings.Repeat("- x: ']['\n", 10*maxDepth), ""},
		{"a: 1\nb: " + strings.Repeat("[", 1_000_000), "line 2 is nested"},
		{strings.Repeat("- ", 100_000) + "a", "line 1 is nested"},
		{strings.Repeat("{a: ", 100_000), "line 1 is nested"},
		{"a: " + strings.Repeat("!t ", 100_000) + "b", "line 1 is nested"},
		{"a: " + strings.Repeat("&t ", 100_000) + "b", "line 1 is nested"},
		{strings.Repeat("? ", 100_000) + "b", "line 1 is nested"},
		{strings.Repeat(": ", 100_000) + "b", "line 1 is nested"},
		{"a: '" + strings.Repeat("!x && ", 1000) + "y'", ""},
		{"a: x " + strings.Repeat("&& !x ", 1000) + "&& y", ""},
		{"a:\n" + strings.Repeat(" ", 5*maxDepth) + "b: 1", "line 2 is nested"},
		{"a: &x [1, 2]\nb: [*x, *x]\nc: '*x & *y'\n", ""},
		{bomb(3), ""},
		{bomb(12), "line 7: the aliases stand for more than"},
		{"a: &x\n  - [*x, *x]\n", "line 2: the alias x is part of"},
	} {
		var v any
		err := UnmarshalYAML([]byte(tt.text), &v)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
			t.Errorf("%.20q: %v, not %q", tt.text, err, tt.want)
		}
	}
}
