package lazy_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestGuesses: recursive functions whose summaries no execution bounds, but several suggest; each
// with a twin that differs by one.
func TestGuesses(t *testing.T) {
	const head = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint steps;\n"
	for name, src := range map[string][2]string{
		"product": {`int times(int n, int m) { if (m == 0) return 0; return n + times(n, m - 1); }
int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
if (x < 0 || x > 1000 || y < 0 || y > 1000) return 0;
int a = times(x, y), b = times(y, x);
if (a != b`, `) reach_error(); return 0; }`},
		"triangle": {`int sum(int n) { if (n <= 0) return 0; return n + sum(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000) return 0;
int s = sum(n);
if (2 * s != n * (n + 1)`, `) reach_error(); return 0; }`},
		"divisor": {`int gcd(int a, int b) { if (a == b) return a; if (a > b) return gcd(a - b, b); return gcd(a, b - a); }
int rest(int n, int d) { if (n < d) return n; return rest(n - d, d); }
int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x <= 0 || y <= 0) return 0;
int g = gcd(x, y), r = rest(x, g);
if (r != 0`, `) reach_error(); return 0; }`},
		"doubling": {`int twice(int n) { if (n == 0) return 1; return 2 * twice(n - 1); }
void visit(int n) { if (n == 0) return; steps++; visit(n - 1); visit(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 20) return 0;
visit(n); int k = twice(n);
if (steps != k - 1`, `) reach_error(); return 0; }`},
	} {
		for extra, want := range map[string]verdict.Verdict{"": verdict.True, " + 1": verdict.False} {
			file := filepath.Join(t.TempDir(), name+".c")
			if err := os.WriteFile(file, []byte(head+src[0]+extra+src[1]), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, res := certified(context.Background(), t, cfront.Options{}, file); res.Verdict != want {
				t.Errorf("%s%s: %v(%s)", name, extra, res.Verdict, res.Reason)
			}
		}
	}
}
