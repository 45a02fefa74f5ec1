package run

import (
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
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
		// A range of unsigned numbers may be empty, and an invariant may have a quantifier of its own.
		{`/*@ requires n <= 3 && \valid(a + (0 .. n - 1)); assigns a[0 .. n - 1]; */
void f(char *a, unsigned n) { /*@ loop invariant i <= n; loop invariant \forall unsigned k; k < i ==> a[k] == 0; loop assigns PLACES; */
for (unsigned i = 0; i < n; i++) a[i] = 0; }`, `i, a[0 .. n - 1]`, verdict.True},
		{`int g; /*@ requires n <= 3 && \valid(a + (0 .. n - 1)); assigns PLACES; */ void f(char *a, unsigned n) { g = 1; }`, `a[0 .. n - 1]`, verdict.False},
		{`/*@ requires n <= 3 && \valid(a + (0 .. 2)); assigns PLACES; */ void f(char *a, unsigned n) { a[0] = 1; }`, `a[0 .. n - 1]`, verdict.False},
		{freed, `i, q`, verdict.True},
		{freed, `i`, verdict.False},
	} {
		text := "extern void *malloc(unsigned long); extern void free(void *);\n" + strings.ReplaceAll(c.text, "PLACES", c.places)
		opts := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}
		res := verify(t, opts, text)
		if res.Verdict != c.want {
			t.Errorf("%s\n%s %s, want %s", text, res.Verdict, res.Detail, c.want)
		}
	}
}

// TestOldValues: what clauses say of earlier moments: of the call, in bodies too; of the beginning of a loop; of each element.
func TestOldValues(t *testing.T) {
	const inc = `/*@ requires \valid(a + (0 .. 1)); ensures \forall integer i; 0 <= i < 2 ==> ENSURES; */
void f(int *a) { /*@ loop invariant 0 <= i <= 2;
loop invariant \forall integer k; i <= k < 2 ==> LATER; loop invariant \forall integer k; 0 <= k < i ==> BEFORE; */
for (int i = 0; i < 2; i++) a[i]++; }`
	incremented := func(ensures, later, before string) string {
		return strings.NewReplacer("ENSURES", ensures, "LATER", later, "BEFORE", before).Replace(inc)
	}
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{incremented(`a[i] == \old(a[i]) + 1`, `a[k] == \at(a[k], Pre)`, `a[k] == \at(a[k], LoopEntry) + 1`), verdict.True},
		{incremented(`a[i] == \old(a[i])`, `1`, `1`), verdict.False},
		{incremented(`1`, `a[k] == \old(a[k]) + 1`, `1`), verdict.False},
		{incremented(`1`, `1`, `a[k] == \at(a[k], LoopEntry)`), verdict.False},
		{`/*@ requires 0 <= n <= 2 && \valid(a + (0 .. 2)); ensures \forall integer i; 0 <= i < 3 ==> a[i] == \old(a[i]) + (i == n); */
void f(int *a, int n) { a[n]++; }`, verdict.True},
		{`int f(int x) { x++; //@ assert \at(x, Pre) == x - 1;
return x; }`, verdict.True},
		{`int f(int x) { x++; //@ assert \at(x, Pre) == x;
return x; }`, verdict.False},
		{`int f(int n) { int i = 0; /*@ loop invariant n == \old(n) && i <= 3; */ while (i < 3) i++; return i; }`, verdict.True},
		{`int f(int n) __CPROVER_requires(0 <= n && n < 5) { int i = 0, k = n; while (k > 0) __CPROVER_assigns(i, k) __CPROVER_assigns(n)
__CPROVER_loop_invariant(k >= 0 && i + k == __CPROVER_loop_entry(k)) { i++; k--; n = 0; } return i; }`, verdict.True},
		{`int f(int n) __CPROVER_requires(0 <= n && n < 5) { int i = 0, k = n; while (k > 0) __CPROVER_loop_invariant(i == __CPROVER_loop_entry(k)) { i++; k--; } return i; }`, verdict.False},
		{`int f(int n) { int i = 7; do /*@ loop invariant i + n <= \at(i, LoopEntry) + \old(n); */ { i--; } while (i > 4); return i; }`, verdict.True},
		// Each entry of a loop has its own beginning.
		{`int f(int n) { for (int j = 0; j < 3; j++) { int k = j; /*@ loop invariant \at(k, LoopEntry) == j; */ while (k > 0) k--; } return 0; }`, verdict.True},
		// CBMC's quantifiers have braces and semicolons.
		{`void f(int *a) __CPROVER_requires(__CPROVER_is_fresh(a, 12)) __CPROVER_assigns(__CPROVER_object_whole(a))
__CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i < 3) ==> a[i] == __CPROVER_old(a[i]) + i }) { a[1]++; a[2] += 2; }`, verdict.True},
		{`void f(int *a) __CPROVER_requires(__CPROVER_is_fresh(a, 12)) __CPROVER_assigns(__CPROVER_object_whole(a))
__CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i < 3) ==> a[i] == __CPROVER_old(a[i]) + i }) { a[1]++; a[2]++; }`, verdict.False},
		{`void f(int *a) __CPROVER_requires(__CPROVER_is_fresh(a, 12)) __CPROVER_ensures(__CPROVER_forall { int i; (0 <= i && i < 3) ==> a[i] == 1 }) { a[0] = a[1] = a[2] = 1; }`, verdict.True},
	} {
		opts := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}
		if res := verify(t, opts, c.text); res.Verdict != c.want {
			t.Errorf("%s\n%s %s, want %s", c.text, res.Verdict, res.Detail, c.want)
		}
	}
}
