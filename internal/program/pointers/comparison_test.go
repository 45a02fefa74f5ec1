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
		{"order in one of two objects", "int a, b; int main(int n) { int *p = n ? &a : &b, *q = &a; return p < q; }", true},
		{"a distance in one of two objects", "int a, b; int main(int n) { int *p = n ? &a : &b, *q = &b; return p - q == 3; }", true},
		{"order with a pointer of unknown origin", "int a, b; int main(int *r) { int *p = *r > 1 ? &a : *r ? &b : r, *q = &a; return p < q; }", true},
		{"order of a pointer of unknown origin and another one", "int a; int main(int *r) { int *q = &a; return r < q; }", true},
		{"order with only a pointer of unknown origin", "int a; int main(int *r) { int *p = *r ? &a : r, *q = &a; return p < q; }", false},
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

// TestDecided: conditions under which the order of two pointers is decided are false of every two objects that they may lead to.
func TestDecided(t *testing.T) {
	const text = "int a, b, c; int main(int n) { int *p = n ? &a : &b, *q = &a; return p < q; }"
	looks := 0
	forms(t, text, func(p *ir.Program, claims *ir.Points) {
		if claims.Parts == nil {
			return
		}
		looks++
		of := map[string]int32{}
		for _, o := range p.Objects {
			of[o.Name], _ = claims.Of(o)
		}
		a, b, other := of["a"], of["b"], of["c"]
		for _, tt := range []struct {
			what  string
			d     *ir.Decided
			right bool
		}{
			{"always", nil, false},
			{"never", &ir.Decided{}, true},
			{"in one", &ir.Decided{In: []int32{a, b}}, true},
			{"near", &ir.Decided{Near: 1}, true},
			{"near enough for two", &ir.Decided{Near: 1 << 20}, false},
			{"outside of one", &ir.Decided{Outside: []int32{b}}, true},
			{"outside of none of them", &ir.Decided{Outside: []int32{other}}, false},
			{"unless in both", &ir.Decided{Outside: []int32{a, b}, Unless: true}, true},
			{"unless in one", &ir.Decided{Outside: []int32{a}, Unless: true}, false},
			{"in what is nowhere", &ir.Decided{In: []int32{0}}, false},
		} {
			claims.Compared = func(e *ir.Expr) ir.Comparison { return ir.Comparison{Decided: tt.d} }
			if d := pointers.Check(t.Context(), p, claims); (d == nil) != tt.right {
				t.Errorf("%s: %v", tt.what, d)
			}
		}
	})
	if looks == 0 {
		t.Error("no claims")
	}
}
