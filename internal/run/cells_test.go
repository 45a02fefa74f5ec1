package run

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"craig/internal/engine/tracer"
	"craig/internal/evidence/verdict"
	"craig/internal/prepare"
	"craig/internal/program/c/cfront"
)

// TestCopiedCells: the number of bytes that realloc copies is read from memory before its loop.
// Proofs that count rounds rest on that number being a size.
func TestCopiedCells(t *testing.T) {
	file := filepath.Join(t.TempDir(), "grow.c")
	text := `#include <stdlib.h>
void reach_error(void);
int main(void) {
	long sum = 0;
	signed char *row = malloc(3);
	row[2] = 0;
	row = realloc(row, 12);
	sum += row[2];
	if (sum)
		reach_error();
}
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	res, err := Verify(ctx, prepare.New(cfront.Options{}, nil, file), Options{Engine: tracer.New(tracer.Config{})})
	if err != nil {
		t.Fatal(err)
	}
	if res.Verdict != verdict.True || res.Bug != nil {
		t.Errorf("got %v(%s), %v", res.Verdict, res.Reason, res.Bug)
	}
}
