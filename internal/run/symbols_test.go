package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestSymbols: names that are one for the assembler denote one variable.
func TestSymbols(t *testing.T) {
	const head = "void reach_error(void);\n"
	for _, c := range []struct {
		name, text string
		want       verdict.Verdict
	}{
		{"declared only", `extern int a asm("other"), b asm("other"); int main(void) { a = 1; b = 2; if (a == 1) reach_error(); }`, verdict.True},
		{"declared only, an error", `extern int a asm("other"), b asm("other"); int main(void) { a = 1; b = 2; if (a == 2) reach_error(); }`, verdict.False},
		{"addresses", `extern int a asm("other"), b asm("other"); int main(void) { if (&a != &b) reach_error(); }`, verdict.True},
		{"arrays", `extern int a[4] asm("other"), b[4] asm("other"); int main(void) { a[1] = 1; b[1] = 2; if (a[1] == 1) reach_error(); }`, verdict.True},
		{"the third has the name in C", `extern int a asm("other"), b asm("other"), other; int main(void) { a = 1; other = 2; if (b != 2) reach_error(); }`, verdict.True},
		{"tentatively defined", `extern int a asm("other"); int b asm("other"); int main(void) { if (a) reach_error(); a = 1; if (b != 1) reach_error(); }`, verdict.True},
		{"the definition has another name", `extern int other; int b asm("other"); int main(void) { if (other) reach_error(); }`, verdict.True},
		{"a name in C only", `extern int other asm("third"); extern int b asm("other"); int main(void) { b = 1; other = 2; if (b != 1) reach_error(); }`, verdict.True},
		{"two names", `extern int a asm("one"), b asm("two"); int main(void) { a = 1; b = 2; if (a == 1) reach_error(); }`, verdict.False},
		{"an alias of an alias", `int v = 1; extern int w __attribute__((alias("v"))); extern int x __attribute__((alias("w"))); int main(void) { x = 2; if (v != 2) reach_error(); }`, verdict.True},
		{"functions", `extern int f(void) asm("h"), g(void) asm("h"); int main(void) { if (f != g) reach_error(); }`, verdict.True},
		{"one name for the assembler and another", `int f(int) asm("g"); int f(int) asm("h"); int g(int x) { return x; } int main(void) { if (f(1) != 1) reach_error(); }`, verdict.Unknown},
		{"assembly defines it", `asm(".data\nother: .long 4"); extern int a asm("other"); int main(void) { if (a == 5) reach_error(); }`, verdict.Unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			if res := verify(t, cfront.Options{}, head+c.text); res.Verdict != c.want {
				t.Errorf("%v, want %v; %s", res.Verdict, c.want, res.Detail)
			}
		})
	}
}
