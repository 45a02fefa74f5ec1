package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestComplete: the shell is given the values of options: words, properties, functions of the files that are named before, read
// with the options of compilers there.
func TestComplete(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"a.c":     "#include \"h.h\"\nstatic int part(int x) { return x; }\nint parse(int x) { return part(x); }\n#ifdef MORE\nint more(void) { return 0; }\n#endif\nint main(void) { return parse(N); }\n",
		"inc/h.h": "#define N 1\n",
		"bad.c":   "int f( {",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		line, has, lacks string
	}{
		{"verify --property nu", "null", "bounds"},
		{"verify --property null,bo", "null,bounds", "null,unreachable-code"},
		{"verify --property unreach", "unreach-call unreachable-code", ""},
		{"check --property =", "", ""},
		{"verify --engine d", "dagger", "tracer"},
		{"show --what f", "functions", "loops"},
		{"results show --csv x", "", ""},
		{"witness write --format 2", "2.0 2.1", ""},
		{"witness check --globals u", "unknown", "initial"},
		{"verify -Iinc a.c --entry pa", "parse part", "main more"},
		{"check -I inc -DMORE -m32 -O2 a.c --entry m", "main more", "parse"},
		{"test -isystem inc a.c --remove-function-body par", "parse part", ""},
		{"harness parse -Iinc a.c --isr p", "parse", ""},
		{"verify a.c --entry p", "", "parse"}, // which cannot be read
		{"verify bad.c none.c inc --entry p", "", "parse"},
	} {
		var out strings.Builder
		words := append([]string{"__complete"}, strings.Fields(c.line)...)
		if status := execute(words, &out, io.Discard); status != 0 {
			t.Errorf("%s: exit status %d", c.line, status)
		}
		lines := strings.Split(out.String(), "\n")
		given := map[string]bool{}
		for _, l := range lines {
			word, _, _ := strings.Cut(l, "\t")
			given[word] = true
		}
		for _, want := range strings.Fields(c.has) {
			if !given[want] {
				t.Errorf("%s: %q, without %s", c.line, lines, want)
			}
		}
		for _, not := range strings.Fields(c.lacks) {
			if given[not] {
				t.Errorf("%s: %q, with %s", c.line, lines, not)
			}
		}
	}
}
