package report

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/cover"
	"craig/internal/evidence/replay"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestHarness: what is written compiles, and running it ends as the interpreter's execution does; what cannot be said is refused.
func TestHarness(t *testing.T) {
	for i, c := range []struct {
		name, text string
		statuses   []int    // of the programs with the harnesses that are written
		lost       []string // the inputs, or what cannot be defined, for which others are not
	}{
		{"structures", `struct point { int x; struct { char c; double d[2]; } in; unsigned b : 3; int *p; };
extern struct point where(int, double);
int main(void) {
	struct point p = where(1, 2);
	where(2, 3);
	struct point q = where(4, 5);
	if (p.x == 7 && p.in.c == 'q' && p.in.d[1] == -2.5 && p.b == 5 && q.p) return 1;
	return 0;
}`, []int{0, 1}, nil},
		{"a union", `union u { int i; char c[4]; };
extern union u get(void);
int main(void) { union u v = get(); if (v.i == 77) return 1; return 0; }`, []int{0, 1}, nil},
		{"a packed structure", `struct __attribute__((packed)) p { char c; int i; };
extern struct p get(void);
int main(void) { struct p v = get(); if (v.i == 6) return 1; return 0; }`, nil, []string{"get"}},
		{"pointers", `struct node { int v; struct node *next; };
extern struct node *head(void);
extern struct node *top;
int main(void) {
	struct node *h = head();
	if (h && h->v == 3 && h->next && h->next->v == 4) return 1;
	if (top && top->v == 9) return 2;
	return 0;
}`, []int{0, 1, 2}, nil},
		{"results that are not used", `extern int input(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	input();
	__VERIFIER_nondet_int();
	if (input() == 5) return 1;
	if (__VERIFIER_nondet_int() == 7) return 2;
	return 0;
}`, []int{0, 1, 2}, nil},
		{"external data", `extern int table[4], n;
extern const int limit;
extern struct { int a, b; } s;
extern struct { char c; unsigned char g[3]; } u;
extern double d;
int main(void) {
	if (limit == 2) return 1;
	if (s.b == 5) return 2;
	if (u.g[1] == 200) return 3;
	if (d == 2.5) return 4;
	if (n >= 0 && n < 4 && table[n] == 9) return 5;
	return 0;
}`, []int{0, 1, 2, 3, 4, 5}, nil},
		{"volatile data", `extern volatile int reg;
int main(void) { if (reg == 4) return 1; return 0; }`, []int{0}, []string{"reg"}},
		{"functions that give nothing", `extern void log_it(const char *, ...);
extern void quit(int) __attribute__((noreturn));
extern int nowhere(int), nothing;
extern long double blurred(void);
extern int input(void);
static int unused(void) { return nowhere(nothing); }
int main(void) {
	log_it("x", 1);
	if (input() == 3) quit(2);
	blurred();
	if (input() == 4) return 1;
	return 0;
}`, []int{0, 1}, nil},
		{"what scanf reads", `int scanf(const char *, ...);
int main(void) { int a, b; if (scanf("%d %d", &a, &b) != 2) return 0; if (a == 7 && b == 9) return 1; return 0; }`, nil,
			[]string{"scanf"}},
		{"what the C library reads", `int getchar(void); char *gets_s; int rand(void);
int main(void) { if (rand() == 77) return 1; return 0; }`, nil, []string{"__VERIFIER_nondet_int"}},
		{"one character", `int getchar(void);
int main(void) { getchar(); int c = getchar(); if (c == 'x') return 1; if (c == -1) return 2; return 0; }`, []int{0, 1, 2}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			testenv.Sample(t, i, 4)
			gcc := testenv.NeedsTool(t, "gcc")
			dir := t.TempDir()
			file := filepath.Join(dir, "program.c")
			if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			s, err := cover.Cover(t.Context(), prepare.New(cfront.Options{}, nil, file), cover.Options{})
			if err != nil || s.Count(cover.Open) > 0 {
				t.Fatal(err, s)
			}
			var statuses []int
			var lost []string
			for _, test := range s.Tests {
				h := NewHarness(replay.Program{IR: s.Program, Sources: s.Sources}, test)
				if name := h.Undefinable(); name != "" {
					lost = append(lost, name)
					continue
				}
				if ins := s.Lost(t.Context(), test, h); len(ins) > 0 {
					for _, in := range ins {
						lost = append(lost, in.Name)
					}
					continue
				}
				statuses = append(statuses, runHarness(t, gcc, file, dir, h))
			}
			slices.Sort(lost)
			lost = slices.Compact(lost)
			slices.Sort(statuses)
			if statuses = slices.Compact(statuses); !slices.Equal(statuses, c.statuses) {
				t.Errorf("the programs end with %v, want %v", statuses, c.statuses)
			}
			if !slices.Equal(lost, c.lost) {
				t.Errorf("%q is lost, want %q", lost, c.lost)
			}
		})
	}
}

// runHarness compiles a program with a harness and runs it.
func runHarness(t *testing.T, gcc, file, dir string, h *Harness) int {
	t.Helper()
	var text strings.Builder
	if err := h.Write(&text); err != nil {
		t.Fatal(err)
	}
	harness, program := filepath.Join(dir, "harness.c"), filepath.Join(dir, "program")
	if err := os.WriteFile(harness, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), gcc, "-w", "-o", program, file, harness).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, text.String())
	}
	var exit *exec.ExitError
	if err := exec.CommandContext(t.Context(), program).Run(); errors.As(err, &exit) {
		return exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return 0
}
