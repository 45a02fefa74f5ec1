package native_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"craig/internal/evidence/native"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
	"craig/logic/num"
)

// build compiles and links the text of a program; failure says why that cannot be done.
func build(t *testing.T, text string, l native.Linking, define func(missing []string) string) (program, failure string) {
	t.Helper()
	if native.Find() == "" {
		testenv.Skip(t, "a C compiler")
	}
	tools := native.Toolchain{Compiler: native.Find(), Dir: t.TempDir()}
	if failure := tools.Write(map[string][]byte{"program.c": []byte(text)}); failure != "" {
		t.Fatal(failure)
	}
	objects, failure := tools.Objects(t.Context(), []string{"-w", "-fno-builtin"}, "program.c")
	if failure != "" {
		return "", failure
	}
	l.Program, l.Objects, l.Define = "program", objects, tools.Stubs(t.Context(), nil)
	if define != nil {
		l.Define = func(missing []string) (object, failure string) {
			if failure := tools.Write(map[string][]byte{"more.c": []byte(define(missing))}); failure != "" {
				return "", failure
			}
			more, failure := tools.Objects(t.Context(), nil, "more.c")
			return strings.Join(more, ""), failure
		}
	}
	return filepath.Join(tools.Dir, l.Program), tools.Link(t.Context(), l)
}

func execute(t *testing.T, r native.Run) native.Execution {
	t.Helper()
	r.Work = filepath.Join(t.TempDir(), "work")
	return native.Execute(t.Context(), r)
}

// TestLink: names that are defined nowhere are defined, as often as there are more; what a compiler or linker refuses is told.
func TestLink(t *testing.T) {
	program, failure := build(t, "int f(void); int main(void) { return f() + 5; }", native.Linking{}, nil)
	if failure != "" {
		t.Fatal(failure)
	}
	if x := execute(t, native.Run{Program: program}); x.Status != 5 {
		t.Errorf("with an empty function: %+v", x)
	}
	program, failure = build(t, "int f(void); int main(void) { return f(); }", native.Linking{}, func(missing []string) string {
		switch len(missing) {
		case 0:
			return "int unused;"
		case 1:
			return "int g(void); int f(void) { return g(); }"
		}
		return "int g(void) { return 7; } int f(void) { return g(); }"
	})
	if failure != "" {
		t.Fatal(failure)
	}
	if x := execute(t, native.Run{Program: program}); x.Status != 7 {
		t.Errorf("with a function that needs another: %+v", x)
	}
	if _, failure := build(t, "int main(void) { return x; }", native.Linking{}, nil); !strings.Contains(failure, "program.c:1") {
		t.Errorf("a mistake: %q", failure)
	}
	if _, failure := build(t, "int main(void) { return 0; }", native.Linking{Support: []string{"-lcraig_none"}}, nil); !strings.Contains(failure, "craig_none") {
		t.Errorf("no library: %q", failure)
	}
}

// TestKeep: a program's own function does not take the place of the C library's for others, unless it keeps its name.
func TestKeep(t *testing.T) {
	const text = "int getpid(void) { return 7; } int other(void); int main(void) { return other() == 7; }"
	for _, keep := range [][]string{nil, {"main"}, {"main", "getpid"}} {
		dir := t.TempDir()
		other := filepath.Join(dir, "other.c")
		if err := os.WriteFile(other, []byte("int getpid(void); int other(void) { return getpid(); }"), 0o600); err != nil {
			t.Fatal(err)
		}
		program, failure := build(t, text, native.Linking{Keep: keep, Support: []string{other}}, nil)
		if failure != "" {
			t.Fatal(failure)
		}
		want := 1
		if len(keep) == 1 {
			want = 0
		}
		if x := execute(t, native.Run{Program: program}); x.Status != want {
			t.Errorf("%v: %+v", keep, x)
		}
	}
}

