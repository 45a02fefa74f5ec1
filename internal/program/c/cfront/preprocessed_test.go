package cfront_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"craig/internal/program/c/cfront"
	"craig/internal/program/ir"
	"craig/internal/testenv"
)

// TestPreprocessed: a program means the same as what gcc -E makes of it, but for columns.
func TestPreprocessed(t *testing.T) {
	testenv.NeedsTool(t, "gcc")
	where := regexp.MustCompile(`@"[^"]*":\d+:\d+|(?m)^file .*$`)
	files, _ := filepath.Glob("testdata/run/*.c")
	taken := 0
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "#include <") { // gcc has headers of its own
			continue
		}
		if filepath.Base(file) != "preprocessor.c" && i%4 != 0 && !testenv.Long() {
			continue
		}
		expanded, err := exec.Command("gcc", "-E", "-w", file).Output()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		name := filepath.Join(t.TempDir(), "expanded.c")
		if err := os.WriteFile(name, expanded, 0o600); err != nil {
			t.Fatal(err)
		}
		var printed [2]string
		for k, f := range []string{file, name} {
			p, err := cfront.Read(context.Background(), cfront.Options{Volatile: cfront.VolatileMemory}, f)
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			if err := ir.Print(&b, p); err != nil {
				t.Fatal(err)
			}
			printed[k] = where.ReplaceAllString(b.String(), "")
		}
		taken++
		if printed[0] != printed[1] {
			t.Errorf("%s means another program after gcc -E", file)
		}
	}
	if taken == 0 {
		t.Error("no files")
	}
}
