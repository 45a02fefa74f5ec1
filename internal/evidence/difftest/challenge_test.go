package difftest_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"craig/internal/evidence/difftest"
	"craig/internal/evidence/native"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
	"craig/logic/num"
)

func needSanitizers(t *testing.T, flags ...string) {
	t.Helper()
	if native.Find() == "" {
		testenv.Skip(t, "a C compiler")
	}
	machine := strings.Join(flags, " ")
	failure, tried := sanitizerFailures.Load(machine)
	if !tried {
		cmd := exec.Command(native.Find(), append(flags, "-fsanitize=address,undefined", "-o", os.DevNull, "-x", "c", "-")...)
		cmd.Stdin = strings.NewReader("int main(void) { return 0; }\n")
		text, err := cmd.CombinedOutput()
		if failure = ""; err != nil {
			failure = fmt.Sprintf("no sanitizers: %v\n%s", err, text)
		}
		sanitizerFailures.Store(machine, failure)
	}
	if failure != "" {
		t.Skip(failure)
	}
}

// sanitizerFailures are what compilers say of sanitizers, by the flags, "" if they have them.
var sanitizerFailures sync.Map

// Times of a search: one that finds something ends early.
const (
	short = time.Second
	long  = 10 * time.Second
)

// readText has a program as a challenge takes it, whatever its verdict.
func readText(t *testing.T, opts cfront.Options, text string) difftest.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return read(t, opts, file)
}

