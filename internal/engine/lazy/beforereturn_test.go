package lazy_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
)

// TestErrorBeforeReturn: what comes after a call may be safe from every state, since it never ends, and the call itself not.
// A label that is learned of one call says nothing then of a call that reaches an error.
func TestErrorBeforeReturn(t *testing.T) {
	const head = "extern void reach_error(void); extern int in(void); int n;\n"
	for _, c := range []struct {
		name, text string
		want       verdict.Verdict
	}{
		{"endless after the call", `
			static int check(int x) { if (x == 3) reach_error(); return x; }
			static void serve(int x) { check(x); for (;;) n = x; }
			int main(void) { if (in()) serve(1); else serve(3); }`, verdict.False},
		{"endless after the call, and safe", `
			static int check(int x) { if (x == 3) reach_error(); return x; }
			static void serve(int x) { check(x); for (;;) n = x; }
			int main(void) { if (in()) serve(1); else serve(2); }`, verdict.True},
		{"the call is the end of the loop", `
			static void check(int x) { if (x == 3) reach_error(); }
			static void serve(int x) { for (;;) { n = in(); check(x); } }
			int main(void) { if (in()) serve(1); else serve(3); }`, verdict.False},
		{"exit after the call", `
			extern void exit(int);
			static int check(int x) { if (x == 3) reach_error(); return x; }
			static void stop(int x) { n = check(x); exit(n); }
			int main(void) { int k = in(); if (k < 3) stop(k); if (k > 3) stop(k - 1); }`, verdict.False},
		{"a call in a call", `
			static void check(int x) { if (x == 3) reach_error(); }
			static void twice(int x) { check(x); check(x + 1); for (;;) n = 1; }
			int main(void) { int k = in(); if (k == 0) twice(0); if (k == 1) twice(2); }`, verdict.False},
	} {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(head+c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		p := enginetest.Calls(t, cfront.Options{}, file)
		res := run(context.Background(), t, p)
		if err := enginetest.Certify(p, res); err != nil {
			t.Errorf("%s: %v is rejected: %v", c.name, res.Verdict, err)
		}
		if res.Verdict != c.want {
			t.Errorf("%s: %v, want %v: %s", c.name, res.Verdict, c.want, res.Detail)
		}
	}
}

// TestErrorAtTheEnd: the exit of the program may be an error location, as where it is asked whether an execution ends.
func TestErrorAtTheEnd(t *testing.T) {
	const head = "extern int in(void); extern void reach_error(void); static void never(int x) { if (x > 5 && x < 3) reach_error(); }\n"
	for text, want := range map[string]verdict.Verdict{
		"int main(void) { int x = in(); never(x); while (x > 0) x--; return x; }":                                           verdict.False,
		"static int less(int x) { return x - 1; } int main(void) { int x = 9; never(x); while (x) x = less(x); return 0; }": verdict.False,
		"int main(void) { for (int x = in();; x++) if (x > 9) never(x = 0); }":                                              verdict.True,
	} {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(head+text), 0o666); err != nil {
			t.Fatal(err)
		}
		p := enginetest.Calls(t, cfront.Options{}, file)
		for _, l := range p.ErrorLocs() {
			p.Loc(l).Goal = ir.Goal{}
		}
		p.Loc(p.Main.Exit).Goal = ir.Violates("end")
		res := run(context.Background(), t, p)
		if err := enginetest.Certify(p, res); err != nil {
			t.Errorf("%s: %v is rejected: %v", text, res.Verdict, err)
		}
		if res.Verdict != want {
			t.Errorf("%s: %v, want %v: %s", text, res.Verdict, want, res.Detail)
		}
	}
}
