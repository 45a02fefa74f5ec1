package cfront_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"craig/internal/program/c/cfront"
)

// soon is a context that is cancelled when it has been asked so many times.
type soon struct {
	context.Context
	left int
}

func (s *soon) Err() error {
	if s.left--; s.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelled: reading ends with the context's error wherever it is cancelled, also in a model of the library.
func TestCancelled(t *testing.T) {
	const text = `#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int compare(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
int main(int argc, char **argv) {
	char text[20];
	int n, a[9];
	double x = 1.5;
	sscanf(argv[1], "%d %9s", &n, text);
	qsort(text, strlen(text), 1, compare);
	return snprintf(text, 20, "%d", n + atoi(text)) + a[n % 9] + (int)x;
}`
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for n := 0; ; n += 1 + n/6 {
		opts := cfront.Options{Properties: []string{"unreach-call"}}
		_, err := cfront.Read(&soon{t.Context(), n}, opts, file)
		if err == nil {
			if n < 50 {
				t.Errorf("the context was asked %d times only", n)
			}
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d questions: %v", n, err)
		}
	}
}
