package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/infer"
)

// TestFix: a contract goes before the line in which the definition begins, wherever that is; where the text does not show it there is none.
func TestFix(t *testing.T) {
	for _, x := range []struct {
		text, declaration string
		name, want        int // lines
	}{
		{"int f(int n) {\n}\n", "int f(int n)", 1, 1},
		{"/* doc\n */\nstatic  int\nf(int a,\n  int n)\n{\n", "static int f(int a, int n)", 4, 3},
		{"int g; int f(int n) {\n}\n", "int f(int n)", 1, 0},
		{"#define F int f(int n)\nF {\n}\n", "int f(int n)", 2, 0},
		{"int f(long n) {\n}\n", "int f(int n)", 1, 0},
		{"int f(int n) {\n}\n", "", 1, 0},
		{"int f(int n) {\n}\n", "int f(int n)", 7, 0},
		{"  int f(int n){\r\n}\r\n", "int f(int n)", 1, 1},
	} {
		file := filepath.Join(t.TempDir(), "a.c")
		if err := os.WriteFile(file, []byte(x.text), 0o666); err != nil {
			t.Fatal(err)
		}
		f := &Function{Name: "f", File: file, Line: x.name}
		f.Inferred = &infer.Document{Class: infer.Necessary, Requires: []infer.Requirement{{Text: "n > 0"}}, ACSL: "/*@ requires n > 0; */", Declaration: x.declaration}
		fix := f.fix()
		switch {
		case x.want == 0 && fix != nil, x.want > 0 && (fix == nil || fix.Before != x.want):
			t.Errorf("%q: %+v, want line %d", x.text, fix, x.want)
		case fix != nil && strings.Contains(x.text, "\r") != strings.HasSuffix(fix.Text, "\r\n"), fix != nil && !strings.HasSuffix(strings.TrimRight(fix.Text, "\r\n"), f.Inferred.ACSL):
			t.Errorf("%q: %q", x.text, fix.Text)
		}
		for _, change := range []func(){func() { f.Inferred.Never = true }, func() { f.Inferred.Class = infer.Open }, func() { f.Inferred = nil }} {
			if change(); f.fix() != nil {
				t.Errorf("%q: a fix without a contract", x.text)
			}
		}
	}
}
