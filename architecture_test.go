package craig_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture: ARCHITECTURE.md lists every package, and the files that it names exist.
func TestArchitecture(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`((?:internal|logic|cmd)/[a-z0-9_/.]+)`").FindAllSubmatch(text, -1) {
		if _, err := os.Stat(string(m[1])); err != nil {
			t.Error(err)
		}
	}
	listed := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^    ([a-z/]+)  `).FindAllSubmatch(text, -1) {
		listed[string(m[1])] = true
	}
	for _, root := range []string{"internal", "logic"} {
		files, err := filepath.Glob(filepath.Join(root, "*", "*.go"))
		deeper, err2 := filepath.Glob(filepath.Join(root, "*", "*", "*.go"))
		deepest, err3 := filepath.Glob(filepath.Join(root, "*", "*", "*", "*.go"))
		if err := errors.Join(err, err2, err3); err != nil {
			t.Fatal(err)
		}
		for _, file := range slices.Concat(files, deeper, deepest) {
			dir := filepath.ToSlash(filepath.Dir(file))
			name := strings.TrimPrefix(dir, "internal/")
			if strings.HasPrefix(name, "abstract/domain/") || strings.HasSuffix(dir, "/schematest") {
				continue // in one line with abstract/domain; for tests
			}
			if engine := strings.TrimPrefix(name, "engine/"); engine != name && !strings.Contains(engine, "/") && !listed[name] {
				listed[name] = strings.Contains(string(text), engine)
			}
			if !listed[name] && !strings.HasSuffix(file, "_test.go") {
				t.Errorf("%s is not in ARCHITECTURE.md", dir)
				listed[name] = true
			}
		}
	}
}
