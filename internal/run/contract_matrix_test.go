package run

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestContractMatrix: contracts of many forms, right and wrong ones, each judged by running the function, compiled by gcc, with what the
// contract says written as C: it is wrong just if some of the inputs shows that, and then it is not TRUE. The global variables a, b, g
// and h are what functions work on; a change of an element that allowed does not have is one that the assigns clause has to refuse.
func TestContractMatrix(t *testing.T) {
	testenv.NeedsLong(t)
	testenv.NeedsTool(t, "gcc")
	const head = "#include <stdlib.h>\n#include <string.h>\nstatic int a[4], b[4], g, h; void set(int x) { a[x] = b[x] = x; } static struct { int n; int v[4]; } s;\n"
	n := 0
	for _, c := range []struct {
		name     string
		contract string   // %s: the part that differs
		body     string   // of void f(int x), where 0 <= x && x < 4
		parts    []string // of the contract; each with what it says in C, of what was (a0, g0) and what is, and of which bytes changed (changed(&v, n))
	}{
		{"open range", "assigns %s;", "{ int *p = a + 1; p[x - 1] = 1; }", []string{
			"a[..]", "only(a, 16)", "a[1 ..]", "only(a + 1, 12)", "a[.. 2]", "only(a, 12)", "a[.. 3]", "only(a, 16)", "a[0 ..]", "only(a, 16)", "a[4 ..]", "only(a, 0)",
			"b[..]", "only(b, 16)", "*(a + (0 ..))", "only(a, 16)", "*(a + (..))", "only(a, 16)", "*(a + (2 ..))", "only(a + 2, 8)", "*(a + (.. 1))", "only(a, 8)"}},
		{"open range of a pointer", "assigns %s;", "{ q[1] = 1; q[x - 2] = 2; }", []string{
			"q[..]", "only(a, 16)", "q[0 ..]", "only(a + 2, 8)", "q[-1 ..]", "only(a + 1, 12)", "q[-2 ..]", "only(a, 16)", "q[.. 0]", "only(a, 12)", "q[.. 1]", "only(a, 16)", "*(q + (..))", "only(a, 16)"}},
		{"open range of a member", "assigns %s;", "{ s.v[x] = 1; if (x == 3) s.n = 1; }", []string{
			"s.v[..]", "only(s.v, 16)", "s.n, s.v[..]", "only(&s, 20)", "s.n, s.v[1 ..]", "only(&s, 4) && 0 || !changed(s.v, 4) && only(&s, 20)", "s", "only(&s, 20)"}},
		{"ensures", "ensures %s;", "{ a[x] = g; g = x + 1; }", []string{
			"a[x] == \\old(g)", "a[x] == g0", "a[0] == \\old(g)", "a[0] == g0", "g == x + 1 && g != \\old(g) || \\old(g) == g", "1",
			"\\exists integer i; 0 <= i < g && a[i] == \\old(g)", "a[0] == g0 || g > 1 && a[1] == g0 || g > 2 && a[2] == g0 || g > 3 && a[3] == g0",
			"\\exists integer i; 0 <= i < x && a[i] == \\old(g)", "x > 0 && a[0] == g0 || x > 1 && a[1] == g0 || x > 2 && a[2] == g0",
			"\\forall integer i; 0 <= i < x ==> a[i] == \\old(a[i])", "!memcmp(a, a0, 4 * x)", "\\forall integer i; 0 <= i <= x ==> a[i] == \\old(a[i])", "!memcmp(a, a0, 4 * x + 4)"}},
		{"assigns", "assigns %s;", "{ memset(a + x, 0, 4); }", []string{"a[x]", "only(a + x, 4)", "a[0 .. x]", "only(a, 4 * x + 4)", "a[0 .. x - 1]", "only(a, 4 * x)", "a[x .. 3], g", "only(a + x, 16 - 4 * x)"}},
		{"old values", "ensures %s;", "{ for (int i = 0; i <= x; i++) a[i] += b[i]; h++; }", []string{
			"h == \\old(h) + 1", "h == h0 + 1", "h > \\old(h) && g == \\old(g)", "h > h0 && g == g0", "g != \\old(g)", "g != g0", "a[3] == \\old(a[3])", "a[3] == a0[3]",
			"x == 3 || a[3] == \\old(a[3])", "x == 3 || a[3] == a0[3]", "\\old(a[x]) == a[x] - b[x]", "a0[x] == a[x] - b[x]", "\\max(h, \\old(h)) == h", "h >= h0",
			"\\min(h, \\old(h)) == h", "h <= h0", "\\let d = a[0] - \\old(a[0]); d == b[0]", "a[0] - a0[0] == b[0]", "\\let d = a[1] - \\old(a[1]); d == b[1]", "a[1] - a0[1] == b[1]"}},
	} {
		for i := 0; i < len(c.parts); i += 2 {
			n++
			contract := "requires 0 <= x < 4; " + fmt.Sprintf(c.contract, c.parts[i])
			global := ""
			if strings.Contains(c.name, "pointer") {
				global = "static int *q = a + 2;\n"
			}
			holds := judged(t, head+global, c.body, c.parts[i+1])
			text := head + global + "/*@ " + contract + " */ void f(int x) " + c.body + "\n"
			if strings.Contains(c.name, "open") { // q points to a, as it is initialised
				text += "int main(void) { for (int x = 0; x < 4; x++) f(x); return 0; }\n"
			}
			opts := cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}
			if strings.Contains(c.name, "open") {
				opts = cfront.Options{}
			}
			want := map[bool]verdict.Verdict{true: verdict.True, false: verdict.False}[holds]
			res := verify(t, opts, text)
			if res.Verdict == verdict.Unknown && strings.Contains(c.parts[i], `\exists`) { // of an old value: one instance is looked at
				continue
			}
			if res.Verdict != want {
				t.Errorf("%s: %s\n%s %s, and gcc says %v", c.name, c.parts[i], res.Verdict, res.Detail, holds)
			}
		}
	}
	t.Logf("%d contracts", n)
}

