// Package meaning has tests only: what craig says of the programs of testdata/library and testdata/memory, beside gcc.
// They take as long as half of the tests of package run, and go on beside these.
package meaning

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"craig/internal/engine/lazy"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/testenv"
)

// Each function of testdata/memory returns a number, which gcc computes. TestMeaning turns that into
// an assertion and its negation: that the function returns this number must not be FALSE, and that it
// returns another one must not be TRUE. Both are decided, unless the line before the function says
// "open": then C leaves the number to the implementation, and both are UNKNOWN.
func TestMeaning(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "gcc")
	files, _ := filepath.Glob("../../../testdata/memory/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for i, file := range files {
		for k, machine := range []string{"-m64", "-m32"} {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c")+machine, func(t *testing.T) {
				testenv.Alternate(t, i+k) // each file for one machine
				meaningOf(t, file, machine)
			})
		}
	}
}

var meaningFunc = regexp.MustCompile(`(?m)^(// open.*\n)?int (\w+)\(void\) \{`)

// libraryText declares what the functions use.
const libraryText = "#include <stddef.h>\n#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\nvoid reach_error(void);\n"

func meaningOf(t *testing.T, file, machine string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	functions := meaningFunc.FindAllSubmatch(text, -1)
	var names []string
	for _, m := range functions {
		names = append(names, string(m[2]))
	}
	values, ok := resultsByGCC(t, path, names, machine)
	if !ok {
		t.Skip("gcc does not make programs for " + machine + " here")
	}
	dir := t.TempDir()
	all := filepath.Join(dir, "all.c")
	if err := os.WriteFile(all, fmt.Appendf(nil, "%s#include %q\n", libraryText, path), 0o666); err != nil {
		t.Fatal(err)
	}
	opts := cfront.Options{ILP32: machine == "-m32"}
	read := prepare.New(opts, nil, all) // by all programs that are linked with it
	for i, m := range functions {
		name, open := names[i], len(m[1]) > 0
		if _, known := values[name]; !known && !open {
			t.Errorf("%s: what it returns depends on the optimisation", name)
			continue
		}
		for k, op := range []string{"!=", "=="} {
			c := filepath.Join(dir, fmt.Sprintf("%s-%d.c", name, k))
			main := fmt.Sprintf("void reach_error(void);\nint %s(void);\nint main(void) { if (%[1]s() %s %d) reach_error(); return 0; }\n", name, op, values[name])
			if err := os.WriteFile(c, []byte(main), 0o666); err != nil {
				t.Fatal(err)
			}
			got, detail := verdictOf(t, read.Of(opts, all, c))
			if open && got == verdict.Unknown && !strings.Contains(detail, "(open") && !strings.Contains(detail, "(approximation") {
				t.Errorf("%s() %s %d: %s", name, op, values[name], detail)
			}
			want := verdict.True
			if op == "==" {
				want = verdict.False
			}
			if open {
				want = verdict.Unknown
			}
			if got != want {
				t.Errorf("%s() %s %d: %v instead of %v%s", name, op, values[name], got, want, detail)
			}
		}
	}
}

func verdictOf(t *testing.T, prog *prepare.Program) (v verdict.Verdict, detail string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	res, err := run.Verify(ctx, prog, run.Options{Engine: lazy.New(lazy.Config{})})
	if err != nil {
		return verdict.Unknown, ": " + err.Error()
	}
	if res.Verdict == verdict.Unknown {
		detail = fmt.Sprintf(" (%s: %s)", res.Reason, res.Detail)
	}
	return res.Verdict, detail
}

// resultsByGCC are the numbers that the functions of a file return, those that are the same without
// and with optimisation; ok is false if gcc does not make such programs.
func resultsByGCC(t *testing.T, path string, names []string, machine string) (values map[string]int, ok bool) {
	t.Helper()
	dir := t.TempDir()
	var c strings.Builder
	fmt.Fprintf(&c, "%s#include <stdio.h>\n#include %q\nvoid reach_error(void) {}\nint main(void) {\n", libraryText, path)
	for _, name := range names {
		fmt.Fprintf(&c, "printf(\"%%d\\n\", %s());\n", name)
	}
	c.WriteString("return 0; }\n")
	file, exe := filepath.Join(dir, "all.c"), filepath.Join(dir, "all")
	if err := os.WriteFile(file, []byte(c.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	values = map[string]int{}
	for _, level := range []string{"-O0", "-O2"} {
		if out, err := exec.Command("gcc", machine, "-w", level, "-fno-strict-aliasing", "-o", exe, file).CombinedOutput(); err != nil {
			if machine == "-m32" {
				return nil, false
			}
			t.Fatalf("gcc: %v\n%s", err, out)
		}
		out, err := exec.Command(exe).Output()
		if machine == "-m32" && errors.Is(err, syscall.ENOEXEC) {
			return nil, false
		}
		lines := strings.Fields(string(out))
		if err != nil || len(lines) != len(names) {
			t.Fatalf("%s: %v", level, err)
		}
		for i, line := range lines {
			v, _ := strconv.Atoi(line)
			if old, has := values[names[i]]; level != "-O0" && has && old != v {
				delete(values, names[i])
				continue
			}
			if level == "-O0" {
				values[names[i]] = v
			}
		}
	}
	return values, true
}

// TestEndsAtNull: an execution ends where it uses a null pointer, so that nothing after that is reached.
func TestEndsAtNull(t *testing.T) {
	const head = "void reach_error(void); int input(void); struct S { int a, b; };\n"
	for name, test := range map[string]struct {
		text string
		want verdict.Verdict
	}{
		"write":             {"int main(void) { int *p = 0; *p = 1; reach_error(); }", verdict.True},
		"read":              {"int main(void) { int *p = 0; int x = *p; reach_error(); return x; }", verdict.True},
		"member":            {"int main(void) { struct S *p = 0; p->b = 1; reach_error(); }", verdict.True},
		"element":           {"int main(void) { int *p = 0; p[input()] = 1; reach_error(); }", verdict.True},
		"call":              {"int main(void) { void (*f)(void) = 0; f(); reach_error(); }", verdict.True},
		"on one path":       {"int x; int main(void) { int *p = input() ? &x : 0; *p = 1; if (!p) reach_error(); }", verdict.True},
		"before":            {"int main(void) { int *p = 0; if (input()) reach_error(); *p = 1; }", verdict.False},
		"address of member": {"int main(void) { struct S *p = 0; int *q = &p->b; if (q) reach_error(); }", verdict.False},
	} {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(head+test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, detail := verdictOf(t, prepare.New(cfront.Options{}, nil, file)); got != test.want {
			t.Errorf("%s: %v instead of %v%s", name, got, test.want, detail)
		}
	}
}
