package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/program/c/elab"
	"craig/internal/program/c/pp"
	"craig/internal/program/c/syntax"
	"craig/internal/testenv"
)

func write(tb testing.TB, name, text string) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		tb.Fatal(err)
	}
	return path
}

// read reads a file, and gives its types to all expressions. The error is an *Error, of what is wrong with the text or of what the core does not have.
func read(cfg Config, file string) error {
	tree, text, err := Tree(cfg, file)
	if err != nil {
		return err
	}
	return elaborated(cfg, file, tree, text)
}

// readText is read of a text that is at hand.
func readText(cfg Config, text string) error {
	tree, from, err := TreeOf(cfg, "a.c", []byte(text))
	if err != nil {
		return err
	}
	return elaborated(cfg, "a.c", tree, from)
}

func elaborated(cfg Config, file string, tree *syntax.Unit, text *pp.Preprocessor) error {
	_, report := elab.Elaborate(elab.Config{Machine: MachineOf(cfg.Target, cfg.ILP32).Machine, Contracts: cfg.Contracts != nil}, elab.File{Name: file, Tree: tree, Source: text})
	if len(report.Mistakes) > 0 {
		return Mistake(text, &report.Mistakes[0].Error)
	}
	if len(report.Refusals) > 0 {
		m := report.Refusals[0]
		return Mistake(text, &syntax.Error{Pos: m.Pos, Msg: "refused: " + m.Msg})
	}
	return nil
}

// TestGNU reads GNU C, one construct to a file, in both data models.
func TestGNU(t *testing.T) {
	files, err := filepath.Glob("testdata/gnu/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for _, ilp32 := range []bool{false, true} {
			if ilp32 && strings.HasSuffix(file, "int128.c") {
				continue // i386 has no such type
			}
			if err := read(Config{ILP32: ilp32}, file); err != nil {
				t.Errorf("ILP32 %t: %v", ilp32, err)
			}
		}
	}
}

// TestLong: what is long is read, also where it is not nested but for else branches and operators.
func TestLong(t *testing.T) {
	chain := "if (x) ; else " + strings.Repeat("if (x) y = (struct s){0}.m; else ", 9_000) + "y = 2;\n"
	for _, text := range []string{
		strings.Repeat("if (x) y = 1; else y = 2;\n", 30_000),
		strings.Repeat("if (x) { y = 1; } else if (y) { y++; } else { y = 2; } x++;\n", 30_000),
		chain + chain,
		"y = 1 " + strings.Repeat("+ 1\n#if 0\n;\n#endif\n", 30_000) + ";\n",
	} {
		if err := readText(Config{}, "struct s { int m; }; void f(int x, int y) {"+text+"}"); err != nil {
			t.Fatalf("%.40s …: %v", text, err)
		}
	}
}

