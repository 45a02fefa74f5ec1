package cfront_test

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/core"
	"craig/internal/program/c/elab"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/program/ir/ircheck"
	"craig/internal/testenv"
)

var readRun = flag.Bool("read.run", false, "run those of the files that exit with 0 if gcc compiles them: they must not call abort, nor exit otherwise")

// refusals counts reasons.
type refusals struct {
	read, all int
	reasons   map[string]int
}

func (r *refusals) add(t *testing.T, file string, p *ir.Program, why string) {
	r.all++
	switch {
	case p == nil:
		r.reasons[why]++
	default:
		r.read++
		if err := ircheck.Check(p); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func (r *refusals) log(t *testing.T) {
	t.Logf("%-32s %5d of %5d", "all", r.read, r.all)
	var names []string
	for name := range r.reasons {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(r.reasons[b], r.reasons[a]), cmp.Compare(a, b)) })
	for _, name := range names {
		t.Logf("%5d %s", r.reasons[name], name)
	}
	if r.all > 0 && r.read == 0 {
		t.Error("nothing is read")
	}
}

// TestReadFiles: what is read of C files passes ircheck.Check, and what is not is refused for a reason. The files are those of
// the repository's examples and tests, or, if there is one, of the list in CRAIG_SOURCES, see TestRealFiles; what gcc does not accept is left
// out. A file without main is read with one that has the addresses of all its functions. The log is a table of docs/results/front-end.md.
func TestReadFiles(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"examples", "testdata"}
	if list := os.Getenv("CRAIG_SOURCES"); list != "" {
		text, err := os.ReadFile(list)
		if err != nil {
			t.Fatal(err)
		}
		lines = nil
		for s := bufio.NewScanner(strings.NewReader(string(text))); s.Scan(); {
			lines = append(lines, s.Text())
		}
		if root, err = filepath.Abs(filepath.Dir(list)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	all := refusals{reasons: map[string]int{}}
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		before := all
		var files []string
		filepath.WalkDir(words[0], func(name string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(name) == ".c" {
				files = append(files, name)
			}
			return err
		})
		for i, file := range files {
			if !testenv.Night() && i%3 != 0 && os.Getenv("CRAIG_SOURCES") == "" {
				continue
			}
			if testenv.Count(8, len(files)) <= i && os.Getenv("CRAIG_SOURCES") == "" {
				break
			}
			if exec.Command("gcc", append(append([]string{"-fsyntax-only", "-w"}, words[1:]...), file)...).Run() != nil {
				continue
			}
			p, why := readAll(t, file, words[1:])
			if *readTasks && p == nil {
				t.Logf("%s: %s", file, why)
			}
			all.add(t, file, p, why)
			if *readRun && p != nil {
				runBoth(t, file, words[1:], p)
			}
		}
		t.Logf("%-32s %5d of %5d", words[0], all.read-before.read, all.all-before.all)
	}
	all.log(t)
}

// readAll reads a file with all its functions. why is the reason why it is not read.
func readAll(t *testing.T, file string, flags []string) (p *ir.Program, why string) {
	opts := cfront.Options{Properties: []string{"unreach-call"}, ErrorFunction: "abort", Signed: ir.SignedWrap, GoalsMayLack: true}
	for _, f := range flags {
		switch {
		case f == "-m32":
			opts.ILP32 = true
		case strings.HasPrefix(f, "-I"):
			opts.Include = append(opts.Include, f[2:])
		case strings.HasPrefix(f, "-D"):
			opts.Define = append(opts.Define, f[2:])
		}
	}
	prog, err := cfront.Core(opts, elab.LeftToRight, file)
	if wrong := (*cfront.Error)(nil); errors.As(err, &wrong) {
		if _, reason, ok := strings.Cut(wrong.Hint, "the core does not have it yet: "); ok {
			return nil, reason
		}
	}
	if err == nil {
		if text := callsAll(file, prog); text != "" {
			path, _ := filepath.Abs(file)
			file = filepath.Join(t.TempDir(), "all.c")
			if err := os.WriteFile(file, fmt.Appendf(nil, "#include %q\n%s", path, text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	p, err = cfront.Read(t.Context(), opts, file)
	if refused := (*cfront.Unsupported)(nil); errors.As(err, &refused) {
		if *readTasks {
			t.Log(refused.Pos)
		}
		return nil, refused.Why
	}
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return nil, "error"
	}
	return p, ""
}

// runBoth compares what a program does in the interpreter with what it does if gcc compiles it. What is read comes from outside, and is 0.
func runBoth(t *testing.T, file string, flags []string, p *ir.Program) {
	exe := filepath.Join(t.TempDir(), "p")
	if exec.Command("gcc", append(slices.Clone(flags), "-w", "-o", exe, file, "-lm")...).Run() != nil {
		return
	}
	want := 0
	var exit *exec.ExitError
	if err := exec.Command("timeout", "5", exe).Run(); errors.As(err, &exit) {
		want = exit.ExitCode()
	}
	if want > 2 {
		return
	}
	out := interp.Run(t.Context(), p, interp.Inputs{}, interp.Options{MaxSteps: 2_000_000, NoPath: true})
	switch {
	case out.End == interp.Exited && out.Result.String() != fmt.Sprint(want):
		t.Errorf("%s: the interpreter exits with %s, gcc's program with %d", file, out.Result, want)
	case out.End != interp.Exited:
		t.Logf("%s: run: %v %s at %v", file, out.End, out.Reason, p.Locs[out.At].Pos)
	}
}

// callsAll is a main that has the addresses of all functions of a program; "" if it has one.
func callsAll(file string, prog *core.Program) string {
	var b strings.Builder
	b.WriteString("int main(void) {\n\tvoid (*craig_f)(void);\n")
	for _, g := range prog.Units[0].Globals {
		f, ok := g.(*core.FuncDef)
		if !ok {
			continue
		}
		if f.Func.Var.Name == "main" {
			return ""
		}
		if !f.Func.Var.Inline {
			fmt.Fprintf(&b, "\tcraig_f = (void (*)(void))%s;\n", f.Func.Var.Name)
		}
	}
	return b.String() + "}\n"
}
