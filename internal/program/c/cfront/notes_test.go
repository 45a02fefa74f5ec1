package cfront_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
)

// TestAssemblyNotes: what is said of assembly and of functions that it may define, and of attribute cleanup.
func TestAssemblyNotes(t *testing.T) {
	const end = " reach_error(); return 0; }"
	for _, c := range []struct {
		text string
		kind ir.NoteKind
		want string // "": no note
	}{
		{"int main(void) { int x = 1; __asm__ volatile(\"\" ::: \"memory\");" + end, 0, ""},
		{"int main(void) { int x; __asm__(\"movl $1, %0\" : \"=r\"(x));" + end, ir.Overapproximated, "assembly"},
		{"int main(void) { int x; __asm__(\"\" : \"=r\"(x));" + end, ir.Overapproximated, "assembly"},
		{"int main(void) { int x[9]; __asm__(\"movl $1, %0\" : \"=m\"(x)); if (x[3])" + end, ir.Overapproximated, "assembly"},
		{"int main(void) { int x; __asm__ volatile(\"movl $1, %0\" : \"=r\"(x) :: \"memory\");" + end, ir.Unmodelled, "assembly that may write memory"},
		{"int main(void) { __asm__ goto(\"jmp %l0\" : : : : l);" + end[:len(end)-2] + " l: return 0; }", ir.Unmodelled, "asm goto"},
		{"int g; int main(void) { __asm__ volatile(\"movl $1, g(%rip)\");" + end, ir.Unmodelled, "assembly that may write memory"},
		{"int g; int main(void) { __asm__(\"nop; incl g\");" + end, ir.Unmodelled, "assembly that may write memory"},
		{"int main(void) { __asm__(\"nop\"); __asm__(\"rep; nop\\n\\tpause\"); __asm__ volatile(\"dsb \" \"sy\");" + end, ir.Overapproximated, "assembly"},
		{"int main(void) { __asm__ volatile(\"cpsid i\" : : : \"memory\");" + end, 0, ""},
		{"extern int f(void); __asm__(\".globl f\\nf: ret\"); int main(void) { f();" + end, ir.Unmodelled, "f, which assembly at file scope may define"},
		{"extern int f(void); int (*p)(void) = f; __asm__(\".globl f\\nf: ret\"); int main(void) { p();" + end, ir.Unmodelled, "f, which assembly at file scope may define"},
		{"extern int v; __asm__(\".data\\nv:\\t.long 4\"); int main(void) { int x = v;" + end, ir.Unmodelled, "v, which assembly at file scope may define"},
		{"extern int f(void); __asm__(\"ff: ret\"); int main(void) { f();" + end, ir.Assumption, "f has no body"},
		{"void f(int *p) { } int main(void) { int x __attribute__((cleanup(f))) = 1;" + end, 0, ""},
		{"void f(int *p, int n) { } int main(void) { int x __attribute__((cleanup(f))) = 1;" + end, ir.Unmodelled, "f as the function of attribute cleanup"},
		{"void f(int *p) { } int main(void) { void *p = &&l; { int x __attribute__((cleanup(f))) = 1; goto *p; } l:" + end, ir.Unmodelled, "cleanup"},
	} {
		p, err := cfront.ReadFrom(t.Context(), cfront.Options{}, cfront.NewFiles(fstest.MapFS{"main.c": {Data: []byte("void reach_error(void);\n" + c.text)}}), "main.c")
		if err != nil {
			t.Errorf("%s\n\t%v", c.text, err)
			continue
		}
		if err := ircheck.Check(p); err != nil {
			t.Errorf("%s\n\t%v", c.text, err)
		}
		found := c.want == "" && len(p.Notes) == 0
		for _, n := range p.Notes {
			found = found || c.want != "" && n.Kind == c.kind && strings.Contains(n.Text, c.want)
		}
		if !found {
			t.Errorf("%s\n\tnotes %v, want %q", c.text, p.Notes, c.want)
		}
	}
}

