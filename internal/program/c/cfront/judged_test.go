package cfront_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/testenv"
	"craig/logic/num"
)

// judged are bodies of functions that return an int, with what C says that it is.
var judged = []struct {
	body string
	want int
}{
	{"int a = -7, b = 2; return a / b * 10 + a % b;", -31},
	{"int a = -7; unsigned b = 2; return a / b > 5;", 1},
	{"unsigned one = 1; return -1 < one;", 0},
	{"long one = 1; return -1 < one;", 1},
	{"unsigned long x = 1; long y = -1; return (y < x) * 2 + (x > y);", 0},
	{"short s = 32767; return s + 1 == 32768;", 1},
	{"unsigned char a = 200, b = 100; return a + b;", 300},
	{"unsigned short a = 65535; return (a << 1) == 131070;", 1},
	{"signed char c = -1; return (unsigned char)c + c;", 254},
	{"return 2147483648 > 0 && -2147483648 < 0 && sizeof 2147483648 == 8 && 0x80000000 > 0 && sizeof 0x80000000 == 4;", 1},
	{"return -1 < 2147483648;", 1},
	{`return "\x41"[0] + "\101"[0] + '\x7f' + "\n"[0] + sizeof "\x41\0b";`, 65 + 65 + 127 + 10 + 4},
	{"_Bool b = 256; int x = 2; _Bool c = x; return b * 10 + c;", 11},
	{"double d = 0.5; _Bool b = d; return b;", 1},
	{"int i = 3; int j = i++; int k = ++i; return i * 100 + j * 10 + k;", 535},
	{"int i = 3; int j = i--; int k = --i; return i * 100 + j * 10 + k;", 131},
	{"int i = 0, j = 0; int k = i++ || j++; return i * 100 + j * 10 + k;", 110},
	{"int i = 1, j = 0; int k = --i || j++; return i * 100 + j * 10 + k;", 10},
	{"int i = 1, j = 5; int k = --i && j++; return i * 100 + j * 10 + k;", 50},
	{"int i = 1, j = 5; int k = i && j; return k * 10 + (i && !j);", 10},
	{"int x = 0, n = 0; if (x || (n++, 1)) n += 10; if (!x && (n++, 0)) n += 100; return n;", 12},
	{"int x = 1, n = 0; if (x || (n++, 1)) n += 10; if (!x && (n++, 1)) n += 100; return n;", 10},
	{"int x = 4; int y = x ? x > 3 ? 7 : 8 : 9; return y * 10 + (x ?: 5);", 74},
	{"int n = 0; for (int i = 0; i < 5; i++) { if (i & 1) continue; n += i; } return n;", 6},
	{"int n = 0; do { n++; if (n == 3) continue; n++; } while (n < 5); return n;", 5},
	{"int n = 0; for (int x = 0; x < 7; x++) switch (x) { case 1 ... 3: n += 1; break; case 5: n += 10; default: n += 100; } return n;", 413},
	{"int n = 0, i = 0; again: if (i < 4) { i++; if (i == 2) goto again; n += i; goto again; } return n;", 8},
	{"int a[5] = {1, 2}; int b[4] = {[2] = 5, 6}; int c[6] = {[1 ... 3] = 4, 9}; return a[1] + a[4] + b[0] + b[3] * 10 + c[3] * 100 + c[4] * 1000 + c[5];", 9462},
	{"struct { int x, y; struct { char c; int d[2]; } z; } v = {1, .z = {2, {3}}}; return v.x + v.y * 10 + v.z.c * 100 + v.z.d[0] * 1000 + v.z.d[1];", 3201},
	{"struct { int x; } v[3] = {{7}}; return v[0].x + v[1].x + v[2].x;", 7},
	{"struct { unsigned a : 3, b : 5; int c : 4; } v = {5, 17, -3}; v.b = 30; v.a = 12; return v.a * 100 + v.b * 10 + v.c;", 697},
	{"struct { unsigned a : 3, b : 5; } v = {7, 31}; v.a = 0; v.b = 1; return *(unsigned char *)&v;", 8},
	{"struct s { char c; int i; short s; } v; return sizeof v * 100 + ((char *)&v.i - (char *)&v) * 10 + ((char *)&v.s - (char *)&v);", 1248},
	{"struct { long l; char c; } v[2]; return (char *)&v[1] - (char *)&v[0];", 16},
	{"int a[5] = {1, 2, 3, 4, 5}, *p = a + 4; return *(p - 1) * 100 + p[-2] * 10 + (int)(p - a);", 434},
	{"int m[3][4]; return (int)((char *)&m[2][1] - (char *)m) * 10 + (int)(&m[2] - &m[0]);", 362},
	{"long a[3] = {1, 2, 3}; long *p = a; p++; p += 1; return *p * 10 + *--p;", 32},
	{"char c = 5; c += 300; unsigned char u = 250; u += 10; return c * 1000 + u;", 49004},
	{"int x = 6; x <<= 2; x |= 1; x ^= 3; x %= 7; return x;", 5},
	{"int x = -8; return (x >> 1) * 100 + (int)((unsigned)x >> 28);", -385},
	{"return __builtin_ffs(8) * 100 + __builtin_popcount(255) * 10 + __builtin_ctz(16);", 484},
	{"int r; return __builtin_add_overflow(2147483647, 1, &r) * 10 + (r < 0);", 11},
	{"extern void *calloc(unsigned long, unsigned long); return calloc(1ul << 33, 1ul << 33) == 0;", 1},
	{"extern void *malloc(unsigned long); return malloc(1ul << 62) == 0;", 1},
	{"extern void *malloc(unsigned long); unsigned long n = 1; for (int i = 0; i < 62; i++) n *= 2; return malloc(n) == 0;", 1},
	{"extern void *malloc(unsigned long), *realloc(void *, unsigned long); int *p = malloc(4); *p = 7; p = realloc(p, 16); return *p;", 7},
	{"extern void *malloc(unsigned long), *realloc(void *, unsigned long); int *p = malloc(16); p[0] = 7; p[1] = 8; p = realloc(p, 8); return p[0] * 10 + p[1];", 78},
	{"return narrow(300, -1);", 44*1000 + 255},
	{"int (*f)(unsigned char, unsigned char) = narrow; return f(300, -1);", 44*1000 + 255},
}

