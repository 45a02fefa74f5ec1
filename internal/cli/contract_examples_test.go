package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"craig/internal/testenv"
)

// TestContractExamples: the commands at the head of each example prove its contracts, and find what is wrong in its
// twin.
func TestContractExamples(t *testing.T) {
	t.Chdir("../..")
	files, _ := filepath.Glob("examples/contracts/*.c")
	if len(files) == 0 {
		t.Fatal("no examples")
	}
	for i, file := range files {
		if i%3 != 0 && !testenv.Long() {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := exitTrue
		if strings.HasSuffix(file, "-bug.c") {
			want = exitFalse
		}
		commands := 0
		for line := range strings.Lines(string(text)) {
			words := strings.Fields(strings.TrimPrefix(line, "//"))
			if !strings.HasPrefix(line, "//     craig") {
				continue
			}
			commands++
			if last := words[len(words)-1]; last != filepath.ToSlash(file) {
				t.Errorf("%s is about %s", file, last)
			}
			var out, errs bytes.Buffer
			if status := execute(words[1:], &out, &errs); status != want {
				t.Errorf("%s: exit status %d, want %d\n%s%s", strings.TrimSpace(line), status, want, &out, &errs)
			}
		}
		if commands == 0 {
			t.Errorf("%s has no command", file)
		}
	}
}
