package lower_test

import (
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
)

// TestMemory: programs without inputs come to errors of properties of memory, or to their end, in the interpreter, which knows each object.
func TestMemory(t *testing.T) {
	const head = "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <unistd.h>\nint x, a[4], *g; struct s { int a[2], b; } s; struct p { int *p; }; const int c = 1;\n"
	const variable = "#include <stdarg.h>\nint sum(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int s = 0; while (n--) s += va_arg(m, int); va_end(m); va_end(l); return s; }\n" +
		"void set(int n, ...) { va_list l; va_start(l, n); *va_arg(l, int *) = n; va_end(l); } struct big { int v[10]; };\n" +
		"int last(int n, ...) { va_list l; va_start(l, n); n = va_arg(l, struct big).v[9]; va_end(l); return n; } int through(va_list *l) { return va_arg(*l, int); }\n"
	for _, c := range []struct{ properties, text, want string }{
		{"bounds", "int i = 3; int main(void) { return a[i] + s.a[i - 2]; }", ""},
		{"bounds", "int i = 4; int main(void) { return a[i]; }", "bounds"},
		{"bounds", "int i = 2; int main(void) { return s.a[i]; }", "bounds"},
		{"valid-deref", "int i = 2; int main(void) { return s.a[i]; }", ""},
		{"bounds", "int i = 4; int main(void) { return &a[i] == a; }", ""},
		{"bounds", "int i = 5; int main(void) { return &a[i] == a; }", "bounds"},
		{"bounds", "int main(void) { struct s *p = malloc(8); p->a[1] = 1; free(p); return 0; }", ""},
		{"bounds", "int main(void) { struct s *p = malloc(8); p->b = 1; return 0; }", "bounds"},
		{"bounds", "int main(void) { struct s *p = malloc(8); return p->b; }", "bounds"},
		{"bounds", "int main(void) { struct s *p = malloc(8); s = *p; return 0; }", "bounds"},
		{"bounds", "int f(struct s q) { return q.b; } int main(void) { struct s *p = malloc(8); return f(*p); }", "bounds"},
		{"bounds", "int main(void) { volatile int *p = malloc(8); return p[2]; }", "bounds"},
		{"bounds", "int main(void) { int *p = (int *)&c; *p = 2; return 0; }", "bounds"},
		{"bounds", "int main(void) { *(int *)&c = 2; return 0; }", "bounds"},
		{"bounds", "int main(void) { return *(int *)((char *)a + 13); }", "bounds"},
		{"bounds", "int main(void) { return *(int *)((char *)a - 4); }", "bounds"},
		{"bounds", "int main(void) { int *p = malloc(8); __atomic_store_n(p + 2, 1, 0); return 0; }", "bounds"},
		{"bounds", "int main(void) { struct s *p = 0; if (a[0]) p->b = 1; return 0; }", ""},
		{"valid-deref", "int main(void) { struct s *p = 0; p->b = 1; return 0; }", "valid-deref"},
		{"bounds", "int main(void) { int *p = malloc(4); free(p); *p = 1; return 0; }", "bounds"},
		{"bounds", "int n = 17; int main(void) { memset(a, 0, n); return 0; }", "bounds"},
		{"bounds", "int n = 16; int main(void) { memset(a, 0, n); return 0; }", ""},
		{"bounds", "int main(void) { memset(a, 0, 20); return 0; }", "bounds"},
		{"bounds", "int n = 17; int main(void) { write(1, a, n); return 0; }", "bounds"},
		{"bounds", "int n = 16; int main(void) { write(1, a, n); return 0; }", ""},
		{"bounds", "char b[4] = \"abc\"; int main(void) { b[3] = 1; return strlen(b); }", "bounds"},
		{"bounds", "char b[4] = \"abc\"; int main(void) { printf(\"%d %s\", 1, b); return 0; }", ""},
		{"bounds", "char b[4] = \"abc\"; int main(void) { b[3] = 1; printf(\"%d %s\", 1, b); return 0; }", "bounds"},
		{"bounds", "char b[4] = \"abc\"; int main(void) { b[3] = 1; printf(\"%.*s\", 4, b); return 0; }", ""},
		{"bounds", "char b[4] = \"abc\"; int main(void) { b[3] = 1; printf(\"%.*s\", -1, b); return 0; }", "bounds"},
		{"bounds", "char b[4]; int main(void) { return sprintf(b, \"%s\", \"abc\") - 3; }", ""},
		{"bounds", "char b[4]; int main(void) { return sprintf(b, \"%s\", \"abcd\") - 4; }", "bounds"},
		{"bounds", "char b[4]; int main(void) { return snprintf(b, 5, \"%s\", \"abcd\") - 4; }", "bounds"},
		{"bounds", "int main(void) { sprintf((char *)a, \"%n\", a + 3); return 0; }", ""},
		{"bounds", "int main(void) { sprintf((char *)a, \"%n\", a + 4); return 0; }", "bounds"},
		{"bounds", "int main(void) { return sscanf(\"1\", \"%d\", a + 3) - 1; }", ""},
		{"bounds", "int main(void) { return sscanf(\"1\", \"%d\", a + 4) - 1; }", "bounds"},
		{"bounds", "char b[4]; int main(void) { return sscanf(\"abcd\", \"%s\", b) - 1; }", "bounds"},
		{"bounds", "char b[4]; int main(void) { return sscanf(\"abcd\", \"%3s\", b) - 1; }", ""},
		{"bounds", "char b[4] = \"1234\"; int main(void) { return sscanf(b, \"%d\", a) - 1; }", "bounds"},
		{"bounds", "int main(void) { return scanf(\"%f\", (float *)a + 4); }", ""}, // the interpreter stores nothing where the result is 0
		{"null", "int *q; int main(void) { return sscanf(\"1\", \"%d\", q); }", "null"},
		{"null", "int *q; int main(void) { return sscanf(\"x\", \"%d\", q); }", ""},
		{"null", "char **q; int main(void) { return asprintf(q, \"a\"); }", "null"},
		{"null", "void **q; int main(void) { return posix_memalign(q, 16, 1); }", "null"},
		{"null", "int *q; int main(void) { return __builtin_add_overflow(1, 2, q); }", "null"},
		{"bounds", "int main(void) { return __builtin_add_overflow(1, 2, a + 4); }", "bounds"},
		{"valid-memcleanup", "char *q; int main(void) { return asprintf(&q, \"a\") - 1; }", "valid-memcleanup"},
		{"valid-memcleanup", "char *q; int main(void) { if (asprintf(&q, \"a%s\", \"b\") >= 0) free(q); return 0; }", ""},
		{"bounds", "int less(const void *p, const void *q) { return *(const int *)q; } int k; int main(void) { return bsearch(&k, a, 7, 4, less) != 0; }", ""},
		{"bounds", "int less(const void *p, const void *q) { return 1 + *(const int *)q; } int k; int main(void) { return bsearch(&k, a, 9, 4, less) != 0; }", "bounds"},
		{"uninit", "int main(void) { int b[3] = {1}; return b[2]; }", ""},
		{"uninit", "int main(void) { struct { int a : 3, b : 4; } y, *p = &y; p->a = 1; return p->b; }", "uninit"},
		{"uninit", "int main(void) { struct { int a : 3, b : 4; } y, *p = &y; p->a = 0; return p->a; }", ""},
		{"uninit", "int main(void) { int n; if (x) n = 1; return n; }", "uninit"},
		{"uninit", "int main(void) { int n; if (!x) n = 0; return n; }", ""},
		{"uninit", "int main(void) { int n; return sscanf(\"1\", \"%d\", &n) == 1 && n; }", ""},
		{"uninit", "int main(void) { int n; return sscanf(\"x\", \"%d\", &n) == 0 && n; }", "uninit"},
		{"uninit", "int main(void) { char b[8]; return sprintf(b, \"%d\", 12) && b[2]; }", ""},
		{"uninit", "int main(void) { char b[8]; return sprintf(b, \"%d\", 12) && b[3]; }", "uninit"},
		{"uninit", "int main(void) { int n; return __builtin_add_overflow(1, 2, &n) + n; }", ""},
		{"valid-deref", "int main(void) { int *p = &x; void *to = &&out; { int y = 1; p = &y; goto *to; } out: return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int n = 0; void *to = &&again; { int y; again: y = n; if (n++ < 2) goto *to; n = *&y; } return n; }", ""},
		{"uninit", "int main(void) { int n = 0; void *to = &&in; if (n == 0) goto *to; { int y = 1; in: return y; } }", "uninit"},
		{"null", "char *p; int main(void) { return strlen(p); }", "null"},
		{"null", "char *p; size_t (*f)(const char *) = strlen; int main(void) { return f(p); }", "null"},
		{"bounds", "char b[4] = \"abcd\"; size_t (*f)(const char *) = strlen; int main(void) { return f(b); }", "bounds"},
		{"valid-free", "void (*f)(void *) = free; int main(void) { f(a); return 0; }", "valid-free"},
		{"valid-memcleanup", "void (*f)(void *) = free; int main(void) { f(malloc(4)); return 0; }", ""},
		{"uninit", "int none(void) { } int (*f)(void) = none; int (*h)(int) = abs; int main(void) { f(); return h(-1) - 1; }", ""},
		{"uninit", "int none(void) { } int (*f)(void) = none; int main(void) { return f(); }", "uninit"},
		{"null", "char *p; int main(void) { memcpy(p, a, 0); free(p); return 0; }", ""},
		{"valid-deref", "int main(void) { int *p; { int y = 1; p = &y; } return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int *p; { int y = 1; p = &y; goto out; } out: return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int *p, n = 0; { int y; again: y = n; p = &y; if (n++ < 2) goto again; n = *p; } return n; }", ""},
		{"valid-deref", "int main(void) { int *p = &x; switch (x + 1) { int y; case 1: y = 1; p = &y; x = *p; break; } return x; }", ""},
		{"valid-deref", "int main(void) { int *p = &x; switch (x + 1) { int y; case 1: y = 1; p = &y; x = *p; break; } return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int *p, n = 0; while (n++ < 2) switch (n > 0) { int y; case 1: y = 1; p = &y; x = *p; } return x; }", ""},
		{"valid-deref", "int main(void) { int *p = &x, n = 0; while (n < 3) { int y = 1; p = &y; if (n++) continue; } return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int *p = &x; while (1) { int y = 1; p = &y; break; } return *p; }", "valid-deref"},
		{"valid-deref", "int main(void) { int *p = &x; goto in; { int y; in: y = 1; p = &y; x = *p; } return x; }", ""},
		{"valid-deref", "int main(void) { FILE *f = fopen(\"a\", \"r\"); if (!f) return 0; x = fgetc(f); fclose(f); return 0; }", ""},
		{"valid-deref", "int main(void) { fclose(stdout); fputs(\"a\", stdout); return 0; }", "valid-deref"},
		{"valid-deref valid-free", "int main(void) { fclose(stdin); fclose(stdin); return 0; }", "valid-free"},
		{"valid-memtrack", "int main(void) { fclose(stdin); fclose(stdin); return 0; }", "blocked "},
		{"valid-memtrack", "int main(void) { FILE *f = tmpfile(); if (f) fputs(\"a\", f); f = 0; return 0; }", ""},
		{"valid-memcleanup", "int main(void) { FILE *f = tmpfile(); fputs(\"a\", stdout); return f != 0; }", ""},
		{"valid-deref", "int main(void) { fputs(\"a\", stdout); fclose(stdout); fclose(stdin); fputs(\"a\", stderr); return 0; }", ""},
		{"bounds valid-deref valid-memtrack", variable + "int main(void) { return sum(3, 1, 2, 3) - 6; }", ""},
		{"valid-memtrack", variable + "int main(void) { int *p = malloc(4); set(1, p); free(p); return 0; }", ""},
		{"valid-memtrack", variable + "int main(void) { int *p = malloc(4); set(1, p); p = 0; return 0; }", "valid-memtrack"},
		{"valid-memtrack", variable + "int main(void) { int *p = malloc(4); set(1, p); return 0; }", "valid-memtrack"},
		{"bounds", variable + "int main(void) { struct big b; b.v[9] = 3; return last(1, b) - 3; }", ""},
		{"valid-deref", variable + "va_list kept; void keep(int n, ...) { va_start(kept, n); } int main(void) { keep(1, 2); return va_arg(kept, int); }", "valid-deref"},
		{"null", variable + "int main(void) { return through(0); }", "null"},
		{"null", variable + "int f(int n, ...) { va_list l; va_start(l, n); n = through(&l); va_end(l); return n; } int main(void) { return f(1, 2) - 2; }", ""},
		{"uninit", variable + "int f(int n, ...) { va_list l; if (n) va_start(l, n); return va_arg(l, int); } int main(void) { return f(1, 2) - 2; }", ""},
		{"uninit", variable + "int f(int n, ...) { va_list l; if (n) va_start(l, n); return va_arg(l, int); } int main(void) { return f(0, 2) - 2; }", "uninit"},
		{"valid-deref", "int *f(void) { int y = 1; int *p = &y; return p; } int main(void) { return *f(); }", "valid-deref"},
		{"valid-deref", "int *f(int y) { int *p = &y; return p; } int main(void) { return *f(1); }", "valid-deref"},
		{"valid-deref", "int *f(int n) { int y = n; if (!n) return g; g = &y; int *r = f(n - 1); return n == 2 ? r : g; } int main(void) { return *f(2); }", "valid-deref"},
		{"valid-deref", "int *f(int n) { int v[n]; v[0] = 1; g = v; return g; } int main(void) { return *f(2); }", "valid-deref"},
		{"valid-deref", "void f(void) { g = __builtin_alloca(8); g[1] = 1; } int main(void) { f(); return g[1]; }", "valid-deref"},
		{"valid-free", "int main(void) { int *p = malloc(4); free(p); free(p); return 0; }", "valid-free"},
		{"valid-free", "int main(void) { int *p = a; p = realloc(p, 8); return 0; }", "valid-free"},
		{"valid-free", "int main(void) { int *p = malloc(4); p = realloc(p, 8); free(p); return 0; }", ""},
		{"valid-memcleanup", "int main(void) { g = malloc(4); exit(1); }", "valid-memcleanup"},
		{"valid-memcleanup", "int main(void) { g = malloc(4); return 0; }", "valid-memcleanup"},
		{"valid-memcleanup", "int main(void) { g = malloc(4); free(g); return 0; }", ""},
		{"valid-memtrack", "int main(void) { g = malloc(4); return 0; }", ""},
		{"valid-memtrack", "int main(void) { int *p = malloc(4); return p != 0; }", "valid-memtrack"},
		{"valid-memtrack", "int main(void) { { int *p = malloc(4); x = p != 0; } exit(0); }", "valid-memtrack"},
		{"valid-memtrack", "void f(struct p q) { x = q.p != 0; } int main(void) { struct p q = { malloc(4) }; f(q); q.p = 0; return 0; }", "valid-memtrack"},
		{"valid-memtrack", "struct p f(void) { struct p q = { malloc(4) }; return q; } int main(void) { struct p q = f(); q.p = 0; return 0; }", "valid-memtrack"},
	} {
		p, why := read(t, head+c.text, cfront.Options{Properties: strings.Fields(c.properties)})
		if p == nil {
			t.Errorf("%s: %v", c.text, why)
			continue
		}
		out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{MaxSteps: 1_000_000, NoPath: true})
		got := ""
		if out.End != interp.Exited {
			got = p.Locs[out.At].Goal.Property
			if got == "" {
				got = out.End.String() + " " + out.Reason
			}
		}
		if got != c.want {
			t.Errorf("%s: %s: %q instead of %q", c.properties, c.text, got, c.want)
		}
	}
}

// TestListIsVariable: a va_list that is a variable, as with -m32, has gone on to the next argument before this one is read.
func TestListIsVariable(t *testing.T) {
	const text = "#include <stdarg.h>\nint f(int n, ...) { va_list l; va_start(l, n); int a = va_arg(l, int), b = va_arg(l, int); va_end(l); return 10 * a + b; }\nint main(void) { return f(2, 5, 3); }\n"
	for _, property := range []string{"unreach-call", "valid-deref"} {
		p, why := read(t, text, cfront.Options{ILP32: true, Properties: []string{property}})
		if p == nil {
			t.Fatal(why)
		}
		out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{MaxSteps: 100_000, NoPath: true})
		if n, ok := out.Result.Int64(); out.End != interp.Exited || !ok || n != 53 {
			t.Errorf("%s: %v %v, want 53", property, out.End, out.Result)
		}
	}
}
