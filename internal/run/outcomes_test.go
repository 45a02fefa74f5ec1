package run

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestOutcomes: programs that were once decided wrongly, or not at all, with what the compiled program does.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct{ name, properties, text, want string }{
		{"bit-fields that have values, with memory", "uninit,valid-deref,valid-free", "int main(void) { struct { int a : 3, b : 5; } s = {0}; s.a = 5; return s.a + s.b; }", "TRUE"},
		{"bit-fields that have none, with memory", "uninit,valid-deref,valid-free", "int main(void) { struct { int a : 3, b : 5; } s; s.a = 5; return s.a + s.b; }", "FALSE(uninit)"},
		{"a computed goto, and no block left", "valid-memcleanup", "int main(void) { void *to[] = {&&a, &&b}; int k = 0; goto *to[k]; a: k = 1; goto *to[k]; b: return 0; }", "TRUE"},
		{"a computed goto, and a block left", "valid-memcleanup", "void *malloc(unsigned long); int main(void) { void *to[] = {&&a, &&b}; int k = 1; goto *to[k]; a: return 0; b: malloc(1); goto *to[0]; }", "FALSE(valid-memcleanup)"},
		{"__builtin_unreachable, and no block left", "valid-memtrack,valid-memcleanup", "void *malloc(unsigned long); void free(void *); int main(int argc, char **argv) { void *p = malloc(1); if (argc < 0) __builtin_unreachable(); free(p); return 0; }", "TRUE"},
		{"parameters of the old style", "unreach-call", "void reach_error(void); int f(a, c, b) float a; char c; _Bool b; { return (a == 0.1f) + c + b; } int main(void) { if (f(0.1, 300, 1) != 46) reach_error(); return 0; }", "TRUE"},
		{"the place of an array of variable length, again", "unreach-call", "void reach_error(void); int main(void) { unsigned long old = 0; for (int i = 0; i < 3; i++) { int n = 3, a[n]; if (old == (unsigned long)a) reach_error(); old = (unsigned long)a; } return 0; }", "UNKNOWN"},
		{"the place of alloca, again", "unreach-call", "void reach_error(void); static unsigned long f(void) { return (unsigned long)__builtin_alloca(4); } int main(void) { unsigned long a = f(), b = f(); if (a == b) reach_error(); return 0; }", "UNKNOWN"},
		{"pointers to arrays that are left", "unreach-call", "void reach_error(void); int main(void) { void *p[2]; for (int i = 0; i < 2; i++) { int n = 3, a[n]; p[i] = a; } if (p[0] == p[1]) reach_error(); return 0; }", "UNKNOWN"},
		{"pointers to variables of calls that are left", "unreach-call", "void reach_error(void); static void *f(void) { int a; void *p = &a; return p; } int main(void) { if (f() == f()) reach_error(); return 0; }", "UNKNOWN"},
		{"arrays of variable length of one call, which is there", "unreach-call", "void reach_error(void); static int same(int *p, int *q) { return p == q; } int main(void) { int n = 3, x, a[n]; if (same(a, &x) || !same(a, a)) reach_error(); return 0; }", "TRUE"},
		{"a handler of a thread that exits", "unreach-call", "#include <pthread.h>\nvoid reach_error(void); static void h(void *p) { reach_error(); } static void *t(void *p) { pthread_cleanup_push(h, 0); pthread_exit(0); pthread_cleanup_pop(0); return 0; } int main(void) { pthread_t a; pthread_create(&a, 0, t, 0); pthread_join(a, 0); return 0; }", "UNKNOWN"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := os.Stat("/usr/include/pthread.h"); err != nil && strings.Contains(c.text, "pthread_cleanup_push") {
				t.Skip("no system headers")
			}
			file := filepath.Join(t.TempDir(), "x.c")
			if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			res, err := Verify(ctx, prepare.New(cfront.Options{Properties: strings.Split(c.properties, ",")}, nil, file), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := res.Verdict.String()
			if res.Trace != nil {
				got += "(" + res.Trace.Goal.Property + ")"
			}
			if got != c.want {
				t.Errorf("%s %s, want %s of\n%s", got, res.Detail, c.want, c.text)
			}
		})
	}
}
