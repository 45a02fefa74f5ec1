package cover

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

const coverProgram = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int steps;
int down(int n)
{
	steps = steps + 1;
	if (n <= 0)
		return 0;
	return down(n - 1);
}
int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (x > 3)
		return 1;
	steps = 0;
	int r = down(x);
	if (r != 0)
		reach_error();
	if (x == 2 && steps == 3) // always, with x == 2
		return 2;
	return 0;
}
`

// TestCover: every kind of goal is covered or proved unreachable, tests are not superfluous, and
// enumerating all paths reaches the same goals.
func TestCover(t *testing.T) {
	file := filepath.Join(t.TempDir(), "down.c")
	if err := os.WriteFile(file, []byte(coverProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	for kind, unreachable := range map[GoalKind]int{Branches: 2, Errors: 1, Blocks: 1, Lines: 1} {
		s, err := Cover(context.Background(), prepare.New(cfront.Options{}, nil, file), Options{Goals: kind})
		if err != nil {
			t.Fatal(err)
		}
		if s.Count(Open) > 0 || s.Count(Unreachable) != unreachable {
			t.Errorf("kind %d: %d covered, %d unreachable, %d open (%s: %s)", kind,
				s.Count(Covered), s.Count(Unreachable), s.Count(Open), s.Reason, s.Detail)
		}
		times := make([]int, len(s.Goals))
		for _, test := range s.Tests {
			for _, g := range test.Goals {
				times[g]++
			}
		}
		for i, test := range s.Tests {
			if !slices.ContainsFunc(test.Goals, func(g int) bool { return times[g] == 1 }) {
				t.Errorf("kind %d: test %d reaches nothing that the others do not", kind, i)
			}
			for _, in := range test.Inputs {
				if in.Source == ir.FromCall && in.Name != "__VERIFIER_nondet_int" {
					t.Errorf("an input of %s", in.Name)
				}
			}
		}
		for i, g := range s.Goals {
			if (times[i] > 0) != (g.Status == Covered) {
				t.Errorf("kind %d: %s is %s by %d tests", kind, g.String(), g.Status, times[i])
			}
		}
	}
}

// TestCoverBesideApproximation: a value that is only approximated is no reason not to count the goals that an
// execution reaches, as long as no condition on the way depends on it.
func TestCoverBesideApproximation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "hash.c")
	text := `#include <stdint.h>
extern int input(void);
int table[4];
int main(void)
{
	uintptr_t hash = (uintptr_t)table * 31;
	if (input() > 10)
		return 1;
	if (hash > 1000)
		return 2;
	return 0;
}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Cover(context.Background(), prepare.New(cfront.Options{}, nil, file), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range s.Goals {
		want := Covered
		if g.Pos.Line == 9 {
			want = Open // which way it goes is not known
		}
		if g.Status != want {
			t.Errorf("%s is %s, want %s", g.String(), g.Status, want)
		}
	}
	if len(s.Goals) != 4 {
		t.Errorf("%d goals", len(s.Goals))
	}
}

// TestCoverWithoutLearning: where all paths can be enumerated, that reaches the same goals, and
// proves nothing.
func TestCoverWithoutLearning(t *testing.T) {
	file := filepath.Join(t.TempDir(), "max.c")
	src := `extern int __VERIFIER_nondet_int(void);
int max(int a, int b) { if (a > b) return a; return b; }
int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (max(x, y) < x) return 1; if (max(y, x) == 7) return 2; return 0; }
`
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	with, err := Cover(context.Background(), prepare.New(cfront.Options{}, nil, file), Options{})
	if err != nil {
		t.Fatal(err)
	}
	without, err := Cover(context.Background(), prepare.New(cfront.Options{}, nil, file), Options{NoLearning: true})
	if err != nil {
		t.Fatal(err)
	}
	if with.Count(Covered) != without.Count(Covered) || with.Count(Open) != 0 || without.Count(Unreachable) != 0 {
		t.Errorf("with learning %d covered and %d open, without %d covered and %d unreachable",
			with.Count(Covered), with.Count(Open), without.Count(Covered), without.Count(Unreachable))
	}
}

