package ufo

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"craig/evidence/verdict"
)

// TestFewRefinements: half-spaces that are true at all nodes of a loop head are inductive before the loop has been
// unwound often.
func TestFewRefinements(t *testing.T) {
	for _, c := range []struct {
		name, code, bad string
		most            int
	}{
		{"moved", "unsigned n = __VERIFIER_nondet_int(), x = n, y = 0; while (x > 0) { x--; y++; }", "y != n", 3},
		{"steps", "int i = 0, k = 0; while (__VERIFIER_nondet_int()) { i++; k += 2; }", "k < i", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), c.name+".c")
			text := "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_error(void);\n" +
				"int main(void) { " + c.code + " if (" + c.bad + ") { ERROR: __VERIFIER_error(); } return 0; }\n"
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			u, res := explore(Config{Post: True}, load(t, file, false), 30*time.Second, nil)
			if res.Verdict != verdict.True || u.round-1 > c.most {
				t.Errorf("%v after %d refinements, want %v after at most %d", res.Verdict, u.round-1, verdict.True, c.most)
			}
		})
	}
}
