package run

import (
	"fmt"
	"strings"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
	"craig/internal/testenv"
)

// TestTables: of tables with so many elements that they are not listed the range is known, and no more; of one that
// is written nothing is said that is no longer true.
func TestTables(t *testing.T) {
	testenv.NeedsLong(t)
	var numbers, rows strings.Builder
	for i := range 17_000 {
		fmt.Fprintf(&numbers, "%d,", i%10+3)
		fmt.Fprintf(&rows, "{%d,%d},", i-500, 250+i%5)
	}
	gap := strings.Repeat("65535,7,", 9000)
	const start = "extern void reach_error(void);\nextern unsigned input(void);\n"
	table := "unsigned char t[] = {" + numbers.String() + "};\n"
	for _, test := range []struct {
		name, text string
		safe       bool
	}{
		{"within", "const " + table + "int main(void) { unsigned i = input(); if (i < 17000 && (t[i] < 3 || t[i] > 12)) reach_error(); }", true},
		{"the least", "const " + table + "int main(void) { unsigned i = input(); if (i < 17000 && t[i] <= 3) reach_error(); }", false},
		{"the greatest", "const " + table + "int main(void) { unsigned i = input(); if (i < 17000 && t[i] >= 12) reach_error(); }", false},
		{"the end of it", "const unsigned char t[17001] = {" + numbers.String() + "};\nint main(void) { unsigned i = input(); if (i < 17001 && t[i] < 3) reach_error(); }", false},
		{"a gap", "const unsigned short t[] = {" + gap + "};\nint main(void) { unsigned i = input(); if (i < 18000 && t[i] != 65535 && t[i] > 7) reach_error(); }", true},
		{"both sides of a gap", "const unsigned short t[] = {" + gap + "};\nint main(void) { unsigned i = input(); if (i < 18000 && t[i] > 7) reach_error(); }", false},
		{"members", "const struct { short a; signed char b; } t[] = {" + rows.String() + "};\n" +
			"int main(void) { unsigned i = input(); if (i < 17000 && (t[i].a < -500 || t[i].b > -2 || t[i].b < -6)) reach_error(); }", true},
		{"another member", "const struct { short a; signed char b; } t[] = {" + rows.String() + "};\n" +
			"int main(void) { unsigned i = input(); if (i < 17000 && t[i].a == 16000) reach_error(); }", false},
		{"written", table + "int main(void) { unsigned i = input(); if (i >= 17000) return 0; t[i] = 200; if (t[i] > 12) reach_error(); }", false},
		{"written through a pointer", table + "int main(void) { unsigned i = input(), k = input(); if (i >= 17000 || k >= 17000) return 0; unsigned char x, *p = input() ? &x : t + k; *p = 200; if (t[i] > 12) reach_error(); }", false},
		{"written by a function", "#include <string.h>\n" + table + "int main(void) { unsigned i = input(); if (i >= 17000) return 0; memset(t + i, 200, 1); if (t[i] > 12) reach_error(); }", false},
		{"not read", "const " + table + "int main(void) { unsigned i = input(), k = i < 17000 ? t[i] : 77; if (k == 77) reach_error(); }", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			res := verify(t, cfront.Options{}, start+test.text)
			if test.safe != (res.Verdict == verdict.True) {
				t.Errorf("%s(%s): %s", res.Verdict, res.Reason, res.Detail)
			}
		})
	}
}
