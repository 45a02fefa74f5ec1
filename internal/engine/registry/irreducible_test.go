package registry_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/engine/registry"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// jumps writes the statements of a program whose loops have several entries: each label can be gone to from
// everywhere, the first statement included. A counter ends every execution.
func jumps(r *rand.Rand) string {
	labels := 2 + r.IntN(3)
	atom := func() string {
		return fmt.Sprintf("%c %s %d", "axy"[r.IntN(3)], []string{"<", "==", "!=", ">"}[r.IntN(4)], r.IntN(9)-2)
	}
	computed := r.IntN(3) == 0
	to := func() string {
		if computed {
			return fmt.Sprintf("goto *t[%s & 1];", []string{"x", "y", "a", "0", "1"}[r.IntN(5)])
		}
		return fmt.Sprintf("goto l%d;", r.IntN(labels))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "static void *const t[] = { &&l%d, &&l%d };\nint x = %d, y = 0, n = 0;\n", r.IntN(labels), r.IntN(labels), r.IntN(4))
	for range r.IntN(3) {
		fmt.Fprintf(&b, "if (%s) %s\n", atom(), to())
	}
	fmt.Fprintf(&b, "%s\n", to())
	for i := range labels {
		fmt.Fprintf(&b, "l%d: %s", i, []string{"x += 3;", "x = x * 2 - 1;", "y++;", "y += x;", "x = y;", ";"}[r.IntN(6)])
		for range r.IntN(3) {
			fmt.Fprintf(&b, " if (%s && n++ < 4) %s", atom(), to())
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "if (%s && %s) reach_error();\n", atom(), atom())
	return b.String()
}

// TestIrreducible: random programs with loops that have several entries, by each engine with random options. What it claims is
// certified, and gcc's program agrees for each of the inputs.
func TestIrreducible(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	dir := t.TempDir()
	answers := map[string]int{}
	count, first := testenv.Random(testenv.Count(6, 12))
	for seed := first; seed < first+uint64(count); seed++ {
		r := rand.New(rand.NewPCG(seed, 11))
		body := jumps(r)
		file := filepath.Join(dir, "p.c")
		write := func(name, text string) {
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		exe := filepath.Join(dir, "p")
		write(file, "extern void exit(int);\nstatic void reach_error(void) { exit(9); }\nint main(int a, char **v) {\na -= 2;\n"+body+"return 0; }\n")
		if text, err := exec.Command("gcc", "-w", "-fwrapv", "-o", exe, file).CombinedOutput(); err != nil {
			t.Fatalf("%s\n%s", text, body)
		}
		want := verdict.True
		for n := range 4 {
			var exit *exec.ExitError
			if err := exec.Command(exe, []string{"1", "2", "3"}[:n]...).Run(); errors.As(err, &exit) && exit.ExitCode() == 9 {
				want = verdict.False
			} else if err != nil {
				t.Fatalf("%v\n%s", err, body)
			}
		}
		write(file, "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\nint main(void) {\n"+
			"int a = __VERIFIER_nondet_int(); if (a < -1 || a > 2) return 0;\n"+body+"return 0; }\n")
		for _, spec := range registry.Engines() {
			options := map[string]string{}
			for _, o := range spec.Options {
				if len(o.Values) > 0 && r.IntN(2) == 0 {
					options[o.Name] = o.Values[r.IntN(len(o.Values))]
				}
			}
			e, err := spec.With(options)
			if err != nil {
				t.Fatal(err)
			}
			load := enginetest.Inlined
			if e.Modular {
				load = enginetest.Calls
			}
			p := load(t, cfront.Options{Signed: ir.SignedWrap}, file)
			res := enginetest.Verify(t, e, p, time.Second, nil)
			if !enginetest.Undecided(res) && res.Verdict != want {
				t.Errorf("seed %d, %s %v: %v, and gcc's program says %v", seed, spec.Name, options, res.Verdict, want)
			}
			if t.Failed() {
				t.Fatalf("seed %d, %s %v:\n%s", seed, spec.Name, options, body)
			}
			answers[spec.Name+" "+res.Verdict.String()]++
		}
	}
	t.Log(answers)
	if answers["ufo TRUE"] == 0 || answers["ufo FALSE"] == 0 {
		t.Error("ufo decides nothing")
	}
}
