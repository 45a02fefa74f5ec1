package replay_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"craig/internal/evidence/native"
	"craig/internal/evidence/replay"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/run"
	"craig/internal/testenv"
	"craig/logic/num"
)

// wrong has a program and the counterexample that craig finds.
func wrong(t *testing.T, opts cfront.Options, name, text string) (replay.Program, *verdict.Trace) {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	res, err := run.Verify(t.Context(), prepare.New(opts, nil, file), run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.False {
		t.Fatalf("%s: %s", res.Verdict, res.Detail)
	}
	return replay.Program{IR: res.Program, Options: opts, Sources: res.Sources}, res.Trace
}

const declarations = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void __VERIFIER_assume(int);\n"

const heapOf = "#include <stdlib.h>\n" + declarations

var safety = cfront.Options{Properties: []string{"valid-deref", "valid-free", "valid-memtrack"}}

var programs = []struct {
	name, text string
	opts       cfront.Options
}{
	{name: "a call", text: declarations + "int main(void) { int x = __VERIFIER_nondet_int();\n if (x == 42) reach_error(); return 0; }"},
	{name: "a function that the program has", text: "void abort(void); void reach_error(void) { abort(); } int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() == -7) { reach_error(); } }"},
	{name: "inline", text: declarations + "int g; __inline void set(void) { g = 1; }\nint main(void) { set(); if (g) reach_error(); }"},
	{name: "inline, by pointer", text: declarations + "inline int one(void) { return 1; }\nint main(void) { int (*p)(void) = one; if (p() == 1 && one() == 1) reach_error(); }"},
	{name: "inline and declared extern", text: declarations + "inline int one(void) { return 1; } extern int one(void);\nint main(void) { if (one() == 1) reach_error(); }"},
	{name: "extern inline", text: declarations + "extern inline int one(void) { return 1; }\nint main(void) { if (one() == 1) reach_error(); }"},
	{name: "static inline", text: declarations + "static inline int one(void) { return 1; }\nint main(void) { if (one() == 1) reach_error(); }"},
	{name: "extern inline with gnu_inline", text: declarations + "extern inline __attribute__((gnu_inline)) int one(void) { return 1; }\nint main(void) { if (one() == 1) reach_error(); }"},
	{name: "inline with gnu_inline", text: declarations + "inline __attribute__((gnu_inline)) int one(void) { return 1; }\nint main(void) { if (one() == 1) reach_error(); }"},
	{name: "inline functions that call each other", text: declarations + "inline int one(int x); inline int two(int x) { return x > 5 ? x : one(x + 1); } inline int one(int x) { return two(x + 1); }\nint main(void) { if (one(0) == 7) reach_error(); }"},
	{name: "a call by pointer", text: declarations + "void (*f)(void);\nint main(void) { f = reach_error; if (__VERIFIER_nondet_int() == 3) f(); }"},
	{name: "a macro of the program", text: declarations + "#define assert(c) do { if (!(c)) reach_error(); } while (0)\nint main(void) { int x = __VERIFIER_nondet_int(); assert(x != 9); }"},
	{name: "a macro and a function of the program", text: "extern int __VERIFIER_nondet_int(void); void reach_error(void) {}\n#define CHECK(c) do { if (!(c)) reach_error(); } while (0)\nint main(void) { int x = __VERIFIER_nondet_int(); CHECK(x > 3 || x < 7); CHECK(x != 9); }"},
	{name: "assert", text: "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); assert(x != 9); }"},
	{name: "a label", opts: cfront.Options{ErrorLabel: "ERROR"}, text: declarations + "int main(void) { if (__VERIFIER_nondet_int() == 5) goto ERROR; return 0;\nERROR: return 1; }"},
	{name: "an uninitialised local", text: declarations + "int main(void) { int x, y = 1; struct { int a, b; } s; if (x == 5 && s.b == 7 && y) reach_error(); return 0; }"},
	{name: "an uninitialised local in a loop", text: declarations + "int main(void) { int n = 0; for (int i = 0; i < 3; i++) { int x; if (x == i + 1) n++; } if (n == 3) reach_error(); }"},
	{name: "an uninitialised element", text: declarations + "int main(void) { int a[3]; if (a[1] == 4) reach_error(); }"},
	{name: "inputs in both orders", text: declarations + "int sub(int a, int b) { return a - b; }\nint main(void) { if (sub(__VERIFIER_nondet_int(), __VERIFIER_nondet_int()) == 5) reach_error(); }"},
	{name: "an input that is not used", text: declarations + "int main(void) { __VERIFIER_nondet_int(); if (__VERIFIER_nondet_int() == 5) reach_error(); }"},
	{name: "parameters", text: declarations + "int main(int argc, char **argv) { if (argc == 3) reach_error(); }"},
	{name: "texts that main is given", text: "#include <string.h>\n" + declarations + "int main(int argc, char **argv) { if (argc > 2 && strcmp(argv[1], \"ab\") == 0 && argv[2][0] == 'b' && argv[2][2] == 'c' && !argv[argc]) reach_error(); }"},
	{name: "a structure", text: declarations + "struct s { int a; struct { char c[3]; long l; } in; unsigned bits : 3; float f; };\nstruct s get(int, int);\nint main(void) { int n = 0, i = 0;\n while (n < 2) {\n  struct s x = get(n, i++);\n  if (x.a == 5 + n && x.in.c[2] == -9 && x.in.l == 1L << 40 && x.bits == 6 && x.f == 0.5f) n++; else return 0;\n }\n if (i == 2) reach_error(); }"},
	{name: "a structure of a call without arguments", text: declarations + "struct s { int a; void *p; } get(void);\nint main(void) { if (get().a == 7 && get().p == 0) reach_error(); }"},
	{name: "numbers that scanf reads", text: "#include <stdio.h>\n" + declarations + "int main(void) { int a, i = 0; long b; double f; unsigned char c; while (i < 2) { a = b = 0; int n = scanf(\"%d, %ld\", &a, &b); if (n == 1 + i && a == 7 && (n == 1 || b == 1L << 33)) i++; else return 0; }\n if (fscanf(stdin, \"%lf %hhu\", &f, &c) == 2 && f == 2.5 && c == 200) reach_error(); }"},
	{name: "an entry", opts: cfront.Options{Entry: "work"}, text: declarations + "int work(int a, unsigned char b) { if (a == -3 && b == 200) reach_error(); return 0; }"},
	{name: "extern data", text: declarations + "extern int level; int main(void) { if (level == 12) reach_error(); }"},
	{name: "unknown functions", text: declarations + "unsigned char port(int); void out(int); long far(void);\nint main(void) { out(1); if (port(3) == 255 && far() == -5000000000) reach_error(); }"},
	{name: "a function of the C library", text: declarations + "int getchar(void);\nint main(void) { if (getchar() == 200) reach_error(); }"},
	{name: "what is read", text: "#include <stdio.h>\n" + declarations + "int main(void) { char line[20], *p = fgets(line, 20, stdin); if (p == line && line[0] == 'q' && p[1] == 'x' && !line[2]) if (fgets(line, 3, stdin) && line[1] == 'z') reach_error(); }"},
	{name: "what is read by number", text: declarations + "long read(int, void *, unsigned long);\nint main(void) { struct { int a; short b; } s; if (read(0, &s, sizeof s) == 8 && s.a == 123456 && s.b == -7) reach_error(); }"},
	{name: "the time of day", text: "#include <sys/time.h>\n" + declarations + "int main(void) { struct timeval t; t.tv_usec = -1; gettimeofday(&t, 0); if (t.tv_usec == 77 && t.tv_sec == 5) reach_error(); }"},
	{name: "a variable of its own", text: "#include <time.h>\n" + declarations + "int main(void) { time_t t = -7; if (time(&t) == 5 && t == 5 && time(&t) == 4 && t == 4) reach_error(); }"},
	{name: "errno after success", text: "#include <errno.h>\n#include <unistd.h>\n" + declarations + "int main(void) { char b[2]; errno = 0; if (read(0, b, 2) == 2 && b[0] == 3 && errno == 0) reach_error(); }"},
	{name: "errno", text: "#include <errno.h>\n#include <unistd.h>\n" + declarations + "int main(void) { char b[2]; errno = 0; if (read(0, b, 2) < 0 && errno == 34) if (read(0, b, 1) && errno == 34 && b[0] == 'x') reach_error(); }"},
	{name: "a random number", text: "#include <stdlib.h>\n" + declarations + "int main(void) { int x = rand(); if (x == 77 && rand() == 78) reach_error(); }"},
	{name: "the C library's functions", text: "#include <stdlib.h>\n#include <string.h>\n" + declarations + "int main(void) { char b[9]; strcpy(b, \"12\"); if (atoi(b) + strlen(b) == 14 && __VERIFIER_nondet_int() == 3 && memcmp(b, \"13\", 3) < 0) reach_error(); }"},
	{name: "an allocation that fails", opts: cfront.Options{MallocMayFail: true}, text: "#include <stdlib.h>\n" + declarations + "int main(void) { int *p = malloc(4), *q = calloc(1, 4); if (p && !q) { *p = 1; reach_error(); } }"},
	{name: "overflow", opts: cfront.Options{Properties: []string{"no-overflow"}}, text: declarations + "int main(void) { int x = __VERIFIER_nondet_int();\n return x + 1; }"},
	{name: "division", opts: cfront.Options{Properties: []string{"div-by-zero"}}, text: declarations + "int main(void) {\n return 5 / __VERIFIER_nondet_int(); }"},
	{name: "bounds", opts: cfront.Options{Properties: []string{"bounds"}}, text: declarations + "int main(void) { int a[3];\n a[__VERIFIER_nondet_int()] = 1; }"},
	{name: "wrapping", opts: cfront.Options{Signed: 1}, text: declarations + "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 0 && x + 1 < 0) reach_error(); }"},
	{name: "memory", text: declarations + "int sum(int *p) { return p[0] + p[2]; }\nint main(void) { int a[3], *p = a; if (sum(p) == 4) reach_error(); }"},
	{name: "a function called assert", text: "int assert(); extern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); assert(x != 9); }"},
	{name: "line numbers", text: declarations + "#line 40\nint main(void) { int y;\n#line 41\nint x; if (x == 5)\n#line 40\n reach_error(); }"},
	{name: "32 bits", opts: cfront.Options{ILP32: true}, text: declarations + "long long far(void);\nint main(void) { if (sizeof(long) == 4 && far() / 1000000000 == -5) reach_error(); }"},
	{name: "use after free", opts: safety, text: heapOf + "int main(void) { int *p = malloc(4), *q = p; if (__VERIFIER_nondet_int() == 7) free(p);\n return *q; }"},
	{name: "use after return", opts: safety, text: declarations + "int *far(void) { int x = 1, *p = &x; return p; }\nint main(void) { int *p = far();\n return *p; }"},
	{name: "a copy beyond the end", opts: safety, text: "#include <string.h>\n" + heapOf + "int main(void) { char *p = malloc(4);\n strcpy(p, __VERIFIER_nondet_int() ? \"abcd\" : \"a\"); }"},
	{name: "freed twice", opts: safety, text: heapOf + "static void drop(int *p) {\n free(p); }\nint main(void) { int *p = malloc(4); drop(p); drop(p); }"},
	{name: "a lost block", opts: safety, text: heapOf + "static int work(int n) {\n char *a = malloc(n);\n if (__VERIFIER_nondet_int()) return -1; free(a); return 0; }\nint main(void) { return work(3) + work(4); }"},
	{name: "a block that is left", opts: cfront.Options{Properties: []string{"valid-memcleanup"}}, text: heapOf + "int *g; int main(void) { free(malloc(5));\n g = malloc(4);\n if (__VERIFIER_nondet_int() == 5) abort(); free(g); }"},
	{name: "line markers", text: "# 7 \"other.c\"\n" + declarations + "int main(void) { int x; if (x == 5) reach_error(); }"},
}

func needCompiler(t *testing.T) {
	t.Helper()
	if native.Find() == "" {
		testenv.Skip(t, "a C compiler")
	}
}

func TestConfirmed(t *testing.T) {
	needCompiler(t)
	for i, c := range programs {
		t.Run(c.name, func(t *testing.T) {
			testenv.Sample(t, i, 10)
			prog, trace := wrong(t, c.opts, "program.c", c.text)
			out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if out.Answer == replay.Undecided && len(out.Flags) < 2 && trace.Goal.Property != "unreach-call" {
				t.Skip("no sanitizers: ", out.Reason)
			}
			if c.opts.ILP32 && strings.Contains(out.Reason, syscall.ENOEXEC.Error()) {
				t.Skip(out.Reason)
			}
			if out.Answer != replay.Confirmed {
				t.Errorf("%s: %s %v", out.Answer, out.Reason, out.Problems)
			}
		})
	}
}

// TestWrongInput: an execution with another input is not confirmed.
func TestWrongInput(t *testing.T) {
	needCompiler(t)
	for _, c := range programs[:2] {
		t.Run(c.name, func(t *testing.T) {
			prog, trace := wrong(t, c.opts, "program.c", c.text)
			for i, v := range trace.Input {
				trace.Input[i] = v.Add(num.I(1))
			}
			out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if out.Answer != replay.Rejected {
				t.Errorf("%s: %s", out.Answer, out.Reason)
			}
		})
	}
}

// TestLibraryRuns: what a function of the C library does is not taken from the trace: where the model of
// craig is another than the library, the counterexample is rejected. Here the compiled program is another.
func TestLibraryRuns(t *testing.T) {
	needCompiler(t)
	prog, trace := wrong(t, cfront.Options{}, "program.c", "#include <stdlib.h>\n"+declarations+"int main(void) { if (atoi(\"12\") == 12) reach_error(); }")
	prog.Sources[0].Text = bytes.Replace(prog.Sources[0].Text, []byte(`"12"`), []byte(`"13"`), 1)
	out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if out.Answer != replay.Rejected {
		t.Errorf("%s: %s %v", out.Answer, out.Reason, out.Problems)
	}
}

// TestNotReplayable: what cannot be given is said with its line.
func TestNotReplayable(t *testing.T) {
	needCompiler(t)
	prog, trace := wrong(t, cfront.Options{}, "program.c", declarations+"#define VARIABLE int x;\nint main(void) {\n VARIABLE if (x == 5) reach_error(); }")
	out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if out.Answer != replay.Undecided || len(out.Problems) != 1 || !strings.HasPrefix(out.Problems[0].String(), "not replayable: line 4: ") {
		t.Errorf("%s: %s %v", out.Answer, out.Reason, out.Problems)
	}
	prog, trace = wrong(t, cfront.Options{}, "program.c", "#include <stdio.h>\n"+declarations+"int main(void) { int n; if (scanf(\"%3d\", &n) == 1 && n == 42) reach_error(); }")
	if out, err = replay.Run(t.Context(), prog, trace, replay.Limits{}); err != nil || out.Answer != replay.Undecided {
		t.Errorf("scanf: %s: %s %v %v", out.Answer, out.Reason, out.Problems, err)
	}
}

// TestVolatile: volatile objects have the values of the trace where they are read, and a trace is never
// rejected because they had not.
func TestVolatile(t *testing.T) {
	needCompiler(t)
	for _, c := range []struct {
		text string
		want replay.Answer
	}{
		{"volatile int flag; int main(void) { while (!flag); if (flag == 3) reach_error(); }", replay.Confirmed},
		{"volatile unsigned char a[4]; int main(void) { int i = 2; if (a[i++] == 200 && i == 3) reach_error(); }", replay.Confirmed},
		{"#define PORT (*(volatile unsigned *)0x40000000)\nint main(void) { while (!(PORT & 4)); reach_error(); }", replay.Confirmed},
		{"extern volatile struct { int a, b; } s; int main(void) { if (s.b == 7 && s.a == 2) reach_error(); }", replay.Confirmed},
		{"volatile int *const p = (volatile int *)0x5000; int main(void) { if (p[3] == 7 && *p == 4) reach_error(); }", replay.Confirmed},
		{"extern volatile unsigned v; int main(void) { unsigned x = (v |= 4);\n unsigned y = v++; if (y == 6 && x == 12) reach_error(); }", replay.Confirmed},
		{"volatile struct S { int a, b; } s; int main(void) { struct S l = s; if (l.b == 7) reach_error(); }", replay.Undecided},
		{"#define FLAG flag\nvolatile int flag; int main(void) { if (FLAG == 4) reach_error(); }", replay.Undecided},
	} {
		prog, trace := wrong(t, cfront.Options{}, "program.c", declarations+c.text)
		out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if out.Answer != c.want || c.want == replay.Undecided && len(out.Problems) == 0 {
			t.Errorf("%s\n%s: %s %v", c.text, out.Answer, out.Reason, out.Problems)
		}
	}
}

// TestRegisters: a program that writes to registers runs, since there is memory where they are.
func TestRegisters(t *testing.T) {
	needCompiler(t)
	opts := cfront.Options{Devices: []ir.Device{{From: 0x40001004, Size: 0x1100}}}
	prog, trace := wrong(t, opts, "program.c", declarations+`typedef struct { volatile unsigned status; unsigned data; } Port;
int main(void) { Port *p = (Port *)0x40001ffc; p->status = 1; p->data = 2; if (p->data == 77) reach_error(); }`)
	if out, err := replay.Run(t.Context(), prog, trace, replay.Limits{}); err != nil || out.Answer != replay.Confirmed {
		t.Errorf("%s: %s %v %v", out.Answer, out.Reason, out.Problems, err)
	}
}

// TestNarrow: what only clang's sanitizers see.
func TestNarrow(t *testing.T) {
	needCompiler(t)
	for property, text := range map[string]string{
		"unsigned-wrap": "unsigned f(unsigned n) { return n - 1; } int main(void) { unsigned n = __VERIFIER_nondet_int(); return f(n) > 3; }",
		"conversion":    "unsigned char f(int n) { return n; } int main(void) { return f(__VERIFIER_nondet_int()) > 3; }",
	} {
		prog, trace := wrong(t, cfront.Options{Properties: []string{property}}, "program.c", declarations+text)
		out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if out.Answer == replay.Undecided && strings.Contains(out.Reason, "only clang") {
			t.Skip(out.Reason)
		}
		if out.Answer != replay.Confirmed {
			t.Errorf("%s: %s: %s %v", property, out.Answer, out.Reason, out.Problems)
		}
	}
}

// TestOrderOfEvaluation: where the compiler may evaluate operands in another order, an execution that it
// does not have is not rejected.
func TestOrderOfEvaluation(t *testing.T) {
	needCompiler(t)
	prog, trace := wrong(t, cfront.Options{}, "program.c", declarations+"int t = 1; int f(void) { t = 5; return 1; }\nint main(void) { t = t + f(); if (t == 2) reach_error(); }")
	out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if out.Answer == replay.Rejected || out.Answer == replay.Undecided && !strings.Contains(out.Reason, "at line 3") {
		t.Errorf("%s: %s", out.Answer, out.Reason)
	}
}

// TestHarness: the harness alone runs the program as it is, or it is said what it does not have.
func TestHarness(t *testing.T) {
	needCompiler(t)
	const missing = "is defined nowhere, and craig cannot write its type without the program's declarations"
	for _, c := range []struct{ name, text, problem string }{
		{"a loop", "int main(void) { int n = 0; for (int i = 0; i < 3; i++) if (__VERIFIER_nondet_int() == i * i + 1) n++; if (n == 3) reach_error(); }", ""},
		{"structures", "struct point { int x; struct { char c; double d[2]; } in; int *p; };\nextern struct point where(int, double);\n" +
			"int main(void) { struct point p = where(1, 2); where(2, 3); struct point q = where(4, 5);\n" +
			"if (p.x == 7 && p.in.c == 'q' && p.in.d[1] == -2.5 && q.x == 9) reach_error(); }", ""},
		{"external data", "extern int table[4]; extern const int limit; extern struct { int a, b; } s; extern double d; extern int n;\n" +
			"int main(void) { if (limit == 2 && s.b == 5 && d == 2.5 && n >= 0 && n < 4 && table[n] == 9) reach_error(); }", ""},
		{"what is behind pointers", "struct node { int v; struct node *next; };\nextern struct node *head(void);\nextern struct node *top;\n" +
			"int main(void) { struct node *h = head(); if (h && h->v == 3 && h->next && h->next->v == 4 && top && top->v == 9) reach_error(); }", ""},
		{"functions that give nothing", "extern void log_it(const char *, ...);\nextern void quit(int) __attribute__((noreturn));\nextern int nowhere(int), nothing;\n" +
			"static int unused(void) { return nowhere(nothing); }\nextern int input(void);\n" +
			"int main(void) { log_it(\"x\", 1); input(); if (input() == 3) quit(2); if (input() == 4) reach_error(); }", ""},
		{"main's arguments", "int main(int argc, char **argv) { if (argc == 5 && __VERIFIER_nondet_int() == 3) reach_error(); }", ""},
		{"a packed structure", "struct __attribute__((packed)) p { char c; int i; };\nextern struct p get(void);\n" +
			"int main(void) { struct p v = get(); if (v.i == 6) reach_error(); }", "get " + missing},
		{"volatile data", "extern volatile int reg;\nint main(void) { if (reg == 4) reach_error(); }", "reg is volatile: its values come from outside the program"},
		{"what scanf reads", "int scanf(const char *, ...);\nint main(void) { int a; if (scanf(\"%d\", &a) == 1 && a == 7) reach_error(); }", "what scanf reads"},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog, trace := wrong(t, cfront.Options{Lists: cfront.Lists{Missing: true}}, "program.c", declarations+c.text)
			text, problems := replay.Harness(prog, trace)
			if c.problem != "" {
				if len(problems) == 0 || problems[0].Why != c.problem {
					t.Errorf("%v, want %s", problems, c.problem)
				}
				return
			}
			if len(problems) > 0 {
				t.Error(problems)
			}
			dir := t.TempDir()
			harness, program := filepath.Join(dir, "harness.c"), filepath.Join(dir, "program")
			if err := os.WriteFile(harness, text, 0o666); err != nil {
				t.Fatal(err)
			}
			command := []string{"-w", "-o", program, prog.Sources[0].Name, harness}
			if bytes.Contains(text, []byte("-Dmain=craig_program_main")) {
				command = append(command, "-Dmain=craig_program_main")
			}
			if text, err := exec.Command(native.Find(), command...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			printed, err := exec.Command(program).CombinedOutput()
			if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 113 || string(printed) != "the error is reached\n" {
				t.Errorf("%v %s\n%s", err, printed, text)
			}
		})
	}
}