// TestNotes: what is approximated, assumed or not modelled is said, once.
func TestNotes(t *testing.T) {
	const end = " reach_error(); return 0; }"
	for _, c := range []struct {
		text string
		kind ir.NoteKind
		want string // "": no note
	}{
		{"int main(void) { int x = 1; __asm__ volatile(\"\" ::: \"memory\");" + end, 0, ""},
		{"int main(void) { int x; __asm__(\"movl $1, %0\" : \"=r\"(x));" + end, ir.Overapproximated, "assembly"},
		{"int main(void) { int x; __asm__ volatile(\"movl $1, %0\" : \"=r\"(x) :: \"memory\");" + end, ir.Unmodelled, "assembly"},
		{"int g; int main(void) { __asm__ volatile(\"movl $1, g(%rip)\");" + end, ir.Unmodelled, "assembly that may write memory"},
		{"int g; int main(void) { __asm__(\"nop; incl g\");" + end, ir.Unmodelled, "assembly that may write memory"},
		{"int main(void) { __asm__(\"nop\"); __asm__(\"rep; nop\\n\\tpause\"); __asm__ volatile(\"dsb sy\");" + end, ir.Overapproximated, "assembly"},
		{"extern int f(void); __asm__(\".globl f\\nf: ret\"); int main(void) { f();" + end, ir.Unmodelled, "f, which assembly at file scope may define"},
		{"extern int v; __asm__(\".data\\nv:\\t.long 4\"); int main(void) { int x = v;" + end, ir.Unmodelled, "v, which assembly at file scope may define"},
		{"extern int f(void); __asm__(\"ff: ret\"); int main(void) { f();" + end, ir.Assumption, "f has no body"},
		{"extern int f(void (*)(void)) __asm__(\"atexit\"); int main(void) { f(0);" + end, ir.Unmodelled, "atexit"},
		{"#include <pthread.h>\nint main(void) { pthread_cancel(pthread_self());" + end, ir.Unmodelled, "pthread_cancel"},
		{"typedef int v4 __attribute__((vector_size(16))); v4 g; int main(void) { v4 a = g, b; b = a + a;" + end, ir.Assumption, "signed overflow"},
		{"int main(void) { double _Complex z = 1; z = z * z;" + end, 0, ""},
		{"int main(void) { float f = 1.1f; if (f > 2) return 1;" + end, 0, ""},
		{"int main(void) { long double f = 1.1L; if (f > 2) return 1;" + end, ir.Assumption, "signed overflow"},
		{"extern double in(void); int main(void) { return (int)in();" + end, ir.Assumption, "float-cast"},
		{"int main(void) { double f = 1.5; f = 3; if (0.5 > 1) return 1;" + end, 0, ""},
		{"struct p { int x, y; }; struct t { struct p a, b; }; int main(void) { struct p k = {5, 6}; struct t t = {.a.x = 1, .a = k, .b.x = 1};" + end, 0, ""},
		{"struct p { int x, y; }; struct t { struct p a; }; int main(void) { struct p k = {5, 6}; struct t t = {.a = k, .a = {5, 6}, .a.x = 1};" + end, 0, ""},
		{"#include <setjmp.h>\njmp_buf b; int main(void) { if (setjmp(b) == 0) longjmp(b, 1);" + end, ir.Unmodelled, "longjmp"},
		{"#include <stdarg.h>\nint f(int n, ...) { va_list l; va_start(l, n); int x = va_arg(l, int); char *p = va_arg(l, char *); va_end(l); return x; } int main(void) { f(1, 2);" + end, ir.Assumption, "executions in which va_arg finds no argument"},
		{"int unknown(int); int main(void) { int x = unknown(3) + unknown(4);" + end, ir.Assumption, "unknown has no body"},
		{"int unknown(int); int main(void) { int (*f)(int) = unknown; f(1);" + end, ir.Assumption, "unknown has no body"},
		{"volatile int v; int main(void) { int x = v;" + end, ir.Assumption, "volatile object v gives any value (input)"},
		{"volatile int v; int main(void) { v = 1; int x = v;" + end, ir.Assumption, "volatile object v keeps its value until the program assigns to it (memory)"},
		{"volatile int v; int main(void) { v = 1;" + end, 0, ""},
		{"struct { int a; volatile int b; } s; int main(void) { int x = s.b;" + end, ir.Assumption, "volatile object s.b gives any value"},
		{"volatile int v; int get(volatile int *p) { return *p; } int main(void) { v = 1; get(&v); get((volatile int *)0x40);" + end, ir.Overapproximated, "volatile object that a pointer points to may be"},
		{"struct { int a; volatile int b; } s; int main(void) { int x = s.a;" + end, 0, ""},
		{"int main(void) { int x = *(volatile int *)0x40000000;" + end, ir.Assumption, "volatile object at an address that is a number gives any value"},
		{"extern int e; int main(void) { int x = e;" + end, ir.Assumption, "e is defined nowhere"},
		{"int main(void) { int x = 1; x = x + 1;" + end, ir.Assumption, "signed overflow"},
		{"int main(void) { short x = 1; int y = x + 1;" + end, 0, ""},
		{"extern int pthread_create(); int main(void) { pthread_create();" + end, ir.Unmodelled, "other arguments"},
		{"#include <stdio.h>\nint main(void) { int x; scanf(\"%d\", &x); printf(\"%d\\n\", x);" + end, ir.Assumption, "division by zero"},
		{"void f(int *p) { } int main(void) { int x __attribute__((cleanup(f))) = 1;" + end, 0, ""},
		{"void f(int *p) { } int main(void) { void *p = &&l; { int x __attribute__((cleanup(f))) = 1; goto *p; } l:" + end, ir.Unmodelled, "cleanup"},
		{"__attribute__((constructor)) void f(void) { } int main(void) {" + end, 0, ""},
		{"__attribute__((destructor)) void f(void) { } int main(void) {" + end, 0, ""},
		{"extern void f(void) __attribute__((weak)); int main(void) { if (f) return 1;" + end, ir.Overapproximated, "weak"},
		{"typedef int v4 __attribute__((vector_size(16))); int main(void) { v4 a = { 1, 2 }; a[1] = 3;" + end, 0, ""},
		{"#include <stdio.h>\nint main(void) { char s[4]; scanf(\"%[a-z]\", s);" + end, ir.Overapproximated, "scanf"},
	} {
		p, err := read(t, cfront.Options{}, "void reach_error(void);\n"+c.text)
		if err != nil {
			t.Errorf("%s\n\t%v", c.text, err)
			continue
		}
		if err := ircheck.Check(p); err != nil {
			t.Errorf("%s\n\t%v", c.text, err)
		}
		if c.want == "" && len(p.Notes) == 0 {
			continue
		}
		found := false
		for _, n := range p.Notes {
			found = found || c.want != "" && n.Kind == c.kind && strings.Contains(n.Text, c.want)
		}
		if !found {
			t.Errorf("%s\n\tnotes %+v\n\twant %d with %q", c.text, p.Notes, c.kind, c.want)
		}
	}
}

// TestRefusals: what is not read where it can be reached, and why.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ text, why string }{
		{"struct p { int x, y; }; struct t { struct p a; }; int main(void) { struct p k = {5, 6}; struct t t = {.a = k, .a.x = 1};", "a part of what was initialized as a whole is initialized again"}, // compilers differ
		{"struct p { int x, y; }; struct t { struct p a; }; int main(void) { struct p k = {5, 6}; struct t t[2] = {[0 ... 1].a = k, [1] = {k}, [1].a.y = 9};", "a part of what was initialized as a whole is initialized again"},
		{"__attribute__((constructor)) void f(int n, char **v) { } int main(void) {", "attribute constructor"},
	} {
		if got := notSupported(t, cfront.Options{}, "void reach_error(void);\n"+c.text+" reach_error(); return 0; }"); !strings.Contains(got, c.why) {
			t.Errorf("%s\n\t%q, want %s", c.text, got, c.why)
		}
	}
}
