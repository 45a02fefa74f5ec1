package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/infer"
)

// TestWritePatch: git and patch put contracts in front of their functions, whatever the file is called and however its lines end, and what cannot be
// written is named in front of the diff.
func TestWritePatch(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{
		"a.c":            "/* one */\nint f(int x)\n{\n  return 1 / x;\n}\n\n\nint g(int x) { return 2 / x; }\n\n\n\n\n\n\n\n\n\nstatic int\nh(int x)\n{ return 3 / x; }\n\nint far(int x) { return 4 / x; } int same(int x) { return 5 / x; }",
		"two words/b.c":  "int k(int x) { return 1 / x; }\r\nint v;\r\n",
		"sub/quo\"te.c":  "int q(int x) { return 1 / x; }\n",
		"sub/unchanged":  "",
		"last.c":         "int v;\nint last(int x) { return 1 / x; }",
		"sub/deep/odd.c": "#define NAME odd\nint NAME(int x) { return 1 / x; }\n",
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	function := func(file string, line int, name, declaration, requires string, class infer.Class) *Function {
		f := &Function{Name: name, File: file, Line: line}
		f.Inferred = &infer.Document{Function: name, File: file, Line: line, Class: class, Requires: []infer.Requirement{{Text: requires}},
			ACSL: "/*@ requires " + requires + "; */", Declaration: declaration}
		return f
	}
	r := &Report{Functions: []*Function{
		function("a.c", 18, "h", "static int h(int x)", "x != 3", infer.Necessary), // not in the order of lines
		function("a.c", 2, "f", "int f(int x)", "x != 0", infer.Necessary),
		function("a.c", 8, "g", "int g(int x)", "x != 0", infer.Necessary),
		function("a.c", 8, "g", "int g(int x)", "x != 0", infer.Necessary), // of another unit
		function("a.c", 21, "far", "int far(int x)", "x != 4", infer.Sufficient),
		function("a.c", 21, "same", "int same(int x)", "x != 5", infer.Necessary),
		function("two words/b.c", 1, "k", "int k(int x)", "x != 0", infer.Necessary),
		function("sub/quo\"te.c", 1, "q", "int q(int x)", "x != 0", infer.Necessary),
		function("last.c", 2, "last", "int last(int x)", "x != 0", infer.Necessary),
		function("../up.c", 2, "up", "int up(int x)", "x != 0", infer.Necessary),
	}}
	var b strings.Builder
	if err := r.WritePatch(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, part := range []string{"a.c:21: far: requires x != 4: not written: it is only sufficient\n", "a.c:21: same: requires x != 5: not written: the text does not show where the function begins\n",
		"../up.c:2: up: requires x != 0: not written: ", "--- a/a.c\n+++ b/a.c\n@@ -1,10 +1,12 @@\n /* one */\n+/*@ requires x != 0; */\n int f(int x)\n", "\n@@ -15,6 +17,7 @@\n", "--- a/two words/b.c\t\n"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	want := map[string]string{
		"a.c":           strings.NewReplacer("int f(", "/*@ requires x != 0; */\nint f(", "int g(", "/*@ requires x != 0; */\nint g(", "static int\nh", "/*@ requires x != 3; */\nstatic int\nh").Replace(files["a.c"]),
		"two words/b.c": "/*@ requires x != 0; */\r\n" + files["two words/b.c"],
		"sub/quo\"te.c": "/*@ requires x != 0; */\n" + files["sub/quo\"te.c"],
		"last.c":        "int v;\n/*@ requires x != 0; */\nint last(int x) { return 1 / x; }",
	}
	for _, command := range [][]string{{"git", "apply"}, {"patch", "-p1", "--binary"}} {
		path, err := exec.LookPath(command[0])
		if err != nil {
			continue
		}
		cmd := exec.CommandContext(t.Context(), path, command[1:]...)
		cmd.Stdin = strings.NewReader(text)
		if said, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s%s", command[0], err, said, text)
			continue
		}
		for name, was := range files {
			expected, changed := want[name]
			if !changed {
				expected = was
			}
			if is, err := os.ReadFile(name); err != nil || string(is) != expected {
				t.Errorf("%s: %s: %v\n%q, want\n%q", command[0], name, err, is, expected)
			}
			if err := os.WriteFile(name, []byte(was), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
