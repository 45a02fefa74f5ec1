package run

import (
	"fmt"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestCProver: what names mean that CBMC knows, without declarations.
func TestCProver(t *testing.T) {
	const head = "extern void reach_error(void); int any(void); void *malloc(unsigned long);\nstatic int own(int x) { return x + 1; }\n" +
		"int main(void) { int m = any(), a[4] = {1, 2, 3, 4}; unsigned u = any(); char *p = malloc(7);\n"
	for _, c := range []struct {
		text string
		want verdict.Verdict
	}{
		{"if (__CPROVER_OBJECT_SIZE(a + 1) != sizeof a || __CPROVER_POINTER_OFFSET(a + 3) != 12 || !__CPROVER_same_object(a, a + 2)) reach_error();", verdict.True},
		{"if (__CPROVER_same_object(a, &m) || __CPROVER_POINTER_OBJECT(a) == __CPROVER_POINTER_OBJECT(p) && p) reach_error();", verdict.True},
		{"if (!__CPROVER_r_ok(a + 1, 12) || __CPROVER_w_ok(a + 1, 13) || p && !__CPROVER_rw_ok(p + 2, 5)) reach_error();", verdict.True},
		{"if (__CPROVER_r_ok(a, m)) reach_error();", verdict.False},
		{"a[2] = 5; __CPROVER_havoc_object(a); if (a[2] == 5) reach_error();", verdict.False},
		{"u = 5; __CPROVER_havoc_object(a); if (u != 5) reach_error();", verdict.True},
		{"if (__CPROVER_overflow_plus(m, 1) != (m == 2147483647) || __CPROVER_overflow_minus(u, 1u) != (u == 0)) reach_error();", verdict.True},
		{"if (__CPROVER_overflow_mult(m, 2) != (m > 1073741823 || m < -1073741824) || __CPROVER_overflow_unary_minus(m) != (m == -2147483647 - 1)) reach_error();", verdict.True},
		{"if (__CPROVER_overflow_shl(u, 1) != (u > 0x7fffffff) || __CPROVER_overflow_shl(m, -1) != 1 || __CPROVER_overflow_shl(m, 1) != (m > 1073741823 || m < -1073741824)) reach_error();", verdict.True},
		{"if (__CPROVER_overflow_shl(1, m) != (m < 0 || m > 30)) reach_error();", verdict.True},
		{"if (__CPROVER_uninterpreted_f(m) == 4) reach_error();", verdict.Unknown},
		{"struct p { long a; int *q; struct { int i, j[1]; } r; } x = {1, a, {2, {m}}}, y = x; if (m == 3) y.r.j[0]++; if ((x == y) != (m != 3)) reach_error();", verdict.True},
		{"int __CPROVER_file_local_program_c_own(int); if (__CPROVER_file_local_program_c_own(3) != 4) reach_error();", verdict.True},
		{"void f(void); f(); return 0; } int __CPROVER_file_local_program_c_own(int x) { return x + 2; } void f(void) { if (own(1) == 3) reach_error(); } int g(void) {", verdict.False},
	} {
		res := verify(t, cfront.Options{}, head+c.text+"\nreturn 0; }")
		if res.Verdict != c.want {
			t.Errorf("%s: %s %s, want %s %s", c.text, res.Verdict, res.Detail, c.want, fmt.Sprint(res.Notes))
		}
	}
}