// TestOtherKind: of a violation of memory safety the kind has to be the same, and not only the line; and where the
// compiled program goes on without it, sanitizers may be blind.
func TestOtherKind(t *testing.T) {
	needCompiler(t)
	for _, c := range []struct{ text, old, new string }{
		{"int main(void) { char *p = malloc(4); free(p);\n return p[0]; }", "malloc(4); free(p)", "malloc(0);        "},
		{"int main(void) { char *p = malloc(4);\n return p[4]; }", "malloc(4)", "malloc(8)"},
		{"int main(void) { char *p = malloc(4);\n p = 0; }", "p = 0;", "free(p);"},
	} {
		prog, trace := wrong(t, safety, "program.c", heapOf+c.text)
		prog.Sources[0].Text = bytes.Replace(prog.Sources[0].Text, []byte(c.old), []byte(c.new), 1)
		out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if out.Answer == replay.Confirmed {
			t.Errorf("%s with %s: %s: %s", c.text, c.new, out.Answer, out.Reason)
		}
	}
}

func TestNoCompiler(t *testing.T) {
	prog, trace := wrong(t, programs[0].opts, "program.c", programs[0].text)
	t.Setenv("PATH", t.TempDir())
	t.Setenv("CC", "")
	out, err := replay.Run(t.Context(), prog, trace, replay.Limits{})
	if err != nil || out.Answer != replay.Undecided || out.Compiler != "" {
		t.Errorf("%v %+v", err, out)
	}
}

// TestIndeterminate: a read of what has no value is confirmed where MemorySanitizer sees it, or what becomes of it.
func TestIndeterminate(t *testing.T) {
	if native.FindMemorySanitizer(t.Context(), t.TempDir(), nil) == "" {
		testenv.Skip(t, "a compiler with MemorySanitizer")
	}
	opts := cfront.Options{Properties: []string{"uninit"}}
	for _, c := range []struct{ name, text, want string }{
		{"a local", declarations + "int main(void) { int x;\nif (__VERIFIER_nondet_int() == 3) x = 1;\nif (x) return 1; return 0; }", "line 4: "},
		{"a copy that is used later", heapOf + "int main(void) { int *p = malloc(8); p[0] = 1;\nint y = p[1];\nif (y) return 1;\nreturn 0; }", "line 5: use-of-uninitialized-value, which was read at line 4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			prog, tr := wrong(t, opts, "x.c", c.text)
			out, err := replay.Run(t.Context(), prog, tr, replay.Limits{})
			if err != nil || out.Answer != replay.Confirmed || !strings.HasPrefix(out.Reason, c.want) {
				t.Errorf("%v %s: %s, want %s", err, out.Answer, out.Reason, c.want)
			}
		})
	}
}
