package meaning

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/run"
	"craig/internal/testenv"
)

// claim is a function of a file of testdata/library and the verdict about it.
var claim = regexp.MustCompile(`(?m)^// (TRUE|FALSE|UNKNOWN\(\w+\)): .*\n(?:// .*\n)*void (\w+)\(void\) \{$`)

// takesInput finds what reads from outside.
var takesInput = regexp.MustCompile(`__VERIFIER_nondet|\bstdin\b|\bstdout\b|\bscanf\(|\bread\(|\b(rand|open|getchar|fopen|get\w*id|sysconf|umask|pipe2|dup2|getrlimit|faccessat|clock_gettime|system|fputwc)\(`)

// TestLibrary: programs that call the C library have the verdict that is written above them. Those
// without inputs are compiled and run: they reach the error if that is FALSE, and do not if it is TRUE.
func TestLibrary(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/library/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files[:testenv.Count(2, len(files))] {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		claims := claim.FindAllStringSubmatch(string(text), -1)
		if n := strings.Count(string(text), "\nvoid "); len(claims) != n {
			t.Errorf("%s: %d functions, %d of them with a verdict", file, n, len(claims))
		}
		var functions []string
		for _, c := range claims {
			functions = append(functions, c[2])
		}
		exe := compiled(t, file, functions)
		prog := prepare.New(cfront.Options{}, nil, file)
		for _, c := range claims {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c")+"/"+c[2], func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				res, err := run.Verify(ctx, prog.With(cfront.Options{Entry: c[2]}), run.Options{Workers: 1})
				if err != nil {
					t.Fatal(err)
				}
				got := res.Verdict.String()
				if res.Reason != "" {
					got += "(" + string(res.Reason) + ")"
				}
				if got != c[1] {
					t.Errorf("%s, want %s; %s", got, c[1], res.Detail)
				}
				_, body, _ := strings.Cut(string(text), "void "+c[2]+"(void) {\n")
				body, _, _ = strings.Cut(body, "\n}\n")
				if exe == "" {
					return
				}
				reached := reaches(t, exe, c[2])
				if !takesInput.MatchString(body) && (reached && c[1] == "TRUE" || !reached && c[1] == "FALSE") {
					t.Errorf("compiled by gcc it reaches the error: %v", reached)
				}
			})
		}
	}
}

// compiled is a program that runs the function of a file that its argument names; "" if gcc is not there.
func compiled(t *testing.T, file string, functions []string) string {
	if !testenv.Has("gcc") {
		return ""
	}
	var main strings.Builder
	main.WriteString(`extern void _exit(int);
extern int strcmp(const char *, const char *);
void reach_error(void) { _exit(113); }
void __VERIFIER_assert(int c) { if (!c) _exit(113); }
void __VERIFIER_assume(int c) { if (!c) _exit(0); }
int __VERIFIER_nondet_int(void) { return 0; }
`)
	for _, f := range functions {
		fmt.Fprintf(&main, "extern void %s(void);\n", f)
	}
	main.WriteString("int main(int argc, char **argv) {\n")
	for _, f := range functions {
		fmt.Fprintf(&main, "\tif (!strcmp(argv[1], \"%s\")) { %[1]s(); return 0; }\n", f)
	}
	main.WriteString("\treturn 1;\n}\n")
	exe := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(exe+".c", []byte(main.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-D_GNU_SOURCE", "-o", exe, file, exe+".c", "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return exe
}

// reaches runs one of the functions.
func reaches(t *testing.T, exe, function string) bool {
	cmd := exec.Command(exe, function)
	err := cmd.Run()
	code := cmd.ProcessState.ExitCode()
	if err != nil && code != 113 {
		t.Errorf("compiled by gcc: %v", err)
	}
	return code == 113
}
