package unblock_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
	"craig/internal/program/interp"
	"craig/internal/program/unblock"
)

// TestRun: executions get past assumptions that inputs by chance do not meet, and none past those that nothing meets.
func TestRun(t *testing.T) {
	const found, blocked, long = interp.Reached, interp.Blocked, interp.StepLimit
	for _, c := range []struct {
		text string
		want interp.End
	}{
		{"int x = nondet(); assume(x == 77777);", found},
		{"int x = nondet(), y = nondet(); assume(x == 77777); assume(y == 3 * x);", found},
		{"int x = nondet(), y = nondet(); assume(x == 77777 && y == x + 5);", found},
		{"int x = nondet(); assume(x > 100 && x < 103 && x != 101);", found},
		{"unsigned x = nondet(); assume(x >= 4000000000u);", found},
		{"int s = 0; for (int i = 0; i < 300; i++) { int x = nondet(); assume(x > 5 && x < 8); s += x; } assume(s > 1000);", found},
		{"int x = nondet(); assume(x > 5 && x < 5);", blocked},
		{"int x = nondet(); assume(x != x);", blocked},
		{"assume(g == 1);", blocked},
		{"while (nondet() < 1000000);", long},
	} {
		file := filepath.Join(t.TempDir(), "a.c")
		text := "extern void reach_error(void); extern int nondet(void); extern void __VERIFIER_assume(int);\n#define assume __VERIFIER_assume\nint g;\nint main(void) { " + c.text + " reach_error(); }\n"
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		p, err := prepare.New(cfront.Options{}, nil, file).Inlined(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got := unblock.Run(context.Background(), p, unblock.Limits{Steps: 50_000, All: 500_000}).End; got != c.want {
			t.Errorf("%s: %v, not %v", c.text, got, c.want)
		}
	}
}
