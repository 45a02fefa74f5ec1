package craig

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"craig/program/ir"
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
		s, err := Cover(context.Background(), CoverOptions{Goals: kind}, file)
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
	with, err := Cover(context.Background(), CoverOptions{}, file)
	if err != nil {
		t.Fatal(err)
	}
	without, err := Cover(context.Background(), CoverOptions{NoLearning: true}, file)
	if err != nil {
		t.Fatal(err)
	}
	if with.Count(Covered) != without.Count(Covered) || with.Count(Open) != 0 || without.Count(Unreachable) != 0 {
		t.Errorf("with learning %d covered and %d open, without %d covered and %d unreachable",
			with.Count(Covered), with.Count(Open), without.Count(Covered), without.Count(Unreachable))
	}
}
