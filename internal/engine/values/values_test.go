package values

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/cfront"
	"craig/internal/program/ir"
)

// configs track all variables first, or none.
var configs = []Config{{}, {Full: 1}}

// TestPrograms: programs for this engine, in both ways. The certifier accepts what it says, and it is what the program says.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) < 4 {
		t.Fatal("programs are missing", err)
	}
	for _, file := range files {
		p := enginetest.Reduced(t, cfront.Options{}, file)
		for _, cfg := range configs {
			res := enginetest.Verify(t, New(cfg), p, time.Minute, nil)
			if want := enginetest.Wanted(t, file); res.Verdict != want {
				t.Errorf("%s, %+v: %v, want %v: %s", file, cfg, res.Verdict, want, res.Detail)
			}
		}
	}
}

// TestFewAreTracked: of the features and the statistics a proof needs a few.
func TestFewAreTracked(t *testing.T) {
	p := enginetest.Reduced(t, cfront.Options{}, "testdata/features.c")
	res := enginetest.Verify(t, New(Config{Full: 1}), p, time.Minute, nil)
	if n := enginetest.Count(res, "tracked"); res.Verdict != verdict.True || n < 2 || n > 5 {
		t.Errorf("%v with %d variables tracked", res.Verdict, n)
	}
	for l, f := range res.Proof.(verdict.Invariants) {
		for _, name := range []string{"readings", "sum", "last"} {
			if strings.Contains(f.String(), name) {
				t.Errorf("at %d the proof speaks of %s: %s", l, name, f)
			}
		}
	}
}

// TestPapers: no wrong verdict of programs that are made for other engines, within few nodes.
func TestPapers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(enginetest.Papers, "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	decided := 0
	for _, file := range files {
		p := enginetest.Reduced(t, cfront.Options{ErrorLabel: "ERROR", GoalsMayLack: true}, file)
		for _, cfg := range []Config{{Nodes: 300}, {Nodes: 300, Full: 1}} {
			res := enginetest.Run(context.Background(), t, New(cfg), enginetest.Task(p, nil))
			if err := enginetest.Certify(p, res); err != nil {
				t.Errorf("%s, %+v: %v is rejected: %v", file, cfg, res.Verdict, err)
			}
			if res.Verdict != verdict.Unknown {
				decided++
			}
		}
	}
	if decided < 8 {
		t.Errorf("only %d were decided", decided)
	}
}

// TestReasons: why there is no answer.
func TestReasons(t *testing.T) {
	for _, c := range []struct {
		name, text string
		cfg        Config
		want       verdict.Reason
	}{
		{"a relation of inputs", `int main(void) { int x = in(); int y = x; while (in()) { x = x ^ 1; y = y ^ 1; if (x != y) reach_error(); } }`, Config{}, verdict.Incomplete},
		{"a counter without end", `int main(void) { unsigned x = 0; while (in()) { x += 2; if (x == 7) reach_error(); } }`, Config{Nodes: 500}, verdict.Size},
	} {
		p := parse(t, c.text)
		res := enginetest.Verify(t, New(c.cfg), p, time.Minute, nil)
		if res.Verdict != verdict.Unknown || res.Reason != c.want || res.Detail == "" {
			t.Errorf("%s: %v(%s) %s, want UNKNOWN(%s)", c.name, res.Verdict, res.Reason, res.Detail, c.want)
		}
	}
}

func parse(t *testing.T, text string) *ir.Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(file, []byte("extern void reach_error(void); extern int in(void);\n"+text), 0o666); err != nil {
		t.Fatal(err)
	}
	return enginetest.Reduced(t, cfront.Options{}, file)
}
