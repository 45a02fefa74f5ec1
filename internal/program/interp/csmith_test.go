package interp_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"craig/internal/program/alias"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/program/pass"
	"craig/internal/testenv"
	"craig/logic/num"
)

var (
	csmithCount = flag.Int("csmith.count", 1, "programs of csmith compared with gcc, in each data model")
	csmithSeed  = flag.Int("csmith.seed", 1, "seed of the first of them")
	csmithKeep  = flag.String("csmith.keep", "", "folder for the programs that differ")
	csmithFile  = flag.String("csmith.file", "", "a program of csmith to compare instead")
)

// TestCsmith: programs of csmith [Yang et al. 2011] have the checksum that they have under gcc, in
// the interpreter, before and after memory is split into regions. csmith's programs have no
// undefined behaviour and print a checksum of their globals.
//
// What neither ends in time is counted, and must be a small part.
func TestCsmith(t *testing.T) {
	headers := csmithHeaders()
	if headers == "" && *csmithFile == "" {
		testenv.Skip(t, "csmith")
	}
	testenv.NeedsTool(t, "gcc")
	for _, machine := range []string{"-m64", "-m32"} {
		t.Run(machine, func(t *testing.T) {
			if machine == "-m32" && !hosts32(t) {
				t.Skip("gcc has no C library for -m32 here")
			}
			compareCsmith(t, headers, machine)
		})
	}
}

// csmithHeaders is the folder of csmith.h; "" if there is no csmith.
func csmithHeaders() string {
	if !testenv.Has("csmith") {
		return ""
	}
	found, _ := filepath.Glob("/usr/include/csmith*/csmith.h")
	local, _ := filepath.Glob("/usr/local/include/csmith*/csmith.h")
	for _, file := range append(found, local...) {
		return filepath.Dir(file)
	}
	return ""
}

// hosts32 says whether gcc makes 32-bit programs that use the C library.
func hosts32(t *testing.T) bool {
	exe := filepath.Join(t.TempDir(), "a")
	cmd := exec.Command("gcc", "-m32", "-o", exe, "-x", "c", "-")
	cmd.Stdin = strings.NewReader("#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n")
	return cmd.Run() == nil && exec.Command(exe).Run() == nil
}

func compareCsmith(t *testing.T, headers, machine string) {
	var ran, regions, slow, left int
	dir := t.TempDir()
	for i := range *csmithCount {
		seed := *csmithSeed + i
		file := filepath.Join(dir, "p.c")
		text := csmithProgram(t, seed)
		if *csmithFile != "" {
			b, err := os.ReadFile(*csmithFile)
			if err != nil {
				t.Fatal(err)
			}
			text = csmithResult(t, b)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		want, ok := csmithRun(t, file, headers, machine)
		if !ok {
			slow++
			continue
		}
		stage, got := csmithInterp(file, headers, machine, want)
		switch {
		case got == tooLong:
			slow++
		case stage == refused:
			left++
			t.Logf("seed %d: %s", seed, got)
		case got != want:
			t.Errorf("seed %d: %s: %s instead of %s", seed, stage, got, want)
			if *csmithKeep != "" {
				name := fmt.Sprintf("%s%s.c", strconv.Itoa(seed), machine)
				os.WriteFile(filepath.Join(*csmithKeep, name), append([]byte("// "+stage+": "+got+" instead of "+want+"\n"), text...), 0o644)
			}
		default:
			ran++
			if stage == "regions" {
				regions++
			}
		}
		if *csmithFile != "" {
			break
		}
	}
	t.Logf("%d agree, %d of them also after the split of memory; %d took too long, %d are refused", ran, regions, slow, left)
	if limit := 2 + *csmithCount/4; slow > limit || left > limit {
		t.Errorf("of %d programs %d took too long, %d are refused", *csmithCount, slow, left)
	}
}

// csmithProgram generates a program. Every third is small, so that it can be inlined.
func csmithProgram(t *testing.T, seed int) []byte {
	args := []string{"--seed", strconv.Itoa(seed), "--no-argc", "--quiet", "--concise", "--no-float"}
	switch seed % 3 {
	case 1:
		args = append(args, "--max-funcs", "3", "--max-block-size", "3", "--max-block-depth", "3", "--max-array-len-per-dim", "4", "--max-array-dim", "2")
	case 2:
		args = append(args, "--max-funcs", "5", "--max-pointer-depth", "3", "--max-struct-fields", "6", "--max-expr-complexity", "5")
	}
	cmd := exec.Command("csmith", args...)
	cmd.Dir = t.TempDir() // where it leaves a file
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("csmith %s: %v", strings.Join(args, " "), err)
	}
	return csmithResult(t, out)
}

