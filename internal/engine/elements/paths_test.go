package elements

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/engine/enginetest"
	"craig/internal/program/c/cfront"
)

// TestManyWays: paths that all end where an assumption is false are given up too when there are too many ways to it.
func TestManyWays(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ways.c")
	text := "extern void reach_error(void);\nextern int input(void);\nint main(void) {\n\tint n = 0, a = input(), b = input();\n" +
		strings.Repeat("\tif (input()) n++;\n", 40) +
		"\tif (a * b == n) if (a * b != n) for (int i = 0; i < n; i++) if (a == b + i) reach_error();\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s := newSearch(t.Context(), enginetest.Task(enginetest.Reduced(t, cfront.Options{}, file), nil))
	if s.findPaths() {
		t.Errorf("%d paths have been found", len(s.paths))
	}
	if len(s.paths) > mostPaths {
		t.Errorf("%d paths have ended it, rather than its steps", len(s.paths))
	}
}