func read(t *testing.T, opts cfront.Options, file string) difftest.Program {
	t.Helper()
	forms := prepare.New(opts, nil, file)
	p, err := forms.Interprocedural(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sources, err := forms.Sources()
	if err != nil {
		t.Fatal(err)
	}
	return difftest.Program{IR: p, Options: opts, Sources: sources}
}

func run(t *testing.T, prog difftest.Program, d time.Duration, seeds ...[]difftest.Value) *difftest.Outcome {
	t.Helper()
	out, err := difftest.Run(t.Context(), prog, seeds, difftest.Limits{Time: d})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const declarations = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void __VERIFIER_assume(int);\n"

// TestRefuted: programs with an error that is within every assumption. A verdict of TRUE would be
// wrong, and a run says so.
func TestRefuted(t *testing.T) {
	needSanitizers(t)
	property := func(name string) cfront.Options { return cfront.Options{Properties: []string{name}} }
	for i, c := range []struct {
		name, text string
		opts       cfront.Options
	}{
		{name: "a constant", text: declarations + "int main(void) { int x = __VERIFIER_nondet_int();\n if (x == 48123) reach_error(); return 0; }"},
		{name: "what is compared", text: declarations + "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x > 1000 && x < 2000 && y == 7 * x) reach_error(); }"},
		{name: "a loop", text: declarations + "int main(void) { int n = 0; while (__VERIFIER_nondet_int() == 3) if (++n == 4) reach_error(); }"},
		{name: "a function that the program has", text: "void abort(void); void reach_error(void) { abort(); } int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() == -7) { reach_error(); } }"},
		{name: "a call by pointer", text: declarations + "void (*f)(void);\nint main(void) { f = reach_error; if (__VERIFIER_nondet_int() == 3) f(); }"},
		{name: "assert", text: "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); assert(x != 9); }"},
		{name: "a function called assert", text: "int assert(); extern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); assert(x != 9); }"},
		{name: "a label", opts: cfront.Options{ErrorLabel: "ERROR"}, text: declarations + "int main(void) { int x = __VERIFIER_nondet_int() ? 1 : 2; if (x == 2) goto ERROR; return 0;\nERROR: return 1; }"},
		{name: "an error function", opts: cfront.Options{ErrorFunction: "fail"}, text: declarations + "static void fail(int x) { }\nint main(void) { fail(__VERIFIER_nondet_int()); }"},
		{name: "an uninitialised local", text: declarations + "int main(void) { int x, y = 1; struct { int a, b; } s; if (x == 5 && s.b == 7 && y) reach_error(); return 0; }"},
		{name: "uninitialised memory", text: declarations + "int sum(char *p, int n) { int s = 0; while (n--) s += p[n]; return s; }\nint main(void) { char a[3]; if (sum(a, 3) == 11) reach_error(); }"},
		{name: "parameters", text: declarations + "int main(int argc, char **argv) { if (argc == 3) reach_error(); }"},
		{name: "an entry", opts: cfront.Options{Entry: "work"}, text: declarations + "static int work(int a, unsigned char b) { if (a == -3 && b == 200) reach_error(); return 0; }\nint main(void) { return work(0, 0); }"},
		{name: "extern data", text: declarations + "extern int level; int main(void) { if (level == 12) reach_error(); }"},
		{name: "unknown functions", text: declarations + "unsigned char port(int); void out(int); long far(void);\nint main(void) { out(1); if (port(3) == 255 && far() == -5000000000) reach_error(); }"},
		{name: "an unknown function with a name of the C library's", text: declarations + "long random(int);\nint main(void) { if (random(3) == -17) reach_error(); }"},
		{name: "what is read", text: declarations + "struct file; extern struct file *stdin; char *fgets(char *, int, struct file *);\nint main(void) { char line[20]; if (fgets(line, 20, stdin) && line[0] == '7') reach_error(); }"},
		{name: "random numbers", text: "#include <stdlib.h>\n" + declarations + "int main(void) { if (rand() % 8 == 5) reach_error(); }"},
		{name: "an allocation that fails", opts: cfront.Options{MallocMayFail: true}, text: "#include <stdlib.h>\n" + declarations + "int main(void) { int *p = malloc(4), *q = malloc(4); if (p && !q) { *p = 1; reach_error(); } }"},
		{name: "an unknown pointer", text: declarations + "int *find(void);\nint main(void) { int *p = find(); if (p && *p == 0) reach_error(); }"},
		{name: "floating point", text: "extern double __VERIFIER_nondet_double(void); extern void reach_error(void);\nint main(void) { double x = __VERIFIER_nondet_double(); if (x != x) reach_error(); }"},
		{name: "functions of its own", text: declarations + "int kill(int a, int b) { return a; } void *malloc(unsigned long n) { static char room[99]; return room; } int fork(void) { return __VERIFIER_nondet_int(); } long read(int a) { return fork(); }\nint main(void) { if (malloc(3) && kill(7, 8) == 7 && read(0) == 77) reach_error(); }"},
		{name: "when it ends", text: "#include <stdlib.h>\nextern void reach_error(void);\nvoid last(void) { reach_error(); }\nint main(void) { atexit(last); return 0; }"},
		{name: "overflow", opts: property("no-overflow"), text: declarations + "int main(void) { int x = __VERIFIER_nondet_int();\n return x + 1; }"},
		{name: "shift", opts: property("no-overflow"), text: declarations + "int main(void) { int x = __VERIFIER_nondet_int();\n return x > 0 && x < 32 ? 4 << x : 0; }"},
		{name: "division", opts: property("div-by-zero"), text: declarations + "int main(void) {\n return 5 / __VERIFIER_nondet_int(); }"},
		{name: "bounds", opts: property("bounds"), text: declarations + "int main(void) { int a[3];\n a[__VERIFIER_nondet_int()] = 1; }"},
		{name: "bounds on the heap", opts: property("bounds"), text: "#include <stdlib.h>\n" + declarations + "int main(void) { char *p = malloc(3); int i = __VERIFIER_nondet_int();\n if (i > 0) p[i] = 1; }"},
		{name: "null", opts: property("null"), text: declarations + "int main(void) { int x, *p = __VERIFIER_nondet_int() == 9 ? 0 : &x;\n *p = 1; }"},
		{name: "a block freed twice", opts: property("valid-free"), text: "#include <stdlib.h>\n" + declarations + "int main(void) { char *p = malloc(3); free(p);\n if (__VERIFIER_nondet_int() == 5) free(p); }"},
		{name: "the middle of a block is freed", opts: property("valid-free"), text: "#include <stdlib.h>\n" + declarations + "int main(void) { char *p = malloc(3); int i = __VERIFIER_nondet_int();\n if (i >= 0 && i < 3) free(p + i); }"},
		{name: "a freed block is read", opts: property("valid-deref"), text: "#include <stdlib.h>\n" + declarations + "int main(void) { char *p = calloc(3, 1); if (__VERIFIER_nondet_int() == 5) free(p);\n return *p; }"},
		{name: "a local that has gone", opts: property("valid-deref"), text: declarations + "int *f(void) { int x = 1; int *p = &x; return p; }\nint main(void) { int *p = f();\n return __VERIFIER_nondet_int() == 5 ? *p : 0; }"},
		{name: "a leak", opts: property("valid-memtrack"), text: "#include <stdlib.h>\n" + declarations + "char *last; int main(void) { last = malloc(3);\n if (__VERIFIER_nondet_int() == 5) last = malloc(4); }"},
		{name: "a leak, of what has to be freed", opts: property("valid-memcleanup"), text: "#include <stdlib.h>\n" + declarations + "int main(void) { int n = __VERIFIER_nondet_int() & 7, last = n; void **p = 0; while (n-- > 0) {\n void **q = malloc(sizeof *q); *q = p; p = q; } if (last != 3) while (p) { void **q = *p; free(p); p = q; } }"},
		{name: "wrapping", opts: cfront.Options{Signed: ir.SignedWrap}, text: declarations + "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < 0) reach_error(); }"},
		{name: "a shift that wraps", text: declarations + "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1 && x << 31 < 0) reach_error(); }"},
		{name: "an allocation that cannot be", text: "#include <stdlib.h>\n" + declarations + "int main(void) { if (!malloc(-16)) reach_error(); }"},
		{name: "line markers", text: "# 7 \"other.c\"\n" + declarations + "int main(void) { int x; if (x == 5) reach_error(); }"},
		{name: "a byte order mark", text: "\uFEFF" + declarations + "int main(void) { int x; if (x == 5) reach_error(); }"},
		{name: "inputs in both orders", text: declarations + "int sub(int a, int b) { return a - b; }\nint main(void) { if (sub(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) == 5) reach_error(); }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			testenv.Sample(t, i, 16)
			testenv.Nightly(t, i, 4)
			prog := readText(t, c.opts, c.text)
			out := run(t, prog, long)
			if out.Answer != difftest.Refuted {
				t.Fatalf("%s: %s; %+v", out.Answer, out.Reason, out.Counts)
			}
			if len(out.Lines) == 0 {
				t.Error("no lines")
			}
		})
	}
}

// TestNotRefuted: programs whose error is nowhere, or only in executions that a verdict does not
// speak of.
func TestNotRefuted(t *testing.T) {
	needSanitizers(t)
	for i, c := range []struct {
		name, text string
		opts       cfront.Options
		undefined  bool // some runs have undefined behaviour, or come to the error out of memory
		undecided  bool
		either     bool // undecided or not refuted, as runs come to the error first that have undefined behaviour or not
	}{
		{name: "no error", text: declarations + "int main(void) { unsigned char x = __VERIFIER_nondet_int(); if (x > 300) reach_error(); }"},
		{name: "after overflow", undefined: true, text: declarations + "int main(void) { int x = __VERIFIER_nondet_int(), y = x + 1; if (x > 0 && y < 0) reach_error(); }"},
		{name: "after a write out of bounds", undefined: true, text: declarations + "int main(void) { int a[2], i = __VERIFIER_nondet_int(); a[0] = a[1] = 0; if (i == 2) { a[i] = 1; reach_error(); } }"},
		{name: "after a write to freed memory", undefined: true, text: "#include <stdlib.h>\n" + declarations + "int main(void) { int *p = malloc(4); free(p); if (__VERIFIER_nondet_int() == 2) { *p = 1; reach_error(); } }"},
		{name: "after a local has gone", undefined: true, text: declarations + "int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { int *p = f(); if (__VERIFIER_nondet_int() == 2) { *p = 1; reach_error(); } }"},
		{name: "after a null pointer", undefined: true, text: declarations + "int main(void) { int *p = 0; if (__VERIFIER_nondet_int() == 2) { *p = 1; reach_error(); } }"},
		{name: "without memory", undefined: true, text: "#include <stdlib.h>\n" + declarations + "int main(void) { int n = __VERIFIER_nondet_int(); if (n > 0 && !malloc(n * 100000ul)) reach_error(); }"},
		{name: "assumptions", text: declarations + "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); if (x == 3) reach_error(); }"},
		{name: "an initialiser that writes to another variable", text: declarations + "int set(int *p) { return *p = 3; } int main(void) { int x, y = set(&x); struct { int a, b; } s, t = {s.a = 3}; if (x != 3) reach_error(); }"},
		{name: "for ever", text: declarations + "int main(void) { for (int i; ; ) { i = 0; if (i) reach_error(); } }"},
		{name: "processes", text: "#include <unistd.h>\n" + declarations + "int main(void) { for (int i = 0; i < 3; i++) fork(); if (__VERIFIER_nondet_int() == 2) for (;;) pause(); int x = 1; if (x == 2) reach_error(); }"},
		{name: "signals", text: "#include <signal.h>\n#include <unistd.h>\n#include <stdlib.h>\n" + declarations + "int main(void) { signal(27, SIG_IGN); signal(SIGTERM, SIG_IGN); if (__VERIFIER_nondet_int() == 2) abort(); if (kill(0, SIGTERM) > 0) reach_error(); }"},
		{name: "output", text: "#include <stdio.h>\n" + declarations + "int main(void) { for (int i = 0; i < 10 * __VERIFIER_nondet_int(); i++) fprintf(i & 1 ? stdout : stderr, \"found error 1 2 3\\n\"); if (stdout == stderr) reach_error(); }", undefined: true},
		{name: "another property", text: declarations + "int main(void) { if (__VERIFIER_nondet_int() == 1) reach_error(); }", opts: cfront.Options{Properties: []string{"no-overflow"}}},
		{name: "another file", text: declarations + "int main(void) {\n return 5 / __VERIFIER_nondet_int(); }", opts: cfront.Options{Properties: []string{"div-by-zero"}, Where: "other.c"}, undefined: true},
		{name: "out of bounds, where another variable is", either: true, undefined: true, text: declarations + "struct pair { int a, b; };\nint at(struct pair *p, int i) { return p[i].a == i; }\nint main(void) { struct pair p[10], *q = p; for (int k = 0; k < 10; k++) p[k].a = k; int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 10) { i = q[i].a + 10; if (!at(p, i)) reach_error(); } }"},
		{name: "another order of evaluation", undecided: true, undefined: true, text: declarations + "int t = 1; int f(void) { t = 5; return 1; } int main(void) { t += f(); if (t == 6) reach_error(); }"},
		{name: "volatile objects", text: declarations + "volatile unsigned char flag; int main(void) { int x = flag, y = flag; if (x + y > 510) reach_error(); }"},
		{name: "what a global variable leads to", opts: cfront.Options{Properties: []string{"valid-memtrack", "valid-free", "valid-deref"}}, text: "#include <stdlib.h>\n#include <stdio.h>\n" + declarations + "void **last; int main(void) { for (int i = 0; i < 9 && __VERIFIER_nondet_int(); i++) { void **p = malloc(sizeof *p); *p = last; last = p; } puts(\"done\"); }"},
		{name: "blocks of what runs the program", opts: cfront.Options{Properties: []string{"valid-memtrack"}}, text: "#include <stdlib.h>\n" + declarations + "int main(int argc, char **argv) { char *p = malloc(4); free(p); return 0; }"},
		{name: "arguments of the program", opts: cfront.Options{Properties: []string{"valid-memcleanup"}}, text: "#include <stdlib.h>\n" + declarations + "int main(int argc, char **argv) { char **all = malloc(8 * (unsigned long)(argc > 9 || argc < 0 ? 1 : argc + 1)); if (argc >= 0 && argc <= 9) for (int i = 0; i < argc; i++) all[i] = argv[i][0] == 'x' ? 0 : argv[i]; free(all); return 0; }"},
		{name: "a leak after another violation", opts: cfront.Options{Properties: []string{"valid-memtrack"}}, text: "#include <stdlib.h>\n" + declarations + "int main(void) { char *p = malloc(1); p[__VERIFIER_nondet_int() ? 1 : 2] = 0; p = 0; }", undefined: true, undecided: true},
		{name: "the address of a member of a null pointer", undecided: true, undefined: true, opts: cfront.Options{Properties: []string{"null"}}, text: declarations + "struct pair { int a, b; } s; int main(void) { struct pair *p = __VERIFIER_nondet_int() == 9 ? 0 : &s; int *q = &p->a;\n return q ? *q : 2; }"},
		{name: "always undefined", text: declarations + "int main(void) { int x = 2147483647; x++; if (x) reach_error(); }", undefined: true, undecided: true},
		{name: "mathematical integers", text: declarations + "int main(void) { if (__VERIFIER_nondet_int() == 1) reach_error(); }", opts: cfront.Options{Math: true}, undecided: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			testenv.Sample(t, i, 16)
			testenv.Nightly(t, i, 4)
			out := run(t, readText(t, c.opts, c.text), short)
			want := difftest.NotRefuted
			if c.undecided {
				want = difftest.Undecided
			}
			if out.Answer != want && !(c.either && out.Answer == difftest.Undecided) {
				t.Fatalf("%s: %s; %+v %v", out.Answer, out.Reason, out.Counts, out.Inputs)
			}
			if (out.Counts.Undefined+out.Counts.Errors > 0) != c.undefined && !c.opts.Math {
				t.Errorf("undefined behaviour: %+v", out.Counts)
			}
		})
	}
}

