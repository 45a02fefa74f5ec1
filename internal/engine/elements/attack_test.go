package elements_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/elements"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare/reduce"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

var attacks = flag.Bool("attacks", false, "TestAttacked takes all programs, each for longer")

// TestAttacked: of programs with an error that look as if they had none nothing is proved, and the engine does not break
// down. Compiled by gcc, 48 of the 51 come to it with
// inputs by chance, the others by counterexamples.
func TestAttacked(t *testing.T) {
	attacked(t, "testdata/attacks.txt", "", func(ctx context.Context, file string) *verdict.Result {
		small := enginetest.Reduced(t, cfront.Options{}, file)
		return enginetest.Run(ctx, t, elements.New(), enginetest.Task(small, nil))
	})
}

// TestListsAttacked is the same about lists. Compiled by gcc, 40 of the 41 come to the error with inputs by chance, the other
// one, which needs a list of 256 nodes, not.
func TestListsAttacked(t *testing.T) {
	const head = `extern void reach_error(void);
extern int input(void);
extern void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
extern void *memset(void *, int, unsigned long);
extern void free(void *);
`
	attacked(t, "testdata/lists/attacks.txt", head, func(ctx context.Context, file string) *verdict.Result {
		p := enginetest.Inlined(t, cfront.Options{}, file)
		blocks := p.Global(ir.BlocksName)
		if blocks == nil {
			return &verdict.Result{}
		}
		small, _, err := reduce.Program(t.Context(), p, blocks)
		if err != nil {
			t.Fatal(err)
		}
		return enginetest.Run(ctx, t, elements.Lists(), enginetest.Task(small, nil))
	})
}

// attacked runs an engine on programs of a file that have errors, each with head in front; by default on every fifth or twelfth.
func attacked(t *testing.T, programs, head string, run func(ctx context.Context, file string) *verdict.Result) {
	text, err := os.ReadFile(programs)
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile(`(?m)^-- (\w+) --\n`).FindAllStringSubmatchIndex(string(text), -1)
	every, limit := testenv.Count(12, 5), 200*time.Millisecond
	if *attacks {
		every, limit = 1, 10*time.Second
	}
	for i := 0; i < len(parts); i += every {
		name, body := string(text[parts[i][2]:parts[i][3]]), string(text[parts[i][1]:])
		if i+1 < len(parts) {
			body = string(text[parts[i][1]:parts[i+1][0]])
		}
		if !strings.Contains(body, "reach_error()") {
			t.Fatalf("%s has no error", name)
		}
		file := filepath.Join(t.TempDir(), name+".c")
		if err := os.WriteFile(file, []byte(head+body), 0o644); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		res := run(ctx, file)
		cancel()
		if res.Verdict == verdict.True {
			t.Errorf("%s: TRUE of a program with an error", name)
		}
		t.Logf("%s: %s %s", name, res.Verdict, res.Detail)
	}
}
