package elab_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"craig/internal/program/c/core"
	"craig/internal/program/c/corecheck"
	"craig/internal/program/c/coreprint"
	"craig/internal/program/c/elab"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/program/c/types"
	"craig/internal/testenv"
)

// files elaborates a program of several files.
func files(t *testing.T, texts ...string) (*core.Program, *elab.Report) {
	t.Helper()
	var list []elab.File
	for i, text := range texts {
		name := string(rune('a'+i)) + ".c"
		source := pp.New(pp.Config{})
		source.Open(name, []byte(text))
		tree, errs := syntax.Parse(syntax.Config{}, source)
		if len(errs) > 0 {
			t.Fatal(errs[0].Msg)
		}
		list = append(list, elab.File{Name: name, Tree: tree, Source: source})
	}
	return elab.Elaborate(elab.Config{Machine: types.MachineOf("", false)}, list...)
}

// TestFiles runs a program of two files, linked by gcc, and its printed core, which is one file.
func TestFiles(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	texts := []string{`
int printf(const char *, ...);
struct s { int a; struct s *next; };
extern struct s head;
extern int table[];
static int n = 1;
static int step(void) { return n += 2; }
int shared;
int other(struct s *);
typedef struct { int x; } T;
static T t = { 4 };
int main(void) {
	shared = 5;
	int k = step() + other(&head);
	printf("%d %d %d %d %d\n", k, n, table[2], shared, t.x);
	return 0;
}`, `
struct s { int a; struct s *next; };
struct s head = { 7, &head };
int table[3] = { 1, 2, 3 };
static int n = 10;
static int step(void) { return n++; }
extern int shared;
typedef struct { long y[2]; } T;
static T t = { { 1, 2 } };
int other(struct s *p) { shared++; return p->next->a + step() + n + (int)t.y[1] + (int)sizeof(T); }`}
	prog, report := files(t, texts...)
	for _, m := range report.Mistakes {
		t.Errorf("%s", m.Msg)
	}
	if err := corecheck.Check(prog); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := coreprint.Print(&b, prog, coreprint.PrintConfig{}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	outputs := []string{}
	for _, c := range [][]string{texts, {b.String()}} {
		args := []string{"-w", "-o", filepath.Join(dir, "exe")}
		for i, text := range c {
			name := filepath.Join(dir, string(rune('a'+i))+".c")
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			args = append(args, name)
		}
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			t.Fatalf("%s\n%s", out, b.String())
		}
		out, err := exec.Command(filepath.Join(dir, "exe")).Output()
		if err != nil {
			t.Fatal(err)
		}
		outputs = append(outputs, string(out))
	}
	if outputs[0] != outputs[1] {
		t.Errorf("%q, and printed %q", outputs[0], outputs[1])
	}
}

// TestFilesDisagree: what two files say of one name must agree.
func TestFilesDisagree(t *testing.T) {
	for _, texts := range [][2]string{
		{"int x = 1;", "int x = 2;"},
		{"int f(void) { return 1; }", "int f(void) { return 2; }"},
	} {
		if _, report := files(t, texts[0], texts[1]); len(report.Mistakes) != 1 || report.Mistakes[0].File != 1 {
			t.Errorf("%q: %d mistakes", texts, len(report.Mistakes))
		}
	}
	for _, texts := range [][2]string{{"int x;", "extern long x;"}, {"int f(int a) { return a; }", "int f(long); int g(void) { return f(1); }"}} { // gcc takes these, and link.Agree
		if _, report := files(t, texts[0], texts[1]); len(report.Mistakes) > 0 || len(report.Refusals) > 0 {
			t.Errorf("%q: %d mistakes", texts, len(report.Mistakes))
		}
	}
	a := "int x; static int f(void) { return x; } int g(void) { return f(); }"
	if _, report := files(t, a, "extern int x; static long f(void) { return x; } long h(void) { return f(); }"); len(report.Mistakes) > 0 {
		t.Error(report.Mistakes[0].Msg)
	}
}
