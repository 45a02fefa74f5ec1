package cfront_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/c/library"
	"craig/internal/program/interp"
	"craig/internal/program/ir"
	"craig/internal/testenv"
	"craig/logic/num"
)

var (
	glibcCount = flag.Int("glibc.count", 12, "calls of each case of the library's functions")
	glibcSeed  = flag.Int64("glibc.seed", 1, "of the arguments")
	glibcFile  = flag.String("glibc.file", "", "compare this file of testdata/glibc alone")
	glibcCase  = flag.String("glibc.case", "", "compare the case of this function alone")
)

// TestGlibc: every function that the library's table calls exact has a case in testdata/glibc, and
// gives there the same with the C library, with the model compiled by gcc, and in the interpreter.
func TestGlibc(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "gcc")
	for _, ilp32 := range []bool{false, true} {
		name := map[bool]string{false: "LP64", true: "ILP32"}[ilp32]
		t.Run(name, func(t *testing.T) {
			machine := []string{"-m64"}
			if ilp32 {
				machine = []string{"-m32", "-msse2", "-mfpmath=sse"}
			}
			if !compiles(t, machine) {
				t.Skip("gcc compiles no programs with " + machine[0])
			}
			models := compileModels(t, machine)
			for i, file := range caseFiles(t) {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".c"), func(t *testing.T) {
					if ilp32 {
						testenv.Alternate(t, i)
					}
					c := newCases(t, file)
					want := c.compiled(t, c.program(t, "glibc"), machine)
					c.compare(t, "the compiled model", c.compiled(t, c.program(t, "models"), append(models, machine...)), want)
					c.compare(t, "the interpreter", c.interpreted(t, c.program(t, "craig"), ilp32), want)
				})
			}
		})
	}
}

// TestGlibcCases: the files of testdata/glibc have a case for every function that the table calls
// exact, but for those that cannot have one, and no others.
func TestGlibcCases(t *testing.T) {
	if *glibcFile != "" {
		t.Skip("not all files")
	}
	cased := map[string]bool{}
	for _, file := range caseFiles(t) {
		for _, f := range newCases(t, file).functions {
			if cased[f] {
				t.Errorf("%s: %s has two cases", file, f)
			}
			cased[f] = true
			if row := library.Lookup(f); row == nil || row.Kind != library.Exact && row.Kind != library.Approximate {
				t.Errorf("%s: the table does not call %s exact, nor exact for some arguments", file, f)
			}
		}
	}
	for _, f := range library.Functions() {
		if f.Header == "GCC" || f.Header == "SV-COMP" || f.Header == "CPROVER" {
			continue
		}
		if f.Kind == library.Exact && !cased[f.Name] && notComparable[f.Name] == "" {
			t.Errorf("%s: %s is exact and has no case in testdata/glibc", f.Header, f.Name)
		}
		if notComparable[f.Name] != "" && (f.Kind != library.Exact || cased[f.Name]) {
			t.Errorf("%s is said to be not comparable", f.Name)
		}
	}
}

// notComparable are functions whose calls give nothing that a program could compare, and why.
var notComparable = map[string]string{
	"abort":         ends,
	"exit":          ends,
	"_exit":         ends,
	"_Exit":         ends,
	"quick_exit":    ends,
	"assert":        ends,
	"__assert_fail": ends,
	"bsd_signal":    "no header declares it",
	"alloca":        "the library has no such function",
	"sigsetjmp":     "the library has no such function",
	"__sigsetjmp":   "what sigsetjmp becomes, which saves nothing that is known",

	"nan":  "all that is known of a NaN is that it is one",
	"nanf": "all that is known of a NaN is that it is one",

	"__h_errno_location": "the functions that set h_errno need a network",
}

const ends = "it ends the program, if anything"

func caseFiles(t *testing.T) []string {
	files, err := filepath.Glob("testdata/glibc/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	if *glibcFile != "" {
		return []string{filepath.Join("testdata/glibc", *glibcFile)}
	}
	return files
}

