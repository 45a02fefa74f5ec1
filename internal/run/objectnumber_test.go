package run

import (
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestObjectNumbers: __CPROVER_POINTER_OBJECT tells objects apart, and is the same for all of an object, also of blocks that may
// lie where a block was that has been freed.
func TestObjectNumbers(t *testing.T) {
	const start = `
		#include <stdlib.h>
		extern void reach_error(void);
		extern size_t input(void);
		size_t __CPROVER_POINTER_OBJECT(const void *);
		_Bool __CPROVER_same_object(const void *, const void *);
		int main(void) {
			size_t n = input();
			if (n == 0 || n > 20) return 0;
			char *a = malloc(n), *b = malloc(n), c[4];
			if (!a || !b) return 0;
			char *p = input() ? a : b, *q = input() ? a : c;
			size_t at = __CPROVER_POINTER_OBJECT(a);
`
	for _, test := range []struct {
		name, text string
		safe       bool
	}{
		{"two blocks", "if (at == __CPROVER_POINTER_OBJECT(b) || __CPROVER_same_object(a, b)) reach_error();", true},
		{"a block and a variable", "if (at == __CPROVER_POINTER_OBJECT(c)) reach_error();", true},
		{"in one block", "if (at != __CPROVER_POINTER_OBJECT(a + n / 2) || !__CPROVER_same_object(a, a + n - 1)) reach_error();", true},
		{"overlap", "if (!(__CPROVER_POINTER_OBJECT(p) != __CPROVER_POINTER_OBJECT(b) || p >= b)) reach_error();", true},
		{"either", "if (__CPROVER_POINTER_OBJECT(p) == __CPROVER_POINTER_OBJECT(q)) reach_error();", false},
		{"or not", "if (!__CPROVER_same_object(p, q)) reach_error();", false},
		{"freed", "free(a); char *d = malloc(n); if (d && __CPROVER_same_object(d, b)) reach_error();", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			res := verify(t, cfront.Options{}, start+test.text+"\nreturn 0; }")
			if want := map[bool]verdict.Verdict{true: verdict.True, false: verdict.False}[test.safe]; res.Verdict != want {
				t.Errorf("%s(%s): %s", res.Verdict, res.Reason, res.Detail)
			}
		})
	}
}
