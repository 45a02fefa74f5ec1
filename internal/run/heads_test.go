package run

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/engine/explicit"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestLoopWithoutCycle: what cannot be decided ends every path at the head of a loop, so that the program
// engines see has the head but no way back to it. Proofs need an invariant there all the same.
func TestLoopWithoutCycle(t *testing.T) {
	file := filepath.Join(t.TempDir(), "compare.c")
	text := `extern char *given(void);
int main(void) {
	char *p = given(), *q = given();
	unsigned long i;
	for (i = 0;; i++) {
		int x = p[i], y = q[i];
		if (x != y)
			return 1;
		if (!x)
			return 0;
	}
}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for _, v := range variants(t) {
		res, err := Verify(ctx, prepare.New(cfront.Options{Properties: []string{"bounds"}}, nil, file), Options{Engine: v.engine})
		if err != nil {
			t.Fatal(err)
		}
		if v.engine.Name == explicit.Name && res.Reason == verdict.Incomplete {
			continue // it takes no program with memory
		}
		if res.Bug != nil || res.Reason != verdict.UnsupportedProperty {
			t.Errorf("%s: %v(%s), %v", v.name, res.Verdict, res.Reason, res.Bug)
		}
	}
}
