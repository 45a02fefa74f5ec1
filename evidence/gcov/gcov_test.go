package gcov_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"craig/evidence/gcov"
	"craig/program/cfront"
)

// TestMeasure: counts add up over tests, and are there even if a program aborts or does not end.
func TestMeasure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ends.c")
	src := `extern int input(void);
void abort(void);
int main(void) {
	int x = input();
	if (x == 1)
		abort();
	if (x == 2)
		for (;;)
			x = 2;
	return 0;
}
`
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	harness := func(x string) []byte { return []byte("int input(void) { return " + x + "; }\n") }
	for _, c := range []struct {
		tests  [][]byte
		taken5 int // outcomes of line 5
		line6  bool
		line9  bool
	}{
		{[][]byte{harness("0")}, 1, false, false},
		{[][]byte{harness("1")}, 1, true, false},
		{[][]byte{harness("2")}, 1, false, true},
		{[][]byte{harness("1"), harness("2")}, 2, true, true},
	} {
		cov, err := gcov.Measure(context.Background(), cfront.Options{}, []string{file}, c.tests)
		if errors.Is(err, gcov.ErrNoTools) {
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := map[int]gcov.Line{}
		for pos, l := range cov.Lines {
			lines[pos.Line] = l
		}
		if l := lines[5]; l.Branches != 2 || l.Taken != c.taken5 || lines[6].Reached != c.line6 || lines[9].Reached != c.line9 {
			t.Errorf("%d tests: %v", len(c.tests), lines)
		}
	}
}
