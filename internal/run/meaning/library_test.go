package meaning

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"craig/internal/prepare"
	"craig/internal/program/cfront"
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
	testenv.NeedsLong(t)
	files, err := filepath.Glob("../../../testdata/library/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		claims := claim.FindAllStringSubmatch(string(text), -1)
		if n := strings.Count(string(text), "\nvoid "); len(claims) != n {
			t.Errorf("%s: %d functions, %d of them with a verdict", file, n, len(claims))
		}
		for _, c := range claims {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".c")+"/"+c[2], func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				res, err := run.Verify(ctx, prepare.New(cfront.Options{Entry: c[2]}, nil, file), run.Options{Workers: 1})
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
				if reached, ok := reaches(t, file, c[2]); ok && !takesInput.MatchString(body) &&
					(reached && c[1] == "TRUE" || !reached && c[1] == "FALSE") {
					t.Errorf("compiled by gcc it reaches the error: %v", reached)
				}
			})
		}
	}
}

// reaches compiles a file and runs one of its functions; ok tells whether gcc is there.
func reaches(t *testing.T, file, function string) (reached, ok bool) {
	if !testenv.Has("gcc") {
		return false, false
	}
	exe := filepath.Join(t.TempDir(), "a")
	main := exe + ".c"
	text := "extern int puts(const char *);\nextern void " + function + "(void), _exit(int);\n" +
		"void reach_error(void) { _exit(113); }\nvoid __VERIFIER_assert(int c) { if (!c) _exit(113); }\nvoid __VERIFIER_assume(int c) { if (!c) _exit(0); }\nint __VERIFIER_nondet_int(void) { return 0; }\nint main(void) { " + function + "(); return 0; }\n"
	if err := os.WriteFile(main, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-D_GNU_SOURCE", "-o", exe, file, main, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	cmd := exec.Command(exe)
	err := cmd.Run()
	code := cmd.ProcessState.ExitCode()
	if err != nil && code != 113 {
		t.Errorf("compiled by gcc: %v", err)
	}
	return code == 113, true
}
