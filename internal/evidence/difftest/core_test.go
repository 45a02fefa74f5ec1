package difftest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/evidence/difftest"
	"craig/internal/evidence/native"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

func needGCC(t *testing.T) {
	t.Helper()
	testenv.NeedsTool(t, "gcc")
	needSanitizers(t)
	if strings.Contains(filepath.Base(native.Find()), "clang") {
		testenv.Skip(t, "gcc as the C compiler")
	}
}

// withError are declarations, in one line, and an error that no run comes to.
var withError = strings.TrimSpace(declarations) + " void check(int x) { if (x != x) reach_error(); }\n"

// TestBesideCore: the printed core of a program does what it does; or why it was not compared, or what differs.
func TestBesideCore(t *testing.T) {
	needGCC(t)
	for i, c := range []struct {
		name, text       string
		opts             cfront.Options
		points           int // at least
		why, differences string
	}{
		{name: "statements", points: 40, text: "int g; static double d; struct s { int a : 5; } s;\n" +
			"int add(int *p, int n) { int t = *p++ + (n && __VERIFIER_nondet_int()); return g = t; }\n" +
			"int main(void) { int a[3] = {1, 2, 3}; for (int i = 0, *p = a; i < 3; i++) { char k = __VERIFIER_nondet_int(); s.a = k;\n" +
			"switch (k & 3) { int u; case 0: u = 3; g = u; break; case 1: g--; default: d += k; } if (add(a + i % 2, k) == 3 && p) continue; else g = s.a; } return 0; }"},
		{name: "labels", points: 8, text: "int old(a, b) int a; char b; { return a - b; }\n" +
			"int main(void) { int n = 0; unsigned char x = __VERIFIER_nondet_int(); if (x > 3) goto in; { int y = x; in: n += x; n = old(n, 300); }\nif (n < 0) L: n = 4; else goto L; for (;;) { int z = n; if (z++ > 5) break; n = z; } return n; }"},
		{name: "names that hide others", points: 3, text: "int x = 1; typedef int t;\nint main(void) { struct { int m; } x = {2}; { float x = 3; int t = x; t++; } t y = x.m; return y; }"},
		{name: "shadows of ILP32", opts: cfront.Options{ILP32: true}, points: 2, text: "int main(void) { long x = __VERIFIER_nondet_int(); double d = x / 3.0; unsigned long y = x * d; return y > 0; }"},
		{name: "a run without end", points: 100, text: "int main(void) { for (unsigned n = 0;; n++) { n = n; } }"},
		{name: "refused", why: "the core does not have it", text: "struct p { int a, b; }; struct p g(void) { struct p r = {1, 2}; return r; }\nint main(void) { struct { struct p x; } s = {.x = g(), .x.a = 3}; return s.x.b; }"},
		{name: "the order of evaluation", differences: "the order of evaluation may decide, at line 2", text: "int main(void) { int x = 1, y = x + (x = 5);\n return y; }"},
		{name: "what differs at random", why: "no run always does the same", text: "#include <unistd.h>\nint main(void) { int n = getpid();\n n++; return n; }"},
		{name: "undefined behaviour", points: 1, text: "int main(void) { int a[2] = {0}, i = __VERIFIER_nondet_int(), x = 3;\n if (i > 1000) i = 1000; if (i >= 0) a[i]++; return a[1] + x; }"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			testenv.Sample(t, i, 9)
			testenv.Alternate(t, i)
			if c.opts.ILP32 {
				needSanitizers(t, "-m32")
			}
			out := run(t, readText(t, c.opts, withError+c.text), short)
			core := out.Core
			if out.Answer != difftest.NotRefuted || core.Points < c.points || (c.points > 0) != (core.Runs > 0) {
				t.Errorf("%s: %s; %+v", out.Answer, out.Reason, core)
			}
			if (core.Why != "") != (c.why != "") || !strings.Contains(core.Why, c.why) {
				t.Errorf("not compared: %q, not %q", core.Why, c.why)
			}
			if (core.Difference != "") != (c.differences != "") || !strings.Contains(core.Difference, c.differences) {
				t.Errorf("differs: %q, not %q", core.Difference, c.differences)
			}
		})
	}
}

// TestCoreDiffers: a core that does something else is seen, with the line behind which it does. A compiler changes it on its way.
func TestCoreDiffers(t *testing.T) {
	needGCC(t)
	text := withError + "int f(int x) { return x > 0 ? 7 : 2; }\nint main(void) { int n = __VERIFIER_nondet_int();\n int k = f(n);\n n = k;\n if (n == 7) {\n  k = 1;\n }\n return k; }"
	for i, c := range []struct{ change, want string }{
		{"s/? 7/? 8/", "variables have other values in its core, line 5"},
		{"s/== 7/== 2/", "its core comes to line 7 instead, line 9"},
		{"s/return k/for(;;) k++/", ""},
		{"s/return k;/__builtin_trap();/", "its core ends in another way, line 9"},
		{"s/__builtin//", ""},
		{"s/return/retrun/", "gcc does not take the printed core: "},
	} {
		dir := t.TempDir()
		script := fmt.Sprintf("#!/bin/sh\ncase \"$*\" in *core-0.c*) sed -i '%s' core-0.c;; esac\nexec %s \"$@\"\n", c.change, native.Find())
		wrapper := filepath.Join(dir, "cc")
		if err := os.WriteFile(wrapper, []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
		prog := readText(t, cfront.Options{}, text)
		t.Run(c.change, func(t *testing.T) {
			testenv.Sample(t, i, 6)
			testenv.Nightly(t, i, 3)
			t.Setenv("CC", wrapper)
			out := run(t, prog, short)
			got := out.Core.Difference
			if out.Core.Pos.Line > 0 {
				got += fmt.Sprintf(", line %d", out.Core.Pos.Line)
			}
			want := difftest.NotRefuted
			if c.want != "" {
				want = difftest.Undecided
			}
			if out.Answer != want || !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
				t.Errorf("%s: %q, not %q; %+v", out.Answer, got, c.want, out.Core)
			}
		})
	}
}
