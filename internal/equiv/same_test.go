package equiv

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/product"
)

// TestSame: functions that are the same but for what means nothing, each with twins that are not, though they look like it.
func TestSame(t *testing.T) {
	for _, c := range []struct {
		name, old string
		same      []string
		not       []string
	}{
		{"names", `int f(int x) { int i, s = 0; for (i = 0; i < x; i++) s += i; return s; }`,
			[]string{`int f(int n) { int k; int sum; sum = 0; for (k = 0; k < n; k++) { sum += k; } return sum; }`,
				`int f(int n) { int sum = 0; for (int k = 0; k < n; k++) { sum += k; (void)n; } return sum; }`,
				`int f(const int n) { int sum = 0, k = 0; while (k < n) { sum = k + sum; k++; } return sum; }`},
			[]string{`int f(int x) { int i, s = 0; for (i = 0; i < x; i++) s += x; return s; }`,
				`int f(int x) { int i = 0, s = 0; while (i < x) { i++; s += i; } return s; }`, `int f(int x) { int i = 0, s = 0; while (i < x) { s += i; if (s > 5) continue; i++; } return s; }`,
				`int f(int x) { int i, s = 0; for (i = 0; i <= x; i++) s += i; return s; }`,
				`int f(int x) { int i, s = 0; for (i = 0; i < x; i++) s += i; return i; }`,
				`int f(int x) { unsigned i, s = 0; for (i = 0; i < x; i++) s += i; return s; }`}},
		{"two variables that become one", `int f(int x, int y) { return x * 3 + y; }`, []string{`int f(int a, int b) { return b + 3 * a; }`},
			[]string{`int f(int x, int y) { return x * 3 + x; }`, `int f(int y, int x) { return x * 3 + y; }`}},
		{"a callee", `static int g(int x) { return x + 1; } int f(int x) { return g(x); }`, []string{`static int g(int y) { return 1 + y; } int f(int y) { return g(y); }`},
			[]string{`static int g(int x) { return x + 2; } int f(int x) { return g(x); }`, `int g(int x); int f(int x) { return g(x); }`,
				`static int g(int x) { return x + 1; } static int h(int x) { return x + 2; } int f(int x) { return h(x); }`}},
		{"a callee by way of a table", `static int a(int x) { return x; } static int b(int x) { return -x; } static int (*const t[])(int) = {a, b}; int f(int x) { return t[x & 1](x); }`,
			[]string{`static int a(int y) { return y; } static int b(int y) { return -y; } static int (*const t[])(int) = {a, b}; int f(int y) { return t[y & 1](y); }`},
			[]string{`static int a(int x) { return x; } static int b(int x) { return -x; } static int (*const t[])(int) = {b, a}; int f(int x) { return t[x & 1](x); }`,
				`static int a(int x) { return x; } static int b(int x) { return x; } static int (*const t[])(int) = {a, b}; int f(int x) { return t[x & 1](x); }`,
				`static int a(int x) { return x; } static int b(int x) { return -x; } static int (*const t[])(int) = {a, a}; int f(int x) { return t[x & 1](x); }`}},
		{"functions without a body", `int g(int), h(int); int f(int x) { return g(x) + h(x); }`, []string{`int g(int), h(int); int f(int y) { return g(y) + h(y); }`},
			[]string{`int g(int), h(int); int f(int x) { return h(x) + g(x); }`, `int g(int), k(int); int f(int x) { return g(x) + k(x); }`}},
		{"structures that functions without a body are given", `struct s { int a; }; int g(struct s *, const char *); int f(struct s *p) { return g(p, "x"); }`,
			[]string{`struct s { int a; }; int g(struct s *, const char *); int f(struct s *q) { return g(q, "x"); }`},
			[]string{`struct s { int a; }; int g(struct s *, const char *); int f(struct s *p) { return g(p, "y"); }`, `struct s { int a; }; int g(struct s *, const char *); int f(struct s *p) { return g(0, "x"); }`}},
		{"output, and an assertion elsewhere", "#include <stdio.h>\n#include <assert.h>\nint f(int x) { assert(x > 3); return printf(\"%d\", x); }",
			[]string{"#include <stdio.h>\n#include <assert.h>\n\nint f(int y) {\n assert(y > 3); return printf(\"%d\", y); }"},
			[]string{"#include <stdio.h>\n#include <assert.h>\nint f(int x) { assert(x > 4); return printf(\"%d\", x); }", "#include <stdio.h>\n#include <assert.h>\nint f(int x) { assert(x > 3); return printf(\"%i\", x); }"}},
		{"initial values", `static int t[3] = {1, 2, 3}; int f(int x) { return t[x % 3]; }`,
			[]string{`static const int t[] = {1, 2, 3}; int f(int y) { return t[y % 3]; }`},
			[]string{`static int t[3] = {1, 2, 4}; int f(int x) { return t[x % 3]; }`, `static int t[3] = {1, 2}; int f(int x) { return t[x % 3]; }`, `static int t[4] = {1, 2, 3}; int f(int x) { return t[x % 3]; }`,
				`static short t[3] = {1, 2, 3}; int f(int x) { return t[x % 3]; }`, `int t[3] = {1, 2, 3}; int f(int x) { return t[x % 3]; }`}},
		{"a variable that something changes", `static int t = 1; void set(int x) { t = x; } int f(void) { return t; }`, nil, []string{`static const int t = 1; int f(void) { return t; }`}},
		{"a table of strings", `static const char *const t[] = {"a", "b"}; const char *f(unsigned x) { return t[x]; }`, []string{`static const char *t[] = {"a", "b"}; const char *f(unsigned y) { return t[y]; }`},
			[]string{`static const char *const t[] = {"a", "c"}; const char *f(unsigned x) { return t[x]; }`, `static const char *const t[] = {"a", "b\0"}; const char *f(unsigned x) { return t[x]; }`}},
		{"static variables of functions", `int f(void) { static int a, b; a++; b += 2; return a * b; }`, []string{`int f(void) { static int n, m; n++; m += 2; return n * m; }`},
			[]string{`int f(void) { static int a, b = 1; a++; b += 2; return a * b; }`, `int f(void) { static int a; a++; a += 2; return a * a; }`, `int f(void) { int a = 0, b = 0; a++; b += 2; return a * b; }`}},
		{"global variables of other names", `int a, b; int f(void) { return a - b; }`, nil, []string{`int a, b; int f(void) { return b - a; }`, `int a, c; int f(void) { return a - c; }`}},
		{"layout", `struct s { int a; char b; }; int f(struct s *p) { return p->a + p->b; }`,
			[]string{`struct t { int num; char b; }; int f(const struct t *q) { return q->num + q->b; }`, `typedef struct { int a; char b; } s; int f(s *p) { return p->a + p->b; }`},
			[]string{`struct s { char b; int a; }; int f(struct s *p) { return p->a + p->b; }`, `struct s { int a; unsigned char b; }; int f(struct s *p) { return p->a + p->b; }`,
				`struct s { int a; char b; int c; }; int f(struct s *p) { return p->a + p->b; }`, `#pragma pack(1)
struct s { int a; char b; }; int f(struct s *p) { return p->a + p->b; }`}},
		{"members that change places", `struct s { int a, b; }; int f(struct s *p) { return p->a; }`, nil, []string{`struct s { int b, a; }; int f(struct s *p) { return p->b; }`, `struct s { int b, a; }; int f(struct s *p) { return p->a; }`}},
		{"one type that becomes two", `struct s { int a; }; int f(struct s *p, struct s *q) { p->a = 1; q->a = 2; return p->a; }`, []string{`struct t { int a; }; int f(struct t *p, struct t *q) { p->a = 1; q->a = 2; return p->a; }`},
			[]string{`struct s { int a; }; struct t { int a; }; int f(struct s *p, struct t *q) { p->a = 1; q->a = 2; return p->a; }`, `struct s { int a; }; int f(struct s *restrict p, struct s *q) { p->a = 1; q->a = 2; return p->a; }`}},
		{"where variables live", `void g(int *); int f(int x) { int s = 0; while (x--) { int y = x; g(&y); s += y; } return s; }`, nil,
			[]string{`void g(int *); int f(int x) { int s = 0; while (x--) { int y = x; { g(&x); } s += y; } return s; }`}},
		{"a variable that keeps its value", `int f(int x) { int s = 0, y; for (int i = 0; i < x; i++) { if (i == 0) y = 7; s += y; } return s; }`, nil,
			[]string{`int f(int x) { int s = 0; for (int i = 0; i < x; i++) { int y; if (i == 0) y = 7; s += y; } return s; }`}},
		{"a pointer to what has ended", `int f(int x) { int y, *p; { y = x; p = &y; } return *p; }`, []string{`int f(int x) { int *p, y; y = x; p = &y; return *p; }`}, []string{`int f(int x) { int *p; { int y = x; p = &y; } return *p; }`}},
		{"a jump back to a declaration", `int f(int x) { int n = 0, y; again: if (n == 0) y = x; n++; if (n < 3) goto again; return y; }`, []string{`int f(int x) { int m = 0, y; more: if (m == 0) y = x; m++; if (m < 3) goto more; return y; }`},
			[]string{`int f(int x) { int n = 0; again:; int y; if (n == 0) y = x; n++; if (n < 3) goto again; return y; }`, `int f(int x) { int n = 0, y; if (n == 0) y = x; again: n++; if (n < 3) goto again; return y; }`}},
		{"labels", `int f(int x) { switch (x) { case 1: case 2: return 5; case 3: x++; default: return x; } }`, []string{`int f(int x) { switch (x) { case 2: case 1: return 5; case 3: x++; default: return x; } }`},
			[]string{`int f(int x) { switch (x) { case 1: return 5; case 2: case 3: x++; default: return x; } }`, `int f(int x) { switch (x) { case 1: case 2: return 5; default: x++; case 3: return x; } }`}},
		{"const that is cast away", `int f(int x) { int y = x; *(int *)&y = 3; return y; }`, nil, []string{`int f(int x) { const int y = x; *(int *)&y = 3; return y; }`}},
		{"volatile", `int f(volatile int *p) { return *p; }`, []string{`int f(const volatile int *q) { return *q; }`}, []string{`int f(int *p) { return *p; }`, `int f(volatile int *p) { (void)*p; return *p; }`}},
		{"dropped values", `int f(int x, int *p) { return x; }`, []string{`int f(int x, int *p) { (void)p; (void)x; return x; }`}, []string{`int f(int x, int *p) { (void)*p; return x; }`, `int f(int x, int *p) { (void)(1 / x); return x; }`}},
		{"floats", `double f(double x, double y) { return x + y; }`, []string{`double f(double b, double a) { return b + a; }`}, []string{`double f(double x, double y) { return y + x; }`, `double f(float x, double y) { return x + y; }`}},
		{"constants", `double f(void) { return 0.0; }`, []string{`double f(void) { return 0.; }`}, []string{`double f(void) { return -0.0; }`, `double f(void) { return 1e-320; }`}},
		{"macros and sizes", "#define N 3\nint f(int x) { return x + N + (int)sizeof(int); }", []string{`enum { M = 3 }; int f(int x) { return x + M + (int)4ul; }`}, []string{"#define N 4\nint f(int x) { return x + N + (int)sizeof(int); }", `int f(int x) { return x + 3 + (int)sizeof(long); }`}},
		{"what stands for something else", `int g(int); int f(int x) { return g(x); }`, []string{`int g(int); int f(int y) { return g(y); }`}, nil},
		{"a name of the assembler", `int g(int) __asm__("gg"); int f(int x) { return g(x); }`, []string{`int g(int) __asm__("gg"); int f(int y) { return g(y); }`}, nil},
		{"an assertion of its own", `int __assert_fail(int); int f(int x) { return __assert_fail(x); }`, nil, []string{`int __assert_fail(int); int f(int x) { return __assert_fail(x + 1); }`}},
		{"recursion", `int f(int n) { return n ? n * f(n - 1) : 1; }`, []string{`int f(int k) { return k ? k * f(k - 1) : 1; }`}, nil},
		{"the name of the function", `const char *f(void) { return __func__; }`, nil, []string{`const char *g(void) { return __func__; } const char *f(void) { return "f"; }`}},
		{"the order of calls", `int g(void); int f(void) { int a = g(); int b = g(); return a - b; }`, []string{`int g(void); int f(void) { int p = g(); int q = g(); return p - q; }`}, []string{`int g(void); int f(void) { int a = g(); int b = g(); return b - a; }`}},
		{"bit-fields", `struct s { unsigned a : 3, b : 5; }; int f(struct s x) { return x.a; }`, []string{`struct s { unsigned c : 3, d : 5; }; int f(struct s x) { return x.c; }`},
			[]string{`struct s { unsigned a : 4, b : 4; }; int f(struct s x) { return x.a; }`, `struct s { int a : 3; unsigned b : 5; }; int f(struct s x) { return x.a; }`}},
	} {
		for _, twin := range c.same {
			if !areSame(t, c.old, twin) {
				t.Errorf("%s: not the same: %s", c.name, twin)
			}
		}
		for _, twin := range c.not {
			if areSame(t, c.old, twin) {
				t.Errorf("%s: the same: %s", c.name, twin)
			}
		}
		if !areSame(t, c.old, c.old) {
			t.Errorf("%s: not the same as itself", c.name)
		}
	}
}

