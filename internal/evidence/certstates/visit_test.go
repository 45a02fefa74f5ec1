package certstates_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certstates"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

const header = `int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); long __VERIFIER_nondet_long(void);
unsigned char __VERIFIER_nondet_uchar(void); void reach_error(void);
`

// TestErrors: whichever variables a proof keeps, errors are found that gcc's programs reach, too.
func TestErrors(t *testing.T) {
	for name, text := range map[string]string{
		"cut at a head":              "int main(void) { int x = __VERIFIER_nondet_int(); while (x != 7) x = __VERIFIER_nondet_int(); reach_error(); }",
		"cut twice at a head":        "int main(void) { int x = __VERIFIER_nondet_int(); while (x < 5 || x > 10) x = __VERIFIER_nondet_int(); reach_error(); }",
		"cut between heads":          "int main(void) { int x = __VERIFIER_nondet_int(), y = 0; while (1) { while (x == 3) { if (y) reach_error(); y = 1; } x = __VERIFIER_nondet_int(); } }",
		"a difference wraps":         "int main(void) { while (1) { unsigned long d = (unsigned long)__VERIFIER_nondet_uint() - 5; if (d > 100000000000ul) reach_error(); } }",
		"a difference of two wraps":  "int main(void) { while (1) { unsigned long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(); if (a - b > 100000000000ul) reach_error(); } }",
		"a sum wraps":                "int main(void) { while (1) { long l = __VERIFIER_nondet_long(); if (l >= 0) { unsigned long a = l; if (a + a + 2 == 0) reach_error(); } } }",
		"a sum wraps that is kept":   "int main(void) { unsigned long a = 0; while (1) { if (a + 10 < 10 && a > 3) reach_error(); a = (unsigned long)__VERIFIER_nondet_uint() - 3; } }",
		"order of converted numbers": "int main(void) { while (1) { int x = __VERIFIER_nondet_int(); unsigned long y = x, z = y + 1; if (z < y) reach_error(); } }",
		"order of unsigned numbers":  "int main(void) { while (1) { int x = __VERIFIER_nondet_int(); unsigned y = x, z = y + 1; if (z < y) reach_error(); } }",
		"a narrowed copy":            "int main(void) { while (1) { int x = __VERIFIER_nondet_int(); signed char c = x; if (c < 0 && x > 1000 && x < 1200) reach_error(); } }",
		"a copy kept, not the input": "int main(void) { int x = 0, y = 1; while (1) { if (x != y && x == 2) reach_error(); x = __VERIFIER_nondet_int(); y = x + 1; } }",
		"an end of the range":        "int main(void) { while (1) { int x = __VERIFIER_nondet_int(); if (x > 2147483646) reach_error(); } }",
		"the other end":              "int main(void) { while (1) { long x = __VERIFIER_nondet_long(); if (x < -9223372036854775807l) reach_error(); } }",
		"a word of unknown sign":     "int main(void) { unsigned long w = 0; while (1) { if ((long)w < -3) reach_error(); w = __VERIFIER_nondet_long(); } }",
		"a choice":                   "int main(void) { int s = 0; while (1) { unsigned char c = __VERIFIER_nondet_uchar(); s = (c > 9 ? c : 300) + s % 2; if (s == 256) reach_error(); } }",
		"a truth value":              "int main(void) { int s = 0; while (1) { int x = __VERIFIER_nondet_int(); s = (s << 1 | (x < s)) & 7; if (s == 5) reach_error(); } }",
	} {
		file := filepath.Join(t.TempDir(), "p.c")
		if err := os.WriteFile(file, []byte(header+text), 0o666); err != nil {
			t.Fatal(err)
		}
		p := enginetest.Inlined(t, cfront.Options{}, file)
		var names []string
		p.AllVars(func(v *ir.Var) { names = append(names, v.Name) })
		if len(names) > 10 {
			t.Fatalf("%s: %d variables", name, len(names))
		}
		for set := range 1 << len(names) {
			var list []string
			for i, name := range names {
				if set>>i&1 != 0 {
					list = append(list, name)
				}
			}
			kept := map[ir.Loc][]string{}
			for l := range p.Locs {
				kept[ir.Loc(l)] = list
			}
			// Where everything is kept of inputs that are told apart it may give up, but never has it an end without the error.
			if out := certstates.Visit(context.Background(), p, kept); out.Error == 0 && out.Why == "" {
				t.Errorf("%s: with %v no error is reached, in %d states", name, list, out.States)
			}
		}
	}
}
