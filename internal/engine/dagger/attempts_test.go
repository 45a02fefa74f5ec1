package dagger

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/engine"
	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/ir"
)

// TestAttempts: intervals prove the first assertion; the second one is left for polyhedra, which see
// nothing of the first loop.
func TestAttempts(t *testing.T) {
	const text = `extern int unknown(void);
extern void reach_error(void);
int main(void) {
  int x = 0, a = 0, b = 0;
  while (unknown()) {
    if (x == 10) x = 0;
    x++;
  }
  if (x > 10) reach_error();
  while (unknown()) {
    if (a == 1000) break;
    a++;
    b += 3;
  }
  if (b != 3 * a) reach_error();
  return 0;
}
`
	file := filepath.Join(t.TempDir(), "two.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p := load(t, file)
	expanded := map[ir.Loc]int{}
	res := enginetest.Verify(t, New(Config{}), p, time.Minute, func(e engine.Event) {
		if e.Kind == engine.Expand {
			expanded[e.Loc]++
		}
	})
	if res.Verdict != verdict.True {
		t.Fatalf("%v: %s", res.Verdict, res.Detail)
	}
	var first, second int // the heads' nodes
	for l, n := range expanded {
		switch p.Loc(l).Pos.Line {
		case 5:
			first += n
		case 10:
			second += n
		}
	}
	if first == 0 || second <= first {
		t.Errorf("%d nodes of the first loop, %d of the second", first, second)
	}
}
