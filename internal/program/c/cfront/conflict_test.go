package cfront

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
)

// TestConflicts: declarations of one name in a file, and whether gcc takes them together.
func TestConflicts(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{"int f(int); int f(char);", false},
		{"int f(int); int f(int, int);", false},
		{"int f(int); int f(int, ...);", false},
		{"int f(); int f(char);", false},
		{"int f(); int f(int);", true},
		{"int f(float); int f();", false},
		{"int f(const int); int f(int);", true},
		{"int f(int *); int f(const int *);", false},
		{"int f(int a[3]); int f(int *);", true},
		{"int f(int g(void)); int f(int (*)(void));", true},
		{"int f(unsigned); int f(int);", false},
		{"enum e { A, B }; int f(enum e); int f(unsigned);", true},
		{"enum e { A, B }; int f(enum e); int f(int);", false},
		{"struct s; int f(struct s *); struct s { int a; }; int f(struct s *);", true},
		{"int f(void); int f();", true},
		{"int f(void); int f(int);", false},
		{"int f(int); int g(void) { int f(char); return 0; }", false},
		{"int f(int (*)()); int f(int (*)(int));", true},
		{"int f(int (*)(int)); int f(int (*)(char));", false},
		{"int f(long); int f(long long);", false},
		{"int f(char *); int f(unsigned char *);", false},
		{"int f(int a) { return a; } int f(long a);", false},
		{"int f(int [2][3]); int f(int [5][3]);", true},
		{"int f(int [2][3]); int f(int [2][4]);", false},
		{"typedef int F(int); F f; int f(int a) { return a; }", true},
		{"typedef int F(int); F f; int f(char);", false},
		{"static int f(void); int f(void) { return 0; }", true},
		{"int f(void); static int f(void) { return 0; }", false},
		{"const int x; int x;", false},
		{"extern const int x; const int x = 3;", true},
		{"volatile int x; int x;", false},
		{"static int x; extern int x;", true},
		{"static int x; int x;", false},
		{"int x; static int x;", false},
		{"extern int x; static int x;", false},
		{"#include <stdio.h>\nint printf(const char *, ...);", true},
		{"extern int x[]; int x[3];", true},
	} {
		files := fstest.MapFS{"a.c": {Data: []byte(c.text + "\nint main(void) { return 0; }\n")}}
		_, err := ReadFrom(context.Background(), Options{Properties: []string{}}, NewFiles(files), "a.c")
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", c.text, err)
		}
	}
}

// TestRefused: what gcc refuses in expressions, and annotations that were surely meant to be contracts.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"int f(int a) { return a; } int main(void) { return f(1, 2); }", "the call has 2 arguments, and the function has 1 parameters"},
		{"int f(int a, int b) { return a; } int main(void) { return f(1); }", "the call has 1 arguments, and the function has 2 parameters"},
		{"int f(int a, ...); int main(void) { return f(); }", "the call has 0 arguments, and the function has 1 parameters"},
		{"int f(int a, ...); int main(void) { return f(1, 2, 3); }", ""},
		{"int f(); int main(void) { return f(1, 2); } int f(int a) { return a; }", ""},
		{"int main(void) { 3 = 4; return 0; }", "what is assigned to is no object"},
		{"int f(void); int main(void) { f() += 1; return 0; }", "what is assigned to is no object"},
		{"int main(void) { int x; ((int)x)++; return 0; }", "what is assigned to is no object"},
		{"int main(void) { int x, y; (x ? x : y) = 1; return 0; }", "what is assigned to is no object"},
		{"int main(void) { int x, y; (x, y) = 1; return 0; }", "what is assigned to is no object"},
		{"int main(void) { int x; (x = 2) += 1; return 0; }", "what is assigned to is no object"},
		{"int main(void) { int x; ++-x; return 0; }", "what is assigned to is no object"},
		{"int main(void) { int x, *p = &(int)x; return 0; }", "the address of a value"},
		{"int f(void); int main(void) { return &f() != 0; }", "the address of a value"},
		{"struct s { int a; char b[2]; }; struct s f(void); int main(void) { f().a = 1; return 0; }", "what is assigned to is no object"},
		{"struct s { int a; char b[2]; }; struct s f(void); int main(void) { char *p = &f().b[1]; return &f != 0 && p != 0; }", ""},
		{"enum { E }; int main(void) { E = 1; return 0; }", "what is assigned to is no object"},
		{"int main(void) { main = 0; return 0; }", "a function is assigned to"},
		{"int main(void) { int a[2]; a = 0; return 0; }", "an array is assigned to"},
		{"int main(void) { ({ int x = 1; x; }) = 2; return 0; }", "what is assigned to is no object"},
		{"int main(void) { int x, a[2], (*q)[2] = &a; (int){3} = 4; (x) = 3; ++*&x; __extension__ x = 3; *(a, a) = 1; _Generic(0, int: x) = 2; (*q)[1] = 0; \"abc\"[0]; return &\"abc\" != 0 && &*main; }", ""},
		{"/*@ requires \\valid(p); */ int f(const int *const p) { return *p; } int main(void) { int x = 1; return f(&x); }", ""},
		{"#include <errno.h>\nint main(void) { errno = 0; return 0; }", ""},
		{"/*@ requirs x > 0; */ int f(int x) { return x; } int main(void) { return f(1); }", "requirs is no clause of a contract; was requires meant?"},
		{"/*@ requires x > 0 */ int f(int x) { return x; } int main(void) { return f(1); }", "a contract without a semicolon"},
		{"/*@requires maxSet(x) >= 0@*/ int f(int x) { return x; } int main(void) { return f(1); }", ""},
		{"/*@ required reading: see x > 0 */ int f(int x) { return x; } int main(void) { return f(1); }", ""},
	} {
		files := fstest.MapFS{"a.c": {Data: []byte(c.text + "\n")}}
		_, err := ReadFrom(context.Background(), Options{Properties: []string{"div-by-zero"}}, NewFiles(files), "a.c")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
