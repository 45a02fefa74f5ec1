package interp_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"craig/abstract/fold"
	"craig/logic/num"
	"craig/program/alias"
	"craig/program/cfront"
	"craig/program/interp"
	"craig/program/ir"
	"craig/program/pass"
)

var (
	gccCount = flag.Int("gcc.count", 100, "random C programs compared with gcc")
	gccSeed  = flag.Int64("gcc.seed", 1, "number of the first of them")
	gccFile  = flag.String("gcc.file", "", "a C file to compare instead")
	gccKeep  = flag.String("gcc.keep", "", "folder for the programs that differ")
)

// The inputs of a compiled program and of the interpreter are the numbers of this generator.
const driver = `
#include <stdio.h>
static unsigned long state;
static unsigned long next(void) { state = state * 6364136223846793005UL + 1442695040888963407UL; return state >> 16; }
int __VERIFIER_nondet_int(void) { return (int)next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next(); }
long __VERIFIER_nondet_long(void) { return (long)next(); }
`

type inputs uint64

func (s *inputs) next() num.Int {
	*s = *s*6364136223846793005 + 1442695040888963407
	return num.I(int64(*s >> 16))
}

// compiled runs programs by gcc, all in one process, and gives their results.
func compiled(t *testing.T, programs []string) []string {
	dir := t.TempDir()
	var c strings.Builder
	c.WriteString(driver)
	for i, text := range programs {
		name := filepath.Join(dir, fmt.Sprintf("p%d.c", i))
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&c, "#define main main_%d\n#include %q\n#undef main\n", i, name)
	}
	c.WriteString("int main(void) {\n")
	for i := range programs {
		fmt.Fprintf(&c, "state = 1; printf(\"%%d\\n\", main_%d()); fflush(stdout);\n", i)
	}
	c.WriteString("return 0; }\n")
	file := filepath.Join(dir, "all.c")
	if err := os.WriteFile(file, []byte(c.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "all")
	cmd := exec.Command("gcc", "-w", "-O0", "-fwrapv", "-fno-strict-aliasing", "-o", exe, file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%.3000s", err, out)
	}
	out, err := exec.Command(exe).Output()
	lines := strings.Fields(string(out))
	if err != nil || len(lines) != len(programs) {
		if *gccKeep != "" && len(lines) < len(programs) {
			os.WriteFile(filepath.Join(*gccKeep, "crash.c"), []byte(programs[len(lines)]), 0o644)
		}
		t.Fatalf("program %d of the batch: %v", len(lines), err)
	}
	return lines
}

// stages runs one program through the passes and reports the first that computes something else
// than want; "" if there is none. Executions that overflow under SignedUndefined are skipped.
func stages(file string, signed ir.Signed, want string) (problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprintf("panic: %v", r)
		}
	}()
	ctx := context.Background()
	type occurrence struct {
		edge ir.EdgeID
		n    int
	}
	simplified := false
	var given map[occurrence]num.Int // what the last run but that of a simplified program got
	run := func(p *ir.Program) (string, bool) {
		in := inputs(1)
		scalar := func(e *ir.Edge, n int) num.Int {
			v := num.I(0x5a)
			if e.Stmt.(*ir.Havoc).Source == ir.FromCall {
				v = in.next()
			}
			given[occurrence{e.ID, n}] = v
			return v
		}
		if simplified {
			scalar = func(e *ir.Edge, n int) num.Int { return given[occurrence{e.ID, n}] }
		} else {
			given = map[occurrence]num.Int{}
		}
		out := interp.Run(ctx, p, interp.Inputs{
			Scalar:  scalar,
			Initial: func(*ir.Var) num.Int { return num.I(0x33) },
			Cell:    func(*ir.Edge, int, num.Int, ir.Type) num.Int { return num.I(0x77) },
		}, interp.Options{MaxSteps: 3_000_000, NoPath: true})
		switch {
		case out.End == interp.OutOfRange && signed == ir.SignedUndefined:
			return "", false
		case out.End != interp.Exited:
			pos := p.Locs[out.At].Pos
			if e := p.Edges[out.Edge]; e != nil {
				return fmt.Sprintf("%s %s: %s at %s", out.End, out.Reason, ir.StmtString(e.Stmt), e.Pos), true
			}
			return fmt.Sprintf("%s at %s", out.End, pos), true
		}
		return out.Result.String(), true
	}
	p, err := cfront.Read(ctx, cfront.Options{Properties: []string{"unreach-call"}, Signed: signed}, file)
	if err != nil {
		return "read: " + err.Error()
	}
	check := func(name string, p *ir.Program, check func(*ir.Program) error) bool {
		if err := check(p); err != nil {
			problem = name + ": " + err.Error()
			return true
		}
		got, ok := run(p)
		if ok && got != want {
			problem = fmt.Sprintf("%s: %s instead of %s", name, got, want)
			return true
		}
		return !ok
	}
	if check("cfront", p, ir.Check) {
		return
	}
	if err := alias.ResolveCalls(ctx, p, alias.Options{}); err != nil {
		return "calls: " + err.Error()
	}
	if check("calls", p, ir.Check) {
		return
	}
	q, err := pass.Inline(p, pass.InlineOptions{MaxDepth: 8, MaxEdges: 100_000})
	if err != nil {
		return "" // too large to be of use
	}
	if check("inline", q, ir.Check) {
		return
	}
	if err := alias.Regions(ctx, q, alias.Options{}); err != nil {
		return "regions: " + err.Error()
	}
	if check("regions", q, ir.CheckInlined) {
		return
	}
	fq, _, err := fold.Fold(ctx, q)
	if err != nil {
		return "fold: " + err.Error()
	}
	if check("fold", fq, ir.CheckInlined) {
		return
	}
	s, _ := pass.Simplify(q)
	simplified = true // it leaves out inputs that do not matter
	check("simplify", s, ir.CheckInlined)
	return
}

// Random programs compute under gcc, and in the interpreter after every pass, the same.
func TestRandomPrograms(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	if *gccFile != "" {
		text, err := os.ReadFile(*gccFile)
		if err != nil {
			t.Fatal(err)
		}
		want := compiled(t, []string{string(text)})[0]
		for _, signed := range []ir.Signed{ir.SignedWrap, ir.SignedUndefined} {
			if problem := stages(*gccFile, signed, want); problem != "" {
				t.Error(problem)
			}
		}
		return
	}
	const batch = 50
	for first := *gccSeed; first < *gccSeed+int64(*gccCount); first += batch {
		var programs []string
		for i := range min(batch, *gccSeed+int64(*gccCount)-first) {
			programs = append(programs, cProgram(first+i, int(i)))
		}
		want := compiled(t, programs)
		dir := t.TempDir()
		for i, text := range programs {
			file := filepath.Join(dir, "p"+strconv.Itoa(i)+".c")
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, signed := range []ir.Signed{ir.SignedWrap, ir.SignedUndefined} {
				if problem := stages(file, signed, want[i]); problem != "" {
					t.Errorf("seed %d: %s", first+int64(i), strings.ReplaceAll(problem, dir+"/", ""))
					if *gccKeep != "" {
						text := fmt.Sprintf("// %s\n%s", strings.ReplaceAll(problem, "\n", " "), text)
						os.WriteFile(filepath.Join(*gccKeep, fmt.Sprintf("seed%d.c", first+int64(i))), []byte(text), 0o644)
					}
					break
				}
			}
		}
	}
}