// TestStandIns: what is called is given by other means than a body, which are not those of the other file.
func TestStandIns(t *testing.T) {
	for _, text := range []string{
		`static int h(int x) { return x + N; } int g(int) __attribute__((alias("h"))); int f(int x) { return g(x); }`,
		`static int h = N; extern int g __attribute__((alias("h"))); int f(int x) { return g + x; }`,
		`static int h(int) __asm__("hh"); __attribute__((used)) static int h(int x) { return x + N; } int g(int) __asm__("hh"); int f(int x) { return g(x); }`,
		`__asm__(".globl g; g: movl $N,%eax; ret"); int g(int); int f(int x) { return g(x); }`,
	} {
		if areSame(t, strings.ReplaceAll(text, "N", "1"), strings.ReplaceAll(text, "N", "2")) {
			t.Errorf("the same: %s", text)
		}
	}
}

// areSame tells whether the functions f of two texts are found to be the same.
func areSame(t *testing.T, old, new string) bool {
	t.Helper()
	dir := t.TempDir()
	var q Question
	for i, text := range []string{old, new} {
		q.Sides[i] = cfront.Side{File: filepath.Join(dir, string('a'+rune(i))+".c"), Function: "f"}
		if err := os.WriteFile(q.Sides[i].File, []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a, err := (&decision{q: q}).build(product.Config{Same: true})
	return err == nil && a.Both.Same
}
