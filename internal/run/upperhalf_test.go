package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestUpperHalf: with less than 64 bits an object may lie in the upper half of the addresses, so that its address as a signed number
// may be negative, and a wider one, which gcc extends by the highest bit, large. Compiled by gcc -m32, where the stack is there, each
// of the first four programs reaches the error.
func TestUpperHalf(t *testing.T) {
	const start = "#include <stdint.h>\nextern void reach_error(void);\nstatic char s;\nint main(void) { char x, *p = &x;\n"
	for _, test := range []struct {
		text      string
		m32, lp64 verdict.Verdict
	}{
		{"if ((intptr_t)p < 0) reach_error();", verdict.Unknown, verdict.True},
		{"long long n = (long long)p; if (n < 0) reach_error();", verdict.Unknown, verdict.True},
		{"unsigned long long n = (unsigned long long)p; if (n > UINTPTR_MAX) reach_error();", verdict.Unknown, verdict.True},
		{"if (-1 >= (intptr_t)p - 4) reach_error();", verdict.Unknown, verdict.True},
		{"if ((intptr_t)p > 0) reach_error();", verdict.Unknown, verdict.False},
		{"if ((intptr_t)&s < 0) reach_error();", verdict.Unknown, verdict.True},
		{"if ((uintptr_t)p < 4 || (uintptr_t)p > (uintptr_t)-4) reach_error();", verdict.True, verdict.True},
		{"if ((intptr_t)p == 0 || (intptr_t)p == -1 || (long long)p == -2) reach_error();", verdict.True, verdict.True},
		{"char a[4]; intptr_t n = (intptr_t)(a + 3); if (n - (intptr_t)a != 3 || (char *)n != a + 3) reach_error();", verdict.True, verdict.True},
	} {
		for _, ilp32 := range []bool{true, false} {
			want := test.lp64
			if ilp32 {
				want = test.m32
			}
			if res := verify(t, cfront.Options{ILP32: ilp32}, start+test.text+"\nreturn 0; }"); res.Verdict != want {
				t.Errorf("-m32 %v: %s\n%s(%s), want %s", ilp32, test.text, res.Verdict, res.Reason, want)
			}
		}
	}
}
