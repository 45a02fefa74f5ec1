package cover

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestLost: a form loses what it has no place for, if that matters.
func TestLost(t *testing.T) {
	const declarations = "extern int __VERIFIER_nondet_int(void);\nextern int sensor(void);\nextern int level;\nextern char *lines[];\n"
	for _, test := range []struct {
		name, text string
		suite      []string // what is lost of all tests
	}{
		{"inputs of the format", "int main(void) { return __VERIFIER_nondet_int() == 7; }", nil},
		{"another function", "int main(void) { if (sensor() == 7) return 1; return 0; }", []string{"sensor"}},
		{"another function that does not matter", "int main(void) { int s = sensor(); if (__VERIFIER_nondet_int() == 7) return s; return 0; }", nil},
		{"external data", "int main(void) { if (level == 7) return 1; return 0; }", []string{"level"}},
		{"a parameter", "int main(int argc, char **argv) { if (argc == 7) return 1; return 0; }", []string{"argc"}},
		{"an uninitialised variable", "int main(void) { int x; if (x == 7) return 1; return 0; }", []string{"x"}},
		{"one that is assigned first", "int main(void) { int x; x = __VERIFIER_nondet_int(); if (x == 7) return 1; return 0; }", nil},
		{"one in a model of the C library", "int rand(void); int main(void) { if (rand() == 77) return 1; return 0; }", []string{"__VERIFIER_nondet_int", "__VERIFIER_nondet_int"}},
		{"a result that is not used", "int main(void) { __VERIFIER_nondet_int(); if (__VERIFIER_nondet_int() == 7) return 1; return 0; }", nil},
		{"two that matter together", "int main(void) { int a = sensor(), b = sensor(); if (a != b) return 1; return 0; }", []string{"sensor", "sensor"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "program.c")
			if err := os.WriteFile(file, []byte(declarations+test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := Cover(t.Context(), prepare.New(cfront.Options{}, nil, file), Options{})
			if err != nil || s.Count(Open) > 0 {
				t.Fatal(err, s)
			}
			var got []string
			for _, x := range s.Tests {
				for _, in := range s.Lost(t.Context(), x, TestComp{}) {
					got = append(got, in.Name)
				}
			}
			if !slices.Equal(got, test.suite) {
				t.Errorf("%q is lost, want %q", got, test.suite)
			}
		})
	}
}
