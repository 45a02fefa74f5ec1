package run

import (
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/cfront"
)

// TestLoopAssigns: a loop writes nothing but what its assigns clause names, in both dialects.
func TestLoopAssigns(t *testing.T) {
	const fill = `/*@ requires 0 <= n <= 3 && \valid(a + (0 .. n - 1)); */
int f(int *a, int n) { int i, s = 0;
/*@ loop invariant 0 <= i <= n; loop assigns PLACES; */
for (i = 0; i < n; i++) { int t = a[i]; a[i] = t; s = t; }
return s; }`
	const search = `int g, a[8]; void set(int *p) { *p = 1; }
int f(int n) __CPROVER_requires(0 <= n && n < 8) { int i = 0, x = 0;
while (i < n) __CPROVER_assigns(PLACES) { int y[2]; set(&y[1]); set(&x); set(a + i); if (x > 4) goto out; if (n == 3) return 1; if (i == 5) break; i++; }
i = 9; g = 1;
out: g = 2; x = 3; return x; }`
	const nested = `int g; int f(int n) { int i = 0, k = 0;
/*@ loop assigns PLACES; */
do { i++; k = i; /*@ loop assigns k; */ while (k > 0) k--; } while (i < 3);
g = 1; return k; }`
	const again = `int g; int f(int n) { int i, s = 0; if (n <= 0 || n > 2) return 0;
//@ loop assigns PLACES;
for (i = 0; i < 2; i++) s += f(n - 1);
return s; }`
	const freed = `int g; int f(int n) { for (int j = 0; j < 2; j++) { int i = 0, *q;
//@ loop assigns PLACES;
while (i < 2) { int local[2]; q = local; q[i] = 1; q = malloc(8); if (q) *q = 2; free(q); i++; }
g++; } return g; }`
	for _, c := range []struct {
		text, places string
		want         verdict.Verdict
	}{
		{fill, `i, s, a[0 .. n - 1]`, verdict.True},
		{fill, `i, a[0 .. n - 1]`, verdict.False},
		{fill, `i, s`, verdict.False},
		{fill, `i, s, a[0 .. n - 2]`, verdict.False},
		{fill, `\nothing`, verdict.False},
		// What grows is compared when an iteration has ended.
		{fill, `i, s, a[0 .. i - 1]`, verdict.True},
		{fill, `i, s, a[0 .. i - 2]`, verdict.False},
		{fill, `i, s, a[i]`, verdict.False},
		{search, `i, x, __CPROVER_object_whole(a)`, verdict.True},
		{search, `i, x, a[0]`, verdict.False},
		{search, `i, __CPROVER_object_whole(a)`, verdict.False},
		{search, `x, __CPROVER_object_whole(a)`, verdict.False},
		{nested, `i, k`, verdict.True},
		{nested, `i`, verdict.False},
		{again, `i, s`, verdict.True},
		{again, `s`, verdict.False},
		{freed, `i, q`, verdict.True},
		{freed, `i`, verdict.False},
	} {
		text := "extern void *malloc(unsigned long); extern void free(void *);\n" + strings.ReplaceAll(c.text, "PLACES", c.places)
		opts := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}
		if res := verify(t, opts, text); res.Verdict != c.want {
			t.Errorf("%s\n%s %s, want %s", text, res.Verdict, res.Detail, c.want)
		}
	}
}