// TestExecute: how a run ends, and what it prints.
func TestExecute(t *testing.T) {
	for _, c := range []struct {
		name, text string
		run        native.Run
		is         func(x native.Execution) bool
	}{
		{"a status", `return 3;`, native.Run{}, func(x native.Execution) bool { return x.Status == 3 && x.Failure() != nil }},
		{"the end", `return 0;`, native.Run{}, func(x native.Execution) bool { return x.Failure() == nil && !x.TimedOut }},
		{"a signal", `abort();`, native.Run{}, func(x native.Execution) bool { return x.Signal == syscall.SIGABRT && x.Failure() != nil }},
		{"no end", `for (;;);`, native.Run{Time: 50 * time.Millisecond}, func(x native.Execution) bool { return x.TimedOut && x.Err == nil }},
		{"no end, with limits", `for (;;);`, native.Run{Files: 1, Seconds: 1}, func(x native.Execution) bool { return x.Signal == syscall.SIGXCPU || x.Signal == syscall.SIGKILL }},
		{"too long a file", `FILE *f = fopen("f", "w"); for (int i = 0; i < 5000; i++) fputc('x', f); fclose(f);`, native.Run{Files: 1, Seconds: 5}, func(x native.Execution) bool { return x.Signal == syscall.SIGXFSZ }},
		{"arguments", `return n == 3 && !strcmp(args[2], "b c") ? 4 : 1;`, native.Run{Args: []string{"a", "b c"}}, func(x native.Execution) bool { return x.Status == 4 }},
		{"arguments, with limits", `return n == 3 && !strcmp(args[2], "b c") ? 4 : 1;`, native.Run{Args: []string{"a", "b c"}, Files: 1, Seconds: 5}, func(x native.Execution) bool { return x.Status == 4 }},
		{"the environment", `return getenv("A") && !getenv("CRAIG_SECRET") && getenv("HOME") ? 4 : 1;`, native.Run{Env: []string{"A=1"}}, func(x native.Execution) bool { return x.Status == 4 }},
		{"what it prints", `puts("out"); fputs("err", stderr);`, native.Run{}, func(x native.Execution) bool { return x.Stdout == "out\n" && x.Stderr == "err" }},
		{"the beginning of what it prints", `puts("0123456789");`, native.Run{Output: 4}, func(x native.Execution) bool { return x.Stdout == "0123" && x.Status == 0 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("CRAIG_SECRET", "1")
			program, failure := build(t, "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nint main(int n, char **args) { "+c.text+" return 0; }", native.Linking{}, nil)
			if failure != "" {
				t.Fatal(failure)
			}
			c.run.Program = program
			if x := execute(t, c.run); !c.is(x) {
				t.Errorf("%+v, output %q", x, x.Stdout)
			}
		})
	}
	if x := execute(t, native.Run{Program: filepath.Join(t.TempDir(), "none")}); x.Err == nil || x.Failure() == nil {
		t.Errorf("no program: %+v", x)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if x := native.Execute(ctx, native.Run{Program: "/bin/true", Work: filepath.Join(t.TempDir(), "work")}); !x.TimedOut {
		t.Errorf("no time: %+v", x)
	}
}

// TestCopy: a copy takes values from other functions, keeps its lines, and says how it is built.
func TestCopy(t *testing.T) {
	prog := native.Program{IR: &ir.Program{}, Options: cfront.Options{ILP32: true, Preprocessing: cfront.Preprocessing{Define: []string{"N=1"}}}, Sources: []cfront.Source{{Name: "a.c", Text: []byte("int f();\nint main() { return f() + malloc(f); }\n")}}}
	c := prog.Copy()
	if c.ReplaceCall(ir.Pos{File: "a.c", Line: 2, Col: 21}, "f", ir.Int(32, true), "given") == nil {
		t.Error("the call is not found")
	}
	if c.ReplaceCall(ir.Pos{File: "a.c", Line: 1, Col: 5}, "f", ir.Int(32, true), "given") != nil {
		t.Error("a declaration is no call")
	}
	if c.ReplaceCall(ir.Pos{File: "a.c", Line: 2, Col: 27}, "malloc", ir.Int(1, false), "works") == nil {
		t.Error("the allocation is not found")
	}
	c.Tails[c.Files[0]] = "int tail;\n"
	names, err := c.Write(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	const want = "int given(); _Bool works(); void *craig_null(); \n#line 1 \"a.c\"\nint f();\nint main() { return given() + (works() ? malloc : (__typeof__(malloc) *)craig_null)(f); }\n\nint tail;\n"
	if string(text) != want {
		t.Errorf("%s", text)
	}
	if got := strings.Join(append(prog.Machine(), prog.Preprocessing(true)...), " "); !strings.HasPrefix(got, "-m32 ") || !strings.HasSuffix(got, " -Dmain=craig_program_main -DN=1") {
		t.Errorf("flags %s", got)
	}
	if got := prog.Command("Inputs.", true); got != "/* Inputs.\n   To run it: cc -Dmain=craig_program_main a.c <this file> && ./a.out */\n" {
		t.Errorf("comment %s", got)
	}
}

// TestGive: a function gives its values, in the types that C has for them.
func TestGive(t *testing.T) {
	for _, c := range []struct {
		typ  ir.Type
		v    int64
		want string
	}{
		{ir.Int(8, true), -1, "signed char f() {\n  static const signed char values[] = { -1LL };\n  static unsigned next;\n  return next < 1 ? (signed char)values[next++] : 0;\n}\n"},
		{ir.Int(64, true), -1 << 63, "long long f() {\n  static const long long values[] = { (-9223372036854775807LL - 1) };\n  static unsigned next;\n  return next < 1 ? (long long)values[next++] : 0;\n}\n"},
		{ir.Type{Kind: ir.Pointer, Bits: 64}, 16, "void * f() {\n  static const __UINTPTR_TYPE__ values[] = { 16LL };\n  static unsigned next;\n  return next < 1 ? (void *)values[next++] : 0;\n}\n"},
	} {
		var b bytes.Buffer
		native.Give("", "f", "", c.typ, []num.Int{num.I(c.v)}).Write(&b)
		if b.String() != c.want {
			t.Errorf("%s", b.String())
		}
	}
}
