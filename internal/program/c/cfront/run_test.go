package cfront_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/testenv"
)

// TestRun: programs that check themselves pass their checks, under gcc and in the interpreter.
func TestRun(t *testing.T) {
	testenv.NeedsLong(t)
	files, _ := filepath.Glob("testdata/run/*.c")
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			gcc(t, file)
			for _, opts := range []cfront.Options{{}, {Signed: ir.SignedWrap}, {ILP32: true}} {
				opts.Volatile = cfront.VolatileMemory
				text, _ := os.ReadFile(file)
				if opts.ILP32 && strings.Contains(string(text), "__int128") {
					continue
				}
				p, err := cfront.Read(context.Background(), opts, file)
				if err != nil {
					t.Fatalf("%+v: %v", opts, err)
				}
				if err := ircheck.Check(p); err != nil {
					t.Fatalf("%+v: %v", opts, err)
				}
				out := run(p)
				if out.End != interp.Exited {
					t.Errorf("%+v: %v %s at %v", opts, out.End, out.Reason, p.Loc(out.At).Pos)
				}
			}
		})
	}
}

func run(p *ir.Program) interp.Outcome {
	return interp.Run(context.Background(), p, interp.Inputs{}, interp.Options{MaxSteps: 1_000_000})
}

// gcc runs a program that checks itself.
// TestC23: programs that have mistakes as C11 and none as C23 are read as C23; what gcc 12 has of it, gcc does likewise.
func TestC23(t *testing.T) {
	for _, file := range []string{"testdata/c23/gnu2x.c", "testdata/c23/keywords.c"} {
		if strings.HasSuffix(file, "gnu2x.c") {
			gcc(t, file, "-std=gnu2x")
		}
		p, err := cfront.Read(context.Background(), cfront.Options{}, file)
		if err != nil {
			t.Fatal(err)
		}
		if out := run(p); out.End != interp.Exited {
			t.Errorf("%s: %v %s at %v", file, out.End, out.Reason, p.Loc(out.At).Pos)
		}
	}
}

func gcc(t *testing.T, file string, options ...string) {
	if !testenv.Has("gcc") {
		return
	}
	dir := t.TempDir()
	main := filepath.Join(dir, "main.c")
	if err := os.WriteFile(main, []byte("#include <stdlib.h>\nvoid reach_error(void) { exit(1); }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "a")
	if out, err := exec.Command("gcc", append(options, "-w", "-O0", "-fno-strict-aliasing", "-o", exe, file, main, "-lm")...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	if err := exec.Command(exe).Run(); err != nil {
		t.Fatalf("the program's checks fail under gcc: %v", err)
	}
}