var csmithEnd = regexp.MustCompile(`platform_main_end\((crc32_context \^ 0xFFFFFFFFUL), print_hash_value\);\s*return 0;`)

// csmithResult lets the program return its checksum instead of printing it.
func csmithResult(t *testing.T, text []byte) []byte {
	changed := csmithEnd.ReplaceAll(text, []byte("return (int)($1);"))
	if bytes.Equal(changed, text) && !bytes.Contains(text, []byte("return (int)(crc32_context")) {
		t.Fatal("the program does not end with its checksum")
	}
	return changed
}

// csmithRun compiles and runs a program; ok is false if it does not end in time.
func csmithRun(t *testing.T, file, headers, machine string) (result string, ok bool) {
	dir := t.TempDir()
	driver := filepath.Join(dir, "driver.c")
	exe := filepath.Join(dir, "a")
	if err := os.WriteFile(driver, []byte("#include <stdio.h>\nint tested(void);\nint main(void) { printf(\"%d\\n\", tested()); return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	object := filepath.Join(dir, "p.o")
	for _, args := range [][]string{
		{machine, "-w", "-O0", "-I", headers, "-Dmain=tested", "-c", "-o", object, file},
		{machine, "-w", "-o", exe, driver, object},
	} {
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%.2000s", err, out)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, exe).Output()
	if ctx.Err() != nil {
		return "", false
	}
	if err != nil {
		t.Fatalf("the compiled program: %v", err)
	}
	return strings.TrimSpace(string(out)), true
}

const tooLong = "too long"

// refused is the stage at which a program is not read.
const refused = "refused"

// csmithInterp runs a program in the interpreter, as read and, if it is small enough to be inlined,
// after the split of memory. It gives the last stage that was run and what the program returned there,
// and stops where that is not want.
func csmithInterp(file, headers, machine, want string) (stage, got string) {
	ctx := context.Background()
	opts := cfront.Options{
		Properties: []string{"unreach-call"}, ILP32: machine == "-m32", Preprocessing: cfront.Preprocessing{Include: []string{headers}},
		Volatile: cfront.VolatileMemory, // nothing outside changes what they declare volatile
	}
	stage = "read"
	p, err := cfront.Read(ctx, opts, file)
	if unsupported := (*cfront.Unsupported)(nil); errors.As(err, &unsupported) {
		return refused, err.Error()
	}
	if err != nil {
		return stage, err.Error()
	}
	if err := ircheck.Check(p); err != nil {
		return stage, err.Error()
	}
	if got = csmithOutcome(p); got != want {
		return stage, got
	}
	if err := alias.ResolveCalls(ctx, p, alias.Options{}); err != nil {
		return "calls", err.Error()
	}
	q, err := pass.Inline(ctx, p, pass.InlineOptions{MaxDepth: 8, MaxEdges: 60_000})
	if err != nil {
		return stage, got
	}
	if err := alias.Regions(ctx, q, alias.Options{}); err != nil {
		var large *alias.TooLarge
		if errors.As(err, &large) {
			return stage, got
		}
		return "regions", err.Error()
	}
	if err := ircheck.CheckInlined(q); err != nil {
		return "regions", err.Error()
	}
	for _, n := range q.Notes {
		if n.Kind == ir.Overapproximated { // contents that the split has lost are any
			return stage, got
		}
	}
	return "regions", csmithOutcome(q)
}

// csmithOutcome is what a program returns, or why it does not.
func csmithOutcome(p *ir.Program) string {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	out := interp.Run(ctx, p, interp.Inputs{
		Cell: func(*ir.Edge, int, num.Int, ir.Type) num.Int { return num.I(0x77) },
	}, interp.Options{MaxSteps: 5_000_000, NoPath: true})
	switch out.End {
	case interp.Exited:
		return out.Result.String()
	case interp.StepLimit, interp.Cancelled:
		return tooLong
	}
	at := p.Locs[out.At].Pos
	if e := p.Edges[out.Edge]; e != nil {
		return fmt.Sprintf("%s %s: %s at %s", out.End, out.Reason, ir.StmtString(e.Stmt), e.Pos)
	}
	return fmt.Sprintf("%s %s at %s", out.End, out.Reason, at)
}
