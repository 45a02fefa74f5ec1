package cfront_test

import (
	"slices"
	"testing"

	"craig/internal/program/c/cfront"
)

// TestOrderOfEvaluation: there is a note where the order in which operands are evaluated may matter, and
// only there.
func TestOrderOfEvaluation(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"two calls", "int t; int f(void){ return t; } int g(void){ t = 3; return 1; } int main(void){ int x = f() + g(); if (x == 9) reach_error(); }"},
		{"i = i++", "int main(void){ int i = nondet() & 3; i = i++ + 1; if (i == 9) reach_error(); }"},
		{"a[i] = i++", "int main(void){ int a[9], i = 2; a[i] = i++; if (i == 9) reach_error(); }"},
		{"arguments", "int h(int a, int b){ return a - b; } int n; int next(void){ return n++; } int main(void){ if (h(next(), next()) == 9) reach_error(); }"},
		{"sum += f()", "int s; int f(void){ s++; return 1; } int main(void){ s += f(); if (s == 9) reach_error(); }"},
		{"by address", "int f(int *p){ *p = 2; return 1; } int main(void){ int x = 1; int y = x + f(&x); if (y == 9) reach_error(); }"},
		{"a call in a call", "int t; void d(void){ t = 1; } int f(void){ d(); return 0; } int main(void){ int y = t * f(); if (y == 9) reach_error(); }"},
		{"by pointer", "int t; int f(void){ t = 1; return 0; } int main(void){ int (*p)(void) = f; int y = t * p(); if (y == 9) reach_error(); }"},
		{"exit and an error", "#include <stdlib.h>\nint c(void){ if (nondet()) exit(0); return 1; } int e(void){ reach_error(); return 1; } int main(void){ return c() + e(); }"},
		{"initialisers", "int main(void){ int i = 0; int a[2] = { i++, i++ }; if (a[0] == 9) reach_error(); }"},
		{"an index", "int i; int f(void){ i = 2; return 1; } int main(void){ int a[3]; a[i] = f(); if (i == 9) reach_error(); }"},
		{"a static variable", "int next(void){ static int n; return n++; } int main(void){ if (next() - next() == 9) reach_error(); }"},
		{"a member", "struct S { int n; } ; int push(struct S *s){ return s->n++; } int main(void){ struct S s = {0}; int x = push(&s) + push(&s); if (x == 9) reach_error(); }"},
		{"a statement expression", "int t; int main(void){ int x = t + ({ t = 3; 1; }); if (x == 9) reach_error(); }"},
		{"two parameters", "int set(int *p){ return *p = 1; } int get(int *p){ return *p; } int use(int *a, int *b){ return set(a) + get(b); } int main(void){ int x = 0; if (use(&x, &x) == 9) reach_error(); }"},
		{"the library", "#include <string.h>\nint main(void){ char b[4] = \"a\"; int x = b[0] + (strcpy(b, \"b\"), 1); if (x == 9) reach_error(); }"},
		{"va_arg", "#include <stdarg.h>\nint f(int n, ...){ va_list l; va_start(l, n); int x = va_arg(l, int) - va_arg(l, int); va_end(l); return x; } int main(void){ if (f(0, 1, 2) == 9) reach_error(); }"},
		{"va_arg of a parameter", "#include <stdarg.h>\nint g(va_list l){ return va_arg(l, int) - va_arg(l, int); } int f(int n, ...){ va_list l; va_start(l, n); int x = g(l); va_end(l); return x; } int main(void){ if (f(0, 1, 2) == 9) reach_error(); }"},
	} {
		if got := choosesOrder(t, c.text); got == withoutNote[c.name] {
			t.Errorf("%s: a note: %t", c.name, got)
		}
	}
	for _, c := range []struct{ name, text string }{
		{"fib", "int fib(int n){ return n < 2 ? n : fib(n-1) + fib(n-2); } int main(void){ if (fib(3) == 9) reach_error(); }"},
		{"copyloop", "int main(void){ char a[4] = \"abc\", b[4]; char *p = b, *q = a; while ((*p++ = *q++)); if (b[0] == 9) reach_error(); }"},
		{"and", "int main(void){ int i = 0; if (i++ && i++) reach_error(); int j = i++ ? i++ : i; (void)(i++, i++); if (j == 9) reach_error(); }"},
		{"locals", "#include <string.h>\nint f(int n){ char b[9]; memset(b, n, 9); return b[0]; } int main(void){ if (f(1) + f(2) == 9) reach_error(); }"},
		{"nodes", "struct N { struct N *l, *r; }; int main(void){ struct N a, b, *p = &a, *q = &b; p->l = q->l = 0; p->r = q->r = p; if (p->l) reach_error(); }"},
		{"elems", "int main(void){ int a[3] = {0}; int x = a[0]++ + a[1]; if (x == 9) reach_error(); }"},
		{"members", "struct S { int a, b; } s; int main(void){ int x = s.a++ + s.b; if (x == 9) reach_error(); }"},
		{"reads", "int t; int f(void){ return t; } int main(void){ if (f() + f() + t == 9) reach_error(); }"},
		{"nondet", "int main(void){ if (nondet() - nondet() == 999) reach_error(); }"},
		{"types", "struct A { int x; } ; struct B { int y; }; int fa(struct A *a){ return a->x++; } int fb(struct B *b){ return b->y++; } int main(void){ struct A a = {0}; struct B b = {0}; if (fa(&a) + fb(&b) == 9) reach_error(); }"},
		{"other", "int set(int *p){ return *p = 1; } int main(void){ int x = 0, y = 0; if (set(&x) + set(&y) == 9) reach_error(); }"},
		{"sum", "struct S { int n, sum; }; int next(struct S *s){ return s->n++; } int main(void){ struct S s = {0,0}; s.sum += next(&s); int total = 0; total += next(&s); if (total == 9) reach_error(); }"},
		{"idx", "int main(void){ int a[9] = {0}, i = 0; a[i++] = 3; i = a[i] + i; if (i == 9) reach_error(); }"},
		{"assign", "int n; int f(void){ n = 2; return 1; } int main(void){ n = f(); int x, y; x = y = n; if (x == 9) reach_error(); }"},
		{"va_arg once", "#include <stdarg.h>\nint f(int n, ...){ va_list l, m; va_start(l, n); va_copy(m, l); int x = va_arg(l, int) - va_arg(m, int); va_end(l); return x; } int main(void){ if (f(0, 1, 2) == 9) reach_error(); }"},
	} {
		if got := choosesOrder(t, c.text); got != withNote[c.name] {
			t.Errorf("%s: a note: %t", c.name, got)
		}
	}
}

// What is not as it should be: effects of two operands are not compared, and what functions and pointers reach is not followed.
var (
	withoutNote = map[string]bool{"two calls": true, "i = i++": true, "arguments": true, "exit and an error": true, "initialisers": true, "a static variable": true, "a member": true, "two parameters": true, "va_arg": true, "va_arg of a parameter": true}
	withNote    = map[string]bool{"elems": true, "members": true, "reads": true, "sum": true}
)

func choosesOrder(t *testing.T, text string) bool {
	t.Helper()
	p, err := read(t, cfront.Options{}, "extern void reach_error(void); extern int nondet(void);\n"+text)
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return slices.ContainsFunc(p.Notes, cfront.ChoosesOrder)
}
