package portfolio

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/prepare/reduce"
	"craig/internal/program/c/cfront"
)

// TestGuessPlaces: a search in vain through a long array of inputs takes elements that are all other numbers than the one
// that is sought. Numbers that do not know where they come from are equal somewhere.
func TestGuessPlaces(t *testing.T) {
	file := filepath.Join(t.TempDir(), "search.c")
	text := `extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void) {
  static char list[3000];
  char wanted = __VERIFIER_nondet_char();
  for (int i = 0; i < 3000; i++)
    list[i] = __VERIFIER_nondet_char();
  for (int i = 0; i < 3000; i++)
    if (list[i] == wanted) return 0;
  reach_error();
}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := prepare.New(cfront.Options{}, nil, file).Inlined(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	x, g := NewExecutions(p), newGuesser(p)
	if res := g.run(context.Background(), x, 10_000*uniform); res.Verdict != verdict.Unknown {
		t.Error("the executions are too short to be cut off; choose more elements")
	}
	if res := g.longer(context.Background(), x, guessSteps); res == nil || res.Verdict != verdict.False {
		t.Error("not found")
	}
}

// TestGuessLikely: a number that a program is compared with is guessed although the branch where it is larger is no more in the
// reduced program, and an execution with it that was too long among many goes on to its end beside the engines.
func TestGuessLikely(t *testing.T) {
	file := filepath.Join(t.TempDir(), "last.c")
	text := `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  if (n >= 50000) return 0;
  for (unsigned i = 0; i < n; i++)
    s += i;
  if (s == 49998u * 49999u / 2) reach_error();
}
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := prepare.New(cfront.Options{}, nil, file).Inlined(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	small, _, err := reduce.Program(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	x, g := NewExecutions(small), newGuesser(small)
	if res := g.run(context.Background(), x, guessSteps); res.Verdict != verdict.Unknown {
		t.Error("the execution is too short to be cut off; choose a larger number")
	}
	if res := g.longer(context.Background(), x, guessSteps); res == nil || res.Verdict != verdict.False {
		t.Error("not found")
	}
}