// judged runs the function with each input, and tells whether what is to hold always did.
func judged(t *testing.T, head, body, holds string) bool {
	t.Helper()
	dir := t.TempDir()
	text := head + `
static int a0[4], b0[4], g0, h0; static char s0[20];
#include <stdio.h>
static int changed(void *p, int n) {
	char *at = p;
	if (at >= (char *)a && at < (char *)(a + 4)) return memcmp(at, (char *)a0 + (at - (char *)a), n);
	if (at >= (char *)&s && at < (char *)(&s + 1)) return memcmp(at, s0 + (at - (char *)&s), n);
	return 0;
}
static int only(void *p, int n) {
	char *from = p, *to = from + n;
	for (int i = 0; i < 16; i++) { char *at = (char *)a + i; if (changed(at, 1) && !(from <= at && at < to)) return 0; }
	for (int i = 0; i < 20; i++) { char *at = (char *)&s + i; if (changed(at, 1) && !(from <= at && at < to)) return 0; }
	return 1;
}
static void f(int x) ` + body + `
int main(void) {
	for (int x = 0; x < 4; x++) for (int k = 0; k < 40; k++) {
		for (int i = 0; i < 4; i++) { a[i] = a0[i] = rand() % 5 - 9; b[i] = b0[i] = rand() % 5 - 9; }
		g = g0 = rand() % 6 - 3; h = h0 = rand() % 5; s.n = -5; for (int i = 0; i < 4; i++) s.v[i] = -7;
		memcpy(s0, &s, 20);
		f(x);
		if (!(` + holds + `)) return 1;
	}
	return 0;
}
`
	file, program := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-o", program, file).CombinedOutput(); err != nil {
		t.Fatalf("%s\n%s", text, out)
	}
	return exec.Command(program).Run() == nil
}

