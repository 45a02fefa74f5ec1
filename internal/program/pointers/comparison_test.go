package pointers_test

import (
	"testing"

	"craig/internal/program/ir"
	"craig/internal/program/pointers"
)

// TestComparisons: what comparisons leave open is what they have to. The order of pointers into two objects, that the end of an object may be where another one begins,
// and that literals with one end may share it, must not be decided.
func TestComparisons(t *testing.T) {
	for _, c := range []struct {
		what, text string
		open       bool
	}{
		{"the end and the beginning", "int a, b; int main(void) { int *p = &a + 1, *q = &b; return p == q; }", true},
		{"the beginning and the end", "int a, b; int main(void) { int *p = &a, *q = &b + 1; return p != q; }", true},
		{"literals with one end", `int main(void) { const char *p = "ab", *q = "b"; return p + 1 == q; }`, true},
		{"the zero at the ends of literals", `int main(void) { const char *p = "ab", *q = ""; return p + 2 == q; }`, true},
		{"order", "int a, b; int main(void) { int *p = &a, *q = &b; return p < q; }", true},
		{"a distance", "int a, b; int main(void) { int *p = &a, *q = &b; return p - q == 3; }", true},
		{"two objects", "int a, b; int main(void) { int *p = &a, *q = &b; return p == q; }", false},
		{"ends of two objects", "int a, b; int main(void) { int *p = &a + 1, *q = &b + 1; return p == q; }", false},
		{"literals with other ends", `int main(void) { const char *p = "ab", *q = "bc"; return p + 1 == q; }`, false},
		{"literals with one end, of which one goes on", `int main(void) { const char *p = "xb", *q = "ab"; return p + 1 == q; }`, false},
		{"one object", "int a[3]; int main(void) { int *p = a, *q = a + 2; return p < q; }", false},
		{"null", "int a; int main(void) { int *p = &a, *q = 0; return p == q; }", false},
	} {
		looks := 0
		forms(t, c.text, func(p *ir.Program, claims *ir.Points) {
			if claims.Parts == nil {
				return
			}
			looks++
			if d := pointers.Check(t.Context(), p, claims); d != nil {
				t.Errorf("%s: %v", c.what, d)
			}
			claims.Compared = func(*ir.Expr) ir.Comparison { return ir.Comparison{Open: true} }
			if d := pointers.Check(t.Context(), p, claims); d != nil {
				t.Errorf("%s, open: %v", c.what, d)
			}
			claims.Compared = func(*ir.Expr) ir.Comparison { return ir.Comparison{} }
			if d := pointers.Check(t.Context(), p, claims); (d != nil) != c.open {
				t.Errorf("%s, decided: %v", c.what, d)
			}
		})
		if looks == 0 {
			t.Errorf("%s: no claims", c.what)
		}
	}
}