func compiles(t *testing.T, args []string) bool {
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte("#include <stdlib.h>\nint main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	exe := strings.TrimSuffix(file, ".c")
	return exec.Command("gcc", append(args, "-o", exe, file)...).Run() == nil && exec.Command(exe).Run() == nil
}

// cases are those of one file.
type cases struct {
	file      string // absolute
	functions []string
}

var caseLine = regexp.MustCompile(`(?m)^CASE\((\w+)\)`)

func newCases(t *testing.T, file string) *cases {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := &cases{}
	if c.file, err = filepath.Abs(file); err != nil {
		t.Fatal(err)
	}
	for _, m := range caseLine.FindAllStringSubmatch(string(text), -1) {
		c.functions = append(c.functions, m[1])
	}
	return c
}

// program writes a program that runs the cases: against "glibc", the compiled "models", or for
// "craig".
func (c *cases) program(t *testing.T, against string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#define SEED %du\n#define COUNT %d\n", uint32(*glibcSeed), *glibcCount)
	switch against {
	case "craig":
		b.WriteString("#define CRAIG\n#define _GNU_SOURCE\n") // so that what the embedded headers lack is the host's
	case "models", "glibc":
		// The headers first, so that functions that are macros there are called all the same.
		text, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "#include <") {
				b.WriteString(line + "\n")
			}
		}
		for _, f := range c.functions {
			row := library.Lookup(f)
			fmt.Fprintf(&b, "#undef %s\n", f)
			if against == "models" && row != nil && renamed(row) {
				fmt.Fprintf(&b, "extern __typeof__(%[1]s) craig_%[1]s;\n#define %[1]s craig_%[1]s\n", f)
			}
		}
	}
	fmt.Fprintf(&b, "#include %q\n#include %q\nint main(void) {\n", filepath.Join(filepath.Dir(c.file), "harness.h"), c.file)
	for i, f := range c.functions {
		if *glibcCase == "" || *glibcCase == f {
			fmt.Fprintf(&b, "\tRUN(%s, %d)\n", f, i+1)
		}
	}
	b.WriteString("\treturn 0;\n}\n")
	name := filepath.Join(t.TempDir(), against+".c")
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// compileModels makes an object file of each file of models, with the functions renamed.
func compileModels(t *testing.T, machine []string) []string {
	dir := t.TempDir()
	args := append([]string{"-c", "-w", "-O0", "-fno-builtin", "-fno-strict-aliasing", "-include", "errno.h"}, machine...)
	files := map[string]library.Source{}
	for _, f := range library.Functions() {
		if renamed(f) {
			args = append(args, fmt.Sprintf("-D%[1]s=craig_%[1]s", f.Name))
		}
		if src, ok := library.ModelSource(f.Name); ok && renamed(f) {
			files[src.Name] = src
		}
	}
	internal, _ := library.ModelSource("__craig_unknown")
	files[internal.Name] = internal
	files["open.c"] = library.Source{Text: []byte(openInC)}
	var objects []string
	for name, src := range files {
		name = strings.Trim(filepath.Base(name), "<>")
		file, object := filepath.Join(dir, name), filepath.Join(dir, name+".o")
		if err := os.WriteFile(file, src.Text, 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("gcc", append(args, "-o", object, file)...).CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%.3000s", err, out)
		}
		objects = append(objects, object)
	}
	return objects
}

// renamed tells whether a function has a model that gcc can compile under another name. The model of
// __errno_location cannot be, since the others use errno, nor those that are calls of themselves.
func renamed(f *library.Function) bool {
	src, _ := library.ModelSource(f.Name)
	return f.Model && f.Kind == library.Exact && f.Header != "GCC" && !strings.HasSuffix(f.Name, "errno_location") && src.Name != "<craig>/heap.c"
}