// judgedHead is what they may call.
const judgedHead = "static int narrow(unsigned char a, unsigned char b) { return a * 1000 + b; }\n"

// TestJudged: what the front end makes of statements does in the interpreter what C says, and gcc.
func TestJudged(t *testing.T) {
	all := "#include <stdio.h>\n" + judgedHead
	dir := t.TempDir()
	for i, c := range judged {
		file := filepath.Join(dir, fmt.Sprintf("p%d.c", i))
		if err := os.WriteFile(file, []byte(judgedHead+"int main(void) { "+c.body+" }\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Read(t.Context(), cfront.Options{Properties: []string{"div-by-zero"}}, file)
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		if out := run(p); out.End != interp.Exited || !out.Result.Eq(num.I(int64(c.want))) {
			t.Errorf("%s\n%s: %s %s, want %d", c.body, out.End, out.Result, out.Reason, c.want)
		}
		all += fmt.Sprintf("static int f%d(void) { %s }\n", i, c.body)
	}
	if !testenv.Has("gcc") {
		return
	}
	all += "int main(void) {\n"
	want := ""
	for i, c := range judged {
		all += fmt.Sprintf("printf(\"%%d\\n\", f%d());\n", i)
		want += fmt.Sprintf("%d\n", c.want)
	}
	file, exe := filepath.Join(dir, "all.c"), filepath.Join(dir, "all")
	if err := os.WriteFile(file, []byte(all+"}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("gcc", "-w", "-O0", "-fno-strict-aliasing", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if text, err := exec.Command(exe).Output(); err != nil || string(text) != want {
		t.Errorf("gcc: %v\n%s", err, text)
	}
}

// TestViolations: the first thing that a program does against the properties that are asked for leads to an error, and nothing else does: the program
// returns 3. Inputs are 1.
func TestViolations(t *testing.T) {
	const lives = "valid-deref valid-free valid-memtrack"
	const declared = "extern int nondet(void); extern void *malloc(unsigned long); extern void free(void *); extern void *alloca(unsigned long);\n"
	for _, c := range []struct {
		properties, text string
		error            bool
	}{
		{"no-overflow", "int main(void) { int x = -2147483647 - nondet(), y = -nondet(); int r = x % y; return 3; }", true},
		{"no-overflow", "int main(void) { int x = -2147483647 - nondet(), y = -nondet(); int r = x / y; return 3; }", true},
		{"no-overflow", "int main(void) { int x = -2147483647 - nondet(), y = nondet(); int r = x % y + x / y; return 3; }", false},
		{"no-overflow", "int main(void) { int x = -2147483647, y = 2 * nondet(); int r = x - y; return 3; }", true},
		{"no-overflow", "int main(void) { int x = -2147483647, y = nondet(); int r = x - y; return 3; }", false},
		{"no-overflow", "int main(void) { int x = 2147483647, y = nondet(); int r = x + y; return 3; }", true},
		{"no-overflow", "int main(void) { unsigned char a = 255 * nondet(), c = 255 * nondet(); int r = a * -(c * 70000); return 3; }", true},
		{"no-overflow", "int main(void) { unsigned char a = 255 * nondet(), c = 255 * nondet(); int r = a * -(c * 7000); return 3; }", false},
		{"no-overflow", "int main(void) { int x = nondet(), n = 31 + nondet(); unsigned r = 1u << n; return 3; }", true},
		{"no-overflow", "int main(void) { int x = nondet(), n = 30 + nondet(); unsigned r = 1u << n; return 3; }", false},
		{"no-overflow", "int main(void) { int x = nondet(), n = -nondet(); int r = x >> n; return 3; }", true},
		{"no-overflow", "int main(void) { int x = -nondet(); int r = x << 1; return 3; }", true},
		{"no-overflow", "int main(void) { int x = nondet(); int r = x << 31; return 3; }", true},
		{"no-overflow", "int main(void) { int x = nondet(); int r = x << 30; return 3; }", false},
		{"no-overflow", "int main(void) { unsigned x = -nondet(); unsigned r = x + x * x; return 3; }", false},
		{"div-by-zero", "int main(void) { int x = nondet() - 1; int r = 5 % x; return 3; }", true},
		{"div-by-zero", "int main(void) { int x = nondet() - 1; int r = 5 / x; return 3; }", true},
		{"div-by-zero", "int main(void) { int x = nondet(); int r = 5 / x + 5 % x; return 3; }", false},

		{"bounds", "int main(void) { int a[4], i = 3 + nondet(); a[i] = 1; return 3; }", true},
		{"bounds", "int main(void) { int a[4], i = 2 + nondet(); a[i] = 1; return 3; }", false},
		{"bounds", "int main(void) { int a[4], i = -nondet(); a[i] = 1; return 3; }", true},
		{"bounds", "int main(void) { int a[4], i = 3 + nondet(); int *p = &a[i]; return 3; }", false},
		{"bounds", "int main(void) { int a[10], i = -3 * nondet(); a[i % 10] = 1; return 3; }", true},
		{"bounds", "int main(void) { char a[255]; unsigned char c = nondet() - 1; a[(unsigned)c - 1u] = 1; return 3; }", true},
		{"bounds", "int main(void) { char a[255]; unsigned char c = nondet(); a[(unsigned)c - 1u] = 1; return 3; }", false},
		{"bounds", "int main(void) { char a[8], *p = a; p += 4 + nondet(); *(int *)p = 1; return 3; }", true},
		{"bounds", "int main(void) { char a[8], *p = a; p += 3 + nondet(); *(int *)p = 1; return 3; }", false},
		{"bounds", "int main(void) { int x = 0; return *((char *)&x + 4) + 3; }", true},
		{"bounds", "int main(void) { int x = 0; return *((char *)&x + 3) + 3; }", false},
		{"bounds", "int main(void) { int x = 0; *(short *)((char *)&x + 3) = 1; return 3; }", true},
		{"bounds", "const int k = 1; int main(void) { int *p = (int *)&k; if (nondet()) *p = 2; return 3; }", true},
		{"bounds", "const int k = 1; int main(void) { const int *p = &k; return *p + 2; }", false},
		{"null", "int main(void) { int x = 3, *p = nondet() ? 0 : &x; return *p; }", true},
		{"null", "int main(void) { int x = 3, *p = nondet() ? &x : 0; return *p; }", false},
		{"null", "int main(void) { int x = 3, *p = &x, **q = &p; int y = **q; *q = nondet() ? 0 : p; return y + **q; }", true},
		{"null", "int *p; void clear(void) { p = 0; } int main(void) { int x = 3; p = &x; int y = *p; clear(); return y + *p; }", true},

		{lives, "int main(void) { int *p = malloc(4); free(p); free(p); return 3; }", true},
		{lives, "int main(void) { int *p = malloc(4); free(p); return 3; }", false},
		{lives, "int main(void) { int *p = malloc(4); free((char *)p + nondet()); return 3; }", true},
		{lives, "int main(void) { int *p; { int x = 3; p = &x; } return *p; }", true},
		{lives, "int main(void) { int *p, x = 3; { p = &x; } return *p; }", false},
		{lives, "int main(void) { int *p, n = 0; { int x = 3; p = &x; if (nondet()) goto out; n = 1; } out: return *p + n; }", true},
		{lives, "int *f(void) { int x = 3; int *p = &x; return p; } int main(void) { return *f(); }", true},
		{lives, "int main(void) { int *p = malloc(4); return 3; }", true},
		{"valid-memcleanup", "int *p; int main(void) { p = malloc(4); return 3; }", true},

		{"uninit", "int main(void) { int x; if (nondet() > 1) x = 1; return x + 2; }", true},
		{"uninit", "int main(void) { int x; if (nondet()) x = 1; return x + 2; }", false},
		{"uninit", "int main(void) { struct { unsigned a : 3, b : 5; } v; v.a = 1; return v.b; }", true},
		{"uninit", "int main(void) { struct { unsigned a : 3, b : 5; } v; v.a = 1; return v.a + 2; }", false},
		{"uninit", "int main(void) { int a[3]; a[0] = 1; a[2] = 2; return a[nondet()]; }", true},
		{"uninit", "int main(void) { int *p = malloc(8); p[1] = 3; return p[nondet()]; }", false},

		{"unreach-call", "extern void reach_error(void); int main(int argc, char **argv) { if (argc == 1) return 3; reach_error(); }", false},
		{"unreach-call", "extern void reach_error(void); int x = 1; int first(int a, int b) { return a; } int change(void) { x = 5; return 0; } int main(void) { if (first(x, change()) != 1) reach_error(); return 3; }", false},
		{"unreach-call", "extern void reach_error(void); int x = 1; int change(void) { x = 5; return 2; } int main(void) { x += change(); if (x != 7) reach_error(); return 3; }", false},
		{"unreach-call", "extern void reach_error(void); struct s { int x, y; } a = {1, 2}, b = {3, 2}, c = {1, 3}, d = {1, 2}; int main(void) { if (a == b || a == c || a != d) reach_error(); return 3; }", false}, // as CBMC has it
		{"unreach-call", "extern void reach_error(void); int main(void) { int a = 1, b = 0; if (!(a || b)) reach_error(); if (!a || (a && b)) reach_error(); return 3; }", false},
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(declared+c.text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Read(t.Context(), cfront.Options{Properties: strings.Fields(c.properties), Signed: map[bool]ir.Signed{true: ir.SignedCheck}[c.properties == "no-overflow"]}, file)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		out := interp.Run(t.Context(), p, interp.Inputs{Scalar: func(*ir.Edge, int) num.Int { return num.I(1) }}, interp.Options{MaxSteps: 10_000})
		isError := out.End == interp.Reached && !p.Locs[out.At].Goal.IsLimit()
		if isError != c.error || !c.error && (out.End != interp.Exited || !out.Result.Eq(num.I(3))) {
			t.Errorf("%s: %s\n%s %s %s, want an error: %t", c.properties, c.text, out.End, out.Result, out.Reason, c.error)
		}
	}
}

// TestErrorLabel: nothing follows an error label.
func TestErrorLabel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("int main(void) { int x = 1; if (x) goto ERROR; return 3; ERROR: return 4; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Read(t.Context(), cfront.Options{ErrorLabel: "ERROR"}, file)
	if err != nil {
		t.Fatal(err)
	}
	if out := run(p); out.End != interp.Reached || len(p.Locs[out.At].Out) != 0 {
		t.Errorf("%s, and %d edges go on from there", out.End, len(p.Locs[out.At].Out))
	}
}
