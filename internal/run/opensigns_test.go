package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestOpenSigns: an error that depends on what comparisons give beyond the sign is not claimed, as there may be a library with just these numbers;
// one that depends on signs is.
func TestOpenSigns(t *testing.T) {
	for body, want := range map[string]verdict.Verdict{
		"if (strcmp(a, b) == 3 && strcmp(c, b) == 7) return 0; reach_error();":                                         verdict.Unknown, // glibc's numbers
		"if (strcoll(a, b) == 3 && strcmp(c, b) == 7) return 0; reach_error();":                                        verdict.Unknown,
		"if (isalpha('a') == 1024 && isdigit('1') == 2048) return 0; reach_error();":                                   verdict.Unknown,
		"if (__builtin_signbit(-1.0) == 128 && __builtin_signbit(-2.0) == 64) return 0; reach_error();":                verdict.Unknown,
		"if (strcmp(a, b) != 3) reach_error();":                                                                        verdict.Unknown,
		"if (strcmp(a, b) == strcmp(c, b)) reach_error();":                                                             verdict.Unknown,
		"if (strcmp(a, b) != strcmp(c, b)) reach_error();":                                                             verdict.Unknown,
		"if (strcmp(a, b) - strcmp(c, b) == 5) return 0; reach_error();":                                               verdict.Unknown,
		"if (strcmp(a, b) + strcmp(b, c) == 0) return 0; reach_error();":                                               verdict.Unknown,
		"char m = strcmp(a, b); if (m > 0) reach_error();":                                                             verdict.Unknown,
		"int t[4]; for (int i = 0; i < 4; i++) t[i] = order(a, b); if (t[nondet() & 3] == 9) return 0; reach_error();": verdict.Unknown,
		"v = order(a, b) + order(c, b); if (v == 10) return 0; reach_error();":                                         verdict.Unknown,
		"if (c[strcmp(a, b) & 1]) reach_error();":                                                                      verdict.Unknown,
		"int t[2] = {0}; t[strcmp(a, b) & 1] = 1; if (t[1]) reach_error();":                                            verdict.Unknown,

		"if (strcmp(a, b) > 0 && strcmp(b, c) < 0 && !strcmp(a, a)) reach_error();":                                  verdict.False,
		"if (strcmp(a, b) > strcmp(b, c)) reach_error();":                                                            verdict.False,
		"if ((strcmp(a, b) > 0) == (strcmp(c, b) > 0)) reach_error();":                                               verdict.False,
		"int r = strcmp(b, b); if (!r) r = strcoll(c, a); if (r > 0) reach_error();":                                 verdict.False,
		"v = -order(a, b); if (v < 0) reach_error();":                                                                verdict.False,
		"unsigned u = strcmp(b, a); if (u > 5) reach_error();":                                                       verdict.False,
		"if (strcmp(a, b) / 2 >= 0 && strcmp(b, a) >> 31 == -1) reach_error();":                                      verdict.False,
		"int t[4]; for (int i = 0; i < 4; i++) t[i] = order(a, b); if (t[nondet() & 3] > 0) reach_error();":          verdict.False,
		"if (!!isalpha('a') + (isdigit('5') != 0) == 2) reach_error();":                                              verdict.False,
		"int best = 0; for (int i = 1; i < 3; i++) if (order(l[i], l[best]) > 0) best = i; if (best) reach_error();": verdict.False,

		"if (strcmp(a, b) <= 0 || strcmp(b, c) >= 0) reach_error();": verdict.True,
	} {
		res := verify(t, cfront.Options{Properties: []string{"unreach-call"}}, `extern void reach_error(void);
int strcmp(const char *, const char *), strcoll(const char *, const char *), isalpha(int), isdigit(int), nondet(void), v;
char a[2] = "d", b[2] = "a", c[2] = "h", *l[] = {a, b, c};
static int order(const char *p, const char *q) { return strcmp(p, q); }
int main(void) { `+body+` return 0; }`)
		if res.Verdict != want {
			t.Errorf("%s: %v, want %v: %s", body, res.Verdict, want, res.Detail)
		}
	}
}
