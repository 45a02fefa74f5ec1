package work

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestHeaders: all that may be included is found, in every spelling of options, and each once; what is not there is not.
func TestHeaders(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"src/a.c":     "#include \"near.h\"\n#  include <far.h>\n#include <stdio.h>\n#include MACRO\n",
		"src/near.h":  "#include \"../src/near.h\"\n#include_next <low.h>\n",
		"one/far.h":   "",
		"two/far.h":   "#include \"only.h\"\n",
		"two/only.h":  "",
		"three/low.h": "",
		"pre.h":       "#include \"src/near.h\"\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"one/far.h", "pre.h", "src/a.c", "src/near.h", "three/low.h", "two/far.h", "two/only.h"}
	for _, args := range [][]string{
		{"verify", "-Ione", "-I", "two", "-isystem", "three", "-include", "pre.h", "src/a.c"},
		{"--include-dir=one", "-idirafter", "two", "-iquotethree", "--include", "pre.h"},
		{"--include-dir", "one", "-I=two", "-Ithree", "--include=pre.h", "-I"},
	} {
		got := new(Headers).Of(dir, args, "src/a.c")
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q", args, got)
		}
	}
	absolute := new(Headers).Of("elsewhere", []string{"-I", filepath.Join(dir, "one")}, filepath.Join(dir, "src/a.c"))
	if !slices.Contains(absolute, filepath.Join(dir, "one/far.h")) || !slices.Contains(absolute, filepath.Join(dir, "src/near.h")) {
		t.Errorf("%q", absolute)
	}
}