// TestStatementContracts: the contract of a block is checked in front of it and behind it.
func TestStatementContracts(t *testing.T) {
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{"void f(int x) { if (x > 0 && x < 9) /*@ requires x > 0; ensures x == \\old(x) + 1; */ { x++; } }", verdict.True},
		{"void f(int x) { if (x > 0 && x < 9) /*@ requires x > 1; ensures x == \\old(x) + 1; */ { x++; } }", verdict.False},
		{"void f(int x) { if (x > 0 && x < 9) /*@ requires x > 0; ensures x == \\old(x); */ { x++; } }", verdict.False},
		{"void f(int x) { if (x > 0 && x < 9) /*@ requires x > 0; ensures x == \\old(x) + 1; */ { x++; } else /*@ requires x <= 0 || x >= 9; ensures x == 0; */ { x = 0; } }", verdict.True},
		{"void f(int x) { if (x > 0 && x < 9) /*@ requires x > 0; */ { x++; } else /*@ ensures x == 1; */ { x = 0; } }", verdict.False},
		// Old values are those in front of the block, not of the function.
		{"void f(int x) { x = 3; /*@ ensures \\old(x) == 3 && x == 4; */ { x++; } }", verdict.True},
		{"void f(int x) { int y = x; x = 3; /*@ ensures \\old(x) == y; */ { x++; } }", verdict.False},
		// What leaves the block otherwise is not checked by it.
		{"int f(int x) { /*@ ensures x == 5; */ { if (x != 5) return 1; } return x; }", verdict.True},
		{"int f(int x) { for (;;) /*@ ensures x == 5; */ { if (x != 5) break; return 1; } return x; }", verdict.True},
		{"int f(int x) { for (int i = 0; i < 3; i++) /*@ requires i < 3; ensures x <= \\old(x) + 1; */ { if (x > 5) continue; x++; } return x; }", verdict.True},
		{"int f(int x) { for (int i = 0; i < 3; i++) /*@ requires i < 2; */ { x = 0; } return x; }", verdict.False},
		{"int f(int x) { if (x < 100 && x > 0) /*@ ensures x >= \\old(x) + 2; */ { /*@ ensures x == \\old(x) + 1; */ { x++; } { x++; } } return x; }", verdict.True},
		{"int f(int x) { if (x < 100 && x > 0) /*@ ensures x >= \\old(x) + 2; */ { /*@ ensures x == \\old(x); */ { x++; } { x++; } } return x; }", verdict.False},
		{"int a[4]; void f(int x) { /*@ ensures \\forall integer i; 0 <= i < 4 && i != 2 ==> a[i] == \\old(a[i]); */ { a[2] = x; } }", verdict.True},
		{"int a[4]; void f(int x) { /*@ ensures \\forall integer i; 0 <= i < 4 && i != 2 ==> a[i] == \\old(a[i]); */ { a[3] = x; } }", verdict.False},
		// What a heap pointer is.
		{"#include <stdlib.h>\nvoid *f(void) __CPROVER_ensures(__CPROVER_is_freeable(__CPROVER_return_value)) { return malloc(4); }", verdict.True},
		{"int g; void *f(void) __CPROVER_ensures(__CPROVER_is_freeable(__CPROVER_return_value)) { return &g; }", verdict.False},
		{"#include <stdlib.h>\nchar *f(void) __CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_is_freeable(__CPROVER_return_value)) { char *p = malloc(4); return p ? p + 1 : p; }", verdict.False},
		{"#include <stdlib.h>\n/*@ ensures \\result == \\null || \\fresh(\\result, 4) && \\freeable(\\result) && \\base_addr(\\result) == \\result; */ char *f(void) { return malloc(4); }", verdict.True},
		{"#include <stdlib.h>\n/*@ ensures \\result == \\null || \\fresh(\\result, 4); */ char *f(void) { return malloc(5); }", verdict.False},
		{"#include <stdlib.h>\n/*@ ensures \\freeable(\\result); */ char *f(int x) { return x ? malloc(4) : 0; }", verdict.False},
	} {
		res := verify(t, cfront.Options{Entry: "f", Environment: cfront.Environment{Valid: true}}, c.text)
		if res.Verdict != c.want {
			t.Errorf("%s\n%s %s, want %s", c.text, res.Verdict, res.Detail, c.want)
		}
	}
}

// TestAnyStatementContracts: a statement that has a contract need be no block, and the beginning of the function is another moment than that of the statement.
func TestAnyStatementContracts(t *testing.T) {
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{"int y = x; x = 3; /*@ ensures \\at(x, Pre) == y && \\at(x, Old) == 3; */ { x++; }", verdict.True},
		{"int y = x; x = 3; /*@ ensures \\at(x, Pre) == \\old(x); */ { x++; }", verdict.False},
		{"x = 3; /*@ requires x == 3; ensures x == 4; */ x++; /*@ ensures x == 9; */ while (x < 9) x++;", verdict.True},
		{"x = 3; /*@ ensures x == 3; */ x++;", verdict.False},
		{"x = 0; /*@ ensures x == 9; loop invariant x <= 9; */ while (x < 9) x++;", verdict.True},
		{"x = 0; /*@ loop invariant x < 9; ensures x == 9; */ while (x < 9) x++;", verdict.False},
		{"/*@ ensures x == 1; */ if (x) x = 1; else x = 2;", verdict.False},
	} {
		text := "extern int any(void); static void f(int x) { " + c.text + " } int main(void) { f(any()); return 0; }"
		if res := verify(t, cfront.Options{}, text); res.Verdict != c.want {
			t.Errorf("%s\n%s %s, want %s %v", c.text, res.Verdict, res.Detail, c.want, res.Notes)
		}
	}
}
