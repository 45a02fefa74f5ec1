package cfront

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
)

// TestOtherTypes: a note says which names two files declare so differently that compiled code may not do what the definition says. Those that
// are not used do not matter, and neither does what is only incomplete in one of them.
func TestOtherTypes(t *testing.T) {
	for _, c := range []struct {
		name, main, other string
		want              string // the name that the note is about
	}{
		{"the same", "int f(int); int main(void) { return f(1); }", "int f(int a) { return a; }", ""},
		{"wider", "int f(int); int main(void) { return f(1); }", "int f(long long a) { return a != 0; }", "f"},
		{"a result", "int f(int); int main(void) { return f(1); }", "long f(int a) { return a; }", "f"},
		{"a sign", "int f(int); int main(void) { return f(1); }", "unsigned f(unsigned a) { return a; }", ""},
		{"the sign of a character", "int f(signed char); int main(void) { return f(1); }", "int f(unsigned char a) { return a; }", "f"},
		{"an enumeration", "int f(int); int main(void) { return f(1); }", "enum e { A = -1 }; int f(enum e a) { return a; }", ""},
		{"a float", "int f(float); int main(void) { return f(1); }", "int f(double a) { return a > 0; }", "f"},
		{"one more", "int f(int); int main(void) { return f(1); }", "int f(int a, int b) { return a + b; }", "f"},
		{"no prototype", "int f(); int main(void) { return f(1); }", "int f(int a) { return a; }", ""},
		{"no prototype, a result", "int f(); int main(void) { return f(1); }", "char *f(int a) { return (char *)0; }", "f"},
		{"no declaration", "int main(void) { return f(1) != 0; }", "long f(int a) { return a; }", "f"},
		{"nothing of that is used", "int f(int); int main(void) { return 1; }", "long f(int a) { return a; }", ""},
		{"no body", "int f(int); int main(void) { return f(1); }", "long f(int a);", ""},
		{"the definition comes first", "int f(int a) { return a; } long g(void); int main(void) { return g(); }", "long f(int a); long g(void) { return f(1); }", "f"},
		{"pointers", "int f(char *); int main(void) { return f(0); }", "int f(const int *a) { return a == 0; }", ""},
		{"structures that are laid out alike", "struct s { int a, b; }; int f(struct s); int main(void) { struct s x = {1, 2}; return f(x); }",
			"typedef struct { unsigned c, d; } t; int f(t a) { return a.d; }", ""},
		{"structures that are not", "struct s { int a, b; }; int f(struct s); int main(void) { struct s x = {1, 2}; return f(x); }",
			"typedef struct { short c, d; int e; } t; int f(t a) { return a.d; }", "f"},
		{"a variable", "extern int x; int main(void) { return x; }", "long x = 3;", "x"},
		{"an array of any length", "extern int x[]; int main(void) { return x[1]; }", "int x[4] = {1};", ""},
		{"an array of another length", "extern int x[8]; int main(void) { return x[1]; }", "int x[4] = {1};", "x"},
		{"tentative definitions", "int x; int y[4]; int main(void) { return x + y[0]; }", "int x; int y[8];", "y"},
		{"a variable without definition", "extern int x; int main(void) { return x; }", "extern long x;", ""},
	} {
		files := fstest.MapFS{"a.c": {Data: []byte(c.main + "\n")}, "b.c": {Data: []byte(c.other + "\n")}}
		p, err := ReadFrom(context.Background(), Options{Properties: []string{}}, NewFiles(files), "a.c", "b.c")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := ""
		for _, n := range p.Notes {
			if name, ok := strings.CutSuffix(n.Text, OtherTypes); ok {
				got += name
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