// TestValuesNotGiven: for uninit, MemorySanitizer runs the program. What a program reads, is given by the library, or only copies is no error.
func TestValuesNotGiven(t *testing.T) {
	if native.FindMemorySanitizer(t.Context(), t.TempDir(), nil) == "" {
		testenv.Skip(t, "a compiler with MemorySanitizer")
	}
	for i, c := range []struct {
		name, text string
		refuted    bool
	}{
		{"a local", "int main(void) { int x, n = __VERIFIER_nondet_int(); if (n != 7) x = 1;\n return x > 0 ? 1 : 2; }", true},
		{"a member through a copy", "struct pair { int a, b; } s; int main(void) { struct pair l; l.a = 1; if (__VERIFIER_nondet_int() != 3) l.b = 2; s = l;\n while (s.b > 3) s.b--; return 0; }", true},
		{"a copy that nobody looks at", "struct pair { int a, b; }; int main(void) { struct pair l, s; l.a = __VERIFIER_nondet_int(); s = l; return s.a > 3; }", false},
		{"what the library writes", "#include <string.h>\n#include <stdio.h>\nint main(void) { char a[8], b[8]; memset(a, 1, 8); memcpy(b, a, 8); snprintf(a, 8, \"%d\", __VERIFIER_nondet_int()); return b[7] + a[0] > 3; }", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			testenv.Sample(t, i, 4)
			testenv.Nightly(t, i, 3)
			t.Parallel()
			d, want := short, difftest.NotRefuted
			if c.refuted {
				d, want = long, difftest.Refuted
			}
			out := run(t, readText(t, cfront.Options{Properties: []string{"uninit"}}, declarations+c.text), d)
			if out.Answer != want {
				t.Fatalf("%s: %s; %+v %v", out.Answer, out.Reason, out.Counts, out.Inputs)
			}
			if c.refuted && len(out.Lines) == 0 {
				t.Error("no lines")
			}
		})
	}
}

