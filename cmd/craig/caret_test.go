package main

import (
	"os"
	"path/filepath"
	"testing"

	"craig/internal/program/ir"
)

func TestCaret(t *testing.T) {
	f := filepath.Join(t.TempDir(), "x.c")
	if err := os.WriteFile(f, []byte("int x;\r\n\tint é\x1b y;\n\nint z"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line, col int
		want      string
	}{
		{1, 5, "    int x;\n        ^\n"},
		{1, 7, "    int x;\n          ^\n"},
		{2, 10, "    \tint é? y;\n    \t       ^\n"},
		{3, 1, ""},
		{4, 6, "    int z\n         ^\n"},
		{4, 7, ""},
		{5, 1, ""},
		{0, 0, ""},
	} {
		if got := caret(ir.Pos{File: f, Line: c.line, Col: c.col}); got != c.want {
			t.Errorf("%d:%d\n%q, want\n%q", c.line, c.col, got, c.want)
		}
	}
	if got := caret(ir.Pos{File: filepath.Join(t.TempDir(), "none.c"), Line: 1, Col: 1}); got != "" {
		t.Errorf("a file that is not there: %q", got)
	}
}
