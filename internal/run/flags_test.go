package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestNumberOnSomeWays: a variable that has the number of an address only on some ways is like any other where it has none.
func TestNumberOnSomeWays(t *testing.T) {
	const start = "extern void reach_error(void); extern int input(void);\nint object;\n" +
		"static int status(int k) { int r = 259; if (k) r = (int)&object; return r; }\n" +
		"int main(void) { int k = input() != 0, s = status(k);\n"
	for _, test := range []struct {
		text string
		want verdict.Verdict
	}{
		{"if (k == 0 && s < 0) reach_error();", verdict.True},
		{"if (k == 0 && s >= 0) reach_error();", verdict.False},
		{"if (s == 259 && k == 0) reach_error();", verdict.False},
		{"int u = s + 1; if (k == 0 && u < 260) reach_error();", verdict.True},
		{"int u = s + 1; if (k == 0 && u >= 260) reach_error();", verdict.False},
		{"if (k != 0 && s < 0) reach_error();", verdict.Unknown},
		{"if (k != 0 && s >= 0) reach_error();", verdict.Unknown},
		{"if (k == 0) s = (int)&object; if (s < 0) reach_error();", verdict.Unknown},
		{"int u = 0, i; for (i = 0; i < 3; i++) { if (u < 0) reach_error(); u = i == 1 ? s : 7; }", verdict.Unknown},
		{"int u = 0, i; for (i = 0; i < 3; i++) { if (i < 2 && u < 0) reach_error(); u = i == 1 ? s : 7; }", verdict.True},
		{"int u, v = 1, i; for (i = 0; i < 3; i++) { u = v; v = s; if (u < 0) reach_error(); s = 5; }", verdict.Unknown},
		{"unsigned char low = s; if (k == 0 && low != 3) reach_error();", verdict.True},
		{"unsigned char low = s; if (k == 0 && low == 3) reach_error();", verdict.False},
		{"unsigned char low = s; if (k != 0 && low == 3) reach_error();", verdict.Unknown},
	} {
		if res := verify(t, cfront.Options{ILP32: true}, start+test.text+"\nreturn 0; }"); res.Verdict != test.want {
			t.Errorf("%s\n%s(%s), want %s", test.text, res.Verdict, res.Reason, test.want)
		}
	}
}

// TestNumberAndVariable: whether the number of an address equals a variable is known where that is 0, as it is of the constant, and open elsewhere.
func TestNumberAndVariable(t *testing.T) {
	const start = "extern void reach_error(void); extern int input(void); void *malloc(unsigned);\nint object, *nowhere;\n" +
		"int main(void) { int k = input(), zero = 0; void *null = 0; unsigned none = (unsigned)null, n = (unsigned)&object;\n"
	for _, test := range []struct {
		text string
		want verdict.Verdict
	}{
		{"if (n == none) reach_error();", verdict.True},
		{"if (n != none) reach_error();", verdict.False},
		{"if (none == n + 3) reach_error();", verdict.True},
		{"if (k <= 0 && k >= 0 && (int)&object == k) reach_error();", verdict.True},
		{"if (k <= 0 && k >= 0 && (int)&object != k) reach_error();", verdict.False},
		{"if ((int)&object == k) reach_error();", verdict.Unknown},
		{"zero = input() ? 0 : 4096; if (n == (unsigned)zero) reach_error();", verdict.Unknown},
		{"zero = input() ? 0 : 4096; if (zero != 4096 && n == (unsigned)zero) reach_error();", verdict.True},
		{"int *p = malloc(4); unsigned m = (unsigned)p; if (m != none && p == null) reach_error();", verdict.True},
		{"int *p = malloc(4); unsigned m = (unsigned)p; if (m != none) reach_error();", verdict.False},
		{"unsigned m = (unsigned)(input() ? &object : nowhere); if (m == none) reach_error();", verdict.False},
		{"if ((unsigned short)n == (unsigned short)none) reach_error();", verdict.Unknown},
		{"if (n - 100000 == none) reach_error();", verdict.Unknown},
		{"if (n >= 7 + none) reach_error();", verdict.Unknown},
	} {
		if res := verify(t, cfront.Options{ILP32: true}, start+test.text+"\nreturn 0; }"); res.Verdict != test.want {
			t.Errorf("%s\n%s(%s), want %s", test.text, res.Verdict, res.Reason, test.want)
		}
	}
}
