package interp_test

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/pass"
	"craig/internal/testenv"
	"craig/logic/num"
)

var corpusStep = flag.Int("corpus.step", 0, "compare every how many-th benchmark file with gcc; 0 none")

// corpusDriver has what the programs of the corpus call; inputs are the numbers of the generator
// from $SEED on, small ones if that is odd. Reaching an error is exit status 77, a false assumption
// 78.
const corpusDriver = `
extern void _exit(int);
extern char *getenv(const char *);
static unsigned long state, small;
static unsigned long next(void) {
	if (state == 0) { state = getenv("SEED")[0] - '0'; small = state & 1; }
	state = state * 6364136223846793005UL + 1442695040888963407UL;
	return small ? (state >> 40) % 5 : state >> 16;
}
#define WEAK __attribute__((weak))
#define INPUT(t, n) WEAK t __VERIFIER_nondet_##n(void) { return (t)next(); }
INPUT(int, int) INPUT(unsigned, uint) INPUT(char, char) INPUT(unsigned char, uchar) INPUT(short, short)
INPUT(unsigned short, ushort) INPUT(long, long) INPUT(unsigned long, ulong) INPUT(_Bool, bool)
WEAK void reach_error(void) { _exit(77); }
WEAK void __VERIFIER_error(void) { _exit(77); }
WEAK void __assert_fail(const char *a, const char *b, unsigned c, const char *d) { _exit(77); }
WEAK void __VERIFIER_assume(int c) { if (!c) _exit(78); }
`

// build compiles a program with the driver; "" if it does not compile or link.
func build(file, dir string) string {
	exe := filepath.Join(dir, "a")
	cmd := exec.Command("gcc", "-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-o", exe, file, "-x", "c", "-")
	cmd.Stdin = strings.NewReader(corpusDriver)
	if err := cmd.Run(); err != nil {
		return ""
	}
	return exe
}

// status runs a compiled program; ok is false if it crashes or does not end.
func status(exe string, seed int) (code int, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe)
	cmd.Env = []string{"SEED=" + strconv.Itoa(seed)}
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, true
	case errors.As(err, &exit) && exit.Exited():
		return exit.ExitCode(), true
	}
	return 0, false
}

// interpreted is what the interpreter says of p as a process's exit status; ok is false if that
// may differ from a compiled program: an execution without an end, or that overflows or depends
// on what C leaves open.
func interpreted(p *ir.Program, seed int) (code int, ok bool, out interp.Outcome) {
	asked := false // for something that C leaves open
	run := func(unknown int64) interp.Outcome {
		in := inputs(seed)
		ask := func() num.Int {
			asked = true
			return num.I(unknown)
		}
		return interp.Run(context.Background(), p, interp.Inputs{
			Scalar: func(e *ir.Edge, n int) num.Int {
				h := e.Stmt.(*ir.Havoc)
				if h.Source != ir.FromCall || !strings.HasPrefix(h.Name, "__VERIFIER_nondet_") {
					return ask()
				}
				v := in.next()
				if seed&1 == 1 {
					return num.I(int64(uint64(in) >> 40 % 5))
				}
				return v
			},
			Initial: func(*ir.Var) num.Int { return ask() },
			Cell:    func(*ir.Edge, int, num.Int, ir.Type) num.Int { return ask() },
		}, interp.Options{MaxSteps: 50_000, NoPath: true})
	}
	out = run(0)
	if out.End == interp.StepLimit {
		return 0, false, out
	}
	for _, unknown := range []int64{1, -1, 0x5a} {
		if !asked {
			break
		}
		if other := run(unknown); other.End != out.End || other.At != out.At || !other.Result.Eq(out.Result) {
			return 0, false, out
		}
	}
	switch out.End {
	case interp.Reached:
		return 77, p.Locs[out.At].Goal.Kind != ir.Recursion, out
	case interp.Exited:
		v, _ := out.Result.Int64()
		return int(uint8(v)), true, out
	case interp.Blocked:
		return 78, out.Edge != 0 && !p.Edges[out.Edge].Aux, out // Aux: undefined in C
	}
	return 0, false, out
}

// TestCorpus compares the programs of the project's tests with what gcc makes of them.
func TestCorpus(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	files, _ := filepath.Glob("../../../testdata/papers/*.c")
	if root := os.Getenv("CRAIG_BENCH"); root != "" && *corpusStep > 0 {
		var more []string
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && (strings.HasSuffix(path, ".c") || strings.HasSuffix(path, ".i")) {
				more = append(more, path)
			}
			return nil
		})
		for i := 0; i < len(more); i += *corpusStep {
			files = append(files, more[i])
		}
	}
	compared := 0
	for i, file := range files {
		if i%8 != 0 && !testenv.Long() {
			continue
		}
		compared += compareFile(t, file)
	}
	t.Logf("%d executions compared", compared)
}

// compareFile compares a few executions of one program, as it was read and with regions.
func compareFile(t *testing.T, file string) (compared int) {
	ctx := context.Background()
	p, err := cfront.Read(ctx, cfront.Options{Properties: []string{"unreach-call"}}, file)
	if err != nil {
		t.Logf("%s: %v", file, err)
		return 0
	}
	exe := build(file, t.TempDir())
	if exe == "" {
		return 0
	}
	var want [3]int
	var ends [3]bool
	compare := func(stage string, p *ir.Program) {
		for i := range want {
			if !ends[i] {
				continue
			}
			got, ok, out := interpreted(p, i+1)
			if ok && got != want[i] {
				t.Errorf("%s, seed %d, %s: exit status %d, the interpreter says %d (%s %s)", file, i+1, stage, want[i], got, out.End, out.Reason)
			}
			if ok {
				compared++
			}
		}
	}
	for i := range want {
		want[i], ends[i] = status(exe, i+1)
	}
	compare("cfront", p)
	if alias.ResolveCalls(ctx, p, alias.Options{}) != nil {
		return compared
	}
	q, err := pass.Inline(t.Context(), p, pass.InlineOptions{MaxEdges: 200_000})
	if err != nil || alias.Regions(ctx, q, alias.Options{}) != nil {
		return compared
	}
	compare("regions", q)
	return compared
}
