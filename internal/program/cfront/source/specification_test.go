package source

import "testing"

// TestSpecify: what CBMC reads beyond C becomes C, on the same lines; other text stays.
func TestSpecify(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a ==> b;", "!(a )||( b);"},
		{"f(x, a ==> b ==> c, y)", "f(x, !(a )||( !(b )||( c)), y)"},
		{"x = p ? q : r ==> s;", "x = !(p ? q : r )||( s);"},
		{"return a <==> b;", "return !(a )==!( b);"},
		{"a <==> b ==> c;", "!(a )==!( !(b )||( c));"},
		{"__CPROVER_forall { int i; i ==> v[i] }", "__craig_forall (({ int i; !(i )||( v[i] );}))"},
		{"__CPROVER_forall { int i; __CPROVER_exists { int j; i < j } }", "__craig_forall (({ int i; __craig_exists (({ int j; i < j ;})) ;}))"},
		{"f(__CPROVER_exists { int i; i } ==> b)", "f(!(__craig_exists (({ int i; i ;})) )||( b))"},
		{"\"e ==> f\";", "\"e ==> f\";"},
		{"x >>= 2; a <= b ==> c >= d;", "x >>= 2; !(a <= b )||( c >= d);"},
		{"{ a; } b ==> c;", "{ a; } !(b )||( c);"},
		{"} ) ==>", "} ) !()||()"},
	} {
		if got := string(specify([]byte(c.text))); got != c.want {
			t.Errorf("%q\n  %q, want\n  %q", c.text, got, c.want)
		}
	}
}