// openInC has for compiled models what the front end knows of itself.
const openInC = `
int __craig_sign(int d) { return d; }
int __craig_truth(int c) { return c ? 1024 : 0; }
int __VERIFIER_nondet_int(void) { return 0; }
char __VERIFIER_nondet_char(void) { return 0; }
long __VERIFIER_nondet_long(void) { return 0; }
int __craig_guess(void) { return 0; }
long __craig_guess_long(void) { return 0; }
void __craig_failed(int failed) {}
void __craig_disjoint(const void *p, __SIZE_TYPE__ n, const void *q, __SIZE_TYPE__ m) {}
void __craig_printed(const void *p, __SIZE_TYPE__ n, const void *q, __SIZE_TYPE__ m) {}
void __craig_needs(int holds) {}
void *__craig_start(const void *p) { return (void *)p; }
__SIZE_TYPE__ __craig_extent(const void *p) { return 0; }
__SIZE_TYPE__ __craig_offset(const void *p) { return 0; }
unsigned long long __craig_bits(double x) { union { double x; unsigned long long n; } u = {x}; return u.n; }
unsigned __craig_bitsf(float x) { union { float x; unsigned n; } u = {x}; return u.n; }
double __craig_double(unsigned long long n) { union { unsigned long long n; double x; } u = {n}; return u.x; }
float __craig_float(unsigned n) { union { unsigned n; float x; } u = {n}; return u.x; }
void __VERIFIER_assume(int holds) { if (!holds) __builtin_trap(); }
`

// compiled is what a program says that gcc compiles: a line for each value.
func (c *cases) compiled(t *testing.T, file string, args []string) []string {
	exe := strings.TrimSuffix(file, ".c")
	args = append(append([]string{"-w", "-O0", "-fno-builtin", "-D_GNU_SOURCE", "-o", exe, file}, args...), "-lm")
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%.3000s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// interpreted is what the interpreter sees in the variables place and result.
func (c *cases) interpreted(t *testing.T, file string, ilp32 bool) []string {
	p, err := cfront.Read(context.Background(), cfront.Options{ILP32: ilp32, Signed: ir.SignedWrap, Properties: []string{"div-by-zero"}}, file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	step := func(s interp.Step) {
		switch {
		case s.Var == nil:
		case s.Var.Name == "result" && lines != nil: // not its initial value
			lines = append(lines, s.Value.String())
		case s.Var.Name == "place" && !s.Value.IsZero():
			lines = append(lines, "= "+s.Value.String())
		}
	}
	in := interp.Inputs{
		Scalar: func(e *ir.Edge, n int) num.Int {
			if e.Stmt.(*ir.Havoc).Source.Open() {
				return num.I(int64(n * n % 1031))
			}
			return num.I(0x5a)
		},
		Initial: func(*ir.Var) num.Int { return num.I(0x33) },
		Cell:    func(*ir.Edge, int, num.Int, ir.Type) num.Int { return num.I(0x77) },
	}
	out := interp.Run(context.Background(), p, in, interp.Options{MaxSteps: 1_000_000_000, NoPath: true, Step: step})
	if out.End != interp.Exited {
		t.Errorf("%v %s at %v", out.End, out.Reason, p.Loc(out.At).Pos)
	}
	return lines
}

// compare reports the first difference of each function.
func (c *cases) compare(t *testing.T, who string, got, want []string) {
	reported := map[string]bool{}
	place, item := "", 0
	for i := range max(len(got), len(want)) {
		a, b := "nothing", "nothing"
		if i < len(got) {
			a = got[i]
		}
		if i < len(want) {
			b = want[i]
		}
		if rest, ok := strings.CutPrefix(b, "= "); ok {
			place, item = rest, -1
		}
		item++
		if a == b {
			continue
		}
		f, n := c.at(place)
		if !reported[f] {
			reported[f] = true
			t.Errorf("%s, call %d, value %d: %s gives %s, the C library %s", f, n, item, who, a, b)
		}
		if strings.HasPrefix(a, "=") != strings.HasPrefix(b, "=") || a == "nothing" || b == "nothing" {
			return // the rest is at other places
		}
	}
}

// at reads what the macro begin of the harness tells: which case it is, and which of its runs.
func (c *cases) at(place string) (string, int) {
	n, err := strconv.Atoi(place)
	if err != nil || n < 1_000_000 || n/1_000_000 > len(c.functions) {
		return place, 0
	}
	return c.functions[n/1_000_000-1], n % 1_000_000
}
