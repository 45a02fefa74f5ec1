package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestMaskedAddresses: of (uintptr_t)p & mask it is known what it is for all bits and for none, and no more.
func TestMaskedAddresses(t *testing.T) {
	const start = `
		typedef unsigned long number;
		extern void reach_error(void);
		extern number input(void);
		unsigned char a[10], b[10];
		int main(void) {
			number i = input(), n = input(), mask = 0ul - (i < n), any = input();
			unsigned char *p = (unsigned char *)((number)a & mask), *q = (unsigned char *)(any & (number)(a + 3));
`
	for _, test := range []struct {
		name, text string
		safe       bool
	}{
		{"all bits", "if (i < n && p != a) reach_error();", true},
		{"no bit", "if (i >= n && p) reach_error();", true},
		{"written", "if (p) { *p = 3; if (a[0] != 3 || b[0] != 0) reach_error(); }", true},
		{"all bits, on the other side", "if (any == ~0ul && q != a + 3) reach_error();", true},
		{"not null", "if (i < n && p) reach_error();", false},
		{"null", "if (!p) reach_error();", false},
		{"other bits", "if (any != 0 && any != ~0ul && q == a) reach_error();", false},
		{"not all bits", "if (q && q != a + 3) reach_error();", false},
		{"its number", "if (((number)p & 15) == 8) reach_error();", false},
		{"moved", "number m = ((number)a & mask) + 1; if (i < n && m % 16 == 9) reach_error();", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			res := verify(t, cfront.Options{}, start+test.text+"\nreturn 0; }")
			if test.safe != (res.Verdict == verdict.True) {
				t.Errorf("%s(%s): %s", res.Verdict, res.Reason, res.Detail)
			}
		})
	}
}
