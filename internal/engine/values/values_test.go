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
	"craig/internal/program/c/cfront"
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

// TestTurns: where an error depends on few of many variables, few of their states are seen; a counter is soon given up.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       verdict.Verdict
		most       int
	}{
		{"fifteen switches, one that matters", `int main(void) { int on = 0, seen = 0;
			int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0, m = 0, n = 0;
			while (in()) {
				switch (in()) {
				case 1: a = !a; break; case 2: b = !b; break; case 3: c = !c; break; case 4: d = !d; break; case 5: e = !e; break;
				case 6: f = !f; break; case 7: g = !g; break; case 8: h = !h; break; case 9: i = !i; break; case 10: j = !j; break;
				case 11: k = !k; break; case 12: l = !l; break; case 13: m = !m; break; case 14: n = !n; break;
				case 15: on = !on; seen = 1; break; }
				if (on && !seen && a && b && c && d && e && f && g && h && i && j && k && l && m && n) reach_error();
			} }`, verdict.True, 6000},
		{"a counter", `int main(void) { unsigned x = 0; while (in()) { x += 2; if (x == 7) reach_error(); } }`, verdict.Unknown, 30_000},
	} {
		p := parse(t, c.text)
		res := enginetest.Verify(t, New(Config{}), p, time.Minute, nil)
		if n := enginetest.Count(res, "nodes"); res.Verdict != c.want || int(n) > c.most {
			t.Errorf("%s: %v(%s) after %v nodes, want %v after at most %d", c.name, res.Verdict, res.Reason, n, c.want, c.most)
		}
	}
}
