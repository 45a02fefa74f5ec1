package portfolio_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/testenv"
)

// TestRandomDeep: closed forms of random loops, short enough to execute, are proofs that the certifier confirms, and prove no error that
// the execution comes to. The variables have all widths, wrap, and are computed by turns or in inner loops, of which some are for nothing.
// CRAIG_RANDOM is how many programs there are, CRAIG_SEED which.
func TestRandomDeep(t *testing.T) {
	programs, seed := testenv.Random(testenv.Count(15, 120))
	r := rand.New(rand.NewPCG(1+seed, 3))
	file := filepath.Join(t.TempDir(), "loop.c")
	proved := 0
	for range programs {
		// Half of the assertions hold, if the execution ends.
		text, out := "", interp.Outcome{}
		right, all := r.IntN(2) == 0, randomDeep(r)
		for k := range 8 {
			text = strings.ReplaceAll(all, "WANTED", fmt.Sprint(k))
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			out = interp.Run(t.Context(), enginetest.Inlined(t, cfront.Options{}, file), interp.Inputs{}, interp.Options{MaxSteps: 200_000, NoPath: true})
			if right == (out.End == interp.Exited) {
				break
			}
		}
		p := enginetest.Reduced(t, cfront.Options{}, file)
		task := enginetest.Task(p, nil)
		_, task.Assume = portfolio.Plan(t.Context(), p, enginetest.NewSolver)
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		res := enginetest.Run(ctx, t, portfolio.Polynomials(), task)
		cancel()
		if err := enginetest.Certify(p, res); err != nil {
			t.Errorf("%v\n%s", err, text)
		}
		if reached := out.End == interp.Reached; res.Verdict == verdict.True && reached || res.Verdict == verdict.False && out.End == interp.Exited {
			t.Errorf("%v, and the execution: %v\n%s", res.Verdict, out.End, text)
		}
		if res.Verdict == verdict.True {
			proved++
		}
	}
	t.Logf("%d of %d proved", proved, programs)
	if programs >= 60 && proved < programs/20 {
		t.Error("none is proved")
	}
}

// randomDeep is a program with a loop, and an assertion about a remainder behind it.
func randomDeep(r *rand.Rand) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	kind := func() string {
		return pick("unsigned char", "signed char", "unsigned short", "short", "unsigned", "int", "unsigned long", "long")
	}
	update := func() string {
		v := pick("a", "b")
		return v + " = " + pick("(unsigned)", "(unsigned long)") + v + pick(" + 1u", " + 2u", " + 3u", " + 8u", " + 100u", " + 65535u", " - 7u", " * 3u", " * 2u + 1u", " + i", " + (unsigned char)i", " - b", " ^ 1u", " / 2u") + ";"
	}
	var body strings.Builder
	for range 1 + r.IntN(3) {
		switch r.IntN(6) {
		case 0:
			fmt.Fprintf(&body, "\t\tif (i %% %s) %s else %s\n", pick("2", "3", "4"), update(), update())
		case 1:
			fmt.Fprintf(&body, "\t\tif (i < %s) %s\n", pick("5", "50"), update())
		case 2:
			fmt.Fprintf(&body, "\t\tfor (j = 0; j < %s; j++) { %s }\n", pick("3", "7"), update())
		default:
			fmt.Fprintf(&body, "\t\t%s\n", update())
		}
	}
	v, m := pick("a", "b"), pick("2", "4", "5", "8")
	return fmt.Sprintf("extern void reach_error(void);\nint main(void) {\n\t%s a = %s;\n\t%s b = %s;\n\t%s i;\n\tunsigned j;\n\tfor (i = 0; i < %s; i++) {\n%s\t}\n\tif (!((unsigned long)%s %% %s == WANTED)) reach_error();\n\treturn 0;\n}\n",
		kind(), pick("0", "1", "200", "-1"), kind(), pick("0", "5", "-1"), pick("unsigned", "int", "unsigned short", "long"), pick("5", "16", "100", "256", "1000"), body.String(), v, m)
}