// TestHarness: what a refutation hands out runs into the error with the program as it is.
func TestHarness(t *testing.T) {
	needSanitizers(t)
	prog := readText(t, cfront.Options{}, declarations+"long far(void); unsigned char near(void); int main(void) { int n = 0; for (int i = 0; i < 2; i++) n = 10 * n + __VERIFIER_nondet_int(); if (n == 12 && far() < -5 && near() > 1) reach_error(); }")
	out := run(t, prog, long)
	if out.Answer != difftest.Refuted {
		t.Fatalf("%s: %s", out.Answer, out.Reason)
	}
	if !strings.Contains(out.Reading, "the proof is wrong") {
		t.Error(out.Reading)
	}
	dir := t.TempDir()
	harness, program := filepath.Join(dir, "harness.c"), filepath.Join(dir, "program")
	if err := os.WriteFile(harness, out.Harness, 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command(native.Find(), "-o", program, prog.Sources[0].Name, harness).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	printed, err := exec.Command(program).CombinedOutput()
	if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 113 || string(printed) != "the error is reached\n" {
		t.Errorf("%v %s\n%s", err, printed, out.Harness)
	}
}

// TestReading: the interpreter's way with the inputs of a refutation is told, up to the line where it
// parts with the compiled program.
func TestReading(t *testing.T) {
	needSanitizers(t)
	// The interpreter executes another program than the one that is compiled.
	prog := readText(t, cfront.Options{}, declarations+"int main(void) {\n int x = __VERIFIER_nondet_int();\n if (x + 1 == 6)\n  reach_error();\n return 0; }")
	prog.Sources[0].Text = bytes.Replace(prog.Sources[0].Text, []byte("x + 1"), []byte("x + 2"), 1)
	out := run(t, prog, long)
	if out.Answer != difftest.Refuted || !strings.Contains(out.Reading, "ends without an error; it does not come to line 5") {
		t.Errorf("%s: %s %q", out.Answer, out.Reason, out.Reading)
	}
	if !slices.ContainsFunc(out.Inputs, func(v difftest.Value) bool { return v.Name == "__VERIFIER_nondet_int" && v.Value.String() == "4" }) {
		t.Error(out.Inputs)
	}
}

// TestSeeds: inputs that no guess would find.
func TestSeeds(t *testing.T) {
	needSanitizers(t)
	prog := readText(t, cfront.Options{}, declarations+"unsigned __VERIFIER_nondet_uint(void); int main(void) {\nunsigned x = __VERIFIER_nondet_uint(); if (x * 2654435761u % 4000000000u == 3292212829u) reach_error(); }")
	seed := difftest.Value{Source: ir.FromCall, Name: "__VERIFIER_nondet_uint", Pos: ir.Pos{File: prog.Sources[0].Name, Line: 3, Col: 14}, Value: num.I(918273645)}
	if out := run(t, prog, short); out.Answer != difftest.NotRefuted {
		t.Errorf("%s by chance: %s", out.Answer, out.Reason)
	}
	if out := run(t, prog, long, []difftest.Value{seed}); out.Answer != difftest.Refuted {
		t.Errorf("%s: %s", out.Answer, out.Reason)
	}
}

func TestNoCompiler(t *testing.T) {
	prog := readText(t, cfront.Options{}, declarations+"int main(void) { reach_error(); }")
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CC", "")
	out := run(t, prog, long)
	if out.Answer != difftest.Undecided || out.Compiler != "" {
		t.Errorf("%+v", out)
	}
}

// TestTwoExecutions: no compiled program says what constant-time is about.
func TestTwoExecutions(t *testing.T) {
	prog := readText(t, cfront.Options{Properties: []string{"constant-time"}}, declarations+"int main(void) { return 0; }")
	if out := run(t, prog, short); out.Answer != difftest.Undecided || !strings.Contains(out.Reason, "two executions") {
		t.Errorf("%s: %s", out.Answer, out.Reason)
	}
}
