package svcomp

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"craig/internal/bounded"
)

// TestDefinition: files are those of the folder of the definition, or absolute; what a definition cannot be is refused.
func TestDefinition(t *testing.T) {
	name := filepath.Join(t.TempDir(), "t.yml")
	read := func(text string) (*Definition, error) {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return ReadDefinition(name)
	}
	absolute, err := filepath.Abs("b.c")
	if err != nil {
		t.Fatal(err)
	}
	d, err := read("input_files: [a.c, '" + absolute + "']\noptions: {language: C, data_model: ILP32}\n")
	if want := []string{filepath.Join(filepath.Dir(name), "a.c"), absolute}; err != nil || !slices.Equal(d.Files, want) || !d.ILP32 {
		t.Errorf("%+v, %v, not %q", d, err, want)
	}
	for text, want := range map[string]string{
		"input_files: a.c\noptions: {data_model: ilp32}\n": `the data model is "ilp32"`,
		"input_files: a.c\noptions: {language: Java}\n":    `the language is "Java"`,
		"options: {language: C}\n":                         "no input_files",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
	if _, err := read("input_files: a.c\n" + strings.Repeat("# ", maxDefinition/2)); !errors.Is(err, bounded.ErrTooLarge) {
		t.Errorf("%v", err)
	}
}
