package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/dagger"
	"craig/internal/engine/dagger/modular"
	"craig/internal/engine/lazy"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// procedures writes a program of procedures over a few variables, much of which does not matter to its errors: loops that
// do nothing, results and parameters that nobody reads, ways out of the program, writes before those.
func procedures(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("extern void reach_error(void);\nextern int input(void);\nextern void exit(int);\nint a, b, c, d, t[3];\n")
	vars := []string{"a", "b", "c", "d", "x", "y", "t[1]"}
	v := func() string { return vars[r.IntN(len(vars))] }
	value := func() string {
		switch r.IntN(5) {
		case 0:
			return strconv.Itoa(r.IntN(4))
		case 1:
			return "(" + v() + " + 1) & 7"
		case 2:
			return "input() & 3"
		}
		return v()
	}
	cond := func() string {
		return v() + []string{" == ", " < ", " != "}[r.IntN(3)] + []string{v(), strconv.Itoa(r.IntN(4))}[r.IntN(2)]
	}
	n, loops := 2+r.IntN(3), 0
	for i := range n {
		fmt.Fprintf(&b, "int f%d(int x, int y);\n", i)
	}
	var block func(i, depth int)
	block = func(i, depth int) {
		for range 1 + r.IntN(3) {
			switch k := r.IntN(12); {
			case k < 4 || depth == 0 && k > 7:
				fmt.Fprintf(&b, "%s = %s;\n", v(), value())
			case k == 4 && i+1 < n:
				fmt.Fprintf(&b, "%s = f%d(%s, %s);\n", v(), i+1+r.IntN(n-i-1), value(), value())
			case k == 5 && i+1 < n:
				fmt.Fprintf(&b, "f%d(%s, %s);\n", i+1+r.IntN(n-i-1), value(), value())
			case k == 6:
				fmt.Fprintf(&b, "if (%s) { %s = %s; exit(1); }\n", cond(), v(), value())
			case k == 7:
				fmt.Fprintf(&b, "if (%s && %s) reach_error();\n", cond(), cond())
			case k == 8 && loops < 2:
				loops++
				fmt.Fprintf(&b, "for (int i%d = 0; i%[1]d < %d; i%[1]d++) {\n", loops, 1+r.IntN(2))
				block(i, depth-1)
				b.WriteString("}\n")
			case k == 9:
				fmt.Fprintf(&b, "if (%s) for (;;) %s = %s;\n", cond(), v(), value())
			default:
				fmt.Fprintf(&b, "if (%s) {\n", cond())
				if depth > 0 {
					block(i, depth-1)
				}
				b.WriteString("} else {\n")
				if depth > 0 {
					block(i, depth-1)
				}
				b.WriteString("}\n")
			}
		}
	}
	for i := range n {
		fmt.Fprintf(&b, "int f%d(int x, int y) {\n", i)
		block(i, 2)
		fmt.Fprintf(&b, "return %s;\n}\n", value())
	}
	b.WriteString("int main(void) { int x = input() & 3, y = 1;\nb = x;\ny = f0(x, 2);\nif (y > 90) reach_error();\nreturn f0(y & 3, a) & 1; }\n")
	return b.String()
}

// TestCalled: engines for programs with calls see what is left of them; their proofs hold for the whole programs, and
// agree with what is said of the programs inlined. CRAIG_RANDOM is how many programs, CRAIG_SEED the first of them.
func TestCalled(t *testing.T) {
	n, first := testenv.Random(testenv.Count(2, 16))
	dir := t.TempDir()
	answers := map[string]int{}
	for seed := first; seed < first+uint64(n); seed++ {
		text := procedures(rand.New(rand.NewPCG(seed, 19)))
		if seed == 0 { // results that nobody reads
			text = "extern void reach_error(void); int n; int f(void) { n++; return 7; } int main(void) { f(); if (n != 1) reach_error(); return n; }"
		}
		file := filepath.Join(dir, "p.c")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		said := map[verdict.Verdict]string{}
		for name, e := range map[string]*engine.Engine{"inlined": nil, "lazy": lazy.New(lazy.Config{}), "contracts": modular.New(dagger.Config{Domain: dagger.Octagon})} {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			res, err := Verify(ctx, prepare.New(cfront.Options{}, nil, file), Options{Engine: e, Workers: 1})
			cancel()
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			for _, lost := range res.Lost {
				t.Errorf("%d, %s: %v\n%s", seed, name, lost, text)
			}
			said[res.Verdict] += " " + name
			answers[name+" "+res.Verdict.String()]++
		}
		if said[verdict.True] != "" && said[verdict.False] != "" {
			t.Errorf("%d: TRUE%s, FALSE%s\n%s", seed, said[verdict.True], said[verdict.False], text)
		}
	}
	t.Log(answers)
}
