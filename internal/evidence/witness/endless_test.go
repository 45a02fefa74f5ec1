package witness

import (
	"strings"
	"testing"
)

// TestWellFounded: relations of a state to those before it that let only so many follow each other, and some that only look so: C reads them in another way.
func TestWellFounded(t *testing.T) {
	old := strings.NewReplacer("X", `\at(x, AnyPrev)`, "Y", `\at(y, AnyPrev)`)
	for _, c := range []struct {
		text            string
		finite, byOrder bool
	}{
		{"X > x", true, true},
		{"X > x && X >= 0", true, true},
		{"(X > x && X >= 0) || (X == x && Y > y)", true, true},
		{"X > x && Y > y", true, false}, // not by order: the second is no bound
		{"Y > y || X > x", true, false},
		{"X > x || Y == y && X > x", true, false}, // another place stays
		{"(X > x || Y > y) && x == 3", true, false},
		{"x < X", true, false},
		{"-X > -x", true, true},
		{"(long long)X * 2 > (long long)x * 2", true, true},
		{"(X ? 1 : 0) > (x ? 1 : 0)", true, true},
		{"X >= x", false, false},
		{"X > y", false, false},
		{"X > X", false, false},
		{"X != x", false, false},
		{"X > x || X == x", false, false},
		{"X & 1 > x & 1", false, false},
		{"X | 1 > x | 1", false, false},
		{"0 ^ X > 0 ^ x", false, false},
		{"X ? 1 : 1 > x ? 1 : 1", false, false},
		{"X == 5 > x == 5", false, false},
		{"X != 5 > x != 5", false, false},
		{"X > 0 > x > 0", false, false},
		{"X > x && y ? 1 : 1", false, false},
		{"(X > x && y || 1)", false, false},
		{"(X > x && y) || 1", false, false},
		{"X > x && y || X > x && Y", true, false},
		{"X * y_t > x * y_t", false, false},
		{"X > x && y == ')' || 1 || y == '('", false, false},
	} {
		text := old.Replace(c.text)
		if is := wellFounded(text); is != c.finite {
			t.Errorf("%s: well-founded %v", text, is)
		}
		if is := wellFounded(text) && lexicographic(text); is != c.byOrder {
			t.Errorf("%s: lexicographic %v", text, is)
		}
	}
}
