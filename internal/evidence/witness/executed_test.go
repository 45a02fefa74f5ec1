package witness_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/evidence/witness"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/testenv"
)

// executed are programs whose proof is an execution, or begins with one, and parts of what their witnesses say.
var executed = []struct {
	text string
	want []string
}{
	{"int main(void) { int s = 0;\n for (int i = 3; i < 90; i += 7) s -= i;\n if (s != -585) reach_error(); }", []string{"(3 <= (long long)i) && ((long long)i <= 94)", "((-585LL) <= (long long)s) && ((long long)s <= 0)"}},
	{"int main(void) { int n = 0, k = 9;\n while (k) { int j = k;\n do { n++; } while (--j > 3);\n k -= 3; }\n if (n != 10) reach_error(); }", []string{"(0 <= (long long)k) && ((long long)k <= 9)", "(3 <= (long long)j) && ((long long)j <= 9)"}},
	{"int main(void) { double x = 8; float y = -1; int n = 0;\n while (x > -2.5) { x -= 1.25; y = -y / 2; n++; }\n if (n != 9) reach_error(); }", []string{"(x >= -3.25 && x <= 8.0)", "(y >= -1.0f && y <= 0.5f)"}},
	{"int main(void) { double z = -0.0; int n = 0;\n while (n < 3) { n++; z = -z; }\n if (z < 0) reach_error(); }", []string{"z == 0.0"}},
	{"int f(int n) { int s = 0;\n while (n > 0) s += n--;\n return s; }\nint main(void) { if (f(4) + f(7) != 38) reach_error(); }", []string{"(long long)n <= 4", "(long long)n <= 7"}},
	{"int f(int n) { int s = 0;\n for (int k = 0; k < n; k++) s += f(k);\n return s + 1; }\nint main(void) { if (f(4) != 16) reach_error(); }", []string{"((long long)k <= 4)"}},
	{"int g, h; int main(void) { int *p = &g, n = 0;\n while (n < 5) { *p = ++n; p = p == &g ? &h : &g; }\n if (g + h != 9) reach_error(); }", []string{"(p != 0)"}},
	{"int main(void) { unsigned char c = 250; unsigned long u = 0;\nagain: c++; u += 1UL << 60; if (c != 2) goto again;\n if (u != 8UL << 60) reach_error(); }", []string{"((__int128)u <= 8070450532247928832LL)"}},
	{"int main(void) { int i = 0, s = 0; volatile int v = 1; (void)v;\n while (i < 10) { int x = __VERIFIER_nondet_int(); s = x; i++; }\n if (i != 10) reach_error(); }", []string{"((long long)i <= 10)"}},
}

// TestExecuted: a proof that is an execution becomes the ranges of variables at loops. gcc's program has each whenever it comes to the loop.
func TestExecuted(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "program.c")
	for _, tt := range executed {
		e, _ := written(t, tt.text)
		var values []string
		for _, item := range e.Content {
			values = append(values, item.Invariant.Value)
		}
		for _, part := range tt.want {
			for conjunct := range strings.SplitSeq(part, " && ") { // their order depends on which engine is first
				if !strings.Contains(strings.Join(values, "\n"), conjunct) {
					t.Errorf("no %s in\n%s\nof\n%s", part, strings.Join(values, "\n"), tt.text)
				}
			}
		}
		if err := os.WriteFile(file, []byte(declarations+tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		holds(t, e, file)
	}
	content, prefixes := 0, 0
	for i, name := range []string{"calls", "crc", "fill", "late", "later", "primes", "table", "unset", "widths"} {
		if i%4 != 0 && !testenv.Long() {
			continue
		}
		file := "../../../testdata/execution/" + name + ".c"
		res, err := run.Verify(t.Context(), prepare.New(cfront.Options{}, nil, file), run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if res.Verdict != verdict.True {
			continue
		}
		e, err := witness.Of(res.Program, &res.Result, witness.About{Version: "2.0", Craig: "test", Sources: res.Sources, Now: time.Unix(0, 0)})
		if err != nil {
			t.Fatal(err)
		}
		if _, is := res.Proof.(verdict.Prefix); is && len(e.Content) > 0 {
			prefixes++
		}
		content += min(1, len(e.Content))
		holds(t, e, file)
	}
	if content < testenv.Count(1, 5) || prefixes == 0 && testenv.Long() {
		t.Errorf("of the programs in testdata/execution %d have something in their witnesses, %d of those that begin with an execution", content, prefixes)
	}
}

// holds runs a program with the invariants of a witness in it, for some inputs.
func holds(t *testing.T, e *witness.Entry, file string) {
	t.Helper()
	if !testenv.Has("gcc") {
		return
	}
	claim, err := witness.NewClaim("w.yml", []witness.Entry{*e}, file)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	dir := t.TempDir()
	program, stubs, binary := filepath.Join(dir, "program.c"), filepath.Join(dir, "stubs.c"), filepath.Join(dir, "program")
	const text = `#include <stdlib.h>
int __craig_condition(int c) { return c; }
void craig_invariant_violated(void) { _Exit(99); }
__attribute__((weak)) void reach_error(void) { _Exit(98); }
#define INPUT(T, name) __attribute__((weak)) T __VERIFIER_nondet_##name(void) { static unsigned n = SEED; return (T)(n = n * 1103515245u + 12345u) >> (n % 3 * 8); }
INPUT(int, int) INPUT(unsigned, uint) INPUT(char, char) INPUT(unsigned char, uchar) INPUT(short, short) INPUT(unsigned short, ushort) INPUT(long, long) INPUT(unsigned long, ulong)
INPUT(_Bool, bool) INPUT(long long, longlong)
`
	if err := os.WriteFile(program, claim.Texts[0], 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stubs, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	seeds := 1
	if bytes.Contains(claim.Texts[0], []byte("__VERIFIER_nondet_int()")) {
		seeds = 3
	}
	for seed := range seeds {
		if out, err := exec.Command("gcc", "-w", "-fwrapv", fmt.Sprintf("-DSEED=%du", seed*7919), "-o", binary, program, stubs, "-lm").CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", file, err, out)
			return
		}
		cmd := exec.CommandContext(t.Context(), "timeout", "10", binary)
		cmd.Run()
		if status := cmd.ProcessState.ExitCode(); slices.Contains([]int{98, 99}, status) {
			var values []string
			for _, item := range e.Content {
				values = append(values, fmt.Sprintf("line %d: %s", item.Invariant.Location.Line, item.Invariant.Value))
			}
			t.Errorf("%s: status %d with\n%s", file, status, strings.Join(values, "\n"))
		}
	}
}
