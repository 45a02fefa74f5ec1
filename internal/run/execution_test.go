package run

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/evidence/certify"
	"craig/internal/evidence/verdict"
	"craig/internal/portfolio"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// otherwise are the programs of testdata/execution that an engine proves before or instead of an execution:
// one whose input decides where it goes, one with an invariant that octagons have, and one with a table that unroll,
// which runs beside the execution, may have read first.
var otherwise = map[string]bool{"late.c": true, "double.c": true, "later-bug.c": true, "table-bug.c": true, "table.c": true}

// TestExecutions: the programs of testdata/execution are decided by executing them, as their first lines
// say and as gcc finds, and the certifier accepts their evidence again, and none that is changed.
func TestExecutions(t *testing.T) {
	testenv.NeedsLong(t)
	t.Parallel()
	files, _ := filepath.Glob("../../testdata/execution/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for i, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
			testenv.Nightly(t, i+i/4, 4) // with an error, and without
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := verdict.True
			if bytes.HasPrefix(text, []byte("// verdict: FALSE")) {
				want = verdict.False
			}
			if got, ok := byCompiler(t, file); ok && got != want {
				t.Fatalf("a compiled program says %v", got)
			}
			prog := prepare.New(cfront.Options{}, nil, file)
			res, err := Verify(t.Context(), prog, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if res.Verdict != want || res.Engine != portfolio.ExecutionName && !strings.HasPrefix(res.Engine, prefixName) && !otherwise[filepath.Base(file)] {
				t.Fatalf("%v by %s: %s", res.Verdict, res.Engine, res.Detail)
			}
			ctx := context.Background()
			if _, err := Certify(ctx, res.Program, &res.Result, nil, 0); err != nil {
				t.Error(err)
			}
			changed := res.Result
			switch e := res.Proof.(type) {
			case verdict.Execution:
				e.Steps--
				changed.Proof = e
			case verdict.Prefix:
				e.Steps--
				changed.Proof = e
			default:
				return
			}
			var r *certify.Rejection
			if _, err := Certify(ctx, res.Program, &changed, nil, 0); !errors.As(err, &r) {
				t.Errorf("an execution of another length: %v", err)
			}
		})
	}
}

// byCompiler compiles a program and runs it, with 4711 for every input; ok is false if there is no
// compiler, or if what is not initialised matters.
func byCompiler(t *testing.T, file string) (v verdict.Verdict, ok bool) {
	if !testenv.Has("gcc") || strings.HasSuffix(file, "unset-bug.c") {
		return verdict.Unknown, false
	}
	exe := filepath.Join(t.TempDir(), "a")
	cmd := exec.Command("gcc", "-w", "-O1", "-o", exe, file, "-x", "c", "-")
	cmd.Stdin = strings.NewReader("extern void _exit(int); void reach_error(void) { _exit(77); } int __VERIFIER_nondet_int(void) { return 4711; } unsigned char __VERIFIER_nondet_uchar(void) { return 1; }")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	err := exec.CommandContext(ctx, exe).Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return verdict.True, true
	case errors.As(err, &exit) && exit.ExitCode() == 77:
		return verdict.False, true
	}
	t.Fatal(err)
	return verdict.Unknown, false
}
