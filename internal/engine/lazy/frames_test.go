package lazy_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// verdictOf runs the engine on a program, and has its answer checked.
func verdictOf(t *testing.T, src string) *verdict.Result {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"+src), 0o644); err != nil {
		t.Fatal(err)
	}
	_, res := certified(context.Background(), t, cfront.Options{}, file)
	return res
}

// TestFrames: what a procedure reads and writes through pointers into its callers is part of its
// summary, also across several activations of one function.
func TestFrames(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want verdict.Verdict
	}{
		"written": {`void set(int *p, int v) { *p = v; }
int main(void) { int x = 1, y = 2; set(&x, 5); if (x != 5 || y != 2) reach_error(); return 0; }`, verdict.True},
		"written, error": {`void set(int *p, int v) { *p = v; }
int main(void) { int x = 1, y = 2; set(&y, 5); if (y == 5 && x == 1) reach_error(); return 0; }`, verdict.False},
		"either": {`void set(int *p, int v) { *p = v; }
int main(void) { int x = 1, y = 2; set(__VERIFIER_nondet_int() ? &x : &y, 5); if (x == 5 && y == 5) reach_error(); return 0; }`, verdict.True},
		"read": {`int get(int *p) { return *p; }
int main(void) { int x = 1; int a = get(&x); x = 2; int b = get(&x); if (a != 1 || b != 2) reach_error(); return 0; }`, verdict.True},
		"two levels": {`void inner(int *p) { *p = *p + 1; }
void outer(int *p) { inner(p); inner(p); }
int main(void) { int x = 3; outer(&x); if (x != 5) reach_error(); return 0; }`, verdict.True},
		"same object": {`void copy(int *to, int *from) { *to = 7; if (*from == 7) *to = 8; }
int main(void) { int x = 0; copy(&x, &x); if (x != 8) reach_error(); return 0; }`, verdict.True},
		"array": {`void fill(int *a, int i) { a[i] = i; }
int main(void) { int a[3] = {9, 9, 9}; fill(a, 1); if (a[0] != 9 || a[1] != 1 || a[2] != 9) reach_error(); return 0; }`, verdict.True},
		"recursion": {`void down(int n, int *left) { if (n <= 0) { *left = 0; return; } down(n - 1, left); }
int main(void) { int x = 5; down(__VERIFIER_nondet_int(), &x); if (x != 0) reach_error(); return 0; }`, verdict.True},
		"locals of activations": {`int last(int n, int *up) { int x = n; if (n == 0) return *up; return last(n - 1, &x); }
int main(void) { int n = __VERIFIER_nondet_int(), t = 7; if (n < 0 || n > 9) return 0; int r = last(n, &t); if (n > 0 && r != 1) reach_error(); return 0; }`, verdict.True},
		"locals of activations, error": {`int last(int n, int *up) { int x = n; if (n == 0) return *up; return last(n - 1, &x); }
int main(void) { int n = __VERIFIER_nondet_int(), t = 7; if (n < 0 || n > 9) return 0; if (last(n, &t) == 7) reach_error(); return 0; }`, verdict.False},
	} {
		if res := verdictOf(t, c.src); res.Verdict != c.want {
			t.Errorf("%s: %v(%s), want %v", name, res.Verdict, res.Reason, c.want)
		}
	}
}

// calls is a program that calls a procedure n times.
func calls(n int) string {
	return "int x;\nvoid up(void) { if (x < 1000000) x = x + 1; }\nint main(void) {\n\tx = 0;\n" +
		strings.Repeat("\tup();\n", n) + "\tif (x < 0) reach_error();\n\treturn 0;\n}\n"
}

// TestManyCalls: a procedure that is called from many places has one summary, as large as that of
// one that is called from few, and the search grows with the calls, not with the paths.
func TestManyCalls(t *testing.T) {
	few, many := verdictOf(t, calls(10)), verdictOf(t, calls(300))
	if few.Verdict != verdict.True || many.Verdict != verdict.True {
		t.Fatalf("%v(%s), %v(%s)", few.Verdict, few.Reason, many.Verdict, many.Reason)
	}
	if a, b := enginetest.Count(few, "summaries"), enginetest.Count(many, "summaries"); a != b {
		t.Errorf("%v summaries for 10 calls, %v for 300", a, b)
	}
	if a, b := enginetest.Count(few, "nodes"), enginetest.Count(many, "nodes"); b > 30*a {
		t.Errorf("%v nodes for 10 calls, %v for 300", a, b)
	}
}

// BenchmarkCalls: a procedure that is called from a thousand places.
func BenchmarkCalls(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			file := filepath.Join(b.TempDir(), "p.c")
			if err := os.WriteFile(file, []byte("extern void reach_error(void);\n"+calls(n)), 0o644); err != nil {
				b.Fatal(err)
			}
			p := enginetest.Calls(b, cfront.Options{}, file)
			for b.Loop() {
				if res := run(context.Background(), b, p); res.Verdict != verdict.True {
					b.Fatal(res.Verdict, res.Reason)
				}
			}
		})
	}
}
