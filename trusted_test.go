package craig_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTrusted: the table of what is trusted in docs/evidence.md has the lines that there are, within a twentieth, and no package is missing that the
// certifier and the checkers beside it import.
func TestTrusted(t *testing.T) {
	doc, err := os.ReadFile("docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(doc), "| what | lines | what judges it from outside |\n")
	listed := map[string]bool{}
	sum, claimed := 0, 0
	name := regexp.MustCompile("`([^`]+)`")
	for row := range strings.Lines(table) {
		cells := strings.Split(row, " | ")
		if len(cells) < 3 {
			if strings.HasPrefix(row, "|---") {
				continue
			}
			break
		}
		says, err := strconv.Atoi(strings.ReplaceAll(cells[1], ",", ""))
		if err != nil {
			t.Fatalf("%s: %v", row, err)
		}
		if strings.HasPrefix(row, "| all ") {
			claimed = says
			break
		}
		lines := 0
		for _, m := range name.FindAllStringSubmatch(cells[0], -1) {
			listed[m[1]] = true
			lines += linesOf(t, m[1])
		}
		sum += lines
		if d := says - lines; max(d, -d) > lines/20 {
			t.Errorf("%s: there are %d lines", row, lines)
		}
	}
	if d := claimed - sum; max(d, -d) > sum/20 || sum == 0 {
		t.Errorf("all are %d lines, not %d", sum, claimed)
	}
	t.Logf("%d lines", sum)
	listed["internal/evidence/rerun"] = true // where the answer names it
	for _, root := range []string{"internal/evidence/certify", "internal/evidence/guards", "internal/logic/refuted", "internal/program/pointers"} {
		for pkg := range reached(root) {
			if !listed[pkg] {
				t.Errorf("%s imports %s, by way of others perhaps, which is not in the table", root, pkg)
			}
		}
	}
}

// linesOf counts the lines of a file, or of the files of a package that are no tests and not generated.
func linesOf(t *testing.T, path string) (n int) {
	t.Helper()
	files := []string{path}
	if !strings.HasSuffix(path, ".go") {
		files, _ = filepath.Glob(filepath.Join(path, "*.go"))
	}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if head, _, _ := strings.Cut(string(text), "\npackage "); !strings.Contains(head, "Code generated") {
			n += strings.Count(string(text), "\n")
		}
	}
	if n == 0 {
		t.Errorf("%s has no lines", path)
	}
	return n
}