// TestErrors: what is wrong with a file is said in one line with its position.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"syntax", "int main(void) {\n  int x = 1\n  return x;\n}\n", "2:12: ';' is missing after the declaration of 'x'"},
		{"marker", "# 12 \"other.c\" 1 3\nint x = ;\n", "other.c:12:9: an expression was wanted before ';'"},
		{"line", "#line 12 \"other.c\"\nint x = ;\n", "other.c:12:9: an expression was wanted before ';'"},
		{"macro arguments", "#define F(x) x\nint main(void) {\n  F(1", "3:3: the arguments of F do not end"},
		{"unclosed", "int f(void) {\n", "2:1: the file ends where '}' was wanted"},
		{"end", "int x", "1:6: the file ends where ';' was wanted after the declaration of 'x'"},
		{"label", "int f(void) { goto l; }", "1:20: the label l is not defined"},
		{"character", "int x = @;", "1:9: '@' is no character of C"},
		{"string", "char *s = \"abc\n;", `1:11: this " has no other on its line`},
		{"continued string", "char *s = \"abc\\", `1:11: this " has no other on its line`},
		{"comment", "int x; /* abc", "1:8: comment not terminated"},
		{"header", "#include \"nowhere.h\"\n", "1:10: include file not found: \"nowhere.h\""},
		{"system header", "\n#include <nowhere.h>\n", "2:10: include file not found: <nowhere.h>"},
		{"error", "#if 1\n#error no way\n#endif\n", "2:2: #error no way"},
		{"unknown directive", "#if 0\n#bar\n#else\n # foo bar\n#endif\nint x;\n", "4:4: invalid preprocessing directive #foo"},
		{"import", "int x;\n#import \"x.h\"\n", "2:2: unsupported: #import"},
		{"byte order", "#pragma scalar_storage_order big-endian\nint x;\n", "1:1: refused: #pragma scalar_storage_order"},
		{"weak", "int x;\n# pragma weak f\n", "2:1: refused: #pragma weak"},
		{"another name", "int x;\n#pragma redefine_extname f g\n", "2:1: refused: #pragma redefine_extname"},
		{"register", "register int r asm(\"eax\");\n", "1:14: refused: a global variable in a register"},
		{"embed", "char x[] = {\n#embed \"x\"\n};\n", "2:2: unsupported: #embed"},
		{"binary", "int x;\n\x7fELF\x00\x01", "2:1: a declaration was wanted before"},
		{"parentheses", "int x = " + strings.Repeat("(", 200_000), "1:509: this is nested too deep"},
		{"braces", "void f(void) " + strings.Repeat("{", 200_000), "1:514: this is nested too deep"},
		{"prefixes", "int x = " + strings.Repeat("*", 200_000), "1:1008: this is nested too deep"},
		{"else if", "void f(int x) {" + strings.Repeat("if (x) ; else ", 200_000), "the file ends where an expression was wanted"},
		{"condition", "#if " + strings.Repeat("(", 200_000) + "\n#endif\n", "1:2005: a condition nested more than 4000 deep"},
		{"macros", "#define A (((((((((((\n#define B A A A A A A A A A A\n#define C B B B B B B B B B B\nint x = C;", "4:9: this is nested too deep"},
		{"branches", "int x =\n" + strings.Repeat("#if 1\n(\n#else\n#endif\n", 30_000) + "1;\n", "2003:1: this is nested too deep"},
		{"recursive include", "#include \"recursive include.c\"\n", "1:10: #include nested more than 200 deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := write(t, c.name+".c", c.text)
			err := read(Config{}, file)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("%v, want an *Error", err)
			}
			if e.IO != nil || strings.Contains(e.Error(), "\n") || !strings.Contains(strings.ReplaceAll(e.Error(), file, "FILE"), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestUnreadable(t *testing.T) {
	for file, want := range map[string]error{filepath.Join(t.TempDir(), "missing.c"): fs.ErrNotExist, t.TempDir(): nil} {
		err := read(Config{}, file)
		var e *Error
		if !errors.As(err, &e) || e.IO == nil || e.Pos.Line != 0 || (want != nil && !errors.Is(err, want)) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestOptions(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"a.h": "#pragma once\n#include \"b.h\"\nint a;\n",
		"b.h": "#ifndef B\n#define B\n#include \"a.h\"\n#endif\ntypedef int T;\n",
		"f.h": "typedef unsigned long forced;\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file := write(t, "a.c", "#include <a.h>\n#include \"a.h\"\nT x = N; forced y = M(2);\n#if SIZE != __SIZEOF_LONG__\n#error\n#endif\n")
	for _, ilp32 := range []bool{false, true} {
		size := map[bool]int{false: 8, true: 4}[ilp32]
		cfg := Config{ILP32: ilp32, Include: []string{folder}, ForceInclude: []string{filepath.Join(folder, "f.h")},
			Define: []string{"N", "M(x)=x+N", fmt.Sprintf("SIZE=%d", size)}}
		if err := read(cfg, file); err != nil {
			t.Error(err)
		}
	}
	if err := read(Config{Define: []string{"=1"}}, file); err == nil || !strings.Contains(err.Error(), "not a macro definition") {
		t.Error(err)
	}
}

// TestInputs: what reading has depended on is named with its hash, and what was looked for and is not there.
func TestInputs(t *testing.T) {
	dir := t.TempDir()
	file, own := filepath.Join(dir, "k.c"), filepath.Join(dir, "inc", "own.h")
	if err := os.Mkdir(filepath.Dir(own), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{file: "#include \"own.h\"\nOWN x;\n", own: "typedef int OWN;\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files := NewFiles(nil)
	if err := read(Config{Include: []string{filepath.Dir(own)}, Files: files}, file); err != nil {
		t.Fatal(err)
	}
	in := files.Inputs()
	if in[file] == "" || in[own] == "" {
		t.Errorf("what was read: %v", in)
	}
	if sum, asked := in[filepath.Join(dir, "own.h")]; !asked || sum != "" {
		t.Errorf("what was looked for: %v", in)
	}
}

// TestHeaders includes every embedded header, alone and all together, in both data models.
func TestHeaders(t *testing.T) {
	var all strings.Builder
	err := fs.WalkDir(embedded, "include", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name := strings.TrimPrefix(strings.TrimPrefix(path, "include/free/"), "include/libc/")
		fmt.Fprintf(&all, "#include <%s>\n#include <%s>\n", name, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range append(strings.SplitAfter(all.String(), "\n"), all.String()) {
		for _, ilp32 := range []bool{false, true} {
			if err := readText(Config{ILP32: ilp32}, text); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

// TestSystemHeaders: a header that is not embedded brings in the host's.
func TestSystemHeaders(t *testing.T) {
	if _, err := os.Stat("/usr/include/sys/socket.h"); err != nil {
		t.Skip("no system headers")
	}
	err := read(Config{}, write(t, "a.c", `#include <sys/socket.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
#include <math.h>
int main(void) { pthread_mutex_t m; printf("%d", AF_INET); return PATH_MAX; }
`))
	if err != nil {
		t.Error(err)
	}
}

// TestPredefined compares the predefined macros with those of the host's compiler, where it computes as the
// front end says: in the registers of SSE also for 32 bits.
func TestPredefined(t *testing.T) {
	for model, text := range map[string]string{"-m64": predefinedLP64, "-m32": predefinedILP32} {
		out, err := exec.Command("gcc", model, "-march=x86-64", "-mfpmath=sse", "-dM", "-E", "-x", "c", "/dev/null").Output()
		if err != nil || !strings.Contains(string(out), "__x86_64__") && !strings.Contains(string(out), "__i386__") {
			t.Skip("no gcc for x86")
		}
		gcc := map[string]string{}
		for _, line := range strings.Split(string(out), "\n") {
			name, value, _ := strings.Cut(strings.TrimPrefix(line, "#define "), " ")
			gcc[name] = value
		}
		for _, line := range strings.Split(predefinedCommon+text, "\n") {
			name, value, _ := strings.Cut(strings.TrimPrefix(line, "#define "), " ")
			switch {
			case name == "" || strings.HasPrefix(name, "__GNUC_") || name == "__GNUC__" || name == "__VERSION__":
			case strings.HasPrefix(name, "__i686") || strings.HasPrefix(name, "__k8"): // the processor varies
			case strings.HasPrefix(name, "__builtin_"): // functions of the compiler
			default:
				if got, ok := gcc[name]; !ok || strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(value), " ") {
					t.Errorf("%s %s: %q, gcc says %q", model, name, value, got)
				}
			}
		}
	}
}

// TestBench reads every program of the benchmarks.
func TestBench(t *testing.T) {
	testenv.NeedsLong(t)
	bench := os.Getenv("CRAIG_BENCH")
	if bench == "" {
		t.Skip("CRAIG_BENCH is not set")
	}
	files, refused := 0, 0
	err := filepath.WalkDir(filepath.Join(bench, "tasks"), func(path string, d fs.DirEntry, err error) error {
		if ext := filepath.Ext(path); err != nil || ext != ".c" && ext != ".i" {
			return err
		}
		files++
		if err = read(Config{ILP32: true}, path); err != nil {
			refused++
			t.Log(err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if refused*100 > files {
		t.Errorf("%d of %d files refused, more than 1 %%", refused, files)
	}
}

func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob("testdata/gnu/*.c")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		watch := time.AfterFunc(time.Minute, func() { panic("this does not come to an end") })
		defer watch.Stop()
		var e *Error
		if err := readText(Config{}, string(text)); err != nil && !errors.As(err, &e) {
			t.Errorf("an error of type %T: %v", err, err)
		}
	})
}

func BenchmarkTenLines(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"plain", "extern int nondet(void);\nint main(void) {\n\tint x = 0;\n\twhile (nondet()) {\n\t\tx++;\n\t}\n\tif (x < 0) {\n\tERROR:\n\t\treturn 1;\n\t}\n\treturn 0;\n}\n"},
		{"headers", "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(void) {\n\tint x = getchar();\n\tassert(x < 7);\n\treturn 0;\n}\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			file := write(b, "a.c", c.text)
			b.ReportAllocs()
			for b.Loop() {
				if err := read(Config{}, file); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestErrorsHaveLines: an error for which the parser has no position gets the line that causes it.
func TestErrorsHaveLines(t *testing.T) {
	for text, line := range map[string]int{
		"int a;\nint b;\n#define\nint c;\n": 3,
		"int a;\n\n#if 1 +\n#endif\n":       3,
	} {
		err := readText(Config{}, text)
		var e *Error
		if !errors.As(err, &e) || e.Pos.Line != line || e.Hint == "" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestHostHeaders: the headers of the host are read where the embedded ones lack one, whatever stands before it, and a file is preprocessed once
// where they do not.
func TestHostHeaders(t *testing.T) {
	if len(systemFolders(Config{})) == 0 {
		t.Skip("there are no headers of a C library")
	}
	missing := strings.Repeat("int x = ;\n", 30) + "#include <linux/limits.h>\nint y[PATH_MAX];\n"
	for _, c := range []struct {
		text   string
		system bool
	}{
		{"#include <stdio.h>\n", false},
		{"#include <stdio.h>\n#include <linux/limits.h>\nint x[PATH_MAX];\n", true},
		{missing, true},
	} {
		opens := 0
		o, err := opened(Config{}, "a.c", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		open := o.open
		o.open = func(system, c23 bool) *pp.Preprocessor {
			if system {
				opens++
			}
			return open(system, c23)
		}
		tree, err := o.Unit()
		if c.text == missing {
			if err == nil {
				t.Errorf("%s: no mistake", c.text)
			}
		} else if err != nil || len(tree.Decls) == 0 {
			t.Errorf("%s: %v", c.text, err)
		}
		if (opens > 0) != c.system {
			t.Errorf("%s: opened anew %d times", c.text, opens)
		}
	}
}
