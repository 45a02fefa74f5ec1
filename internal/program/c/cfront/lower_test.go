package cfront_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
)

// read reads a program from texts, one for each file.
func read(t *testing.T, opts cfront.Options, texts ...string) (*ir.Program, error) {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for i, text := range texts {
		file := filepath.Join(dir, string(rune('a'+i))+".c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return cfront.Read(context.Background(), opts, files...)
}

// TestErrors: what is wrong with a program is said with its position.
func TestErrors(t *testing.T) {
	const end = " int main(void) { reach_error(); }"
	for _, c := range []struct{ text, want string }{
		{"int f(void) { return 0; }", "a.c: no function main"},
		{"int main(void) { return 0; }", "a.c: no error location"},
		{"int main(void) { retrun 0; }", "a.c:1:"},
		{"void reach_error(void); int f(void) { int x; { int g(void) { return x; } } return 0; }" + end, ""},
		{"void reach_error(void); int f(void); int f(void) { return 1; } int f(void) { return 2; }" + end, "a.c:1:68: the function f is defined twice"},
		{"void reach_error(void); int main(int c, char **v) { switch (c) { case 1: case 1: ; } reach_error(); }", "a.c:1:74: two cases of the switch have the value 1"},
		{"void reach_error(void); int main(int c, char **v) { switch (c) { case 1 ... 5: return 1; case 3: ; } reach_error(); }", "a.c:1:90: two cases of the switch have the value 3"},
		{"void reach_error(void); int main(int c, char **v) { switch (c) { case -1: return 1; case 4294967295: ; } reach_error(); }", "a.c:1:85: two cases of the switch have the value -1"},
		{"void reach_error(void); int main(int c, char **v) { switch (c) { default: return 1; default: ; } reach_error(); }", "a.c:1:85: a switch with two defaults"},
		{"void reach_error(void); struct S; int main(void) { struct S s; reach_error(); }", "a.c:1:61: the type struct S of s is incomplete"},
		{"void reach_error(void); int main(void) { int x = 1; x(); reach_error(); }", "a.c:1:"},
		{"void reach_error(void); int main(void) { int x; switch (x) { case x: reach_error(); } }", "a.c:1:"},
		{"void reach_error(void); struct S { int a; }; int main(void) { struct S s = { .b = 1 }; reach_error(); }", "a.c:1:"},
		{"void reach_error(void); int main(void) { goto nowhere; reach_error(); }", "a.c:1:47: the label nowhere is not defined"},
	} {
		_, err := read(t, cfront.Options{}, c.text)
		var e *cfront.Error
		switch {
		case c.want == "":
			continue
		case !errors.As(err, &e):
			t.Errorf("%s\n\tno diagnostic: %v", c.text, err)
		case !strings.Contains(err.Error(), c.want):
			t.Errorf("%s\n\tgot  %v\n\twant %s", c.text, err, c.want)
		}
	}
}

// TestLinking: files share external names and keep static ones apart.
func TestLinking(t *testing.T) {
	p, err := read(t, cfront.Options{},
		"extern int g; extern int a[]; static int s = 1; static int f(void) { return s; } int h(void);"+
			" void reach_error(void); int main(void) { if (g + f() + h() + a[1] != 8) reach_error(); return 0; }",
		"int g = 2; int a[3] = { 1, 2, 3 }; static int s = 3; static int f(void) { return s; } int h(void) { return f(); }")
	if err != nil {
		t.Fatal(err)
	}
	if err := ircheck.Check(p); err != nil {
		t.Fatal(err)
	}
	if out := run(p); out.End.String() != "exited" {
		t.Errorf("%v at %v", out.End, p.Loc(out.At).Pos)
	}
}

// TestLinkingOtherTypes: what a file declares with another type than the file that defines it is what that says: arguments and results are converted,
// and objects lie where the definition has them.
func TestLinkingOtherTypes(t *testing.T) {
	p, err := read(t, cfront.Options{},
		"struct s { int a, b; }; extern int x; extern int y[8]; int f(int), g(char *), h(int), k(struct s), n(int, int); struct s m(void); int (*pf)(int) = f; extern struct s w;"+
			" void reach_error(void); int main(void) { struct s v = { 3, 4 }; v = m(); x = -1; y[1] = 7; w.b = 6;"+
			" if (f(-2) != -4 || f(1) + f(2) != 6 || g(0) != 1 || h(300) != 45 || k(v) != 9 || n(1, 2) != 1 || y[1] != 7 || w.b != 6 || pf == 0) reach_error(); return 0; }",
		"long x; int y[4]; long long f(long long a) { return a * 2; } _Bool g(int *a) { return !a; } short h(unsigned char a) { return a + 1; }"+
			" typedef struct { unsigned c, d; } t; t w; int k(t a) { return a.c + a.d; } t m(void) { t a = { 4, 5 }; return a; } int n(int a) { return a; }")
	if err != nil {
		t.Fatal(err)
	}
	if err := ircheck.Check(p); err != nil {
		t.Fatal(err)
	}
	if out := run(p); out.End != interp.Exited {
		t.Errorf("%v %s at %v", out.End, out.Reason, p.Loc(out.At).Pos)
	}
	for _, files := range [][]string{
		{"int f(int a) { return a; } int main(void) { return f(1); }", "long f(int a) { return a; }"},
		{"int f; int main(void) { return f; }", "int f(void) { return 1; }"},
		{"double *f(int); int main(void) { return *f(1); }", "double f(int a) { return a; }"},
	} {
		if _, err := read(t, cfront.Options{Properties: []string{}}, files...); err == nil {
			t.Errorf("%q is read", files)
		}
	}
}

// TestRefusedElsewhere: what the core does not have in functions does not keep a program from being read.
func TestRefusedElsewhere(t *testing.T) {
	const refused = "int f(void) { return __builtin_frobnicate(1); } "
	for _, c := range []struct {
		text string
		read bool
	}{
		{refused + "int main(void) { return 0; }", true},
		{refused + "int g(void) { return f(); } int main(void) { return 0; }", true},
		{refused + "static int g(void) { return f(); } int main(void) { return g(); }", true},
		{refused + "int (*p)(void) = f; int main(void) { return 0; }", true},
		{"int f(void) { static int x = 1; return __builtin_frobnicate(x) + y; } int main(void) { return 0; }", true},
		{refused + "int x = y; int main(void) { return 0; }", false},
		{refused + "int g(void) { return y; } int main(void) { return 0; }", false},
		{"int f(void); __attribute__((constructor)) " + refused + "int main(void) { return 0; }", true},
		{refused + "int h(void) __attribute__((alias(\"f\"))); int main(void) { return h(); }", true},
	} {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(c.text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := cfront.Read(t.Context(), cfront.Options{Properties: []string{"unreach-call"}}, file)
		var refused *cfront.Unsupported
		if c.read && err != nil || !c.read && !errors.As(err, &refused) {
			t.Errorf("%s\n\t%v", c.text, err)
		}
	}
}

// propertyRow is a program, and the property that it violates where it is asked for one.
type propertyRow struct{ property, text, want string }

// TestProperties: the error locations of each property, by what the interpreter reaches.
func TestProperties(t *testing.T) {
	const reach = "void reach_error(void); "
	for _, c := range []propertyRow{
		{"unreach-call", reach + "int main(void) { reach_error(); return 0; }", "unreach-call"},
		{"unreach-call", "#include <assert.h>\nint main(void) { assert(1 == 2); return 0; }", "unreach-call"},
		{"no-overflow", "#include <limits.h>\nint main(void) { int a = INT_MIN, b = a / INT_MAX; return a % b; }", "no-overflow"},
		{"no-overflow", "#include <limits.h>\nint main(void) { long a = LONG_MIN, b = -1; a %= b; return 0; }", "no-overflow"},
		{"no-overflow", "#include <limits.h>\nint main(void) { int a = INT_MIN + 1, b = -1; return a % b; }", ""},
		{"no-overflow", reach + "int main(void) { reach_error(); return 0; }", ""},
		{"no-overflow", "int main(void) { int x = 2147483647; x++; return 0; }", "no-overflow"},
		{"no-overflow", "int main(void) { short x = 32767; x++; return 0; }", ""},
		{"no-overflow", "int main(void) { int x = 32; return 1 << x; }", "no-overflow"},
		{"no-overflow", "int main(void) { int x = -1; return x << 1; }", "no-overflow"},
		{"no-overflow", "int main(void) { int x = -2147483647 - 1; return x / -1; }", "no-overflow"},
		{"div-by-zero", "int main(void) { int x = 0; return 1 % x; }", "div-by-zero"},
		{"div-by-zero", "int main(void) { int x = 2; return 1 / x; }", ""},
		{"div-by-zero", "int main(void) { double x = 0; return 1 / x > 1; }", ""},
		{"no-overflow", "int main(void) { int x = 2147483647, y = 0; return x + 1 == y || x; }", "no-overflow"},
		{"no-overflow", "int main(void) { int x = 2147483647, y = 0; return y && x + 1; }", ""},
		{"no-overflow", "int main(void) { int x = 2147483647; switch (x + 1) { default: return 0; } }", "no-overflow"},
		{"no-overflow", "int a[2]; int main(void) { int x = 2147483647; a[x + 1 < 0] = 1; return 0; }", "no-overflow"},
		{"no-overflow", "int f(int x) { return x; } int main(void) { int x = 2147483647; return f(x + 1); }", "no-overflow"},
		{"no-overflow", "int main(void) { int x = 2147483647; for (int i = 0; i < 2; x++, i++); return 0; }", "no-overflow"},
		{"no-overflow", "int main(void) { int x = 2147483647, a[2] = { 1, x + 1 }; return a[0]; }", "no-overflow"},
		{"no-overflow", "int main(void) { int x = 2147483647; int a[x + 1 < 0 ? 1 : 2]; return 0; }", "no-overflow"},
		{"no-overflow", "#include <stdlib.h>\n#include <limits.h>\nint main(void) { int x = INT_MIN; return abs(x) > 0; }", "no-overflow"},
		{"no-overflow", "int main(void) { unsigned x = -1; return x + 1; }", ""},
		{"unsigned-wrap", "int main(void) { unsigned x = 1; return x - 2 > 5; }", "unsigned-wrap"},
		{"unsigned-wrap", "#include <string.h>\nint main(void) { return strlen(\"abc\"); }", ""},
		{"conversion", "int main(void) { int x = 300; unsigned char c = x; return c; }", "conversion"},
		{"conversion", "int main(void) { int x = 300; unsigned char c = (unsigned char)x; return c; }", ""},
		{"float-cast", "int main(void) { double x = 2147483648.0; return (int)x; }", "float-cast"},
		{"float-cast", "int main(void) { double x = 2147483647.5; return (int)x; }", ""},
		{"float-cast", "int main(void) { double x = -2147483648.5; return (int)x; }", ""},
		{"float-cast", "int main(void) { double x = -2147483649.0; return (int)x; }", "float-cast"},
		{"float-cast", "int main(void) { float x = -0.5f; return (unsigned)x; }", ""},
		{"float-cast", "int main(void) { double x = 0.0; x = x / x; return (int)x; }", "float-cast"},
		{"float-cast", "int main(void) { double x = 1e300; return (_Bool)x; }", ""},
		{"no-overflow", "int main(void) { int x = 2147483647; __asm__ volatile(\"\" : : \"r\"(x + 1)); return 0; }", "no-overflow"},
		{"no-overflow", "int main(void) { int x = 2147483647; char a[4]; void *p = a; *(char (*)[2])((char *)p + (x + 1 < 0)); return 0; }", "no-overflow"},
		{"float-cast", "int main(void) { double x = 1e300; (void)(int)x; return 0; }", "float-cast"},
		{"conversion", "int main(void) { int x = 2147483647; return __sync_add_and_fetch(&x, 1) + __atomic_fetch_sub(&x, 1, 0) > 0; }", ""},
		{"unsigned-wrap", "int main(void) { unsigned x = 1; int y = 1; return __sync_sub_and_fetch(&x, 2) + __sync_add_and_fetch(&y, -1) > 0; }", ""},
		{"float-div-by-zero", "int main(void) { double x = 1.0 / 0.0; return x > 1; }", "float-div-by-zero"},
		{"float-invalid", "int main(void) { double x = 0.0 / 0.0; return x > 1; }", "float-invalid"},
		{"float-overflow", "int main(void) { double x = 1e300 * 1e300; return x > 1; }", "float-overflow"},
		{"float-overflow", "int main(void) { float x = (float)1e300; return x > 1; }", "float-overflow"},
		{"float-div-by-zero", "int main(void) { static double x = 1.0 / 0.0; return x > 1 && sizeof(1.0 / 0.0) > 1 || (0 ? 1.0 / 0.0 : 1.0) > 1; }", ""},
		{"float-invalid", "#include <math.h>\nint main(void) { double x = NAN, y = INFINITY, z = HUGE_VAL; return x > y && z > 1; }", ""},
		{"no-overflow", "struct S { int n[2]; } a[4]; int main(void) { int x = 2147483647; (void)a[(x + 1) & 3]; return 0; }", "no-overflow"},
		{"no-overflow", "struct S { int n[2]; } a[4]; int main(void) { int x = 2147483647; a[(x + 1) & 3].n; return 0; }", "no-overflow"},
		{"float-div-by-zero", "int main(void) { double x = 0; return 1 / x > 1; }", "float-div-by-zero"},
		{"float-div-by-zero", "int main(void) { double x = 5; return 1 / x > 1; }", ""},
		{"float-invalid", "int main(void) { double x = 0; return x / x > 1; }", "float-invalid"},
		{"float-invalid", "int main(void) { double x = 1e300, y = x * x; return y - y > 1; }", "float-invalid"},
		{"float-invalid", "int main(void) { double x = 0; return 1 / x > 1; }", ""},
		{"float-invalid", "#include <math.h>\nint main(void) { double x = -1; return fabs(x) > 2; }", ""},
		{"float-overflow", "int main(void) { double x = 1e300; return x * x > 1; }", "float-overflow"},
		{"float-overflow", "int main(void) { double x = 1e300; float y = x; return y > 1; }", "float-overflow"},
		{"float-overflow", "int main(void) { double x = 0; return 1 / x > 1; }", ""},
		{"bounds", "int main(void) { int a[3], i = 3; a[i] = 1; return 0; }", "bounds"},
		{"bounds", "int main(void) { int a[3], i = 3; int *p = &a[i]; return 0; }", ""},
		{"bounds", "int main(void) { int a[3][2], i = 1, j = 2; a[i][j] = 1; return 0; }", "bounds"},
		{"null", "int main(void) { int x, *p = &x; *p = 1; p = 0; return *p; }", "null"},
		{"null", "struct S { int a, b; }; int main(void) { struct S *p = 0; return p->b; }", "null"},
		{"null", "struct S { int a, b; }; int main(void) { return (int)(long)&((struct S *)0)->b; }", ""},
		{"null", "int main(void) { void (*f)(void) = 0; f(); return 0; }", "null"},
		{"null", "struct S { int a, b; } s; int main(void) { struct S *p = 0; *p = s; return 0; }", "null"},
		{"null", "struct S { int a, b; } s; int main(void) { struct S *p = 0; s = *p; return 0; }", "null"},
		{"null", "struct S { int n, a[3]; }; int main(void) { struct S *p = 0; int i = 2; return p->a[i]; }", "null"},
		{"null", "struct S { int n, a[3]; }; int main(void) { struct S *p = 0; int *q = p->a; return !q; }", ""},
		{"null", "int main(void) { int *p = 0, i = 2; return p[i]; }", "null"},
		{"null", "int main(void) { int *p = 0; if (p && *p) return 1; return 0; }", ""},
		{"null", "int main(void) { int *p = 0; (*p)++; return 0; }", "null"},
		{"null", "struct S { int f : 3; }; int main(void) { struct S *p = 0; p->f = 1; return 0; }", "null"},
		{"null", "int f(void) { return 1; } int main(void) { int *p = 0; *p = f(); return 0; }", "null"},
		{"null", "int main(void) { int *p = 0; (void)*p; return 0; }", "null"},
		{"null", "struct S { int n[2]; }; int main(void) { struct S *p = 0; *p; (void)*p; return 0; }", ""},
		{"null", "int main(void) { int **p, *q = 0; p = &q; return **p; }", "null"},
		{"null", "int main(void) { int *p = 0; return sizeof *p; }", ""},
		{"null", "int main(void) { char *p = 0; return *(int *)(void *)p; }", "null"},
		{"null", "#include <stdlib.h>\nint main(void) { free(0); return 0; }", ""},
		{"null", "#include <string.h>\nint main(void) { char a[4], b[4] = { 1 }; memcpy(a, b, 4); return strlen(a) > 4; }", ""},
		{"valid-deref", "int main(void) { int a[2], i = 2; return a[i]; }", "valid-deref"},
		{"bounds", "int main(void) { int a[3], *p = a; p++; return *p; }", ""},
		{"bounds", "int main(void) { int a[3], *p = a; p += 3; return *p; }", "bounds"},
		{"bounds", "int main(void) { int a[3], *p = a; return p[-1]; }", "bounds"},
		{"bounds", "int main(void) { int a[3]; return *(a + 3); }", "bounds"},
		{"bounds", "#include <stdlib.h>\nint main(void) { char *p = malloc(3); return *(int *)p; }", "bounds"},
		{"bounds", "struct S { int a, b; }; int main(void) { int x; struct S *p = (struct S *)&x; p->a = 1; return p->b; }", "bounds"},
		{"bounds", "struct S { int a, b; } s; int main(void) { int x; struct S *p = (struct S *)&x; *p = s; return 0; }", "bounds"},
		{"bounds", "#include <stdlib.h>\nstruct S { int n, a[1]; }; int main(void) { struct S *p = malloc(12); p->a[1] = 1; return p->a[2]; }", "bounds"},
		{"bounds", "#include <string.h>\nint main(void) { char a[3]; strcpy(a, \"abc\"); return 0; }", "bounds"},
		{"bounds", "int main(void) { int *p = 0; return *p; }", ""},
		{"bounds", "int main(void) { int x; long i = (long)&x; return *(int *)i; }", ""},
		{"bounds", "int main(void) { int x; long i = (long)&x + 4; return *(int *)i; }", "unsupported"},
		{"valid-deref", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); return *p; }", "valid-deref"},
		{"valid-deref", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }", ""},
		{"valid-deref", "int *p; void f(void) { int x = 1; p = &x; } int main(void) { f(); return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int *p; { int x = 1; p = &x; } return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int *p, i = 0; again: { int x = i; p = &x; if (i++ < 2) goto again; } return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int i = 0; again:; int x = i; int *p = &x; if (i++ < 2) { goto again; } return *p; }", ""},
		{"valid-deref", "int main(void) { int *p = 0, k = 2; switch (k) { int x; case 1: x = 3; case 2: p = &x; x = 1; return *p; } return 0; }", ""},
		{"valid-deref", "int main(void) { int *p = 0; for (int i = 0; i < 3; i++) { int x = i; p = &x; if (i == 1) break; } return *p; }", "valid-deref"},
		{"valid-deref", "int f(int x) { int *p = &x; return *p; } int main(void) { return f(1) + f(2); }", ""},
		{"valid-deref", "int *f(int x) { int *p = &x; return p; } int main(void) { return *f(1); }", "valid-deref"},
		{"valid-deref", "int main(void) { int *p; { p = &(int){ 3 }; } return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int *p = &(int){ 3 }; { *p = 4; } return *p; }", ""},
		{"valid-deref", "#include <alloca.h>\nint *f(void) { int *p = alloca(4); *p = 1; return p; } int main(void) { return *f(); }", "valid-deref"},
		{"valid-deref", "#include <stdlib.h>\nint main(void) { int *p = malloc(4), *q = realloc(p, 8); return *p; }", "valid-deref"},
		{"valid-deref", "struct S { int a[2], b; } s; int main(void) { int i = 2, *p = &s.a[i]; s.a[i] = 4; return *p; }", ""},
		{"valid-free", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); free(p); return 0; }", "valid-free"},
		{"valid-free", "#include <stdlib.h>\nint main(void) { int x, *p = &x; free(p); return 0; }", "valid-free"},
		{"valid-free", "#include <stdlib.h>\nint main(void) { int *p = malloc(8); free(p + 1); return 0; }", "valid-free"},
		{"valid-free", "#include <stdlib.h>\nint main(void) { int *p = alloca(8); free(p); return 0; }", "valid-free"},
		{"valid-free", "#include <stdlib.h>\nint main(void) { int *p = 0; free(p); free(0); return 0; }", ""},
		{"valid-free", "#include <stdlib.h>\nint main(void) { void (*f)(void *) = free; int *p = malloc(4); f(p); f(p); return 0; }", "valid-free"},
		{"valid-free", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); p = realloc(p, 8); return 0; }", "valid-free"},
		{"valid-deref", "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char *p = calloc(4, 1); free(p); puts(p); return 0; }", "valid-deref"},
		{"valid-deref", "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { char *p = calloc(4, 1); free(p); printf(\"%d %s\", 1, p); return 0; }", "valid-deref"},
		{"valid-deref", "#include <stdio.h>\nint main(void) { char t[2] = { 1, 2 }; printf(\"%s\", t); return 0; }", "valid-deref"},
		{"valid-deref", "#include <stdio.h>\nint main(void) { char t[2] = { 1 }; printf(\"%s%c\", t, 3); puts(t); puts(\"x\"); return 0; }", ""},
		{"valid-memtrack", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); return 0; }", "valid-memtrack"},
		{"valid-memtrack", "#include <stdlib.h>\nint *p; int main(void) { p = malloc(4); p++; return 0; }", ""},
		{"valid-memtrack", "#include <stdlib.h>\nint **p; int main(void) { p = malloc(8); *p = malloc(4); return 0; }", ""},
		{"valid-memtrack", "#include <stdlib.h>\nint **p; int main(void) { p = malloc(8); *p = malloc(4); free(p); return 0; }", "valid-memtrack"},
		{"valid-memtrack", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); if (p) abort(); return 0; }", ""},
		{"valid-memcleanup", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); return 0; }", "valid-memcleanup"},
		{"valid-memcleanup", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); if (p) { free(p); return 1; } return 0; }", ""},
		{"valid-memcleanup", "#include <stdlib.h>\nint main(void) { int *p = malloc(4); if (p) exit(1); free(p); return 0; }", "valid-memcleanup"},
		{"valid-memcleanup", "#include <stdlib.h>\nint main(void) { int *p = alloca(4); return 0; }", ""},
		{"no-data-race", "int main(void) { return 0; }", ""},
	} {
		c.check(t)
	}
}

// check reads the program of a row, and runs it.
func (c propertyRow) check(t *testing.T) {
	p, err := read(t, cfront.Options{Properties: []string{c.property}}, c.text)
	got := ""
	var unsupported *cfront.Unsupported
	switch {
	case errors.As(err, &unsupported):
		got = "unsupported"
	case err != nil:
		t.Errorf("%s: %v", c.text, err)
		return
	default:
		if err := ircheck.Check(p); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if got = p.Loc(run(p).At).Goal.Property; p.Loc(run(p).At).Goal.IsLimit() {
			got = p.Loc(run(p).At).Goal.String()
		}
	}
	if got != c.want {
		t.Errorf("%s: %s\n\tgot %q, want %q", c.property, c.text, got, c.want)
	}
}
