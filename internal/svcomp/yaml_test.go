package svcomp

import (
	"strings"
	"testing"
)

func TestUnmarshal(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a: [1, 2]\nb: {c: '[['}\n", ""},
		{"a:\n  - - 1\n", ""},
		{strings.Repeat("- x: ']['\n", 10*maxDepth), ""},
		{"a: 1\nb: " + strings.Repeat("[", 1_000_000), "line 2 is nested"},
		{strings.Repeat("- ", 100_000) + "a", "line 1 is nested"},
		{strings.Repeat("{a: ", 100_000), "line 1 is nested"},
		{"a:\n" + strings.Repeat(" ", 5*maxDepth) + "b: 1", "line 2 is nested"},
	} {
		var v any
		err := UnmarshalYAML([]byte(tt.text), &v)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
			t.Errorf("%.20q: %v, not %q", tt.text, err, tt.want)
		}
	}
}
