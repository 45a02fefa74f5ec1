package run

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/svcomp"
	"craig/internal/testenv"
)

var expandedAll = flag.Bool("expanded.all", false, "TestExpanded looks at every task of the sets, not at a sample")

// TestExpanded: the answer for a file is the one for what gcc -E makes of it. Files that are the same program by both are not
// verified: that is most of them; those with headers of the system, of which craig has others, are. Every 50th task of the sets is looked at,
// all of them with -expanded.all.
func TestExpanded(t *testing.T) {
	testenv.NeedsLong(t)
	gcc := testenv.NeedsTool(t, "gcc")
	sets := os.Getenv("CRAIG_BENCH")
	if sets == "" {
		t.Skip("wants CRAIG_BENCH")
	}
	tasks, err := filepath.Glob(filepath.Join(sets, "tasks", "*", "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for i, task := range tasks {
		def, err := svcomp.ReadDefinition(task)
		if err != nil || len(def.Files) != 1 || i%50 != 0 && !*expandedAll {
			continue
		}
		file := def.Files[0]
		expanded := filepath.Join(t.TempDir(), "expanded.c")
		args := []string{"-E", "-w", "-x", "c", "-o", expanded, file}
		if def.ILP32 {
			args = append(args, "-m32")
		}
		if err := exec.Command(gcc, args...).Run(); err != nil {
			counts["refused by gcc"]++
			continue
		}
		opts := cfront.Options{ILP32: def.ILP32, Volatile: cfront.VolatileMemory, Properties: []string{"unreach-call", "no-overflow"}}
		first, errFirst := printed(t.Context(), opts, file)
		second, errSecond := printed(t.Context(), opts, expanded)
		switch {
		case errFirst != nil && errSecond != nil:
			counts["not read, either way"]++
			t.Logf("%s: %v; expanded: %v", file, errFirst, errSecond)
			continue
		case errFirst == nil && errSecond == nil && first == second:
			counts["same program"]++
			continue
		}
		var answers [2]verdict.Verdict
		for k, f := range []string{file, expanded} {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			res, err := Verify(ctx, prepare.New(opts, nil, f), Options{})
			cancel()
			if err == nil {
				answers[k] = res.Verdict
			}
		}
		counts[answers[0].String()+", expanded "+answers[1].String()]++
		if answers[0] != answers[1] && answers[0] != verdict.Unknown && answers[1] != verdict.Unknown {
			t.Errorf("%s: %v, but %v after gcc -E", file, answers[0], answers[1])
		}
	}
	if len(counts) == 0 {
		t.Error("no tasks")
	}
	for k, n := range counts {
		t.Logf("%5d %s", n, k)
	}
}

// places are those of the text form of a program.
var places = regexp.MustCompile(`@"[^"]*":\d+:\d+|(?m)^file .*$`)

// printed is the program of a file as text, without places.
func printed(ctx context.Context, opts cfront.Options, file string) (string, error) {
	p, err := cfront.Read(ctx, opts, file)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := ir.Print(&b, p); err != nil {
		return "", err
	}
	return places.ReplaceAllString(b.String(), ""), nil
}
