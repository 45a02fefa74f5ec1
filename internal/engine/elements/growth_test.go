package elements_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/engine/elements"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

var growth = flag.Int("growth", 2, "how many arrays, or loops, TestGrowth goes up to")

// family is a program that fills that many arrays in one loop each, copies the last one that often, and checks all arrays.
func family(arrays, copies int) string {
	var b strings.Builder
	b.WriteString("extern void reach_error(void);\nextern int input(void);\n")
	b.WriteString("int main(void) {\n\tint n = input();\n\tif (n < 0 || n > 1000) return 0;\n")
	for i := range arrays + copies {
		fmt.Fprintf(&b, "\tint a%d[1000];\n", i)
	}
	for i := range arrays {
		fmt.Fprintf(&b, "\tfor (int i = 0; i < n; i++) a%d[i] = %d;\n", i, i+1)
	}
	for i := arrays; i < arrays+copies; i++ {
		fmt.Fprintf(&b, "\tfor (int i = 0; i < n; i++) a%d[i] = a%d[i];\n", i, i-1)
	}
	b.WriteString("\tfor (int i = 0; i < n; i++) {\n")
	for i := range arrays + copies {
		fmt.Fprintf(&b, "\t\tif (a%d[i] != %d) reach_error();\n", i, min(i+1, arrays))
	}
	b.WriteString("\t}\n}\n")
	return b.String()
}

// TestGrowth: programs with more and more arrays, and more and more loops that copy one to the next, are proved; with -growth and -v
// it shows what that costs.
func TestGrowth(t *testing.T) {
	for n := 1; n <= *growth; n++ {
		for _, shape := range [][2]int{{n, 0}, {1, n}} {
			file := filepath.Join(t.TempDir(), "family.c")
			if err := os.WriteFile(file, []byte(family(shape[0], shape[1])), 0o644); err != nil {
				t.Fatal(err)
			}
			small := enginetest.Reduced(t, cfront.Options{}, file)
			res := enginetest.Run(t.Context(), t, elements.New(), enginetest.Task(small, nil))
			if res.Verdict != verdict.True {
				t.Fatalf("%d arrays, %d copies: %s", shape[0], shape[1], res.Detail)
			}
			if err := certify.Proof(t.Context(), small, res.Proof, enginetest.NewSolver, 1); err != nil {
				t.Fatal(err)
			}
			t.Logf("%2d arrays %2d copies: %6d guesses %6d questions %6.2f s", shape[0], shape[1],
				enginetest.Count(res, "guesses"), enginetest.Count(res, "queries"), res.Stats[0].Value)
		}
	}
}