// cover runs Cover on a text.
func cover(t *testing.T, ctx context.Context, src string) *Suite {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Cover(ctx, prepare.New(cfront.Options{}, nil, file), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCoverAfterLimit: what comes after a construct that craig does not follow may be reachable.
func TestCoverAfterLimit(t *testing.T) {
	s := cover(t, context.Background(), `extern int __VERIFIER_nondet_int(void);
int fork(void);
int main(void) { int x = __VERIFIER_nondet_int(), y = 0; if (x == 1) { fork(); y = 1; } if (y) return 1; return 0; }
`)
	if s.Count(Covered) != 3 || s.Count(Unreachable) != 0 || s.Count(Open) != 1 || s.Reason != "unsupported" {
		t.Errorf("%d covered, %d unreachable, %d open, %q: %q", s.Count(Covered), s.Count(Unreachable), s.Count(Open), s.Reason, s.Detail)
	}
}

// TestCoverAfterLimitOnly: what comes only after such a construct has no goals, which is said.
func TestCoverAfterLimitOnly(t *testing.T) {
	const before = "extern int __VERIFIER_nondet_int(void);\nint fork(void);\nint main(void) { int x = __VERIFIER_nondet_int(); if (x == 3) x = 4;"
	s := cover(t, context.Background(), before+" fork(); if (x == 6) return 1; return 0; }\n")
	if s.Count(Covered) != 2 || len(s.Goals) != 2 || s.Reason != "unsupported" || !strings.Contains(s.Detail, "p.c:3:") {
		t.Errorf("%d of %d covered, %q: %q", s.Count(Covered), len(s.Goals), s.Reason, s.Detail)
	}
	if s := cover(t, context.Background(), before+" return 0; }\n"); s.Reason != "" {
		t.Errorf("%q: %q", s.Reason, s.Detail)
	}
}

// TestCoverThreads: a program with threads has no goals of any kind, since its product with the threads has other places.
func TestCoverThreads(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	src := `#include <pthread.h>
extern void reach_error(void);
int x, y;
static void *f(void *a) { x = 1; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (x == 1) y = 5; pthread_join(t, 0); if (x == 2) reach_error(); return y; }
`
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	for kind := Branches; kind <= Paths; kind++ {
		s, err := Cover(t.Context(), prepare.New(cfront.Options{}, nil, file), Options{Goals: kind, Branches: 4})
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Goals) > 0 || s.Reason != "unsupported" {
			t.Errorf("%d: %d goals, %q", kind, len(s.Goals), s.Reason)
		}
	}
}

// TestLineInParts: a line is reached wherever one of its parts is, and unreachable if all are; functions of the C library
// are no goals.
func TestLineInParts(t *testing.T) {
	src := `extern int __VERIFIER_nondet_int(void);
unsigned long strlen(const char *);
int main(void) {
	int x = __VERIFIER_nondet_int(), r = 0;
	if (x < 0 || x > 3) return 1;
	r = x + 1;
	if (r == 8)
		r = 5; else r = 6;
	if (r == 7)
		{ r = 1; } if (r == 5)
		{ r = 2; r = 3; }
	if (strlen("abc") == 3) r = r + 1;
	return r;
}
`
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, kind := range []GoalKind{Lines, Branches, Blocks} {
		s, err := Cover(t.Context(), prepare.New(cfront.Options{}, nil, file), Options{Goals: kind})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range s.Goals {
			want := Covered
			if g.Pos.Line == 11 {
				want = Unreachable
			}
			if g.Pos.InModel() || kind == Lines && g.Status != want {
				t.Errorf("kind %d: %s is %s", kind, g.String(), g.Status)
			}
		}
	}
}

// TestLinesOfLabels: the line of a case label is reached where an execution goes there, not where the switch compares with it.
func TestLinesOfLabels(t *testing.T) {
	src := `extern int input(void);
int main(void) {
	int r = 0;
	switch (input()) {
	case 1:
		r = 1;
		break;
	case 2: r = 7;
	case 3 ... 9:
		r += 2;
	case 10: break;
	case 11:
		break;
	default:
		r = 3;
	}
	return r;
}
`
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Cover(t.Context(), prepare.New(cfront.Options{}, nil, file), Options{Goals: Lines})
	if err != nil || s.Count(Open) > 0 {
		t.Fatal(err, s)
	}
	labels := map[int64][]int{1: {5}, 2: {8, 9, 11}, 3: {9, 11}, 10: {11}, 11: {12}} // that gcov counts
	for _, test := range s.Tests {
		v, _ := test.Inputs[0].Value.Int64()
		if 3 < v && v < 10 {
			v = 3
		}
		for _, line := range []int{5, 8, 9, 11, 12} {
			has := slices.ContainsFunc(test.Goals, func(g int) bool { return s.Goals[g].Pos.Line == line })
			if want := slices.Contains(labels[v], line); has && !want || want && !has && line != 11 { // that label has only a break
				t.Errorf("input %d: line %d is reached: %v", v, line, has)
			}
		}
	}
}

// TestCoverOthers: where lazy annotation has no answer, the other engines reach goals and prove
// that there is no way to others.
func TestCoverOthers(t *testing.T) {
	src := `extern int __VERIFIER_nondet_int(void);
int id(int x) { return x; }
int main(void) { int x = id(__VERIFIER_nondet_int()); if (x == 77) return 1; if (x == 77) return 2; return 0; }
`
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	prog := prepare.New(cfront.Options{Properties: []string{"unreach-call"}}, nil, file)
	c := newCoverage(context.Background(), prog, Options{})
	p, err := c.source.Edited(func(p *ir.Program) { c.instrument(p, Branches) }).Interprocedural(c.ctx)
	if err != nil {
		t.Fatal(err)
	}
	c.suite.Program, c.p = p, p
	c.others()
	if s := c.suite; s.Count(Covered) != 3 || s.Count(Unreachable) != 1 {
		t.Errorf("%d covered, %d unreachable, %d open: %s", s.Count(Covered), s.Count(Unreachable), s.Count(Open), s.Detail)
	}
}

// TestMinimised: the greedy choice reaches what all tests reach, and leaves out a test that is
// superfluous in the end.
func TestMinimised(t *testing.T) {
	tests := []Test{{Goals: []int{0, 1}}, {Goals: []int{2, 3}}, {Goals: []int{0, 1, 2, 4}}, {Goals: []int{3, 4}}, {}}
	got := minimised(tests, 6)
	if len(got) != 2 || len(got[0].Goals) != 4 || !slices.Contains(got[1].Goals, 3) {
		t.Errorf("minimised: %v", got)
	}
	if got := minimised(nil, 3); len(got) != 0 {
		t.Errorf("of no tests: %v", got)
	}
}
