package portfolio

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestGuided: a lock that opens after ten right numbers in a row is opened number by number, which inputs that do not
// know of each other do not manage.
func TestGuided(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lock.c")
	text := `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int right = 0;
  while (right < 10) {
    int n = __VERIFIER_nondet_int();
    if (right == 0 && n == 52) right = 1;
    else if (right == 1 && n == 7) right = 2;
    else if (right == 2 && n == 19) right = 3;
    else if (right == 3 && n == 52) right = 4;
    else if (right == 4 && n == 33) right = 5;
    else if (right == 5 && n == 41) right = 6;
    else if (right == 6 && n == 8) right = 7;
    else if (right == 7 && n == 19) right = 8;
    else if (right == 8 && n == 60) right = 9;
    else if (right == 9 && n == 27) right = 10;
    else return 0;
  }
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
	x := NewExecutions(p)
	blind := newGuesser(p)
	if res := blind.run(context.Background(), x, moreSteps/4); res.Verdict != verdict.Unknown {
		t.Error("the lock is no obstacle; choose another one")
	}
	res := newGuided(p, blind).run(context.Background(), x, moreSteps)
	if res.Verdict != verdict.False {
		t.Errorf("not opened: %s", res.Detail)
	} else {
		t.Logf("%v", res.Stats)
	}
}
