package lazy_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/evidence/verdict"
	"craig/internal/program/c/cfront"
)

// TestOrigins: pointers of unknown origin that two calls of a function return are different
// (docs/semantics.md), which is not to be seen without inlining: no error may depend on it. What
// one statement makes in a loop is one object, as with inlining.
func TestOrigins(t *testing.T) {
	const head = `extern void reach_error(void);
extern void *__VERIFIER_nondet_pointer(void);
int *get(void) { return (int *)__VERIFIER_nondet_pointer(); }
`
	for src, want := range map[string]verdict.Verdict{
		`int main(void) { int *a = get(), *b = get(); if (a && a == b) reach_error(); return 0; }`:    verdict.Unknown,
		`int main(void) { int *a = get(); if (a && *a == 3) reach_error(); return 0; }`:               verdict.False,
		`int main(void) { int *a = get(); if (a) { *a = 3; if (*a != 3) reach_error(); } return 0; }`: verdict.True,
	} {
		file := filepath.Join(t.TempDir(), "origins.c")
		if err := os.WriteFile(file, []byte(head+src), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, res := certified(context.Background(), t, cfront.Options{}, file); res.Verdict != want {
			t.Errorf("%s: %v(%s), want %v", src, res.Verdict, res.Reason, want)
		}
	}
}
