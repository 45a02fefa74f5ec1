package cover

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestDeadCode: what is said of the statements of a line is what the line says. Statements without a word are executed.
func TestDeadCode(t *testing.T) {
	for _, test := range []struct{ name, text string }{
		{"conditions and constants", `
extern int __VERIFIER_nondet_int(void);
#define TRACE 0
#define CHECK(x) do { if (!(x)) return -1; } while (0)
static int f(int v)
{
	CHECK(v > 3);
	CHECK(v > 1);
	if (v < 2)
		v = 7; // proved
	if (TRACE)
		v = 8; // constant
	if (TRACE) {
		v = 9; // constant
		v++; // constant
	} else
		v = 10;
	while (0)
		v++; // constant
	return v;
	v = 4; // no path
}
int main(void)
{
	int n = __VERIFIER_nondet_int();
	for (int i = 0; i < n; i++)
		if (i < 0)
			return 3; // proved
	return f(n);
}`},
		{"what is expected", `
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int f(unsigned k)
{
	switch (k & 3) {
	case 0: return 1;
	case 1: return 2;
		break; // defensive
	case 2: case 3: return 3;
	default:
		assert(!"not here"); // defensive
		return 0; // defensive
	}
	return 4; // no path
}
static int g(unsigned k)
{
	switch (k & 1) {
	case 0: k = 3; break;
	case 1: break;
	case 2: return 5; // proved
	default: break; // defensive
	}
	if (k > 10) {
		if (k < 5)
			abort(); // defensive
		return 7;
	}
	assert(k <= 10);
	return 6;
}
int main(void) { return f(__VERIFIER_nondet_int()) + g(__VERIFIER_nondet_int()); }
`},
		{"functions", `
static int never(int x)
{
	return x; // uncalled
}
static int off(int x)
{
	return x; // uncalled
}
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
static int three(int x) { return x + 3; } // uncalled
static int (*const table[])(int) = { one, two };
__attribute__((constructor)) static void first(void) { one(1); }
int main(int argc, char **argv)
{
	int (*p)(int) = three;
	if (0)
		return off(2); // constant
	if (argc > 7)
		return 1;
	return table[argc & 1](argc);
}`},
		{"jumps", `
extern int __VERIFIER_nondet_int(void);
static int f(int k)
{
	static void *to[] = { &&a, &&b, &&c };
	goto *to[k];
a:	return 1;
b:	return 2;
c:	return 3; // proved
}
int main(void)
{
	int x = f(0) + f(1), y = 0;
	goto in;
	if (y) { // no path
in:		y = 1;
	}
	switch (__VERIFIER_nondet_int()) {
		y = 3; // no path
	case 1:
		y = 2;
	}
	for (;;) {
		if (__VERIFIER_nondet_int())
			continue;
		x++;
	}
	return x; // no path
}`},
		{"callbacks of the library", `
#include <stdlib.h>
static int order(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	if (x < y)
		return -1;
	if (x > y)
		return 1;
	if (x == y + 7) // open
		return 2; // proved
	return 0; // open
}
int main(void) { int a[] = { 3, 1, 2 }; qsort(a, 3, sizeof *a, order); return a[0]; }
`},
		{"the order of comparisons", `
#include <stdlib.h>
static int order(const void *a, const void *b)
{
	if (*(const int *)a < *(const int *)b)
		return -1; // open
	if (*(const int *)a > 7) // open
		return 3; // proved
	return 1; // open
}
int main(void) { int a[] = { 2, 1 }; qsort(a, 2, sizeof *a, order); return a[0]; }
`},
		{"the elements that a search compares", `
#include <stdlib.h>
static int order(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	if (y == 7)
		return -1; // open
	if (y == 1)
		return 1; // open
	return x - y;
}
int main(void) { int a[] = { 1, 5, 7 }, k = 5; return bsearch(&k, a, 3, sizeof *a, order) != 0; }
`},
		{"callbacks of others", `
extern void keep(void (*)(void));
static int n;
static void called(void) { n++; } // open
int main(void) { keep(called); return n; }
`},
		{"what is not followed", `
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf at;
static int n;
static void bye(void) { n = 3; } // open
int main(void)
{
	atexit(bye);
	if (setjmp(at)) // open
		return 1; // open
	longjmp(at, 1); // open
}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			d, err := DeadCode(t.Context(), prepare.New(cfront.Options{Unknown: cfront.Unknown{UnknownPointers: cfront.Any}}, nil, file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := map[int]string{}
			for _, l := range d.Lines {
				if l.Status == Open {
					got[l.Pos.Line] = "open"
				}
			}
			for _, r := range d.Regions {
				for _, l := range d.Lines[r.First : r.Last+1] {
					got[l.Pos.Line] = []string{"", "uncalled", "no path", "proved", "constant", "defensive"}[r.Cause]
				}
			}
			for i, line := range strings.Split(test.text, "\n") {
				_, want, _ := strings.Cut(line, "// ")
				if got[i+1] != want && !(want == "open" && d.Reason == "") {
					t.Errorf("line %d: %q, want %q: %s (%s: %s)", i+1, got[i+1], want, line, d.Reason, d.Detail)
				}
			}
		})
	}
}
