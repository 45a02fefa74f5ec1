package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestCarriedPointers: an integer that has the value of a pointer, unchanged, is a pointer to the same object again. Where it may have
// another value, or is kept in memory, the answer is UNKNOWN.
func TestCarriedPointers(t *testing.T) {
	const start = "#include <stdint.h>\n#include <stdlib.h>\nextern int input(void); struct held { uintptr_t n; int k; }; int a[4], b[4]; long g;\n" +
		"static intptr_t same(intptr_t n) { return n; } static int at(uintptr_t n) { return *(int *)n; } static int one(void) { return 1; }\n" +
		"int main(void) { uintptr_t n; int *p = malloc(8), *q; if (!p) return 0;\n"
	for _, test := range []struct{ text, want string }{
		{"n = (uintptr_t)p; *(int *)n = 1; free((void *)n);", ""},
		{"n = same((intptr_t)p); free((int *)n);", ""},
		{"struct held h; h.n = (uintptr_t)p; ((int *)h.n)[1] = 3; free((void *)h.n);", ""},
		{"g = (long)p;", ""},
		{"n = input() ? (uintptr_t)&a[1] : 0; free(p); if (n) return *(int *)n;", ""},
		{"n = (uintptr_t)one; free(p); return ((int (*)(void))n)();", ""},
		{"while (input()) { q = malloc(8); if (!q) break; n = (uintptr_t)q; ((int *)n)[1] = 3; free((void *)n); } free(p);", ""},
		{"while (input()) { q = malloc(8); if (!q) break; n = (uintptr_t)q; ((int *)n)[2] = 3; free((void *)n); } free(p);", "valid-deref"},
		{"free(p); n = input() ? (uintptr_t)&a[4] : (uintptr_t)b; return at(n);", "valid-deref"},
		{"free(p); n = input() ? (uintptr_t)a : 0; return at(n);", "valid-deref"},
		{"free(p); if (input()) n = (uintptr_t)a; return at(n);", "valid-deref"},
		{"n = (uintptr_t)p; free(p); return at(n);", "valid-deref"},
		{"n = (uintptr_t)p; free((void *)n); free(p);", "valid-free"},
		{"g = (long)p; g = 0;", "valid-memtrack"},
		{"free(p); n = (uintptr_t)a + 4; return at(n);", "UNKNOWN"},
		{"free(p); n = (uintptr_t)(a + input()); return at(n);", "UNKNOWN"},
		{"free(p); n = input(); if (n == (uintptr_t)a) return at(n);", "UNKNOWN"},
		{"free(p); int (*f)(uintptr_t) = at; return input() ? f(12345678) : f((uintptr_t)a);", "UNKNOWN"},
		{"free(p); long *h = &g; *h = (long)a; return at(g);", "UNKNOWN"},
		{"n = (uintptr_t)p; free(p); q = malloc(8); if ((uintptr_t)q == n && q) *(int *)n = 1; free(q);", "UNKNOWN"},
		{"free(p); return at((unsigned short)(uintptr_t)a);", "UNKNOWN"},
	} {
		for _, ilp32 := range []bool{false, true} {
			opts := cfront.Options{ILP32: ilp32, Properties: []string{"valid-deref", "valid-free", "valid-memtrack"}}
			res := verify(t, opts, start+test.text+"\nreturn 0; }")
			got := "UNKNOWN"
			switch res.Verdict {
			case verdict.True:
				got = ""
			case verdict.False:
				got = res.Trace.Goal.Property
			}
			if got != test.want {
				t.Errorf("%s, ILP32 %v: %s(%s) %q, want %q", test.text, ilp32, res.Verdict, res.Reason, got, test.want)
			}
		}
	}
}
